import { beforeAll, describe, expect, it } from 'vitest';

import { collectMessages, isExplained, type Message } from '../support/messages.ts';
import { PLAYS_ALL, REPETITIONS } from '../support/repetitions.ts';
import { NodeSources } from './engine/nodeProcess.ts';
import { BREAKING_CHANGES } from './codeChanges.ts';
import { PROMISES } from './promises.ts';
import { historyOf } from './seeds.ts';
import { simulate } from './simulate.ts';

/** A number, not a time: what is found must not depend on the machine. */
const HISTORIES = REPETITIONS.simulatedHistories;

/** `npm test` makes none. */
const CHANGES = PLAYS_ALL ? BREAKING_CHANGES : [];

/** Histories that found a fault after those, of the nodes or of the simulation. */
const FOUND = [
	8_697, 31_629, 747_587_437, 747_589_831, 1_975_148_512, 207_911_457, 1_869_531_392, 1_869_537_588,
	1_869_541_023,
];

/** So many violations of a promise are shown. */
const MOST_SHOWN = 10;

/** What a violation is shown with: the promise first, then how to see the whole history. */
const explain = (promise: number, name: string, seeds: readonly number[]): string =>
	[
		`Promise ${promise} is broken: ${name} (docs/promises.md)`,
		`in ${seeds.length} histories, such as those of the seeds ${seeds.slice(0, MOST_SHOWN).join(', ')}.`,
		`To see all that happens: npm run soak -- simulation --seed ${seeds[0]} --shrink`,
	].join('\n');

describe('Whatever the service does', () => {
	/** What breaks each promise, by the promise's number and the history's seed. */
	const brokenBy = new Map<number, Map<number, string>>();
	let collected: Message[] = [];

	beforeAll(async () => {
		const { messages, stop } = collectMessages();
		const sources = new NodeSources();
		const first = Array.from({ length: HISTORIES }, (_, index) => index + 1);
		for (const seed of [...first, ...FOUND]) {
			const { violations } = await simulate(historyOf(seed), sources);
			for (const { invariant, text } of violations) {
				const texts = brokenBy.get(invariant.number) ?? new Map<number, string>();
				brokenBy.set(invariant.number, texts.set(seed, text));
			}
		}
		stop();
		collected = [...messages.values()];
	});

	it('every message of the nodes says what to do, or has an entry in docs/troubleshooting.md', () => {
		// None would mean that none is collected: 60 histories say about 50.
		expect(collected.length).toBeGreaterThan(20);
		expect(collected.filter((message) => !isExplained(message))).toEqual([]);
	});

	it.each(PROMISES)('every history keeps promise $number: $name', ({ number, name }) => {
		const broken = [...(brokenBy.get(number) ?? [])];
		const seeds = broken.map(([seed]) => seed);
		const shown = broken.slice(0, MOST_SHOWN).map(([seed, text]) => `seed ${seed}: ${text}`);
		expect(shown, explain(number, name, seeds)).toEqual([]);
	});
});

describe('The simulation', () => {
	it.each(CHANGES)(
		'the pinned history finds that promise $invariant is broken when $effect',
		async (change) => {
			const { invariant, seed } = change;
			const { violations } = await simulate(historyOf(seed), new NodeSources(change));
			expect(
				violations.map(({ invariant: { number } }) => number),
				`The history of seed ${seed} does not find it. Another one: npm run soak -- simulation --pin`,
			).toContain(invariant);
		},
	);

	it('each promise has a change that breaks it', () => {
		expect(BREAKING_CHANGES.map(({ invariant }) => invariant)).toEqual(
			PROMISES.map(({ number }) => number),
		);
	});

	it('a history is played in the same way each time', async () => {
		const sources = new NodeSources();
		for (let seed = 1; seed <= REPETITIONS.replayedHistories; seed += 1) {
			const first = await simulate(historyOf(seed), sources, true);
			const second = await simulate(historyOf(seed), sources, true);
			expect(second.log).toEqual(first.log);
		}
	});
});
