import { beforeAll, describe, expect, it } from 'vitest';

import { NodeSources } from './engine/nodeProcess.ts';
import { BREAKING_CHANGES } from './codeChanges.ts';
import { PROMISES } from './promises.ts';
import { historyOf } from './seeds.ts';
import { simulate } from './simulate.ts';

/** Seeds are played from 1 on. A number, not a time: what is found must not depend on the machine. */
const HISTORIES = 1_200;

/** Histories that found a fault after those, of the nodes or of the simulation. */
const FOUND = [8_697, 31_629, 747_587_437, 747_589_831, 1_975_148_512, 207_911_457];

describe('whatever the service does', () => {
	/** Seeds of the histories that broke an invariant, by its number. */
	const brokenBy = new Map<number, number[]>();

	beforeAll(async () => {
		const sources = new NodeSources();
		const first = Array.from({ length: HISTORIES }, (_, index) => index + 1);
		for (const seed of [...first, ...FOUND]) {
			const { violations } = await simulate(historyOf(seed), sources);
			for (const number of new Set(violations.map(({ invariant }) => invariant.number))) {
				brokenBy.set(number, [...(brokenBy.get(number) ?? []), seed]);
			}
		}
	});

	it.each(PROMISES)('keeps promise $number: $name', ({ number }) => {
		// One of these is replayed, with all that happened in it, by `npm run soak -- --seed N --shrink simulation`.
		const seeds = brokenBy.get(number) ?? [];
		expect(seeds.slice(0, 10).join(', ')).toBe('');
	});
});

describe('the simulation itself', () => {
	it.each(BREAKING_CHANGES)(
		'finds that promise $invariant is broken when $effect',
		async ({ invariant, seed, change }) => {
			const { violations } = await simulate(historyOf(seed), new NodeSources([change]));
			expect(violations.map(({ invariant: { number } }) => number)).toContain(invariant);
		},
	);

	it('plays a history in the same way each time', async () => {
		const sources = new NodeSources();
		for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
			const first = await simulate(historyOf(seed), sources, true);
			const second = await simulate(historyOf(seed), sources, true);
			expect(second.log).toEqual(first.log);
		}
	});
});
