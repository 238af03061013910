import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import { connect, n8n } from './support/n8n.ts';

interface NodeType {
	name: string;
	displayName: string;
	version: number;
	iconUrl: { light: string; dark: string };
	codex?: { categories?: string[]; resources?: unknown };
	credentials?: Array<{ name: string }>;
	usableAsTool?: boolean;
	group: string[];
}

const action = 'n8n-nodes-pod-fulfilment.podFulfilment';
const trigger = 'n8n-nodes-pod-fulfilment.podFulfilmentTrigger';

describe('The packed package in a real n8n', () => {
	let rest: N8nRest;
	let types: NodeType[];
	const typeOf = (name: string) => {
		const found = types.find((type) => type.name === name);
		if (!found) throw new Error(`n8n does not know ${name}`);
		return found;
	};

	beforeAll(async () => {
		rest = connect();
		types = JSON.parse(await rest.send('GET', '/types/nodes.json')) as NodeType[];
	});

	it('the package is installed from the tarball with the version of package.json', async () => {
		const nodesFolder = join(n8n.userFolder, '.n8n', 'nodes');
		const ledger = JSON.parse(await readFile(join(nodesFolder, 'package.json'), 'utf8')) as {
			dependencies: Record<string, string>;
		};
		expect(ledger.dependencies['n8n-nodes-pod-fulfilment']).toMatch(/\.tgz$/);
		const installed = JSON.parse(
			await readFile(join(nodesFolder, 'node_modules', n8n.packageName, 'package.json'), 'utf8'),
		) as { version: string; dependencies?: object };
		expect(installed.version).toBe(n8n.packageVersion);
		expect(installed.dependencies ?? {}).toEqual({});
	});

	it('n8n gets both nodes under the names that exported workflows hold', () => {
		const own = types.filter(({ name }) => name.startsWith('n8n-nodes-pod-fulfilment.'));
		const names = own.map(({ name }) => name);
		expect(names).toContain(action);
		expect(names).toContain(trigger);
		expect(typeOf(action)).toMatchObject({ displayName: 'POD Fulfilment', version: 1 });
		expect(typeOf(trigger)).toMatchObject({
			displayName: 'POD Fulfilment Trigger',
			version: 1.1,
			group: ['trigger'],
		});
	});

	it('n8n gets the action node as a tool for AI agents', () => {
		expect(types.map(({ name }) => name)).toContain(`${action}Tool`);
	});

	it('n8n gets the credential type, with its key and its secret as password fields', async () => {
		const all = JSON.parse(await rest.send('GET', '/types/credentials.json')) as Array<{
			name: string;
			properties: Array<{ name: string; typeOptions?: { password?: boolean } }>;
		}>;
		const credential = all.find(({ name }) => name === 'podFulfilmentApi');
		const passwords = credential?.properties
			.filter(({ typeOptions }) => typeOptions?.password)
			.map(({ name }) => name);
		// Shown with the switch for the webhook trigger; hidden without it, since n8n drops what is not displayed.
		expect(passwords?.sort()).toEqual(['apiKey', 'signingSecret', 'signingSecret']);
		for (const name of [action, trigger]) {
			expect(typeOf(name).credentials?.map((used) => used.name)).toEqual(['podFulfilmentApi']);
		}
	});

	it.each([action, trigger])('n8n serves the light and the dark icon of %s', async (name) => {
		for (const path of Object.values(typeOf(name).iconUrl)) {
			expect(path).toMatch(/^icons\/n8n-nodes-pod-fulfilment\/dist\/.+\.svg$/);
			const response = await fetch(`${n8n.url}/${path}`);
			expect(response.status).toBe(200);
			expect(response.headers.get('content-type')).toContain('image/svg+xml');
			expect(await response.text()).toContain('<svg');
		}
	});

	it.each([action, trigger])('n8n lists %s in the categories of its codex file', (name) => {
		expect(typeOf(name).codex?.categories?.length).toBeGreaterThan(0);
		expect(typeOf(name).codex?.resources).toBeDefined();
	});
});
