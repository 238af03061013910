// What the body of one page of a list says: its members (`hydra:member`), with or without those that have no ID, the
// total, and the path of the next page, from a link, the `Link` header or the page number. Sends nothing: see pages.ts.

import type { IDataObject } from 'n8n-workflow';

import { numberIn } from '../input/number';
import { isObject } from '../input/objects';
import { trimmed } from '../input/text';
import { urlOf } from '../input/urlOf';
import { isResource } from './resource';

/**
 * The members of a collection, in the order of the service. Spec section 4 names `hydra:member`; as it elsewhere says only
 * 'list', a plain array and the newer name `member` are accepted as well. No body is no collection: an answer that lost it would
 * pass for an empty one.
 *
 * @returns undefined when the body is not a collection of resources
 */
export function membersOf(body: unknown): IDataObject[] | undefined {
	const entries = listedIn(body);
	return entries?.every(isResource) ? entries : undefined;
}

/**
 * As {@link membersOf}, but leaves out the entries that are no resources, such as one without an ID.
 *
 * @param mayAllBeLeftOut whether the collection is known as one of resources, also if none of these is one
 */
export function readableMembersOf(
	body: unknown,
	mayAllBeLeftOut: boolean,
): { members: IDataObject[]; leftOut: number } | undefined {
	const entries = listedIn(body);
	if (!entries) return undefined;
	const members = entries.filter(isResource);
	const leftOut = entries.length - members.length;
	if (members.length === 0 && leftOut > 0 && !mayAllBeLeftOut) return undefined;
	return { members, leftOut };
}

/** What a collection lists, except null; undefined for a body that is no collection. */
function listedIn(body: unknown): unknown[] | undefined {
	const list = isObject(body) ? (body['hydra:member'] ?? body.member) : body;
	return Array.isArray(list) ? (list as unknown[]).filter((entry) => entry !== null) : undefined;
}

/** How many members the collection has on all its pages; undefined when the body does not say. */
export function totalOf(body: unknown): number | undefined {
	if (!isObject(body)) return undefined;
	const total = numberIn(body['hydra:totalItems'] ?? body.totalItems);
	return total !== undefined && Number.isSafeInteger(total) && total >= 0 ? total : undefined;
}

/** The view of a page, with the links to itself and its neighbours. */
const viewOf = (body: unknown): IDataObject => {
	const view = isObject(body) ? (body['hydra:view'] ?? body.view) : undefined;
	return isObject(view) ? view : {};
};

/** The target of a link: a text, or an object that holds it. */
const targetOf = (link: unknown): string =>
	isObject(link) ? trimmed(link['@id']) || trimmed(link.href) || trimmed(link.url) : trimmed(link);

const nextIn = (links: unknown): unknown => (isObject(links) ? links.next : undefined);

/** The target of the `Link` header with the relation `next` (RFC 8288). */
function nextInHeader(header: unknown): string {
	for (const [, target = '', parameters = ''] of trimmed(header).matchAll(/<([^<>]*)>([^<]*)/g)) {
		const relations = /;\s*rel\s*=\s*"?([^";,]*)/i.exec(parameters)?.[1] ?? '';
		if (relations.toLowerCase().split(/\s+/).includes('next')) return target;
	}
	return '';
}

/**
 * Path and query of a link below the base address. Only these count: behind a proxy, a service may name another scheme,
 * host or port, and the API key goes to the credential's own address only.
 *
 * @param current address of the page that holds the link
 * @returns undefined when the link cannot be used
 */
function pathOf(link: string, current: string, address: string): string | undefined {
	const url = link === '' ? undefined : urlOf(link, current);
	if (!url) return undefined;
	const { protocol, pathname, search } = url;
	if (protocol !== 'https:' && protocol !== 'http:') return undefined;
	const prefix = new URL(address).pathname.replace(/\/$/, '');
	if (pathname.startsWith(`${prefix}/api/`)) return `${pathname.slice(prefix.length)}${search}`;
	// All paths begin with `/api` (spec section 1). Before it, a service behind a proxy may have a prefix of its own.
	const start = pathname.indexOf('/api/');
	return `${start === -1 ? pathname : pathname.slice(start)}${search}`;
}

/**
 * Path of the next page. The spec does not describe paging; JSON-LD services link pages in `hydra:view`, others in the
 * body or in the `Link` header.
 *
 * @param headers with names in lower case
 * @param current address of this page, e.g. `https://api.example.com/api/orders?page=1`
 * @param address base address of the service
 * @returns path and query below the base address; undefined when no link can be used
 */
export function nextPagePath(
	body: unknown,
	headers: Record<string, unknown>,
	current: string,
	address: string,
): string | undefined {
	const view = viewOf(body);
	const inBody = isObject(body)
		? [body['hydra:next'], body.next, nextIn(body._links), nextIn(body.links)]
		: [];
	const links = [view['hydra:next'], view.next, ...inBody, nextInHeader(headers.link)];
	return links
		.map((link) => pathOf(targetOf(link), current, address))
		.find((path) => path !== undefined);
}

/** The path that a page gives as its own; undefined when it gives none. */
export const ownPath = (body: unknown, current: string, address: string): string | undefined =>
	pathOf(trimmed(viewOf(body)['@id']), current, address);

/**
 * The path of the next page by the convention of JSON-LD services, `?page=2`.
 *
 * @returns undefined when the path has other parameters, for which no convention is known
 */
export function numberedPagePath(path: string): string | undefined {
	const page = pageNumber(path);
	if (page === undefined) return undefined;
	const [pathname = '', query = ''] = path.split('?');
	const parameters = new URLSearchParams(query);
	parameters.set('page', String(page + 1));
	return `${pathname}?${parameters.toString()}`;
}

/** The number of a page by the same convention; undefined where its path does not say it. */
export function pageNumber(path: string): number | undefined {
	const [, query = ''] = path.split('?');
	const page = new URLSearchParams(query).get('page') ?? (query === '' ? '1' : '');
	return /^\d{1,9}$/.test(page) ? Number(page) : undefined;
}
