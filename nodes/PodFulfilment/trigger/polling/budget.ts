import type { IPollFunctions } from 'n8n-workflow';

/** What n8n allows a poll where it does not limit it. */
const UNLIMITED_MS = 5 * 60_000;

/** For versions of n8n that do not say how long a poll may take. */
const DEFAULT_MS = 60_000;

/** n8n waits for the first poll before it says that the workflow is active. */
const ACTIVATION_MS = 30_000;

/** Left for the last request, which may go a little beyond its time, and for the work on what was read. */
const RESERVE_SHARE = 0.15;

/** How long n8n lets a poll take, in milliseconds; undefined in versions that do not say. */
const allowedMs = (context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number | undefined =>
	context.getPollBudgetMs?.();

/** Whether n8n polls through its scheduler, which makes a new context for each poll and drops those that take too long. */
export const isScheduled = (context: IPollFunctions): boolean =>
	(allowedMs(context) ?? UNLIMITED_MS) < UNLIMITED_MS;

/** How long a poll may read, in milliseconds. */
export function readingTime(context: IPollFunctions, isActivation: boolean): number {
	const allowed = allowedMs(context) ?? DEFAULT_MS;
	return (1 - RESERVE_SHARE) * (isActivation ? Math.min(ACTIVATION_MS, allowed) : allowed);
}
