/**
 * `npm run mutation`: mutation tests of the parts of the nodes that decide something, one after another. A mutant is a small
 * change of the code; one that no unit test notices has survived. Each part has to kill 90 % of its mutants. Texts of the
 * editor are no mutants: editorTexts.ts. Takes hours, so it is run by hand and never in CI.
 *
 * - `npm run mutation -- api order/shop` only these parts
 * - `npm run mutation -- nodes/PodFulfilment/transport/retry.ts` one file
 * - `npm run mutation -- --sample 400 --seed 1 transport order` about 400 mutants of each of these folders and what is
 *   below them, drawn by the seed: minutes, not hours
 * - `--concurrency 1` one mutant at a time instead of two
 * - `--ignore-static` none of what runs when a file is loaded: each of those takes a run of all tests
 *
 * Reports are written to .local/mutation/<part>.html.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localFolder, root } from './n8n/paths.ts';

const NODES = 'nodes/PodFulfilment';

/** Folders that are one part each, without the folders below them that are parts themselves. */
const PARTS = [
	'api',
	'api/catalog',
	'order',
	'order/change',
	'order/compose',
	'order/place',
	'order/shop',
	'resources',
	'transport',
	'transport/errors',
	'transport/limits',
	'trigger',
	'trigger/polling',
	'trigger/polling/read',
	'trigger/polling/compare',
	'trigger/polling/state',
	'trigger/webhook',
];

/** The folders of test/unit that cover what is in a folder. */
const TESTS: Record<string, string[]> = {
	api: ['api', 'listSearch', 'order', 'resources'],
	order: ['order', 'resources'],
	resources: ['execution', 'resources'],
	transport: ['api', 'execution', 'order/change', 'order/place', 'transport'],
	trigger: ['trigger'],
};

/** A sample is drawn in windows of so many lines. A mutant of more lines than its window is in no sample. */
const WINDOW_LINES = 10;

/** About so many mutants has a window. */
const WINDOW_MUTANTS = 6;

interface MutationReport {
	files: Record<
		string,
		{ mutants: Array<{ status: string; location: { start: { line: number } } }> }
	>;
}

/** Mutants of a window of lines. */
interface Count {
	killed: number;
	valid: number;
}

const { values: options, positionals: named } = parseArgs({
	allowPositionals: true,
	options: {
		sample: { type: 'string' },
		seed: { type: 'string', default: '1' },
		concurrency: { type: 'string', default: '2' },
		'ignore-static': { type: 'boolean', default: false },
	},
});

/** Windows of the files of a folder in the order that the seed gives them, with about as many mutants as are wanted. */
function samplePatterns(folder: string, mutants: number): string[] {
	const windows = globSync(`${NODES}/${folder}/**/*.ts`, { cwd: root }).flatMap((file) => {
		const lines = readFileSync(join(root, file), 'utf8').split('\n').length;
		return Array.from({ length: Math.ceil(lines / WINDOW_LINES) }, (_, index) => {
			const first = index * WINDOW_LINES;
			return `${file}:${first + 1}-${first + WINDOW_LINES}`;
		});
	});
	const rank = (window: string): string =>
		createHash('sha256').update(`${options.seed} ${window}`).digest('hex');
	return windows
		.map((window) => ({ window, rank: rank(window) }))
		.sort((a, b) => (a.rank < b.rank ? -1 : 1))
		.slice(0, Math.ceil(mutants / WINDOW_MUTANTS))
		.map(({ window }) => window);
}

/** What Stryker is to mutate for a part, or for a file. */
function patternsOf(part: string): string[] {
	if (part.endsWith('.ts')) return [part];
	if (options.sample !== undefined) return samplePatterns(part, Number(options.sample));
	const below = PARTS.filter((other) => other.startsWith(`${part}/`));
	return [`${NODES}/${part}/**/*.ts`, ...below.map((other) => `!${NODES}/${other}/**/*.ts`)];
}

/** Mutates a part. Returns how many of its mutants were killed, by window. */
async function mutate(part: string): Promise<Count[]> {
	const reportFolder = join(localFolder, 'mutation');
	const report = join(reportFolder, part.replaceAll('/', '-'));
	mkdirSync(reportFolder, { recursive: true });
	const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
	const [folder = ''] = part.replace(`${NODES}/`, '').split('/');
	const child = spawn(
		process.execPath,
		[
			stryker,
			'run',
			...['--mutate', patternsOf(part).join(',')],
			...['--concurrency', options.concurrency],
			...(options['ignore-static'] ? ['--ignoreStatic'] : []),
		],
		{
			cwd: root,
			stdio: 'inherit',
			env: { ...process.env, MUTATION_REPORT: report, MUTATION_TESTS: TESTS[folder]?.join(',') },
		},
	);
	const [code] = (await once(child, 'close')) as [number | null];
	if (code !== 0) return [];
	const { files } = JSON.parse(readFileSync(`${report}.json`, 'utf8')) as MutationReport;
	const windows = new Map<string, Count>();
	for (const [file, { mutants }] of Object.entries(files)) {
		for (const { status, location } of mutants) {
			const isKilled = ['Killed', 'Timeout'].includes(status);
			if (!isKilled && !['Survived', 'NoCoverage'].includes(status)) continue;
			const window = `${file} ${Math.floor((location.start.line - 1) / WINDOW_LINES)}`;
			const { killed, valid } = windows.get(window) ?? { killed: 0, valid: 0 };
			windows.set(window, { killed: killed + (isKilled ? 1 : 0), valid: valid + 1 });
		}
	}
	return [...windows.values()];
}

/** The 95 % margin of a share that was sampled. By windows, since the mutants of one are not independent of each other. */
function marginOf(windows: readonly Count[], share: number, valid: number): number {
	const squares = windows.map((window) => (window.killed - share * window.valid) ** 2);
	const variance = (sum(squares) * windows.length) / (windows.length - 1) / valid ** 2;
	return 1.96 * Math.sqrt(variance);
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

const unknown = named.filter((part) => !PARTS.includes(part) && !part.endsWith('.ts'));
if (unknown.length > 0) {
	console.error(`Unknown: ${unknown.join(', ')}. Choose from: ${PARTS.join(', ')}, or a file.`);
	process.exit(1);
}
const lines: string[] = [];
const all = options.sample === undefined ? PARTS : Object.keys(TESTS);
for (const part of named.length > 0 ? named : all) {
	const windows = await mutate(part);
	const killed = sum(windows.map((window) => window.killed));
	const valid = sum(windows.map((window) => window.valid));
	const share = valid === 0 ? 0 : killed / valid;
	// At least 90 %, and a part that was not run has none.
	if (share < 0.9) process.exitCode = 1;
	const percent = (value: number): string => (value * 100).toFixed(2);
	const margin =
		options.sample === undefined
			? ''
			: `, ± ${percent(marginOf(windows, share, valid))} (a sample, seed ${options.seed})`;
	lines.push(
		`${part.padEnd(28)}${percent(share).padStart(7)} %  ${killed} of ${valid} mutants${margin}`,
	);
}
console.log(`\n${lines.join('\n')}`);
