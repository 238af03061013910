import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { PLAYS_ALL, POLLING_SEQUENCES, someOf } from '../../../support/repetitions.ts';
import { SEED } from '../../../support/seed.ts';
import type { Habits } from './serviceHabits.ts';
import { begin, SETUP, SORTS, STEPS } from './steps.ts';
import { World, type Setup } from './world.ts';

/** Ends the test if a sequence hangs, on a busy machine no earlier. */
const TIMEOUT_PER_SEQUENCE_MS = 5000;

const steps = fc.commands(STEPS, { maxCommands: 60, size: 'max' });

/** Seeds of sequences that found a fault with the steps of their time. With other steps they are further cases. */
const FOUND = [
	2_029_570_449, 686_547_142, 171_439_536, 695_629_289, 117_672_227, 1_833_025_951, 1_895_006_592,
	70_031, 715_179, 700_525, 700_317, 702_313, 718_384, 753_187, 754_562, 743_367, 732_242, 813_874,
	815_609, 814_799, 826_670, 906_221, 918_679, 902_340, 940_192, 969_310, 970_464, 971_115,
	1_016_439, 1_019_514, 2_006_690, 2_105_984, 2_111_663, 3_102_663, 3_108_009, 4_006_960, 910_029,
	910_219, 910_309, 910_489, 910_424, 2_442, 6_000_285, 8_002_692, 8_030_322, 9_201_739, 9_203_324,
	9_206_065, 9_217_570, 9_215_451, 9_222_432, 9_224_984, 9_600_783, 9_718_849, 5_000_133, 7_000_155,
	6_000_209, 7_100_803, 7_100_891, 71_001_663,
];

/** Why a history failed: the rule that was broken, and behind it the history that breaks it. */
async function failureOf<Values>(details: fc.RunDetails<Values>): Promise<string | undefined> {
	if (!details.failed) return undefined;
	const { errorInstance } = details;
	const rule = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
	return `${rule}\n\n${await fc.asyncDefaultReportMessage(details)}`;
}

/** Add Current Order, by the seed: what is drawn for the others stays the same. */
const MAX_ITEMS_WITH_CURRENT = [undefined, 200, undefined, 3, undefined, 200];

/** Likewise: an entry without an ID, and orders that are listed and not found by their ID. */
const FAULTS: ReadonlyArray<Partial<Setup>> = [
	{},
	{ pageWithoutId: 1 },
	{ refusal: 404 },
	{ pageWithoutId: 2, refusal: 410 },
	{ pageWithoutId: 5, refusal: 404 },
];

const faultsOf = (seed: number): Partial<Setup> => FAULTS[seed % FAULTS.length] ?? {};

/** Likewise: one in seven services has no `Date` header. */
const habitsOf = (seed: number): Partial<Habits> => ({ hasDateHeader: seed % 7 !== 0 });

/** A sequence has a seed of its own, so that it can be replayed alone. */
async function play(
	seed: number,
	maxItemsWithCurrent: number | undefined,
	faults: Partial<Setup> = {},
): Promise<void> {
	const details = await fc.check(
		fc.asyncProperty(SETUP, steps, async (given, commands) => {
			const current = maxItemsWithCurrent !== undefined && { maxItemsWithCurrent };
			const habits = { ...given.habits, ...habitsOf(seed) };
			const sort = SORTS[given.sort];
			const world = new World({ ...given, ...current, ...faults, habits, sort });
			await begin(world, given);
			await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
			await world.settleWithinTheHour();
			await world.settle();
			await world.expectAllToBeEmitted();
			await world.expectNothingToBeLost();
		}),
		{ seed, numRuns: 1, unbiased: true },
	);
	const failure = await failureOf(details);
	if (failure !== undefined) throw new Error(failure, { cause: details.errorInstance });
}

describe('The polling trigger', () => {
	it(
		'the trigger emits every last status, nothing twice, and nothing that did not change, whatever happens',
		async () => {
			// One that fails does not hide the others.
			const failures: string[] = [];
			for (let seed = SEED; seed < SEED + POLLING_SEQUENCES; seed += 1) {
				const maxItems = MAX_ITEMS_WITH_CURRENT[seed % MAX_ITEMS_WITH_CURRENT.length];
				await play(seed, maxItems, faultsOf(seed)).catch((error: unknown) => {
					failures.push(`Seed ${seed}: ${String(error)}`);
					console.error(failures.at(-1));
				});
				const played = seed - SEED + 1;
				if (played % 1000 === 0) console.log(`${played} histories, ${failures.length} failed`);
			}
			expect(failures).toEqual([]);
		},
		60_000 + POLLING_SEQUENCES * TIMEOUT_PER_SEQUENCE_MS,
	);

	const limits = [...new Set(MAX_ITEMS_WITH_CURRENT)];
	it.each(
		someOf(FOUND, 3).flatMap((seed, index) =>
			limits
				.filter((_, limit) => PLAYS_ALL || limit === index % limits.length)
				.map((maxItems) => [seed, maxItems] as const),
		),
	)(
		'the trigger keeps its promises with the sequence of seed %i, and %s items with current orders',
		async (seed, maxItems) => {
			await play(seed, maxItems, faultsOf(seed));
			expect.hasAssertions();
		},
	);

	it('names the rule that a failing history breaks before the history itself', async () => {
		const details = await fc.check(
			fc.asyncProperty(fc.constant('poll()'), async () => {
				await Promise.reject(new Error('Nothing is emitted twice: order/a/shipped'));
			}),
		);
		expect(await failureOf(details)).toMatch(
			/^Nothing is emitted twice: order\/a\/shipped\n[^]*Counterexample: \["poll\(\)"\]/,
		);
	});
});
