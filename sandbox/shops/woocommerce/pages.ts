import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Reads a query as PHP does: the last value of a name counts, and all of one that ends in `[]`. n8n's node follows the link
 * to the next page, which has the parameters of the request, and adds them once more.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
	const query = new URLSearchParams(text);
	return Object.fromEntries(
		[...query].map(([name, value]) => [name, name.endsWith('[]') ? query.getAll(name) : value]),
	);
}

const DEFAULT_PER_PAGE = 10;

export interface PageQuery {
	page?: string;
	per_page?: string;
}

const wholeNumber = (maximum: string) => ({ type: 'string', pattern: maximum });

/** Query properties of a collection; at most 100 entries a page. */
export const PAGE_QUERY = {
	page: wholeNumber('^[1-9]\\d*$'),
	per_page: wholeNumber('^([1-9]\\d?|100)$'),
};

/**
 * Cuts out the page that the query names, and sets the headers that WordPress sends with it.
 * @param siteUrl without a slash at the end
 */
export function pageOf<Entry>(
	entries: Entry[],
	request: FastifyRequest,
	reply: FastifyReply,
	siteUrl: string,
): Entry[] {
	const query = request.query as PageQuery & Record<string, string>;
	const page = Number(query.page ?? 1);
	const perPage = Number(query.per_page ?? DEFAULT_PER_PAGE);
	const pages = Math.ceil(entries.length / perPage);
	const url = new URL(request.url, siteUrl);
	const link = (number: number, rel: string): string => {
		url.searchParams.set('page', String(number));
		return `<${url.href}>; rel="${rel}"`;
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
