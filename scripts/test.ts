/**
 * `npm test`: style, types and build, then the test suites, each one even when an earlier one failed. Ends with a
 * table and the sum of all tests, alone on the last line. `npm test -- unit core` runs only what is named.
 * `scale`, which needs Postgres and Redis on the machine, has to be named: `npm run test:scale`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from './install/npm.mjs';
import { localFolder, root } from './n8n/paths.ts';

interface Outcome {
	name: string;
	seconds: number;
	passed: number;
	failed: number;
	skipped: number;
}

const checks: Record<string, string> = { lint: 'lint', types: 'typecheck', build: 'build' };
const suites = ['unit', 'sandbox', 'core', 'simulation', 'e2e', 'scale'];
const known = [...Object.keys(checks), ...suites];
const onlyWhenNamed = ['scale'];

const run = async (command: string, args: string[]): Promise<number> => {
	const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
	const [code] = (await once(child, 'close')) as [number | null];
	return code ?? 1;
};

/** A check counts no tests; one that does not pass counts as one failed. */
async function runCheck(script: string) {
	const call = npmCommand(['run', '--silent', script]);
	const code = await run(call.command, call.args);
	return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

interface VitestReport {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	numTodoTests: number;
}

async function runSuite(name: string) {
	const reportFile = join(localFolder, 'reports', `${name}.json`);
	rmSync(reportFile, { force: true });
	const code = await run(process.execPath, [
		join(root, 'node_modules', 'vitest', 'vitest.mjs'),
		'run',
		...['--project', name],
		...['--reporter', 'default', '--reporter', 'json'],
		`--outputFile.json=${reportFile}`,
	]);
	let report: VitestReport;
	try {
		report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport;
	} catch {
		return { passed: 0, failed: 1, skipped: 0 };
	}
	const passed = report.numPassedTests;
	const skipped = report.numPendingTests + report.numTodoTests;
	// A file that does not load, or a setup that throws, has no test to count: the exit code tells.
	const failed = Math.max(report.numFailedTests, code === 0 && passed > 0 ? 0 : 1);
	return { passed, failed, skipped };
}

function printTable(outcomes: Outcome[]): void {
	console.log(`\n${'step'.padEnd(10)}${'time'.padStart(8)}  result`);
	for (const { name, seconds, passed, failed, skipped } of outcomes) {
		const counts = suites.includes(name)
			? `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
			: failed
				? 'failed'
				: 'ok';
		console.log(`${name.padEnd(10)}${`${seconds.toFixed(1)} s`.padStart(8)}  ${counts}`);
	}
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !known.includes(name));
if (unknown.length > 0) {
	console.error(`Unknown: ${unknown.join(', ')}. Choose from: ${known.join(', ')}.`);
	process.exit(1);
}
mkdirSync(join(localFolder, 'reports'), { recursive: true });
const outcomes: Outcome[] = [];
const isWanted = (name: string): boolean =>
	named.length === 0 ? !onlyWhenNamed.includes(name) : named.includes(name);
for (const name of known.filter(isWanted)) {
	console.log(`\n── ${name} ──`);
	const startedAt = performance.now();
	const script = checks[name];
	const counts = script ? await runCheck(script) : await runSuite(name);
	outcomes.push({ name, seconds: (performance.now() - startedAt) / 1000, ...counts });
}
printTable(outcomes);
const sum = (count: 'passed' | 'failed' | 'skipped') =>
	outcomes.reduce((total, outcome) => total + outcome[count], 0);
const skipped = sum('skipped');
process.exitCode = sum('failed') > 0 ? 1 : 0;
console.log(
	`\n${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`,
);
