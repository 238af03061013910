const MIN_BACKOFF_MS = 50;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;

/** Longer than anyone waits, and short enough to be told as a date. */
const MAX_RETRY_AFTER_MS = 365 * 24 * 3600 * 1000;

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
 * take the given time. What that time is too short for is not shortened.
 *
 * @param attempt how many attempts were made, from 1
 * @param maxAttempts how many are made at most
 * @param outageMs how long they are to take
 * @param random a number from 0 to below 1
 * @returns milliseconds
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
