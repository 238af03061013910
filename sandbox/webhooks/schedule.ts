import { RETRY_INTERVAL_SECONDS } from '../facts.ts';

/** All attempts of one delivery: the first, and one after each interval. */
export const MAXIMUM_ATTEMPTS = RETRY_INTERVAL_SECONDS.length + 1;

/** Service seconds until the attempt after the `attempt`-th; undefined when that was the last. */
export const secondsUntilNext = (attempt: number, maximumAttempts: number): number | undefined =>
	attempt < maximumAttempts ? RETRY_INTERVAL_SECONDS[attempt - 1] : undefined;
