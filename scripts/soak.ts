/**
 * `npm run soak`: runs the tests whose cases are random again and again, each round with another seed, until the time
 * is over or a round fails.
 *
 * - `npm run soak -- --minutes 5` for how long to begin new rounds (default 10)
 * - `npm run soak -- --rounds 3` at most so many rounds
 * - `npm run soak -- --seed 7` one round with this seed: what it found comes again
 *
 * Whatever else is given are names of test files, as vitest takes them.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './n8n/paths.ts';

/** Those that need no n8n of their own. */
const PROJECTS = ['unit', 'sandbox', 'core'];

/** The largest seed of fast-check. */
const LARGEST_SEED = 0x7fffffff;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		minutes: { type: 'string', default: '10' },
		rounds: { type: 'string', default: 'Infinity' },
		seed: { type: 'string' },
	},
});
const minutes = Number(values.minutes);
const rounds = values.seed === undefined ? Number(values.rounds) : 1;
if (!(minutes > 0) || !(rounds > 0) || !/^\d+$/.test(values.seed ?? '0')) {
	console.error('--minutes and --rounds are numbers above 0, --seed is a whole number.');
	process.exit(1);
}

const hasRandomCases = (file: string): boolean =>
	/from '(fast-check|.*\/support\/seed\.ts)'/.test(readFileSync(join(root, file), 'utf8'));

const files =
	positionals.length > 0
		? positionals
		: globSync(`test/{${PROJECTS.join(',')}}/**/*.test.ts`, { cwd: root }).filter(hasRandomCases);

async function runRound(seed: number): Promise<boolean> {
	const child = spawn(
		process.execPath,
		[
			join(root, 'node_modules', 'vitest', 'vitest.mjs'),
			'run',
			...PROJECTS.flatMap((name) => ['--project', name]),
			...files,
		],
		{ cwd: root, stdio: 'inherit', env: { ...process.env, TEST_SEED: String(seed) } },
	);
	const [code] = (await once(child, 'close')) as [number | null];
	return code === 0;
}

console.log(`${files.length} files of tests`);
const endsAt = performance.now() + minutes * 60_000;
let done = 0;
while (done < rounds && (done === 0 || performance.now() < endsAt)) {
	const seed = values.seed === undefined ? randomInt(LARGEST_SEED) : Number(values.seed);
	console.log(`\n── round ${done + 1}, seed ${seed} ──`);
	if (!(await runRound(seed))) {
		console.error(`\nFailed with seed ${seed}. Again: npm run soak -- --seed ${seed}`);
		process.exit(1);
	}
	done += 1;
}
console.log(`\n${done} ${done === 1 ? 'round' : 'rounds'} passed`);
