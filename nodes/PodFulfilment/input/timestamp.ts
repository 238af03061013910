// Reads times that the service sends: ISO 8601, or seconds, milliseconds, microseconds or nanoseconds since 1970 (UTC where no
// offset is written). Dates that a person entered are read by dateTime.ts.

import { numberIn } from './number';
import { trimmed } from './text';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A date, with or without a time and an offset from UTC: ISO 8601, or with a space instead of the T, as in SQL. */
const DATE_TIME =
	/^(\d{4}-\d{2}-(\d{2}))(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(?:([Zz])|([+-])(\d{2}):?(\d{2})?)?)?$/;

/** A date and time as written. */
interface WrittenTime {
	/** Date and time as milliseconds since 1970, as if they were UTC. */
	local: number;
	/** Offset from UTC in milliseconds; undefined when none is written. */
	offset?: number;
}

/**
 * Parses a date and time in ISO 8601. `Date.parse` accepts far more, such as "order 12" as a day in December 2001, and
 * reads a time without an offset in the time zone of the machine.
 *
 * @returns undefined for any other text, and for a date that does not exist, such as 30 February
 */
export function parseIsoDateTime(text: string): WrittenTime | undefined {
	const match = DATE_TIME.exec(text);
	if (!match) return undefined;
	const [, date, day, time = '00:00', seconds = '00', fraction = '', utc, sign, hours, minutes] =
		match;
	const local = Date.parse(`${date}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
	// Date.parse turns some days that do not exist into days of the next month, and 24:00 into the next day.
	if (new Date(local).getUTCDate() !== Number(day)) return undefined;
	if (utc !== undefined) return { local, offset: 0 };
	if (sign === undefined) return { local };
	const offset = (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
	return { local, offset: sign === '-' ? -offset : offset };
}

/** From this value on, a number is milliseconds, not seconds: 1973 as milliseconds, the year 5138 as seconds. */
const MILLISECONDS_THRESHOLD = 1e11;

/** Likewise microseconds, and nanoseconds. */
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
 * Formats the time of an event: a number since 1970 becomes ISO 8601, any other text stays as it is (spec section 6 names a
 * timestamp, but not its format).
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
 * Parses a timestamp of the service (spec section 2).
 *
 * @returns milliseconds since 1970; undefined for a value that is not a time
 */
export function millisecondsOf(value: unknown): number | undefined {
	const time = parseIsoDateTime(timeText(value) ?? '');
	return time && time.local - (time.offset ?? 0);
}
