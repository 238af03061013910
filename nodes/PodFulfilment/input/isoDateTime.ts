/** A date, with or without a time and an offset from UTC: ISO 8601, or with a space in place of the T, as SQL writes it. */
const DATE_TIME =
	/^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(?:([Zz])|([+-])(\d{2}):?(\d{2})?)?)?$/;

/** A point in time as it is written. */
interface WrittenTime {
	/** Date and time as milliseconds since 1970, as if they were UTC. */
	local: number;
	/** Milliseconds ahead of UTC; undefined where none are written. */
	offset?: number;
}

/**
 * Parses a date and time. `Date.parse` reads far more than that, such as "order 12" as a day in December 2001, and takes
 * a time without an offset for one of the machine.
 *
 * @returns undefined for any other text, and for a date that does not exist, such as 30 February
 */
export function parseIsoDateTime(text: string): WrittenTime | undefined {
	const [, date, time = '00:00', seconds = '00', fraction = '', utc, sign, hours, minutes] =
		DATE_TIME.exec(text) ?? [];
	const written = `${date}T${time}:${seconds}`;
	const local = Date.parse(`${written}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
	// Some days that do not exist are read as days of the next month.
	if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(written)) return undefined;
	if (utc !== undefined) return { local, offset: 0 };
	if (sign === undefined) return { local };
	const offset = (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
	return { local, offset: sign === '-' ? -offset : offset };
}
