// Reads a list page by page, along its links or by page number: takes each member once, decides when the list has
// ended, gives up one that is endless, and passes over pages that are too large. Also whether as many members were read
// as the service says there are.

import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from '../transport/client';
import { TooLargeError, unexpectedResponseError } from '../transport/errors/connectionErrors';
import { unwrap } from '../transport/errors/serviceError';
import { CATALOG, MOCKUP_TASK_LIST, ORDER_LIST } from './paths';
import type { ServiceRequest } from '../transport/types';
import {
	membersOf,
	nextPagePath,
	numberedPagePath,
	ownPath,
	pageNumber,
	readableMembersOf,
	totalOf,
} from './collection';
import {
	endlessListError,
	incompleteListError,
	largePageError,
	pageNameOf,
	type ListRequest,
} from './listErrors';

/** A page of a collection. */
export interface Page {
	/** Members that were on no earlier page: while pages are read, members may move from one to another. */
	members: IDataObject[];
	/** Headers of the response, with names in lower case. */
	headers: Record<string, string>;
	/** Number of members of the whole collection, if the service says. */
	total?: number;
	/** The service links no pages, and answered the request for the next page number with the same page again. */
	isRepeated?: boolean;
	/** Path of the page that is read next. */
	next?: string;
	/** Characters of the response, if they were counted. */
	characters?: number;
	/** Entries that were left out because they have no ID, if there are any. */
	leftOut?: number;
}

/** A list with more pages, or that takes longer to read, is taken for endless. */
const MAX_PAGES = 10_000;
const MAX_MILLISECONDS = 60 * 60_000;

/** After this many pages in a row without a new member, a list has ended. */
const MAX_PAGES_WITHOUT_NEW = 2;

/** Pages in a row that are passed over because they are too large: each costs as much as a page that is read. */
const MAX_LARGE_PAGES = 3;

const NO_CONTENT = 204;

/** Statuses with which a service rejects a page number that it does not know. */
const UNKNOWN_PAGE = new Set([400, 404, 422]);

const haveSameIds = (page: IDataObject[], other: IDataObject[]): boolean =>
	page.length === other.length &&
	page.every(({ id }, index) => String(id) === String(other[index]?.id));

/** A page to read. */
interface Target {
	path: string;
	/** Whether its number was guessed, because the service did not link it. */
	isGuess: boolean;
}

/** The whole lists of the service (spec section 4). */
const WHOLE_LISTS = [ORDER_LIST, CATALOG, MOCKUP_TASK_LIST].map(({ path }) => path);

/** Whether it is the path of a whole list, and none but its first page: a later one may have gone. */
const isFirstOfWholeList = (path: string): boolean =>
	WHOLE_LISTS.some((list) => path === list || path.startsWith(`${list}?`)) &&
	(pageNumber(path) ?? 1) === 1;

/** The parsed response for a page. */
interface PageResponse {
	body: unknown;
	headers: Record<string, string>;
	/** All members, also those that were on an earlier page. */
	members: IDataObject[];
	leftOut: number;
	total: number | undefined;
	characters: number | undefined;
}

/**
 * Reads one page. Resolves to undefined if its number was guessed and the service does not know it, and to the error of one
 * that is too large.
 *
 * @throws ServiceError when the page cannot be read
 */
async function readPage(
	client: ApiClient,
	{ subject, ifNotFound }: ListRequest,
	{ path, isGuess }: Target,
	read: (body: unknown) => ReturnType<typeof readableMembersOf>,
): Promise<PageResponse | TooLargeError | undefined> {
	const isList = isFirstOfWholeList(path);
	const request: ServiceRequest = { method: 'GET', path, subject, isList, ifNotFound };
	const result = await client.send(request);
	if (isGuess && UNKNOWN_PAGE.has(result.status)) return undefined;
	if (result instanceof TooLargeError) return result;
	const { body: sent, status, headers, characters } = unwrap(result);
	// Only 204 says that there is nothing, and not that the body was lost.
	const body = status === NO_CONTENT ? [] : sent;
	const readable = read(body);
	if (readable) return { body, headers, ...readable, total: totalOf(body), characters };
	throw unexpectedResponseError(client, request, 'a list of objects that have an ID');
}

/** The members of a page, with how many entries were left out; undefined for one that cannot be read. */
function readMembers(
	body: unknown,
	{ leavesOutEntriesWithoutId }: ListRequest,
	isFirst: boolean,
): ReturnType<typeof readableMembersOf> {
	if (leavesOutEntriesWithoutId !== undefined) {
		return readableMembersOf(body, leavesOutEntriesWithoutId === 'always' || !isFirst);
	}
	const members = membersOf(body);
	return members && { members, leftOut: 0 };
}

/** Decides which page of a collection to read next. No page is read twice; the sequence ends when pages bring nothing new. */
class PageSequence {
	/** Whether the service ever linked a page that had not been read. */
	hasLinks = false;

	private readonly address: string;

	private readonly seenPaths = new Set<string>();

	private pagesWithoutNew = 0;

