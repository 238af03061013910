// The numbers of sending and retrying: bounds and defaults of the options, the delay before another attempt (back-off with
// jitter, longer in an outage), and what the header `Retry-After` asks for. Also the timeouts of a request for which the user
// set none, and of a last look.

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

export const CONCURRENCY = { default: 10, min: 1, max: 50 } as const;
export const MAX_ATTEMPTS = { default: 5, min: 1, max: 20 } as const;
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

const MIN_BACKOFF_MS = 50;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;

/**
 * Exponential back-off with full jitter: anything between a short pause and a limit that doubles with each attempt.
 *
 * @param attempt how many attempts were made, from 1
 * @param random a number from 0 to below 1
 * @returns milliseconds
 */
export const backoffDelay = (attempt: number, random: number): number => {
	const limit = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
	return Math.round(MIN_BACKOFF_MS + random * (limit - MIN_BACKOFF_MS));
};

/** Part of a back-off in an outage that is random. */
const OUTAGE_JITTER = 0.2;

/**
 * Back-off while the service is not available: exponential as {@link backoffDelay}, and stretched so that the attempts
 * take `outageMs`. What that time is too short for is not shortened.
 */
export function outageDelay(
	attempt: number,
	maxAttempts: number,
	outageMs: number,
	random: number,
): number {
	const total = FIRST_BACKOFF_MS * (2 ** (maxAttempts - 1) - 1);
	const limit = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
	// Not cut before it is stretched: with few attempts the last wait is the longest.
	const stretched =
		total < outageMs ? (outageMs * FIRST_BACKOFF_MS * 2 ** (attempt - 1)) / total : limit;
	return Math.round(stretched * (1 - OUTAGE_JITTER * random));
}

/** Longer than anyone waits, and short enough to be told as a date. */
const MAX_RETRY_AFTER_MS = 365 * 24 * 3600 * 1000;

/** The forms of RFC 9110, 5.6.7: IMF-fixdate, and the obsolete ones of RFC 850 and of C's asctime. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850_DATE = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Milliseconds since 1970; NaN for what is no date. */
function httpDate(value: string): number {
	if (IMF_FIXDATE.test(value) || RFC_850_DATE.test(value)) return Date.parse(value);
	// It names no zone, and means GMT.
	return ASCTIME_DATE.test(value) ? Date.parse(`${value} GMT`) : Number.NaN;
}

/** A number of seconds for messages: '1 second', '30 seconds'. */
export const inSeconds = (seconds: number): string =>
	seconds === 1 ? '1 second' : `${seconds} seconds`;

/** Whether a `Retry-After` header holds a date. */
export const isHttpDate = (header = ''): boolean => Number.isFinite(httpDate(header));

/**
 * How long a `Retry-After` header asks to wait, in seconds or until a date (spec section 7, 429 and 503).
 *
 * @param now milliseconds since 1970
 * @returns milliseconds, from 0 to {@link MAX_RETRY_AFTER_MS}; undefined when there is no such header or it cannot be
 *   read
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
	const value = header?.trim() ?? '';
	const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : httpDate(value) - now;
	if (Number.isNaN(milliseconds)) return undefined;
	return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, milliseconds));
}
