import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';

import { root } from '../../../scripts/n8n/paths.ts';
import type { Bench } from '../support/bench.ts';
import { median } from '../support/measure.ts';
import { atMost, megabytes, milliseconds, type Row } from '../support/row.ts';

const run = promisify(execFile);

const ROUNDS = 5;

const LIMIT = 1.5;

/**
 * Pages of orders that are parsed before, as in an n8n that is in use: code that runs for the first time is slow, and
 * n8n's first response of all is not of interest.
 */
const USUAL_PAGES = 300;

/** Expressions for the largest JSON text that is read: of about so many `bytes`, or so many `marks`. */
const SHAPES: Record<string, string> = {
	'`{},`': "'[' + '{},'.repeat(marks / 2 - 2) + '{}]'",
	'small objects': `'[' + '{"id":1,"name":"a"},'.repeat(marks / 9 - 1) + '{}]'`,
	numbers: "'[' + '1.5,'.repeat(bytes / 4 - 1) + '0]'",
	'one long text': `'"' + 'x'.repeat(bytes - 2) + '"'`,
};

interface Parsed {
	/** Milliseconds, during which the event loop stands still. */
	time: number;
	/** Bytes that the process needed at most for the text and its value. */
	memory: number;
}

/** Parses a text in a process of its own, whose memory is that of the parsing alone. */
async function parse(folder: string, shape: string, parser: string): Promise<Parsed> {
	const script = `
		const { performance } = require('node:perf_hooks');
		const { MAX_RESPONSE_BYTES: bytes } = require('./responseBody.js');
		const { MAX_JSON_MARKS: marks, parseJsonSafely } = require('./parseJsonSafely.js');
		const before = process.memoryUsage().rss;
		const text = Buffer.from(${shape}).toString();
		const parse = ${parser};
		const order = { id: 'a', status: 'shipped', price: 1.5, items: [{ quantity: 1, title: 'Mug' }] };
		const page = JSON.stringify(Array(30).fill(order));
		for (let read = 0; read < ${USUAL_PAGES}; read += 1) parse(page);
		gc();
		const begin = performance.now();
		const value = parse(text);
		const time = performance.now() - begin;
		const memory = process.resourceUsage().maxRSS * 1024 - before;
		console.log(JSON.stringify({ time, memory, isParsed: value !== undefined }));
	`;
	const { stdout } = await run(process.execPath, ['--expose-gc', '-e', script], { cwd: folder });
	return JSON.parse(stdout) as Parsed;
}

/** Compiles what parses a response into a folder of the installed package, whose own files do not offer it. */
async function compileParser(packageFolder: string): Promise<string> {
	const folder = path.resolve(packageFolder, 'parser');
	const nodes = path.join(root, 'nodes', 'PodFulfilment');
	const build = await rolldown({
		input: [
			path.join(nodes, 'transport', 'responseBody.ts'),
			path.join(nodes, 'input', 'parseJsonSafely.ts'),
		],
		platform: 'node',
		external: ['n8n-workflow'],
	});
	await build.write({ dir: folder, format: 'cjs' });
	await build.close();
	return folder;
}

/** What the largest response that is read costs in its parsing, beside JSON.parse alone. */
export async function parseLargestResponseRows({ packed }: Bench): Promise<Row[]> {
	const folder = await compileParser(packed.folder);
	const rows: Row[] = [];
	for (const [shape, text] of Object.entries(SHAPES)) {
		const ours: Parsed[] = [];
		const reference: Parsed[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			ours.push(await parse(folder, text, 'parseJsonSafely'));
			reference.push(await parse(folder, text, 'JSON.parse'));
		}
		rows.push(
			atMost(LIMIT, {
				name: `the largest response, of ${shape}: longest block (fastest of ${ROUNDS} processes) / JSON.parse alone`,
				// Whatever else the machine does only adds to it.
				ours: Math.min(...ours.map(({ time }) => time)),
				reference: Math.min(...reference.map(({ time }) => time)),
				format: milliseconds,
			}),
			atMost(LIMIT, {
				name: `the largest response, of ${shape}: peak memory with the text / JSON.parse alone`,
				ours: median(ours.map(({ memory }) => memory)),
				reference: median(reference.map(({ memory }) => memory)),
				format: megabytes,
			}),
		);
	}
	return rows;
}
