import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from '../transport/client';
import { unexpectedResponseError } from '../transport/connectionErrors';
import { ServiceError, unwrap } from '../transport/serviceError';
import type { ServiceRequest } from '../transport/types';
import { membersOf, nextPagePath, numberedPagePath, ownPath, totalOf } from './collection';

/** A page of a collection. */
export interface Page {
	/** Members that were on none of the pages before: while pages are read, members may move from one to another. */
	members: IDataObject[];
	/** Headers of the response, with names in lower case. */
	headers: Record<string, string>;
	/** Members of the whole collection, as far as the service says. */
	total?: number;
	/** The service links no pages, and asked for a further one by its number, it handed out the page before again. */
	isRepeated?: boolean;
	/** Path of the page that is read next. */
	next?: string;
}

/** A list that goes on after so many pages, or after so long, has no end. */
const MAX_PAGES = 10_000;
const MAX_MILLISECONDS = 60 * 60_000;

/** After so many pages in a row without a new member, a list has ended. */
const MAX_PAGES_WITHOUT_NEW = 2;

/** Statuses with which a service rejects a page number that it does not know. */
const UNKNOWN_PAGE = new Set([400, 404, 422]);

/**
 * Error for a list of which the service handed out less than it has.
 *
 * @param about e.g. `the list of orders`
 */
const incompleteListError = (
	{ caller }: ApiClient,
	about: string,
	count: number,
	total: number,
): ServiceError =>
	new ServiceError(caller, {
		outcome: 'unreadable',
		message: `Only ${count} of ${total} entries of ${about} could be read`,
		description: `The service says that there are ${total}, but leads to no further page. Run the node again in case the list changed while it was read. If that does not help, turn off Return All, set a Limit of up to ${Math.max(1, count)}, and ask the fulfilment service how to read its lists to their end.`,
	});

const endlessListError = ({ caller }: ApiClient, about: string, count: number): ServiceError =>
	new ServiceError(caller, {
		outcome: 'unreadable',
		message: `The pages of ${about} do not end`,
		description: `The service still led to a next page after ${count} pages. Turn off Return All and set a Limit, or ask the fulfilment service.`,
	});

const haveSameIds = (page: IDataObject[], other: IDataObject[]): boolean =>
	page.length === other.length &&
	page.every(({ id }, index) => String(id) === String(other[index]?.id));

/**
 * Reads a collection page by page: along the links to the next page, or, where the service says that there is more but
 * links no page, by page number.
 *
 * @throws ServiceError when a page cannot be read, or after {@link MAX_PAGES} pages or {@link MAX_MILLISECONDS}
 */
export async function* readPages(
	client: ApiClient,
	request: Pick<ServiceRequest, 'path' | 'about'>,
): AsyncGenerator<Page, void, void> {
	const until = Date.now() + MAX_MILLISECONDS;
	const { address } = client;
	const seenPaths = new Set<string>();
	const seenIds = new Set<string>();
	let before: IDataObject[] = [];
	let path = request.path;
	let isGuess = false;
	let hasLinks = false;
	let pagesWithoutNew = 0;
	let count = 0;
	for (; count < MAX_PAGES && Date.now() < until; count += 1) {
		const page: ServiceRequest = { method: 'GET', path, about: request.about };
		const result = await client.send(page);
		if (isGuess && UNKNOWN_PAGE.has(result.status)) return;
		const { body, headers } = unwrap(result);
		const all = membersOf(body);
		if (!all) {
			throw unexpectedResponseError(
				client.caller,
				address,
				page,
				'a list of objects that have an ID',
			);
		}
		const members = all.filter(({ id }) => {
			const isNew = !seenIds.has(String(id));
			seenIds.add(String(id));
			return isNew;
		});
		const total = totalOf(body);
		if (isGuess && members.length === 0) {
			yield {
				members,
				headers,
				...(total !== undefined && { total }),
				...(!hasLinks && haveSameIds(all, before) && { isRepeated: true }),
			};
			return;
		}
		before = all;
		pagesWithoutNew = members.length > 0 ? 0 : pagesWithoutNew + 1;

		const current = `${address}${path}`;
		seenPaths.add(path);
		// The first page is requested without a number, but others may link back to it by its number.
		const named = ownPath(body, current, address);
		if (named !== undefined) seenPaths.add(named);
		const unseen = (next: string | undefined): string | undefined =>
			next !== undefined && seenPaths.has(next) ? undefined : next;
		const linked = unseen(nextPagePath(body, headers, current, address));
		hasLinks ||= linked !== undefined;
		const hasMore = total !== undefined && seenIds.size < total;
		const guessed = linked === undefined && hasMore ? unseen(numberedPagePath(path)) : undefined;
		const next = pagesWithoutNew < MAX_PAGES_WITHOUT_NEW ? (linked ?? guessed) : undefined;

		yield { members, headers, ...(total !== undefined && { total }), ...(next && { next }) };
		if (next === undefined) return;
		isGuess = linked === undefined;
		path = next;
	}
	throw endlessListError(client, request.about, count);
}

/**
 * As {@link readPages}, but an end before all members were read is an error: what is missing would go unnoticed.
 *
 * @throws ServiceError also when the service hands out fewer members than it says there are
 */
export async function* readWholeList(
	client: ApiClient,
	request: Pick<ServiceRequest, 'path' | 'about'>,
): AsyncGenerator<Page, void, void> {
	let count = 0;
	// Members may be added while the pages are read; those that were there at the beginning have to be among them.
	let leastTotal = Number.POSITIVE_INFINITY;
	for await (const page of readPages(client, request)) {
		yield page;
		count += page.members.length;
		// A service that knows no page numbers may have shown a new member in place of one that was never read.
		leastTotal = page.isRepeated
			? (page.total ?? leastTotal)
			: Math.min(leastTotal, page.total ?? leastTotal);
	}
	if (Number.isFinite(leastTotal) && count < leastTotal) {
		throw incompleteListError(client, request.about, count, leastTotal);
	}
}
