const MILLISECONDS_PER_MINUTE = 60_000;
const MILLISECONDS_AND_OFFSET = /\.\d+(?:Z|[+-]\d\d:?\d\d)$/;
const LOCAL = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?$/;

/** The time zone of the shop's site. WooCommerce writes each date twice, in it and in UTC, both without an offset. */
export class SiteTime {
	private readonly offsetMilliseconds: number;

	/** @param utcOffsetMinutes positive to the east of Greenwich */
	constructor(utcOffsetMinutes: number) {
		this.offsetMilliseconds = utcOffsetMinutes * MILLISECONDS_PER_MINUTE;
	}

	/** `<name>` and `<name>_gmt`; null for a time that is not. */
	fields(name: string, atMs: number | null): Record<string, string | null> {
		return {
			[name]: atMs === null ? null : written(atMs + this.offsetMilliseconds),
			[`${name}_gmt`]: atMs === null ? null : written(atMs),
		};
	}

	/**
	 * Reads a date of a query. One with milliseconds is read without its offset, as the shop does.
	 * @param isGmt whether a date without an offset is in UTC; otherwise it is in the site's time zone
	 * @returns milliseconds since 1970, undefined for what is no date
	 */
	parse(given: string, isGmt: boolean): number | undefined {
		const text = given.replace(MILLISECONDS_AND_OFFSET, '');
		if (LOCAL.test(text)) {
			const asUtc = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text}Z`);
			if (Number.isNaN(asUtc)) return undefined;
			return isGmt ? asUtc : asUtc - this.offsetMilliseconds;
		}
		const instant = Date.parse(text);
		return Number.isNaN(instant) ? undefined : instant;
	}
}

const written = (atMs: number): string => new Date(atMs).toISOString().slice(0, 19);
