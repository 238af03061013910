import { existsSync, readFileSync } from 'node:fs';
import { sublimeSearch } from '@n8n/utils/dist/search/sublime-search';
import { describe, expect, it } from 'vitest';
import { PodFulfilment } from '../../../nodes/PodFulfilment/PodFulfilment.node.ts';
import { PodFulfilmentPollingTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.ts';
import { PodFulfilmentTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentTrigger.node.ts';
import { PodFulfilmentApi } from '../../../credentials/PodFulfilmentApi.credentials.ts';
import { brokenLink } from './documents/stale.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const readJson = (path: string): unknown => JSON.parse(read(path));

interface Manifest {
	[key: string]: unknown;
	n8n: { credentials: string[]; nodes: string[] };
}

interface Codex {
	[key: string]: unknown;
	categories: string[];
	alias: string[];
	resources: Record<string, Array<{ url: string }>>;
}

const manifest = readJson('package.json') as Manifest;

/** The categories under which n8n lists nodes. */
const CATEGORIES = [
	'AI',
	'Analytics',
	'Communication',
	'Core Nodes',
	'Cybersecurity',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'HITL',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

describe('package.json', () => {
	it("does not ask for n8n's strict mode, which would lint tests and scripts as nodes", () => {
		expect(manifest.n8n).not.toHaveProperty('strict');
	});

	it('package.json declares an n8n community package under the MIT licence', () => {
		expect(manifest).toMatchObject({
			name: 'n8n-nodes-pod-fulfilment',
			license: 'MIT',
			keywords: expect.arrayContaining(['n8n-community-node-package']) as unknown,
		});
		expect(manifest.version).toMatch(/^\d+\.\d+\.\d+/);
		expect(read('LICENSE')).toContain('MIT License');
	});

	it('package.json publishes only dist', () => {
		expect(manifest.files).toEqual(['dist']);
		expect(manifest).not.toHaveProperty('private');
	});

	it('the package has no dependencies: n8n-workflow comes from n8n', () => {
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		// Else npm would install a second one, with some 160 packages.
		expect(manifest.peerDependenciesMeta).toEqual({ 'n8n-workflow': { optional: true } });
		for (const key of [
			'dependencies',
			'optionalDependencies',
			'bundledDependencies',
			'bundleDependencies',
			'overrides',
			'workspaces',
		]) {
			expect(manifest).not.toHaveProperty(key);
		}
	});

	it('the package runs no script on the machine that installs it', () => {
		for (const script of ['preinstall', 'install', 'postinstall', 'prepare']) {
			expect(manifest.scripts).not.toHaveProperty(script);
		}
	});

	it('package.json lists the compiled credential and nodes', () => {
		expect(manifest.n8n).toMatchObject({
			n8nNodesApiVersion: 1,
			credentials: ['dist/credentials/PodFulfilmentApi.credentials.js'],
		});
		expect([...manifest.n8n.nodes].sort()).toEqual([
			'dist/nodes/PodFulfilment/PodFulfilment.node.js',
			'dist/nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.js',
			'dist/nodes/PodFulfilment/PodFulfilmentTrigger.node.js',
		]);
		for (const path of [...manifest.n8n.credentials, ...manifest.n8n.nodes]) {
			const source = path.replace(/^dist\//, '').replace(/\.js$/, '.ts');
			expect(existsSync(new URL(source, root)), source).toBe(true);
		}
		expect(existsSync(new URL(String(manifest.main), root))).toBe(true);
	});
});

describe.each([
	['podFulfilment', 'PodFulfilment', 1, new PodFulfilment().description],
	['podFulfilmentTrigger', 'PodFulfilmentTrigger', 1.1, new PodFulfilmentTrigger().description],
	[
		'podFulfilmentPollingTrigger',
		'PodFulfilmentPollingTrigger',
		1,
		new PodFulfilmentPollingTrigger().description,
	],
])('The node %s', (name, className, version, description) => {
	const codex = readJson(`nodes/PodFulfilment/${className}.node.json`) as Codex;

	it('the node keeps the name and the version that saved workflows refer to', () => {
		expect(description.name).toBe(name);
		expect(description.version).toBe(version);
		expect(description.defaults.name).toBe(description.displayName);
	});

	it('the node has a codex under its full name', () => {
		expect(codex).toMatchObject({
			node: `n8n-nodes-pod-fulfilment.${name}`,
			nodeVersion: Number(version).toFixed(1),
			codexVersion: '1.0',
		});
	});

	it('the node has categories of n8n, and aliases for the search', () => {
		expect(codex.categories.length).toBeGreaterThan(0);
		for (const category of codex.categories) expect(CATEGORIES).toContain(category);
		expect(codex.alias).toEqual(
			expect.arrayContaining(['printful', 'printify', 'gelato', 'shopify order']),
		);
		expect(new Set(codex.alias).size).toBe(codex.alias.length);
	});

	it.each([
		...['order tracking', 'tracking number', 'parcel', 'delivery', 'hoodie', 'apparel', 't-shirt'],
		...['catalogue', 'catalog', 'print shop', 'print on demand', 'prodigi', 'printful', 'pod'],
	])("n8n's panel finds the node by %s", (words) => {
		const node = { properties: { displayName: description.displayName, codex } };
		expect(sublimeSearch(words, [node])).toHaveLength(1);
	});

	it('the node links to its documentation', () => {
		for (const kind of ['primaryDocumentation', 'credentialDocumentation']) {
			const links = codex.resources[kind] ?? [];
			expect(links.length, kind).toBeGreaterThan(0);
			for (const { url } of links) {
				expect(new URL(url).protocol).toBe('https:');
				expect(brokenLink(url, 'README.md')).toBeUndefined();
			}
		}
	});

	it('the node has different icons for the light and the dark theme', () => {
		const { light, dark } = description.icon as { light: string; dark: string };
		expect(light).not.toBe(dark);
		for (const icon of [light, dark]) {
			expect(read(`nodes/PodFulfilment/${icon.replace('file:', '')}`)).toContain('<svg');
		}
	});
});

describe('The credential', () => {
	it('the credential has icons for the light and the dark theme', () => {
		const { icon } = new PodFulfilmentApi();
		for (const path of [icon.light, icon.dark]) {
			const file = new URL(path.replace('file:', ''), new URL('credentials/', root));
			expect(readFileSync(file, 'utf8')).toContain('<svg');
		}
	});
});
