const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;

/**
 * Exponential back-off with full jitter: a random delay between 0 and a limit that doubles with each attempt.
 *
 * @param attempt number of attempts made, from 1
 * @param random from 0 to below 1
 * @returns milliseconds
 */
export const backoffDelay = (attempt: number, random: number): number =>
	Math.round(random * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1)));

/** Whether a `Retry-After` header contains a date. */
export const isHttpDate = (header = ''): boolean =>
	/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(header);

/**
 * Parses a `Retry-After` header, given in seconds or as a date (spec section 7, 429 and 503).
 *
 * @param now milliseconds since 1970
 * @returns milliseconds to wait, at least 0; undefined when the header is missing or invalid
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
	const value = header?.trim() ?? '';
	if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
	return isHttpDate(value) ? Math.max(0, Date.parse(value) - now) : undefined;
}