	constructor(address: string) {
		this.address = address;
	}

	/**
	 * The page to read after this one: the one that it links, or, if there are more members but no link, the one with the
	 * next number.
	 *
	 * @param hasNew whether this page had members that were on no earlier page
	 * @param hasMore whether the service says that there are members that have not been read yet
	 */
	after(
		path: string,
		{ body, headers }: PageResponse,
		{ hasNew, hasMore }: { hasNew: boolean; hasMore: boolean },
	): Target | undefined {
		this.pagesWithoutNew = hasNew ? 0 : this.pagesWithoutNew + 1;
		const current = `${this.address}${path}`;
		this.seenPaths.add(path);
		// The first page is requested without a number, but others may link back to it by its number.
		const named = ownPath(body, current, this.address);
		if (named !== undefined) this.seenPaths.add(named);

		const linked = this.unseen(nextPagePath(body, headers, current, this.address));
		this.hasLinks ||= linked !== undefined;
		if (this.pagesWithoutNew >= MAX_PAGES_WITHOUT_NEW) return undefined;
		if (linked !== undefined) return { path: linked, isGuess: false };
		return hasMore ? this.numberedAfter(path) : undefined;
	}

	/** The page to read after one that could not be read, or that links none: the one with the next number. */
	numberedAfter(path: string): Target | undefined {
		this.seenPaths.add(path);
		const guessed = this.unseen(numberedPagePath(path));
		return guessed === undefined ? undefined : { path: guessed, isGuess: true };
	}

	private unseen(path: string | undefined): string | undefined {
		return path !== undefined && this.seenPaths.has(path) ? undefined : path;
	}
}

/**
 * Reads a collection page by page: along the links to the next page, or by page number if the service says that there are
 * more members but links no page.
 *
 * @throws ServiceError when a page cannot be read, or after {@link MAX_PAGES} pages or {@link MAX_MILLISECONDS}
 */
export async function* readPages(
	client: ApiClient,
	request: ListRequest,
): AsyncGenerator<Page, void, void> {
	const until = Date.now() + MAX_MILLISECONDS;
	const sequence = new PageSequence(client.address);
	const seenIds = new Set<string>();
	let target: Target = { path: request.path, isGuess: false };
	let before: IDataObject[] = [];
	let count = 0;
	let largePages = 0;
	let leftOut = 0;
	let knownTotal: number | undefined;
	for (; count < MAX_PAGES && Date.now() < until; count += 1) {
		const isFirst = seenIds.size === 0;
		const response = await readPage(client, request, target, (body) =>
			readMembers(body, request, isFirst),
		);
		if (!response) return;
		if (response instanceof TooLargeError) {
			const number = pageNumber(target.path) ?? count + 1;
			const error = largePageError(request, response, number, seenIds.size, knownTotal);
			const behind = sequence.numberedAfter(target.path);
			largePages += 1;
			if (!request.onLargePage || !behind || largePages > MAX_LARGE_PAGES) throw error;
			request.onLargePage(error, pageNameOf(request.subject, number));
			target = behind;
			continue;
		}
		largePages = 0;
		knownTotal = response.total ?? knownTotal;
		const { members: all, headers, total, characters } = response;
		leftOut += response.leftOut;
		const members = all.filter(({ id }) => {
			const isNew = !seenIds.has(String(id));
			seenIds.add(String(id));
			return isNew;
		});
		const page: Page = {
			members,
			headers,
			...(total !== undefined && { total }),
			...(characters !== undefined && { characters }),
			...(response.leftOut > 0 && { leftOut: response.leftOut }),
		};
		if (target.isGuess && members.length === 0) {
			const isRepeated = !sequence.hasLinks && haveSameIds(all, before);
			yield { ...page, ...(isRepeated && { isRepeated }) };
			return;
		}
		const next = sequence.after(target.path, response, {
			hasNew: members.length > 0,
			hasMore: total !== undefined && seenIds.size + leftOut < total,
		});
		yield { ...page, ...(next && { next: next.path }) };
		if (!next) return;
		target = next;
		before = all;
	}
	throw endlessListError(request, count);
}

/**
 * As {@link readPages}, but throws if the list ends before all members were read: missing ones would go unnoticed.
 *
 * @throws ServiceError also when the service returns fewer members than it says there are
 */
export async function* readWholeList(
	client: ApiClient,
	request: ListRequest,
): AsyncGenerator<Page, void, void> {
	let count = 0;
	// Members may be added while the pages are read; those that existed at the beginning must be among them.
	let leastTotal = Number.POSITIVE_INFINITY;
	for await (const page of readPages(client, request)) {
		yield page;
		count += page.members.length;
		// A service without page numbers may have shown a new member in place of one that was never read.
		leastTotal = page.isRepeated
			? (page.total ?? leastTotal)
			: Math.min(leastTotal, page.total ?? leastTotal);
	}
	if (Number.isFinite(leastTotal) && count < leastTotal) {
		throw incompleteListError(request, count, leastTotal);
	}
}
