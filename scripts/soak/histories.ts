/** Plays histories of the simulation (docs/promises.md), or replays one. */
import { NodeSources } from '../../test/simulation/engine/nodeProcess.ts';
import { PROMISES } from '../../test/simulation/promises.ts';
import { historyOf, type AnyHistory } from '../../test/simulation/seeds.ts';
import { shrunk } from '../../test/simulation/shrink.ts';
import { simulate } from '../../test/simulation/simulate.ts';
import { playInThread } from './playInThread.ts';

const nameOf = (promise: number): string =>
	`promise ${promise}, '${PROMISES.find(({ number }) => number === promise)?.name ?? ''}'`;

/** Plays a history, and prints which promises it breaks, what was decided in it, and all that happens in it. */
async function show(history: AnyHistory, sources: NodeSources): Promise<Set<number>> {
	const { log, violations } = await simulate(history, sources, true);
	const broken = new Set(violations.map(({ invariant }) => invariant.number));
	for (const promise of broken) console.log(`Breaks ${nameOf(promise)}`);
	const { steps: _steps, ...decided } = history;
	for (const [name, value] of Object.entries(decided))
		console.log(`${name} ${JSON.stringify(value)}`);
	console.log(log.join('\n'));
	return broken;
}

/**
 * Plays the history of a seed, and prints all that happens in it.
 *
 * @param isShrunk whether the simplest history that fails alike is looked for as well
 * @returns whether all promises were kept
 */
export async function replayHistory(seed: number, isShrunk: boolean): Promise<boolean> {
	const sources = new NodeSources();
	const broken = await show(historyOf(seed), sources);
	for (const promise of isShrunk ? broken : []) {
		const simplest = await shrunk(seed, promise, sources);
		if (!simplest) continue;
		console.log(`\n── the simplest history found that breaks ${nameOf(promise)} ──`);
		await show(simplest, sources);
	}
	return broken.size === 0;
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
	const played = await playInThread({
		firstSeed,
		endSeed: firstSeed + count,
		until,
		onFinding: ({ seed, violations }) => {
			for (const { invariant, text } of violations) {
				console.log(`history ${seed} breaks ${nameOf(invariant)}: ${text}`);
			}
			return false;
		},
	});
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
