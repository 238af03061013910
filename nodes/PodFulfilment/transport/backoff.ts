const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;

/**
 * Exponential back-off with full jitter: anything between nothing and a limit that doubles with each attempt.
 *
 * @param attempt how many attempts were made, from 1
 * @param random a number from 0 to below 1
 * @returns milliseconds
 */
export const backoffDelay = (attempt: number, random: number): number =>
	Math.round(random * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1)));

/** Whether a `Retry-After` header holds a date. */
export const isHttpDate = (header = ''): boolean =>
	/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(header);

/**
 * How long a `Retry-After` header asks to wait, in seconds or until a date (spec section 7, 429 and 503).
 *
 * @param now milliseconds since 1970
 * @returns milliseconds, at least 0; undefined when there is no such header or it cannot be read
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
	const value = header?.trim() ?? '';
	if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
	return isHttpDate(value) ? Math.max(0, Date.parse(value) - now) : undefined;
}
