import fc from 'fast-check';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';

/**
 * Decides all that is random in the tests. The same in every run, so that a red test means that the code has changed;
 * `TEST_SEED=7 npm test -- unit` looks at other cases, and `npm run soak` at ever new ones.
 */
export const SEED = Number(process.env.TEST_SEED ?? 1);

// An empty or misspelt seed would silently become another one.
if (!Number.isInteger(SEED)) throw new Error('TEST_SEED must be a whole number');

/**
 * Cases per property that says no number itself. Fewer where all tests run for each of thousands of mutants. Properties whose
 * cases take long have their number in repetitions.ts.
 */
export const CASES = Number(process.env.TEST_CASES ?? 100);

/** A counterexample is made smaller for its reader, which takes long; a mutant needs none. */
const hasReader = process.env.TEST_SHRINK !== 'no';

// Runs before each file of tests: see vitest.config.mts.
fc.configureGlobal({ seed: SEED, numRuns: CASES, endOnFailure: !hasReader });

/** Random numbers from 0 to below 1, in place of Math.random: the same row for the same seed. */
export function seededRandom(seed = SEED): () => number {
	const generator = xoroshiro128plus(seed);
	return () => uniformFloat64(generator);
}
