/**
 * Runs the checks and the suites of tests. Prints what each step printed once it has ended, then a table, what failed, what
 * was not run, and the total of all tests as the last line.
 *
 * - `npm test`: what needs the development packages alone, with few repetitions
 * - `npm run test:all`: that, and what needs n8n or takes long
 * - `npm run test:all -- long`: only what `npm run test:all` adds to `npm test`
 *
 * Each builds first, then runs two steps at a time, continuing after a failure. `npm test -- unit core` runs only the named
 * steps, one after the other, and shows at once what they print; `npm run test:all -- e2e` those that need n8n. `scale`,
 * which needs Postgres and Redis on the machine, `compat`, which needs older versions of n8n, `repetitions`, ten times
 * as many random cases, and `nightly`, which mostly waits, run only when named: `npm run test:all -- scale`, `npm run test:compat`, `npm run test:nightly`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isInstalled } from './install/lockfile.mjs';
import { npmCommand } from './install/npm.mjs';
import { localFolder, n8nFolder, root } from './n8n/paths.ts';
import { filesThatImport, SUITES_WITHOUT_N8N } from './testFiles.ts';
import { CHECK_SCRIPTS, GROUPS, NEEDS_N8N, STEPS } from './testSteps.ts';

interface StepResult {
	name: string;
	seconds: number;
	passed: number;
	failed: number;
	skipped: number;
	/** What failed, one line each: file and full name of the test, or the command. */
	failures: string[];
}

/** What each group leaves out, and how to run it. */
const NOT_RUN: Record<string, string[]> = {
	short: [
		'e2e, processes: a whole n8n (2 GB, needs a C++ compiler and Python) and a browser → npm run test:all',
	],
	long: ['what needs no n8n → npm test'],
	all: [],
};
const NOT_RUN_BY_ANY = [
	'scale: queue mode with Postgres and Redis → npm run test:all -- scale',
	'compat: older versions of n8n → npm run test:compat',
	'repetitions: ten times as many random cases; nightly: hours of polls → npm run test:nightly',
];

/** Many tests start programs in TypeScript: to compile each file once takes a third less of their processor time. */
const NODE_COMPILE_CACHE = join(localFolder, 'compile-cache');

/** Runs a command; what it prints is shown at once, or collected in `output`. */
async function run(
	command: string,
	args: string[],
	output?: Buffer[],
	env: NodeJS.ProcessEnv = {},
): Promise<number> {
	const child = spawn(command, args, {
		cwd: root,
		env: { ...process.env, NODE_COMPILE_CACHE, ...env },
		stdio: ['ignore', output ? 'pipe' : 'inherit', output ? 'pipe' : 'inherit'],
	});
	child.stdout?.on('data', (chunk: Buffer) => output?.push(chunk));
	child.stderr?.on('data', (chunk: Buffer) => output?.push(chunk));
	const [code] = (await once(child, 'close')) as [number | null];
	return code ?? 1;
}

/** Runs a check, which counts as no test if it passes, and as one failed test if it does not. */
async function runCheck(script: string, output?: Buffer[]) {
	const call = npmCommand(['run', '--silent', script]);
	const code = await run(call.command, call.args, output);
	return code === 0
		? { passed: 0, failed: 0, skipped: 0, failures: [] }
		: { passed: 0, failed: 1, skipped: 0, failures: [`npm run ${script}`] };
}

interface VitestReport {
	testResults: Array<{
		name: string;
		status: string;
		assertionResults: Array<{ fullName: string; status: string; failureMessages: string[] }>;
	}>;
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	numTodoTests: number;
}

const MAX_REASON_LENGTH = 300;

/** Where only the last lines of a run are kept, this is all that is known of a failure. */
const reasonOf = ([message = '']: string[]): string =>
	message
		.split(/\n\s+at /, 1)
		.join('')
		.replaceAll(/\s+/g, ' ')
		.slice(0, MAX_REASON_LENGTH);

/** The tests that failed, each with the reason; of a file that did not load, its path alone. */
const failuresIn = (report: VitestReport): string[] =>
	report.testResults.flatMap(({ name, status, assertionResults }) => {
		const file = relative(root, name);
		const failed = assertionResults.filter((result) => result.status === 'failed');
		if (failed.length > 0) {
			return failed.map(
				({ fullName, failureMessages }) => `${file}: ${fullName}: ${reasonOf(failureMessages)}`,
			);
		}
		return status === 'failed' ? [file] : [];
	});

