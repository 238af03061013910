import { refuse } from './checks';
import { trimmed } from './guards';
import { parseIsoDateTime } from './isoDateTime';
import { millisecondsOf } from './timestamp';
import { quote } from './wording';

/** Milliseconds that a time zone is ahead of UTC at a time. */
function offsetAt(time: number, timeZone: string): number {
	const format = new Intl.DateTimeFormat('en-US', {
		timeZone,
		hourCycle: 'h23',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		second: '2-digit',
	});
	const parts = Object.fromEntries(
		format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
	);
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
	return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}

/**
 * The point in time of a local time. Where clocks are put forward or back, a time that does not exist is an hour earlier or
 * later, and one that is there twice is one of the two.
 */
function inTimeZone(local: number, timeZone: string): number {
	const guess = local - offsetAt(local, timeZone);
	return local - offsetAt(guess, timeZone);
}

const isContainer = (value: unknown): value is object =>
	typeof value === 'object' && value !== null;

/** Milliseconds of a Date, or of what an expression gives, such as Luxon's DateTime; undefined for anything else. */
function millisecondsOfObject(object: object): number | undefined {
	const primitive: unknown = typeof object.valueOf === 'function' ? object.valueOf() : undefined;
	return typeof primitive === 'number' && Number.isFinite(primitive) ? primitive : undefined;
}

function isTimeZone(timeZone: string): boolean {
	try {
		return new Intl.DateTimeFormat('en-US', { timeZone }) !== undefined;
	} catch {
		return false;
	}
}

/**
 * Reads a date that a person entered: from the editor, as text in ISO 8601, as seconds or milliseconds since 1970, or as
 * the object that an expression gives. n8n's own `tryToParseDateTime` takes no time zone in n8n 1.85, and in any version
 * reads texts that are no date.
 *
 * @param field label for messages, e.g. `Start From`
 * @param timeZone of the workflow, for a date without an offset
 * @returns milliseconds since 1970; undefined where nothing was entered
 * @throws UserError for a value that is no date
 */
export function dateTimeOf(value: unknown, field: string, timeZone: string): number | undefined {
	const entered = typeof value === 'number' ? String(value) : trimmed(value);
	const isEmpty = value === undefined || value === null || typeof value === 'string';
	if (isEmpty && entered === '') return undefined;
	const written = parseIsoDateTime(entered);
	if (written && written.offset === undefined) {
		if (isTimeZone(timeZone)) return inTimeZone(written.local, timeZone);
		return refuse(
			field,
			`is ${quote(value)}, and the time zone of the workflow, ${quote(timeZone)}, is not known`,
			'Choose a time zone in the settings of the workflow, or add the offset, as in 2026-11-20T13:00:00+01:00.',
		);
	}
	const time = isContainer(value) ? millisecondsOfObject(value) : millisecondsOf(entered);
	return (
		time ??
		refuse(
			field,
			`is ${quote(value)}, which is no date`,
			'Choose a date, write it as in 2026-11-20 or 2026-11-20T13:00:00, or leave the field empty.',
		)
	);
}
