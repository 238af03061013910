// How often a request is tried, how long an item may wait, and how many requests at once: bounds and defaults. Also the
// timeouts of a request for which the user set none, and of a last look.

/** How many requests a run sends at once, how often it retries each, and for how long. */
export interface RetryPolicy {
	/** Requests in flight at once. */
	concurrency: number;
	/** Maximum attempts per request, the first included. What a rate limit rejects does not count. */
	maxAttempts: number;
	/** Maximum total waiting time per item: waits, and attempts that failed without an answer of use. */
	maxWaitSeconds: number;
	/** The attempts have a bound of their own, so their time does not count. */
	hasBoundedAttempts?: boolean;
	/** What follows where a wait would take longer; by default, that the user may raise an option. */
	afterTooLongWait?: string;
}

/** Requests in flight at once in one run of a node. */
export const CONCURRENCY = { default: 10, min: 1, max: 50 } as const;

/** Maximum attempts per request, the first included. */
export const MAX_ATTEMPTS = { default: 5, min: 1, max: 20 } as const;

/** Maximum total waiting time per item, over all its requests. */
export const MAX_WAIT_SECONDS = { default: 300, min: 0 } as const;

/**
 * Timeout of a request for which the user set none. With n8n's own default of 300,000, all attempts against a silent
 * service would take half an hour.
 */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** Timeout of a read once the waiting time of its item is over: it looks whether a change was made, and nothing follows. */
export const LAST_LOOK_TIMEOUT_MS = 10_000;

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
	concurrency: CONCURRENCY.default,
	maxAttempts: MAX_ATTEMPTS.default,
	maxWaitSeconds: MAX_WAIT_SECONDS.default,
};
