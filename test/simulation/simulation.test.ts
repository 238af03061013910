import { beforeAll, describe, expect, it } from 'vitest';

import { NodeSources } from './engine/nodeProcess.ts';
import { INVARIANTS } from './invariants/index.ts';
import { historyOf } from './seeds.ts';
import { simulate } from './simulate.ts';

/** Milliseconds that the histories take; seeds are played from 1 on, as far as the time lets them. */
const TIME_MS = 60_000;

describe('whatever the service does', () => {
	/** Seeds of the histories that broke an invariant, by its number. */
	const brokenBy = new Map<number, number[]>();
	let played = 0;

	beforeAll(async () => {
		const sources = new NodeSources();
		const startedAt = performance.now();
		for (let seed = 1; performance.now() < startedAt + TIME_MS; seed += 1) {
			const { violations } = await simulate(historyOf(seed), sources);
			for (const number of new Set(violations.map(({ invariant }) => invariant.number))) {
				brokenBy.set(number, [...(brokenBy.get(number) ?? []), seed]);
			}
			played += 1;
		}
	});

	it('plays enough histories to say something', () => {
		expect(played).toBeGreaterThan(500);
	});

	it.each(INVARIANTS)('keeps promise $number: $name', ({ number }) => {
		// One of these is replayed, with all that happened in it, by `npm run soak -- --seed N --shrink simulation`.
		const seeds = brokenBy.get(number) ?? [];
		expect(seeds.slice(0, 10).join(', ')).toBe('');
	});
});

describe('the simulation itself', () => {
	it('plays a history in the same way each time', async () => {
		const sources = new NodeSources();
		for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
			const first = await simulate(historyOf(seed), sources, true);
			const second = await simulate(historyOf(seed), sources, true);
			expect(second.log).toEqual(first.log);
		}
	});
});