/** The files whose repetitions `npm test` cuts down, with all of them. */
const repetitions = () => ({
	projects: SUITES_WITHOUT_N8N,
	files: filesThatImport(/\/support\/repetitions\.ts'/),
	env: { TEST_REPETITIONS: 'all' },
});

async function runSuite(name: string, output?: Buffer[]) {
	const { projects, files, env } =
		name === 'repetitions' ? repetitions() : { projects: [name], files: [], env: {} };
	const reportFile = join(localFolder, 'reports', `${name}.json`);
	rmSync(reportFile, { force: true });
	const vitest = [
		join(root, 'node_modules', 'vitest', 'vitest.mjs'),
		'run',
		...projects.flatMap((project) => ['--project', project]),
		...files,
		...['--reporter', 'default', '--reporter', 'json'],
		`--outputFile.json=${reportFile}`,
	];
	const code = await run(process.execPath, vitest, output, env);
	let report: VitestReport;
	try {
		report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport;
	} catch {
		return { passed: 0, failed: 1, skipped: 0, failures: ['no report was written'] };
	}
	const passed = report.numPassedTests;
	const skipped = report.numPendingTests + report.numTodoTests;
	// If a file does not load or a setup throws, no test failed, but the exit code is not 0.
	const failed = Math.max(report.numFailedTests, code === 0 && passed > 0 ? 0 : 1);
	return { passed, failed, skipped, failures: failuresIn(report) };
}

function printTable(results: StepResult[]): void {
	console.log(`\n${'step'.padEnd(12)}${'time'.padStart(8)}  result`);
	for (const { name, seconds, passed, failed, skipped } of results) {
		const check = failed ? 'failed' : 'ok';
		const suite = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
		const counts = CHECK_SCRIPTS[name] ? check : suite;
		console.log(`${name.padEnd(12)}${`${seconds.toFixed(1)} s`.padStart(8)}  ${counts}`);
	}
	for (const { name, failures } of results) {
		for (const failure of failures) console.log(`FAILED ${name}: ${failure}`);
	}
}

const given = process.argv.slice(2);
const named = given.filter((name) => !(name in GROUPS));
// The last one: `npm run test:all` names one itself.
const group = given.findLast((name) => name in GROUPS) ?? 'short';
const unknown = named.filter((name) => !STEPS.includes(name));
if (unknown.length > 0) {
	console.error(`Unknown: ${unknown.join(', ')}. Choose from: ${STEPS.join(', ')}.`);
	process.exit(1);
}
const withN8n = named.filter((name) => NEEDS_N8N.includes(name));
if (withN8n.length > 0 && !isInstalled(n8nFolder)) {
	console.error(
		`${withN8n.join(', ')}: needs n8n, which is not installed. npm run test:all -- ${withN8n.join(' ')} installs it.`,
	);
	process.exit(1);
}
mkdirSync(join(localFolder, 'reports'), { recursive: true });
const selected =
	named.length > 0 ? STEPS.filter((name) => named.includes(name)) : (GROUPS[group] ?? []);
const results = new Map<string, StepResult>();

async function runStep(name: string, output?: Buffer[]): Promise<void> {
	const startedAt = performance.now();
	const script = CHECK_SCRIPTS[name];
	const counts = script ? await runCheck(script, output) : await runSuite(name, output);
	if (name === 'build' && counts.failed === 0) process.env.PACKAGE_IS_BUILT = 'true';
	results.set(name, { name, seconds: (performance.now() - startedAt) / 1000, ...counts });
}

/** Runs the next step of a queue, until there is none. */
async function runInTurn(queue: string[]): Promise<void> {
	for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
		const output: Buffer[] = [];
		console.log(`${name} …`);
		await runStep(name, output);
		console.log(`\n── ${name} ──\n${Buffer.concat(output).toString()}`);
	}
}

if (named.length > 0) {
	for (const name of selected) {
		console.log(`\n── ${name} ──`);
		await runStep(name);
	}
} else {
	const [build, ...queue] = selected;
	// Two suites must not build into the same folder.
	if (build !== undefined) await runStep(build);
	await Promise.all([runInTurn(queue), runInTurn(queue)]);
}
const inOrder = selected.flatMap((name) => results.get(name) ?? []);
printTable(inOrder);
const sum = (count: 'passed' | 'failed' | 'skipped') =>
	inOrder.reduce((total, result) => total + result[count], 0);
const skipped = sum('skipped');
if (named.length === 0) {
	console.log('\nNot run:');
	for (const what of [...(NOT_RUN[group] ?? []), ...NOT_RUN_BY_ANY]) console.log(`- ${what}`);
}
process.exitCode = sum('failed') > 0 ? 1 : 0;
console.log(
	`\n${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`,
);
