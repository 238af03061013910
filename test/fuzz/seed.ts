/**
 * Which deliveries are made. The same ones in every run, so that a red test means that the code has changed;
 * `FUZZ_SEED=7 npm run test:core` looks at others. A finding names the seed with which it comes again.
 */
export const SEED = Number(process.env.FUZZ_SEED ?? 1);
