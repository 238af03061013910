import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidParameters } from './errors.ts';

/** A query: the values of `status[]` and `status[0]` are a list, `status`. */
export type Query = Record<string, string | string[]>;

/**
 * Reads a query as PHP does: the last value of a name counts, unless it is one of a list. n8n's node follows the link to the
 * next page, which has the parameters of the request, and adds them once more.
 */
export function parseQuery(text: string): Query {
	const query: Query = {};
	for (const [given, value] of new URLSearchParams(text)) {
		const [, name = given] = /^(.+)\[\d*\]$/.exec(given) ?? [];
		const before = query[name];
		if (name === given) query[name] = value;
		else query[name] = [...(Array.isArray(before) ? before : []), value];
	}
	return query;
}

const DEFAULT_PER_PAGE = 10;
const MAXIMUM_PER_PAGE = 100;

/** Parameters that are lists. */
const LISTED = ['status', 'include'];

/** The entries of a list, which may be written in one text with commas. */
export const partsOf = (value: string | string[]): string[] =>
	[value].flat().flatMap((text) => text.split(','));

/**
 * A query as WooCommerce writes it into links: lists by number, and a plus sign as it is, which whoever follows the link
 * sends as a blank.
 */
const written = (query: Query): string =>
	Object.entries(query)
		.flatMap(([name, value]) =>
			LISTED.includes(name)
				? partsOf(value).map((part, index) => `${name}[${index}]=${encodeURIComponent(part)}`)
				: [`${name}=${encodeURIComponent(String(value)).replaceAll('%2B', '+')}`],
		)
		.join('&');

/** The number that a query has for a name; refused out of its bounds, as WordPress does. */
function numberOf(query: Query, name: string, usual: number, maximum?: number): number {
	const given = query[name];
	if (given === undefined) return usual;
	const number = Number(given);
	if (Number.isInteger(number) && number >= 1 && number <= (maximum ?? Infinity)) return number;
	const bounds =
		maximum === undefined
			? 'greater than or equal to 1'
			: `between 1 (inclusive) and ${maximum} (inclusive)`;
	throw invalidParameters([
		{ name, code: 'rest_out_of_bounds', message: `${name} must be ${bounds}` },
	]);
}

/**
 * Cuts out the page that the query names, and sets the headers that WordPress sends with it.
 * @param siteUrl without a slash at the end
 * @throws WooError 400 for a page that cannot be
 */
export function pageOf<Entry>(
	entries: Entry[],
	request: FastifyRequest,
	reply: FastifyReply,
	siteUrl: string,
): Entry[] {
	const query = request.query as Query;
	const page = numberOf(query, 'page', 1);
	const perPage = numberOf(query, 'per_page', DEFAULT_PER_PAGE, MAXIMUM_PER_PAGE);
	const pages = Math.ceil(entries.length / perPage);
	const [path = ''] = request.url.split('?');
	const link = (number: number, rel: string): string => {
		const shown = written({ ...query, dp: '2', context: 'view', page: String(number) });
		return `<${siteUrl}${path}?${shown}>; rel="${rel}"`;
	};
	const links = [
		...(page > 1 ? [link(Math.min(page - 1, pages), 'prev')] : []),
		...(page < pages ? [link(page + 1, 'next')] : []),
	];
	reply.headers({
		'X-WP-Total': String(entries.length),
		'X-WP-TotalPages': String(pages),
		Link: links.length > 0 ? links.join(', ') : `<${siteUrl}/wp-json/>; rel="https://api.w.org/"`,
	});
	return entries.slice((page - 1) * perPage, page * perPage);
}
