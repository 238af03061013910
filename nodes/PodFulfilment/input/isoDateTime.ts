// Parses a date and time in ISO 8601: the local time, and the offset from UTC if it has one.

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
