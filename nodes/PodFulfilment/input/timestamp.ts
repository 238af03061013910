// Reads times that the service sends: ISO 8601, or seconds, milliseconds, microseconds or nanoseconds since 1970. Dates
// that a person entered are read by dateTime.ts.

import { numberIn, trimmed } from './guards';
import { parseIsoDateTime } from './isoDateTime';

/** From this value on, a number is milliseconds, not seconds: 1973 as milliseconds, the year 5138 as seconds. */
const MILLISECONDS_THRESHOLD = 1e11;

/** Likewise microseconds, not milliseconds, and nanoseconds, not microseconds. */
const MICROSECONDS_THRESHOLD = 1e14;
const NANOSECONDS_THRESHOLD = 1e17;

/** A time since 1970 as text: in seconds, milliseconds, microseconds or nanoseconds. Other numbers of digits may be a date. */
const EPOCH_TEXT = /^(\d{9,13}|\d{16}|\d{19})(\.\d+)?$/;

/** Converts seconds, milliseconds, microseconds or nanoseconds since 1970 to milliseconds: their size tells them apart. */
export function epochMilliseconds(time: number): number {
	const size = Math.abs(time);
	if (size < MILLISECONDS_THRESHOLD) return time * 1000;
	if (size < MICROSECONDS_THRESHOLD) return time;
	return size < NANOSECONDS_THRESHOLD ? time / 1e3 : time / 1e6;
}

/**
 * Formats the time of an event: a number of seconds, or of a smaller unit, since 1970 becomes ISO 8601, any other text stays as it is (spec
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
 * Parses a timestamp of the service to milliseconds since 1970: ISO 8601 (spec section 2), or seconds, or a smaller
 * unit, since 1970. Without an offset it counts as UTC, wherever n8n runs.
 *
 * @returns undefined for a value that is not a time
 */
export function millisecondsOf(value: unknown): number | undefined {
	const time = parseIsoDateTime(timeText(value) ?? '');
	return time && time.local - (time.offset ?? 0);
}
