// Reads a date parameter in the time zone of the workflow. Times that the service sends are read by timestamp.ts.

import { getGlobalState } from 'n8n-workflow';

import { refuse } from './checks';
import { isContainer } from './objects';
import { trimmed } from './text';
import { millisecondsOf, parseIsoDateTime } from './timestamp';
import { quote } from './wording';

/** Offset of a time zone from UTC at a point in time, in milliseconds; positive east of UTC. */
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
 * Converts a local time to milliseconds since 1970. When the clocks change, a local time that does not exist is moved
 * by an hour, and one that exists twice means either.
 */
function inTimeZone(local: number, timeZone: string): number {
	const guess = local - offsetAt(local, timeZone);
	return local - offsetAt(guess, timeZone);
}

/** n8n stores 'DEFAULT' for 'the same as the instance' where a workflow is imported or made by its API. */
const timeZoneOf = (ofWorkflow: string): string =>
	ofWorkflow === '' || ofWorkflow === 'DEFAULT' ? getGlobalState().defaultTimezone : ofWorkflow;

/** Milliseconds since 1970 of a Date or of Luxon's DateTime, which expressions return; undefined for anything else. */
function millisecondsOfObject(object: object): number | undefined {
	const primitive: unknown = typeof object.valueOf === 'function' ? object.valueOf() : undefined;
	return typeof primitive === 'number' && Number.isFinite(primitive) ? primitive : undefined;
}

function isTimeZone(timeZone: string): boolean {
	try {
		new Intl.DateTimeFormat('en-US', { timeZone });
		return true;
	} catch {
		return false;
	}
}

/**
 * Reads a date parameter: ISO 8601 text, seconds or milliseconds since 1970, or the object that an expression returns.
 * n8n's own `tryToParseDateTime` accepts no time zone in n8n 1.85, and in any version accepts texts that are not dates.
 *
 * @param field label for messages, e.g. `Start From`
 * @param ofWorkflow time zone of the workflow, for a date without an offset
 * @returns milliseconds since 1970; undefined when nothing was entered
 * @throws UserError for a value that is not a date
 */
export function dateTimeOf(value: unknown, field: string, ofWorkflow: string): number | undefined {
	const entered = typeof value === 'number' ? String(value) : trimmed(value);
	const isEmpty = value === undefined || value === null || typeof value === 'string';
	if (isEmpty && entered === '') return undefined;
	const written = parseIsoDateTime(entered);
	if (written && written.offset === undefined) {
		const timeZone = timeZoneOf(ofWorkflow);
		if (isTimeZone(timeZone)) return inTimeZone(written.local, timeZone);
		return refuse(
			field,
			`is ${quote(value)}, but the time zone of the workflow, ${quote(timeZone)}, is unknown`,
			'Choose a time zone in the settings of the workflow, or add the offset, for example 2026-11-20T13:00:00+01:00.',
		);
	}
	const time = isContainer(value) ? millisecondsOfObject(value) : millisecondsOf(entered);
	return (
		time ??
		refuse(
			field,
			`is ${quote(value)}, which is not a date`,
			'Choose a date, enter one such as 2026-11-20 or 2026-11-20T13:00:00, or leave the field empty.',
		)
	);
}
