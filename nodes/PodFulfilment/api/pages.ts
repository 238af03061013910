import type { IDataObject } from 'n8n-workflow';

import { isObject, text } from '../input/guards';
import type { ApiClient } from '../transport/client';
import { unexpectedResponseError } from '../transport/connectionErrors';
import { credentialName } from '../transport/credential';
import { ServiceError, unwrap } from '../transport/serviceError';
import type { ServiceRequest } from '../transport/types';
import { isResource } from './resource';

/** A page of a collection. */
export interface Page {
	members: IDataObject[];
	/** Headers of the response, with names in lower case. */
	headers: Record<string, string>;
	/** Path of the next page. */
	next?: string;
}

/**
 * The members of a collection. Spec section 4 names `hydra:member`; where the spec only says 'list', a plain array and
 * the newer name `member` are accepted as well.
 *
 * @returns undefined when the body is no collection
 */
export function membersOf(body: unknown): unknown[] | undefined {
	if (Array.isArray(body)) return body as unknown[];
	if (!isObject(body)) return undefined;
	const members = body['hydra:member'] ?? body.member;
	return Array.isArray(members) ? (members as unknown[]) : undefined;
}

/** The `hydra:view` of a page, with the links to itself and its neighbours. */
const viewOf = (body: unknown): IDataObject | undefined => {
	const view = isObject(body) ? (body['hydra:view'] ?? body.view) : undefined;
	return isObject(view) ? view : undefined;
};

/** Path and query of a link, relative to the base address. */
function pathOf(link: URL, address: string): string {
	const prefix = new URL(address).pathname.replace(/\/$/, '');
	const path = link.pathname.startsWith(`${prefix}/`)
		? link.pathname.slice(prefix.length)
		: link.pathname;
	return `${path}${link.search}`;
}

/**
 * Paths by which other pages may link to this page: the requested one, and the one in its own `@id`. They differ for
 * the first page, which is requested without a page number.
 *
 * @param path the requested path, e.g. `/api/orders`
 */
function ownPaths(body: unknown, path: string, address: string): string[] {
	const link = text(viewOf(body)?.['@id']);
	const current = `${address}${path}`;
	return link !== '' && URL.canParse(link, current)
		? [path, pathOf(new URL(link, current), address)]
		: [path];
}

/**
 * The path of the next page. The spec does not describe paging; JSON-LD services link pages in `hydra:view`.
 *
 * @param current address of this page, e.g. `https://api.example.com/api/orders?page=1`
 * @param address base address of the service
 * @returns path and query below the base address; undefined on the last page
 * @throws RangeError when the link leads to another origin, which must not get the API key
 */
export function nextPagePath(body: unknown, current: string, address: string): string | undefined {
	const view = viewOf(body);
	const link = text(view?.['hydra:next'] ?? view?.next);
	if (link === '') return undefined;
	const next = new URL(link, current);
	if (next.origin !== new URL(address).origin) throw new RangeError(next.origin);
	return pathOf(next, address);
}

/** Error for a link to another origin, or one that is no valid address. */
const foreignPageError = ({ caller }: ApiClient, request: ServiceRequest): ServiceError =>
	new ServiceError(caller, {
		outcome: 'refused',
		message: 'The list goes on at another address',
		description: `The next page of ${request.about} is linked at an address outside ${credentialName(caller)}, so it was not opened. Check the Base URL.`,
	});

/**
 * Reads a collection page by page.
 *
 * @throws ServiceError when a page cannot be read, or the next one is at another origin
 */
export async function* readPages(
	client: ApiClient,
	request: Pick<ServiceRequest, 'path' | 'about'>,
): AsyncGenerator<Page, void, void> {
	const { address } = client;
	const seen = new Set<string>();
	let page: ServiceRequest | undefined = { method: 'GET', ...request };
	while (page) {
		const { body, headers } = unwrap(await client.send(page));
		const members = membersOf(body);
		if (!members?.every(isResource)) {
			throw unexpectedResponseError(
				client.caller,
				address,
				page,
				'a list of objects that have an ID',
			);
		}
		for (const path of ownPaths(body, page.path, address)) seen.add(path);
		let next: string | undefined;
		try {
			next = nextPagePath(body, `${address}${page.path}`, address);
		} catch {
			throw foreignPageError(client, page);
		}
		yield { members, headers, ...(next && { next }) };
		// Stops when pages link back to each other.
		page = next === undefined || seen.has(next) ? undefined : { ...page, path: next };
	}
}
