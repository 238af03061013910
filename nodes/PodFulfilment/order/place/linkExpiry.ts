// Until when the link to a print file works, as far as its address says so.

const AIRTABLE = '.airtableusercontent.com';

/** A link of Airtable works for two hours: https://support.airtable.com/docs/airtable-attachment-url-behavior. */
const AIRTABLE_MS = 2 * 3_600_000;

/** A time as presigned addresses have it: `20261127T021500Z`. NaN for anything else. */
const compactTime = (value = ''): number =>
	Date.parse(value.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** A number of digits alone; NaN for anything else. */
const digits = (value = '', pattern = /^\d{1,10}$/): number =>
	pattern.test(value) ? Number(value) : Number.NaN;

/**
 * When the link to a file expires: Airtable's attachments, presigned addresses of S3 and Google Cloud Storage
 * (`X-Amz-Date` and `X-Amz-Expires` in seconds, likewise `X-Goog-`), those of Azure (`se` beside `sig`), and those of S3's
 * version 2, CloudFront and other CDNs (`Expires` in seconds since 1970).
 *
 * @param address a web address
 * @returns milliseconds since 1970; undefined where the address does not say it
 */
export function linkExpiryMs(address: string, nowMs: number): number | undefined {
	const { hostname, pathname, searchParams } = new URL(address);
	if (hostname.endsWith(AIRTABLE)) {
		const [, stamp] = /\/(\d{13})(?:\/|$)/.exec(pathname) ?? [];
		return stamp === undefined ? nowMs + AIRTABLE_MS : Number(stamp);
	}
	const query = new Map<string, string>();
	for (const [name, value] of searchParams) query.set(name.toLowerCase(), value);
	const candidates = [
		...['x-amz', 'x-goog'].map(
			(prefix) =>
				compactTime(query.get(`${prefix}-date`)) + digits(query.get(`${prefix}-expires`)) * 1000,
		),
		digits(query.get('expires'), /^\d{10}$/) * 1000,
		query.has('sig') ? Date.parse(query.get('se') ?? '') : Number.NaN,
	];
	return candidates.find((candidate) => Number.isFinite(candidate));
}
