/**
 * Plays histories one after another in a thread of its own, so that whoever waits for them notices when the event loop
 * freezes. `progress` tells the seed under way and how many are done.
 */
import { parentPort, workerData } from 'node:worker_threads';

import { BREAKING_CHANGES } from './codeChanges.ts';
import { NodeSources } from './engine/nodeProcess.ts';
import { historyOf } from './seeds.ts';
import { simulate } from './simulate.ts';
import { collectMessages, isExplained } from '../support/messages.ts';

export interface WorkerTask {
	firstSeed: number;
	/** The first seed that is not played. */
	endSeed: number;
	/** Milliseconds since 1970. */
	until: number;
	progress: Int32Array;
	/** Index in BREAKING_CHANGES of the one that is made; undefined for the code as it is. */
	breakingChange: number | undefined;
}

export interface Finding {
	seed: number;
	violations: Array<{ invariant: number; text: string }>;
}

const { firstSeed, endSeed, until, progress, breakingChange } = workerData as WorkerTask;
const broken = breakingChange === undefined ? undefined : BREAKING_CHANGES[breakingChange];
const sources = new NodeSources(broken);
const { messages } = collectMessages();
Error.stackTraceLimit = 0;
for (let seed = firstSeed; seed < endSeed && Date.now() < until; seed += 1) {
	Atomics.store(progress, 0, seed);
	const { violations } = await simulate(historyOf(seed), sources);
	if (violations.length > 0) {
		parentPort?.postMessage({
			seed,
			violations: violations.map(({ invariant, text }) => ({ invariant: invariant.number, text })),
		} satisfies Finding);
	}
	const unexplained = [...messages.values()].filter((message) => !isExplained(message));
	messages.clear();
	// Changes of the code that break a promise may make it say anything.
	if (unexplained.length > 0 && !broken) {
		throw new Error(
			`Seed ${seed}: neither the message nor docs/troubleshooting.md says what to do: ${unexplained.map(({ headline }) => `"${headline}"`).join(', ')}`,
		);
	}
	Atomics.add(progress, 1, 1);
}
