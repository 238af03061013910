import { RETRY_INTERVAL_SECONDS } from '../facts.ts';

/** The first attempt, and one after each interval. */
export const MAXIMUM_ATTEMPTS = RETRY_INTERVAL_SECONDS.length + 1;

/**
 * Service seconds from this attempt to the next; undefined when it is the last one.
 * @param attempt counts from 1
 */
export const secondsUntilNext = (attempt: number, maximumAttempts: number): number | undefined =>
	attempt < maximumAttempts ? RETRY_INTERVAL_SECONDS[attempt - 1] : undefined;
