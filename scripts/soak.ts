/**
 * `npm run soak`: runs the tests whose cases are random, and histories of the simulation, again and again, each round
 * with another seed, until the time is over or a round fails.
 *
 * - `npm run soak -- --minutes 5` for how long to begin new rounds (default 10)
 * - `npm run soak -- --rounds 3` at most so many rounds
 * - `npm run soak -- --seed 7` one round with this seed: what it found comes again; the history of that seed is printed
 *   with all that happens in it, and `--shrink` looks for the simplest one that fails alike
 * - `npm run soak -- --histories 100000` so many histories, and sequences of the polling trigger, in each round (default
 *   1000)
 * - `npm run soak -- polling --rounds 1 --histories 30000` only the histories of the polling trigger: so many sequences of
 *   steps, with the seeds that it prints, and on n8n's own code one history of each kind of service for each 1000 of them
 *   and one drawn service for each 40. `--seed 7 --histories 1` plays the sequence of seed 7 alone
 * - `npm run soak -- day` only the simulated days of a shop, each of 1000 orders: one for each shop in a round, or as many as
 *   `--histories` says
 * - `npm run soak -- simulation --pin` runs no tests. It plays the history that is pinned for each change in
 *   test/simulation/codeChanges.ts, and where that no longer finds the change, tries the seeds from 1 on (10000, or as
 *   many as `--histories` says) and prints the first that does
 *
 * Whatever else is given are names of test files, as vitest takes them, `simulation` for the histories, `polling` and `day`.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './n8n/paths.ts';
import { playHistories, replayHistory } from './soak/histories.ts';
import { pin } from './soak/pin.ts';
import { filesThatImport, SUITES_WITHOUT_N8N } from './testFiles.ts';

/** The histories of the simulation are played in threads of their own. */
const PROJECTS = SUITES_WITHOUT_N8N.filter((name) => name !== 'simulation');

const SIMULATION = 'simulation';

const POLLING = 'polling';

/** Tests that play histories of the polling trigger. */
const POLLING_FILES = [
	'test/unit/trigger/polling/histories.test.ts',
	'test/core/pollingContrary.test.ts',
];

const DAY = 'day';

/** Tests that play days of a shop. */
const DAY_FILES = ['test/core/shopDay.test.ts'];

const ORDERS_OF_DAY = 1000;

/** The largest seed of fast-check. */
const LARGEST_SEED = 0x7fffffff;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		minutes: { type: 'string' },
		rounds: { type: 'string', default: 'Infinity' },
		seed: { type: 'string' },
		histories: { type: 'string' },
		shrink: { type: 'boolean', default: false },
		pin: { type: 'boolean', default: false },
	},
});
const minutes = Number(values.minutes ?? '10');
const rounds = values.seed === undefined ? Number(values.rounds) : 1;
const histories = Number(values.histories ?? (values.pin ? '10000' : '1000'));
if (
	!(minutes > 0) ||
	!(rounds > 0) ||
	!Number.isInteger(histories) ||
	!/^\d+$/.test(values.seed ?? '0')
) {
	console.error(
		'--minutes and --rounds are numbers above 0, --seed and --histories are whole numbers.',
	);
	process.exit(1);
}

if (values.pin) process.exit((await pin(histories)) ? 0 : 1);

const named = positionals
	.filter((name) => name !== SIMULATION)
	.flatMap((name) => ({ [POLLING]: POLLING_FILES, [DAY]: DAY_FILES })[name] ?? [name]);
const isSimulated = positionals.length === 0 || positionals.includes(SIMULATION);
const files =
	positionals.length > 0
		? named
		: filesThatImport(/from '(fast-check|.*\/support\/seed\.ts)'/, PROJECTS);

/** vitest shows what a test has found once it has ended. */
const HISTORIES_OF_PIECE = 2_500;

/** The polling trigger's histories in pieces, so that the progress can be seen, and one that fails hides none behind it. */
async function runAllTests(seed: number): Promise<boolean> {
	if (!positionals.includes(POLLING)) return await runTests(seed, histories);
	let isPassed = true;
	for (let done = 0; done < histories;) {
		const count = Math.min(HISTORIES_OF_PIECE, histories - done);
		if (!(await runTests(seed + done, count))) isPassed = false;
		done += count;
		console.log(`${done} of ${histories} histories${isPassed ? '' : ', some failed: see above'}`);
	}
	return isPassed;
}

async function runTests(seed: number, sequences: number): Promise<boolean> {
	if (files.length === 0) return true;
	const child = spawn(
		process.execPath,
		[
			join(root, 'node_modules', 'vitest', 'vitest.mjs'),
			'run',
			...PROJECTS.flatMap((name) => ['--project', name]),
			...files,
		],
		{
			cwd: root,
			stdio: 'inherit',
			env: {
				...process.env,
				TEST_SEED: String(seed),
				TEST_REPETITIONS: 'all',
				TEST_SEQUENCES: String(sequences),
				...(positionals.includes(DAY) && {
					TEST_DAYS: values.histories ?? '1',
					TEST_DAY_ORDERS: String(ORDERS_OF_DAY),
				}),
			},
		},
	);
	const [code] = (await once(child, 'close')) as [number | null];
	return code === 0;
}

async function runHistories(seed: number, until: number): Promise<boolean> {
	if (!isSimulated) return true;
	return values.seed === undefined
		? await playHistories(seed, histories, until)
		: await replayHistory(seed, values.shrink);
}

console.log(`${files.length} files of tests${isSimulated ? ', and the simulation' : ''}`);
const endsAt = Date.now() + minutes * 60_000;
// A number of histories that was asked for is played however long it takes.
const historiesEndAt =
	values.histories !== undefined && values.minutes === undefined
		? Number.POSITIVE_INFINITY
		: endsAt;
let done = 0;
while (done < rounds && (done === 0 || Date.now() < endsAt)) {
	const seed =
		values.seed === undefined
			? randomInt(Math.max(1, LARGEST_SEED - histories))
			: Number(values.seed);
	const seeds = histories > 1 ? `seeds ${seed} to ${seed + histories - 1}` : `seed ${seed}`;
	console.log(`\n── round ${done + 1}, ${seeds} ──`);
	const isHistoryKept = await runHistories(seed, historiesEndAt);
	const isPassed = await runAllTests(seed);
	if (!isPassed) {
		const as = values.histories === undefined ? '' : ` --histories ${histories}`;
		console.error(`\nFailed with seed ${seed}. Again: npm run soak -- --seed ${seed}${as}`);
	}
	if (!isHistoryKept || !isPassed) process.exit(1);
	done += 1;
}
console.log(`\n${done} ${done === 1 ? 'round' : 'rounds'} passed`);
