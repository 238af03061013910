import { numberIn, trimmed } from './guards';
import { parseIsoDateTime } from './isoDateTime';

/** From this value on, a number is milliseconds, not seconds: 1973 as milliseconds, the year 5138 as seconds. */
const MILLISECONDS_THRESHOLD = 100_000_000_000;

/** Seconds or milliseconds since 1970 as text. The service sends none with fewer digits; more may be a date. */
const EPOCH_TEXT = /^\d{9,13}(\.\d+)?$/;

/** Converts seconds or milliseconds since 1970 to milliseconds. */
export const epochMilliseconds = (time: number): number =>
	Math.abs(time) < MILLISECONDS_THRESHOLD ? time * 1000 : time;

/**
 * Formats the time of an event: seconds or milliseconds since 1970 become ISO 8601, any other text stays as it is (spec
 * section 6 names a timestamp, but not its format).
 *
 * @returns undefined for a value that is not a time
 */
export function timeText(value: unknown): string | undefined {
	const given = trimmed(value);
	if (given !== '' && !EPOCH_TEXT.test(given)) return given;
	const time = numberIn(value);
	if (time === undefined) return undefined;
	const date = new Date(epochMilliseconds(time));
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/**
 * Parses a timestamp of the service to milliseconds since 1970: ISO 8601 (spec section 2), or seconds or milliseconds
 * since 1970. Without an offset it counts as UTC, wherever n8n runs.
 *
 * @returns undefined for a value that is not a time
 */
export function millisecondsOf(value: unknown): number | undefined {
	const time = parseIsoDateTime(timeText(value) ?? '');
	return time && time.local - (time.offset ?? 0);
}
