/**
 * Plays histories of the simulation, see docs/promises.md.
 * `npm run simulation -- --count 1000` or `-- --minutes 5` plays that many from a random seed on, or from `--from N`,
 * and says which invariants were broken. `-- --seed N` replays one with all that happened; `--shrink` looks for the
 * plainest history that fails alike.
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

import { NodeSources } from '../test/simulation/engine/nodeProcess.ts';
import { INVARIANTS } from '../test/simulation/invariants/index.ts';
import { historyOf } from '../test/simulation/seeds.ts';
import { shrunk } from '../test/simulation/shrink.ts';
import { simulate } from '../test/simulation/simulate.ts';
import type { Finding, WorkerOrder } from '../test/simulation/worker.ts';
import type { History } from '../test/simulation/history/history.ts';

/** Milliseconds without a history done after which the event loop counts as frozen. */
const FROZEN_MS = 60_000;

const { values } = parseArgs({
	options: {
		seed: { type: 'string' },
		shrink: { type: 'boolean', default: false },
		from: { type: 'string' },
		count: { type: 'string' },
		minutes: { type: 'string' },
	},
});

async function show(history: History, sources: NodeSources): Promise<Set<number>> {
	const { log, violations } = await simulate(history, sources, true);
	const { personality, weather } = history;
	console.log(`personality ${JSON.stringify(personality)}\nweather ${JSON.stringify(weather)}`);
	console.log(log.join('\n'));
	return new Set(violations.map(({ invariant }) => invariant.number));
}

async function replay(seed: number): Promise<void> {
	const sources = new NodeSources();
	const broken = await show(historyOf(seed), sources);
	process.exitCode = broken.size > 0 ? 1 : 0;
	if (!values.shrink) return;
	for (const invariant of broken) {
		const plainest = await shrunk(seed, invariant, sources);
		if (!plainest) continue;
		console.log(`\n── the plainest history found that breaks ${invariant} ──`);
		await show(plainest, sources);
	}
}

async function play(firstSeed: number, count: number, milliseconds: number): Promise<void> {
	const findings: Finding[] = [];
	const frozen: number[] = [];
	const startedAt = Date.now();
	const endSeed = firstSeed + count;
	const until = startedAt + milliseconds;
	let played = 0;
	for (let next = firstSeed; next < endSeed && Date.now() < until;) {
		const progress = new Int32Array(new SharedArrayBuffer(8));
		const worker = new Worker(new URL('../test/simulation/worker.ts', import.meta.url), {
			workerData: { firstSeed: next, endSeed, until, progress } satisfies WorkerOrder,
		});
		worker.on('message', (finding: Finding) => findings.push(finding));
		let seen = -1;
		const watch = setInterval(() => {
			const done = Atomics.load(progress, 1);
			if (done === seen) {
				frozen.push(Atomics.load(progress, 0));
				void worker.terminate();
			}
			seen = done;
		}, FROZEN_MS);
		await once(worker, 'exit');
		clearInterval(watch);
		played += Atomics.load(progress, 1);
		next = Atomics.load(progress, 0) + 1;
	}
	report(findings, frozen, played, (Date.now() - startedAt) / 1000);
}

function report(findings: Finding[], frozen: number[], played: number, seconds: number): void {
	for (const { number, name } of INVARIANTS) {
		const seeds = findings
			.filter(({ violations }) => violations.some(({ invariant }) => invariant === number))
			.map(({ seed }) => seed);
		const such = seeds.length > 0 ? `, such as ${seeds.slice(0, 6).join(', ')}` : '';
		console.log(`${number} ${name}: broken in ${seeds.length}${such}`);
	}
	for (const seed of frozen) console.log(`The event loop froze for good in history ${seed}`);
	const perSecond = (played / seconds).toFixed(0);
	console.log(`${played} histories in ${seconds.toFixed(0)} s, ${perSecond} a second`);
	process.exitCode = findings.length + frozen.length > 0 ? 1 : 0;
}

if (values.seed !== undefined) {
	await replay(Number(values.seed));
} else {
	const randomSeed = Math.floor(Math.random() * 1_000_000_000);
	await play(
		values.from === undefined ? randomSeed : Number(values.from),
		values.count === undefined ? (values.minutes ? 1e9 : 1000) : Number(values.count),
		values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes) * 60_000,
	);
}
