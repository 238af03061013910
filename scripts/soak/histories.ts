/** Plays histories of the simulation (docs/promises.md), or replays one. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { NodeSources } from '../../test/simulation/engine/nodeProcess.ts';
import { PROMISES } from '../../test/simulation/promises.ts';
import { historyOf, type AnyHistory } from '../../test/simulation/seeds.ts';
import { shrunk } from '../../test/simulation/shrink.ts';
import { simulate } from '../../test/simulation/simulate.ts';
import type { Finding, WorkerOrder } from '../../test/simulation/worker.ts';

/** Milliseconds without a history done after which the event loop counts as frozen. */
const FROZEN_MS = 60_000;

/** Plays a history, prints all that happens in it, and returns the numbers of the promises that it breaks. */
async function show(history: AnyHistory, sources: NodeSources): Promise<Set<number>> {
	const { log, violations } = await simulate(history, sources, true);
	const { steps: _steps, ...decided } = history;
	for (const [name, value] of Object.entries(decided))
		console.log(`${name} ${JSON.stringify(value)}`);
	console.log(log.join('\n'));
	return new Set(violations.map(({ invariant }) => invariant.number));
}

/**
 * Plays the history of a seed with all that happens in it.
 *
 * @param isShrunk whether the plainest history that fails alike is looked for as well
 * @returns whether all promises were kept
 */
export async function replayHistory(seed: number, isShrunk: boolean): Promise<boolean> {
	const sources = new NodeSources();
	const broken = await show(historyOf(seed), sources);
	for (const invariant of isShrunk ? broken : []) {
		const plainest = await shrunk(seed, invariant, sources);
		if (!plainest) continue;
		console.log(`\n── the plainest history found that breaks ${invariant} ──`);
		await show(plainest, sources);
	}
	return broken.size === 0;
}

interface Played {
	findings: Finding[];
	/** Seeds of histories that kept the event loop from turning. */
	frozen: number[];
	count: number;
}

/** Plays histories in a thread of its own, and goes on behind one that freezes it. */
async function play(firstSeed: number, endSeed: number, until: number): Promise<Played> {
	const played: Played = { findings: [], frozen: [], count: 0 };
	for (let next = firstSeed; next < endSeed && Date.now() < until;) {
		const progress = new Int32Array(new SharedArrayBuffer(8));
		const worker = new Worker(new URL('../../test/simulation/worker.ts', import.meta.url), {
			workerData: { firstSeed: next, endSeed, until, progress } satisfies WorkerOrder,
		});
		worker.on('message', (finding: Finding) => {
			played.findings.push(finding);
			for (const { invariant, text } of finding.violations) {
				console.log(`history ${finding.seed} breaks promise ${invariant}: ${text}`);
			}
		});
		let seen = -1;
		const watch = setInterval(() => {
			const done = Atomics.load(progress, 1);
			if (done === seen) {
				played.frozen.push(Atomics.load(progress, 0));
				void worker.terminate();
			}
			seen = done;
			console.log(`${played.count + done} histories`);
		}, FROZEN_MS);
		await once(worker, 'exit');
		clearInterval(watch);
		played.count += Atomics.load(progress, 1);
		next = Atomics.load(progress, 0) + 1;
	}
	return played;
}

/**
 * Plays histories with seeds in a row, and prints which promises they break.
 *
 * @param until milliseconds since 1970 after which no further history begins
 * @returns whether all promises were kept
 */
export async function playHistories(
	firstSeed: number,
	count: number,
	until: number,
): Promise<boolean> {
	const startedAt = performance.now();
	const played = await play(firstSeed, firstSeed + count, until);
	const seconds = (performance.now() - startedAt) / 1000;
	for (const { number, name } of PROMISES) {
		const seeds = played.findings
			.filter(({ violations }) => violations.some(({ invariant }) => invariant === number))
			.map(({ seed }) => seed);
		const such = seeds.length > 0 ? `, such as ${seeds.slice(0, 6).join(', ')}` : '';
		console.log(`${number} ${name}: broken in ${seeds.length}${such}`);
	}
	for (const seed of played.frozen) console.log(`History ${seed} froze the event loop for good`);
	const rate = (played.count / seconds).toFixed(0);
	console.log(`${played.count} histories in ${seconds.toFixed(0)} s, ${rate} a second`);
	const [first] = [...played.findings.map(({ seed }) => seed), ...played.frozen];
	if (first === undefined) return true;
	console.error(`Again: npm run soak -- --seed ${first} --shrink simulation`);
	return false;
}
