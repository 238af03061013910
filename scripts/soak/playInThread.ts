import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import type { Finding, WorkerTask } from '../../test/simulation/worker.ts';

/** Milliseconds without a history done after which the event loop counts as frozen. */
const FROZEN_MS = 60_000;

export interface Played {
	findings: Finding[];
	/** Seeds of histories that kept the event loop from turning. */
	frozen: number[];
	count: number;
}

interface Options {
	firstSeed: number;
	/** The first seed that is not played. */
	endSeed: number;
	/** Milliseconds since 1970 after which no further history begins. */
	until: number;
	/** Index in BREAKING_CHANGES of the one that is made; undefined for the code as it is. */
	breakingChange?: number;
	/** Called for each history that breaks a promise; no further one is played once it returns true. */
	onFinding: (finding: Finding) => boolean;
}

/** Plays histories with seeds in a row in a thread of its own, and goes on behind one that freezes it. */
export async function playInThread(options: Options): Promise<Played> {
	const { firstSeed, endSeed, until, breakingChange, onFinding } = options;
	const played: Played = { findings: [], frozen: [], count: 0 };
	let isStopped = false;
	for (let next = firstSeed; next < endSeed && Date.now() < until && !isStopped;) {
		const progress = new Int32Array(new SharedArrayBuffer(8));
		const worker = new Worker(new URL('../../test/simulation/worker.ts', import.meta.url), {
			workerData: {
				firstSeed: next,
				endSeed,
				until,
				progress,
				breakingChange,
			} satisfies WorkerTask,
		});
		worker.on('message', (finding: Finding) => {
			if (isStopped) return;
			played.findings.push(finding);
			isStopped = onFinding(finding);
			if (isStopped) void worker.terminate();
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
