/** How many requests a run sends at once, how often each, and for how long. */
export interface RetryPolicy {
	/** Requests under way at once. */
	concurrency: number;
	/** How often a request is sent at most; what a rate limit refuses does not count. */
	maxAttempts: number;
	/** Seconds that one item waits at most. */
	maxWaitSeconds: number;
}

/** Requests under way at once in one run of a node. */
export const CONCURRENCY = { default: 10, min: 1, max: 50 } as const;

/** How often a request is sent at most. */
export const MAX_ATTEMPTS = { default: 5, min: 1, max: 20 } as const;

/** Seconds that one item waits at most, all its waits added up. */
export const MAX_WAIT_SECONDS = { default: 300, min: 0 } as const;

/**
 * Milliseconds until a request is given up where the user sets nothing else. n8n's own 300,000 would keep an item waiting
 * for half an hour when a service is silent, with all attempts.
 */
export const DEFAULT_TIMEOUT_MS = 60_000;

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
	concurrency: CONCURRENCY.default,
	maxAttempts: MAX_ATTEMPTS.default,
	maxWaitSeconds: MAX_WAIT_SECONDS.default,
};
