import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../scripts/n8n/paths.ts';

/** All that the script may run. Without compilers and databases, it installs them. */
const PROGRAMS = [
	'bash',
	'cat',
	'chmod',
	'dirname',
	'env',
	'grep',
	'mktemp',
	'rm',
	'tail',
	'tee',
	'tr',
];

let folder: string;
let policy: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-ci-'));
	policy = join(folder, 'policy-rc.d');
	for (const name of PROGRAMS) {
		const path = ['/usr/bin', '/bin'].map((bin) => join(bin, name)).find(existsSync);
		if (path) await symlink(path, join(folder, name));
	}
	await script('node', 'echo 24');
	await script('npm', 'echo "npm $*"; echo "1 passed, 0 failed"');
	await script('id', 'echo 0');
	await script('sleep-for-ever', 'exec /usr/bin/env -i /bin/sleep 600');
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

async function script(name: string, line: string): Promise<void> {
	await writeFile(join(folder, name), `#!/usr/bin/env bash\n${line}\n`);
	await chmod(join(folder, name), 0o755);
}

/** Starts .ci/run in a process group of its own, as a terminal does. */
function start() {
	const child = spawn('bash', [join(root, '.ci', 'run')], {
		env: { PATH: folder, POLICY_RC_D: policy, TMPDIR: folder },
		stdio: ['ignore', 'pipe', 'inherit'],
		detached: true,
	});
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	return {
		ended: once(child, 'close'),
		output: () => output,
		printed: async (text: string) => {
			while (!output.includes(text)) await once(child.stdout, 'data');
		},
		kill: (signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal),
	};
}

/** Runs the script to its end. Returns its exit code and what it printed. */
async function runToEnd(): Promise<{ code: unknown; lines: string[] }> {
	await script('apt-get', 'exit 0');
	const run = start();
	const [code] = await run.ended;
	return { code, lines: run.output().trim().split('\n') };
}

describe('.ci/run', () => {
	it('the script runs npm test, what npm run test:all adds to it, scale and compat, and prints the sum of all last', async () => {
		const { code, lines } = await runToEnd();
		expect(lines.filter((line) => line.startsWith('npm '))).toEqual([
			'npm test',
			'npm run test:all -- long',
			'npm run test:all -- scale',
			'npm run test:compat',
		]);
		expect(lines.at(-1)).toBe('4 passed, 0 failed');
		expect(code).toBe(0);
	});

	it.each([
		[
			'a test failed',
			'echo "FAILED unit: a test"; echo "7 passed, 1 failed"',
			'28 passed, 4 failed',
		],
		['a command failed, and no test', 'echo "3 passed, 0 failed"; exit 1', '12 passed, 1 failed'],
		['no test ran', 'echo "0 passed, 0 failed"', '0 passed, 1 failed'],
		['nothing says how many ran', 'echo "done"', '0 passed, 4 failed'],
		[
			'a test failed, and npm prints more behind the sum',
			'echo "1 passed, 1 failed, 2 skipped"; echo "npm error"; exit 1',
			'4 passed, 4 failed, 8 skipped',
		],
	])('the script fails, and says so last, if %s', async (_, npm, sum) => {
		await script('npm', npm);
		const { code, lines } = await runToEnd();
		expect(lines.at(-1)).toBe(sum);
		expect(code).toBe(1);
	});

	it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
		'the script leaves no policy-rc.d behind when %s interrupts it while it installs',
		async (signal) => {
			await script('apt-get', 'echo "installing: $*"; exec sleep-for-ever');
			const run = start();
			await run.printed('installing');
			expect(await readFile(policy, 'utf8')).toContain('exit 101');
			run.kill(signal);
			await run.ended;
			expect(existsSync(policy)).toBe(false);
		},
	);

	it('the script leaves no policy-rc.d behind when apt-get fails, and none when it works', async () => {
		for (const line of ['exit 1', 'exit 0']) {
			await script('apt-get', line);
			await start().ended;
			expect(existsSync(policy)).toBe(false);
		}
	});

	it('the script removes the policy-rc.d that a killed run has left behind', async () => {
		await script('apt-get', 'echo "installing: $*"; exec sleep-for-ever');
		const killed = start();
		await killed.printed('installing');
		killed.kill('SIGKILL');
		await killed.ended;
		expect(existsSync(policy)).toBe(true);
		await script('apt-get', 'exit 0');
		await start().ended;
		expect(existsSync(policy)).toBe(false);
	});

	it('the script keeps a policy-rc.d that the machine has of its own', async () => {
		await script('apt-get', 'exit 0');
		await writeFile(policy, '#!/bin/sh\nexit 0\n');
		await start().ended;
		expect(await readFile(policy, 'utf8')).toBe('#!/bin/sh\nexit 0\n');
	});
});
