/**
 * `npm run mutation`: mutation tests of the parts of the nodes that decide something, one after another. A mutant is a small
 * change of the code; one that no unit test notices has survived. Each part has to kill 90 % of its mutants. Texts of the
 * editor are no mutants: editorTexts.ts. Takes hours, so it is run by hand and never in CI.
 *
 * - `npm run mutation -- api order/shop` only these parts
 * - `npm run mutation -- nodes/PodFulfilment/transport/retry.ts` one file
 *
 * Reports are written to .local/mutation/<part>.html.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

interface MutationReport {
	files: Record<string, { mutants: Array<{ status: string }> }>;
}

/** What Stryker is to mutate for a part, or for a file. */
function patternsOf(part: string): string[] {
	if (part.endsWith('.ts')) return [part];
	const below = PARTS.filter((other) => other.startsWith(`${part}/`));
	return [`${NODES}/${part}/**/*.ts`, ...below.map((other) => `!${NODES}/${other}/**/*.ts`)];
}

/** Mutates a part. Returns how many of its mutants were killed. */
async function mutate(part: string): Promise<{ killed: number; valid: number }> {
	const reportFolder = join(localFolder, 'mutation');
	const report = join(reportFolder, part.replaceAll('/', '-'));
	mkdirSync(reportFolder, { recursive: true });
	const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
	const child = spawn(process.execPath, [stryker, 'run', '--mutate', patternsOf(part).join(',')], {
		cwd: root,
		stdio: 'inherit',
		env: { ...process.env, MUTATION_REPORT: report },
	});
	const [code] = (await once(child, 'close')) as [number | null];
	if (code !== 0) return { killed: 0, valid: 0 };
	const { files } = JSON.parse(readFileSync(`${report}.json`, 'utf8')) as MutationReport;
	const statuses = Object.values(files).flatMap(({ mutants }) =>
		mutants.map(({ status }) => status),
	);
	const count = (...wanted: string[]): number =>
		statuses.filter((status) => wanted.includes(status)).length;
	const killed = count('Killed', 'Timeout');
	return { killed, valid: killed + count('Survived', 'NoCoverage') };
}

const named = process.argv.slice(2);
const unknown = named.filter((part) => !PARTS.includes(part) && !part.endsWith('.ts'));
if (unknown.length > 0) {
	console.error(`Unknown: ${unknown.join(', ')}. Choose from: ${PARTS.join(', ')}, or a file.`);
	process.exit(1);
}
const lines: string[] = [];
for (const part of named.length > 0 ? named : PARTS) {
	const { killed, valid } = await mutate(part);
	const share = valid === 0 ? 0 : (killed / valid) * 100;
	// At least 90 %, and a part that was not run has none.
	if (share < 90) process.exitCode = 1;
	lines.push(`${part.padEnd(28)}${share.toFixed(2).padStart(7)} %  ${killed} of ${valid} mutants`);
}
console.log(`\n${lines.join('\n')}`);
