import type { IDataObject } from 'n8n-workflow';

import { isObject, text } from '../input/guards';
import type { ApiClient } from '../transport/client';
import { unexpectedResponse } from '../transport/connectionErrors';
import { credentialName } from '../transport/credential';
import { ServiceError, valueOf } from '../transport/serviceError';
import type { ServiceRequest } from '../transport/types';
import { isResource } from './resource';

/** A page of a collection, with the headers of its response and the path of the page that follows. */
export interface Page {
	members: IDataObject[];
	headers: Record<string, string>;
	next?: string;
}

/**
 * The members of a collection. Section 4 names `hydra:member`; where the spec says just 'list', a plain array
 * and the newer name `member` are taken as well.
 *
 * @returns undefined when the answer is no collection
 */
export function membersOf(body: unknown): unknown[] | undefined {
	if (Array.isArray(body)) return body as unknown[];
	if (!isObject(body)) return undefined;
	const members = body['hydra:member'] ?? body.member;
	return Array.isArray(members) ? (members as unknown[]) : undefined;
}

/** What a page says about itself and its neighbours. */
const viewOf = (body: unknown): IDataObject | undefined => {
	const view = isObject(body) ? (body['hydra:view'] ?? body.view) : undefined;
	return isObject(view) ? view : undefined;
};

/** Path and query of a link below the base address. */
function pathOf(link: URL, address: string): string {
	const prefix = new URL(address).pathname.replace(/\/$/, '');
	const path = link.pathname.startsWith(`${prefix}/`)
		? link.pathname.slice(prefix.length)
		: link.pathname;
	return `${path}${link.search}`;
}

/**
 * The paths by which a page itself may be linked later: the one it was asked for, and the one it goes by. The first
 * page, which is asked for without a number, has one all the same.
 *
 * @param path what was asked for, e.g. `/api/orders`
 */
export function ownPaths(body: unknown, path: string, address: string): string[] {
	const link = text(viewOf(body)?.['@id']);
	const current = `${address}${path}`;
	return link !== '' && URL.canParse(link, current)
		? [path, pathOf(new URL(link, current), address)]
		: [path];
}

/**
 * The path of the next page. The spec shows no paging; `hydra:view` is what a JSON-LD service links its pages with.
 *
 * @param current address of this page, e.g. `https://api.example.com/api/orders?page=1`
 * @param address base address of the service, see address.ts
 * @returns path and query below the base address; undefined on the last page
 * @throws RangeError when the link leads to another host: the key must not follow it
 */
export function nextPagePath(body: unknown, current: string, address: string): string | undefined {
	const view = viewOf(body);
	const link = text(view?.['hydra:next'] ?? view?.next);
	if (link === '') return undefined;
	const next = new URL(link, current);
	if (next.origin !== new URL(address).origin) throw new RangeError(next.origin);
	return pathOf(next, address);
}

/** A link that leaves the service, or cannot be read as an address: the key does not follow it. */
const pageElsewhere = ({ caller }: ApiClient, request: ServiceRequest): ServiceError =>
	new ServiceError(caller, {
		outcome: 'refused',
		message: 'The list goes on at another address',
		description: `The next page of ${request.about} is linked at an address outside ${credentialName(caller)}, so it was not opened. Check the Base URL.`,
	});

/**
 * Reads a collection page by page. Ends after the last page, or when the caller stops asking.
 *
 * @throws ServiceError when a page cannot be read, or the next one is at another address
 */
export async function* readPages(
	client: ApiClient,
	request: Pick<ServiceRequest, 'path' | 'about'>,
): AsyncGenerator<Page, void, void> {
	const { address } = client;
	const seen = new Set<string>();
	let page: ServiceRequest | undefined = { method: 'GET', ...request };
	while (page) {
		const { body, headers } = valueOf(await client.send(page));
		const members = membersOf(body);
		if (!members?.every(isResource)) {
			throw unexpectedResponse(client.caller, address, page, 'a list of objects that have an ID');
		}
		for (const path of ownPaths(body, page.path, address)) seen.add(path);
		let next: string | undefined;
		try {
			next = nextPagePath(body, `${address}${page.path}`, address);
		} catch {
			throw pageElsewhere(client, page);
		}
		yield { members, headers, ...(next && { next }) };
		// Pages that link back to each other would never end.
		page = next === undefined || seen.has(next) ? undefined : { ...page, path: next };
	}
}
