import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Bench } from '../support/bench.ts';
import { n8nModules } from '../support/package.ts';
import { atMost, kilobytes, milliseconds, type Row } from '../support/row.ts';

const run = promisify(execFile);

const ROUNDS = 15;

/** Bytes that the packed package should stay under: a second on a line of 2 Mbit/s. */
const PACKED_SIZE = 250_000;

const SHOPIFY = [
	'dist/credentials/ShopifyApi.credentials.js',
	'dist/credentials/ShopifyAccessTokenApi.credentials.js',
	'dist/credentials/ShopifyOAuth2Api.credentials.js',
	'dist/nodes/Shopify/Shopify.node.js',
	'dist/nodes/Shopify/ShopifyTrigger.node.js',
];

/** What the package costs when n8n starts, and on disk. */
export async function loadPackageRows({ packed }: Bench): Promise<Row[]> {
	const { n8n } = JSON.parse(await readFile(path.join(packed.folder, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	const ours: number[] = [];
	const shopify: number[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		ours.push(await timeToRequire(packed.folder, [...n8n.credentials, ...n8n.nodes]));
		shopify.push(await timeToRequire(path.join(n8nModules, 'n8n-nodes-base'), SHOPIFY));
	}
	return [
		atMost(10, {
			name: `all nodes and the credential: time to require (fastest of ${ROUNDS} processes) / n8n's Shopify and Shopify Trigger nodes and their credentials`,
			// Whatever else the machine does only adds to it.
			ours: Math.min(...ours),
			reference: Math.min(...shopify),
			format: milliseconds,
		}),
		atMost(1, {
			name: 'packed size / bound',
			ours: packed.size,
			reference: PACKED_SIZE,
			format: kilobytes,
		}),
	];
}

/** Milliseconds to require the files in a process of its own, with n8n-workflow loaded as it is in n8n. */
async function timeToRequire(folder: string, files: string[]): Promise<number> {
	const script = `
		const { performance } = require('node:perf_hooks');
		require('n8n-workflow');
		const begin = performance.now();
		for (const file of ${JSON.stringify(files)}) require('./' + file);
		console.log(performance.now() - begin);
	`;
	const { stdout } = await run(process.execPath, ['-e', script], { cwd: folder });
	return Number(stdout);
}
