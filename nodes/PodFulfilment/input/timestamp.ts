import { numberIn, trimmed } from './guards';
import { parseIsoDateTime } from './isoDateTime';

/** Numbers from this value on are milliseconds; as seconds it would be the year 5138, as milliseconds it is 1973. */
const MILLISECONDS_THRESHOLD = 100_000_000_000;

/** Seconds or milliseconds since 1970, as text. Fewer digits are no time of the service, more may be a date. */
const EPOCH_TEXT = /^\d{9,13}(\.\d+)?$/;

/** Milliseconds since 1970, for a time in seconds or in milliseconds. */
export const epochMilliseconds = (time: number): number =>
	Math.abs(time) < MILLISECONDS_THRESHOLD ? time * 1000 : time;

/**
 * The time of an event as text: seconds or milliseconds since 1970 become ISO 8601, any other text stays as it is (spec
 * section 6 names a timestamp, without its form).
 *
 * @returns undefined for a value that is no time
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
 * Milliseconds since 1970 of a timestamp of the service: ISO 8601 (spec section 2), or seconds or milliseconds since 1970.
 * Without an offset it counts as UTC, wherever n8n runs.
 *
 * @returns undefined for a value that is no time
 */
export function millisecondsOf(value: unknown): number | undefined {
	const time = parseIsoDateTime(timeText(value) ?? '');
	return time && time.local - (time.offset ?? 0);
}
