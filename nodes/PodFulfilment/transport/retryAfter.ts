// Reads the header `Retry-After`, in seconds or as an HTTP date.

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
