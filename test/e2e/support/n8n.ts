import { inject } from 'vitest';
import type { Sandbox } from '../../../sandbox/index.ts';
import { saveCredential, type Credential } from '../../../scripts/n8n/credentials.ts';
import { N8nRest } from '../../../scripts/n8n/rest.ts';
import { demoData } from '../../support/demoData.ts';

export const n8n = inject('n8n');

/** A signed-in client of the shared n8n. */
export const connect = (): N8nRest => new N8nRest(n8n.url, n8n.session);

/** Stores a credential for the sandbox's demo account; `changes` replace some of its fields. */
export async function storeCredential(
	rest: N8nRest,
	sandbox: Sandbox,
	name: string,
	changes: Record<string, string> = {},
): Promise<Credential> {
	const data = { ...demoData(sandbox), ...changes };
	return await saveCredential(rest, { name, type: 'podFulfilmentApi', data });
}
