import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { saveCredential, testCredential } from '../../scripts/n8n/credentials.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import { demoData } from '../support/demoData.ts';
import { installInCustomFolder, ownN8n, type OwnN8n } from '../e2e/support/ownN8n.ts';

let sandbox: Sandbox;
let n8n: OwnN8n;
let rest: N8nRest;

beforeAll(async () => {
	sandbox = await startSandbox();
	n8n = await ownN8n({ install: installInCustomFolder });
	rest = await n8n.start();
});
afterAll(async () => {
	await n8n?.close();
	await sandbox.close();
});

describe('The nodes in the custom folder of an n8n', () => {
	it.each([
		['accepts a key that the service knows', {}, { status: 'OK' }],
		[
			'refuses one that it does not know',
			{ apiKey: 'no-such-key' },
			{ status: 'Error', message: expect.stringContaining('refused the API key') as string },
		],
	])('the credential test in the custom folder %s', async (name, changes, expected) => {
		// n8n may still be writing the file as it starts.
		await vi.waitFor(
			async () => {
				const types = JSON.parse(await rest.send('GET', '/types/nodes.json')) as Array<{
					name: string;
				}>;
				expect(types.map((type) => type.name)).toContain('CUSTOM.podFulfilment');
			},
			{ timeout: 30_000, interval: 500 },
		);
		const credential = await saveCredential(rest, {
			name,
			type: 'podFulfilmentApi',
			data: { ...demoData(sandbox), ...changes },
		});
		expect(await testCredential(rest, credential)).toMatchObject(expected);
	});
});
