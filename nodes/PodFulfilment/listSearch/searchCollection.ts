// Searches a list of the service page by page for a user who waits: with few retries, and when to stop and go on. Also the
// readable names of entries.

import {
	UserError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { readPages } from '../api/pages';
import { comparableSearch } from '../input/equalText';
import { isObject, objectsOf } from '../input/objects';
import type { ApiClient } from '../transport/client';
import { CREDENTIAL } from '../transport/credential';

/**
 * Number of results after which a search stops, and continues when the user scrolls to the end. Enough to fill the
 * editor's drop-down: a list that is too short to scroll could never continue.
 */
const ENOUGH_RESULTS = 20;

/** A search returns what it found within this time, because the user is waiting. */
const SEARCH_TIMEOUT_MS = 15_000;

/** Pages after which a search returns what it found. Scrolling on begins the next search. */
const MAX_PAGES = 100;

/** Maximum results of one search. A page of the service has far fewer members. */
const MAX_RESULTS = 1_000;

const REQUEST_TIMEOUT_MS = 20_000;

/** Far fewer retries than in an execution, because the user is waiting. */
const LIST_RETRY_POLICY = { concurrency: 5, maxAttempts: 3, maxWaitSeconds: 10 };

/** Creates the API client for a list. Imports it only when the first list is opened, so that n8n starts faster. */
export async function createListClient(caller: ILoadOptionsFunctions): Promise<ApiClient> {
	const { createClient } = await import('../transport/client');
	const credential = await caller.getCredentials(CREDENTIAL);
	return createClient(caller, credential, { timeout: REQUEST_TIMEOUT_MS }, LIST_RETRY_POLICY);
}

const NAME_SEPARATOR = ' · ';

/** Joins the non-empty strings among `parts`, e.g. 'A-1001 · Jane Roe · shipped'. */
export const readableName = (...parts: unknown[]): string =>
	parts
		.filter((part): part is string => typeof part === 'string' && part !== '')
		.join(NAME_SEPARATOR);

/** Splits a name of {@link readableName} into its parts; at least one. */
export const namePartsOf = (name: string): [string, ...string[]] =>
	name.split(NAME_SEPARATOR) as [string, ...string[]];

/** A count with its noun, e.g. '1 variant' or '12 variants'; empty if the service sent no number. */
export const countLabel = (count: unknown, noun: string): string =>
	typeof count === 'number' ? `${count} ${noun}${count === 1 ? '' : 's'}` : '';

/** An entry of a list, with what a search finds it by besides its name, such as its status. */
export interface SearchEntry extends INodeListSearchItems {
	searchText?: string;
}

/** People type names without their spaces. */
const withoutSpaces = (value: unknown): string =>
	comparableSearch(String(value)).replaceAll(' ', '');

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** From this length on, a word of the filter is also found inside of a word; a shorter one, such as a size, is in most. */
const LONG_WORD = 3;

/** Whether the text has each word of the filter, in any order. */
function hasWords(text: string, filter: string): boolean {
	const words = wordsOf(text);
	const wanted = wordsOf(filter);
	const isIn = (part: string) => (word: string) =>
		part.length >= LONG_WORD ? word.includes(part) : word.startsWith(part);
	return wanted.length > 0 && wanted.every((part) => words.some(isIn(part)));
}

/**
 * Whether an entry is what the filter looks for: its text has the filter, spaces and case ignored, or each of its words in
 * any order, or its ID begins with the filter.
 */
export function matchesFilter(
	{ name, value, searchText = '' }: SearchEntry,
	filter: string,
): boolean {
	const text = withoutSpaces(filter);
	const searched = `${name} ${searchText}`;
	return (
		withoutSpaces(searched).includes(text) ||
		hasWords(searched, filter) ||
		withoutSpaces(value).startsWith(text)
	);
}

/** A product whose variants are to be read. */
export interface PendingProduct {
	id: string;
	name?: string;
}

export const pendingProduct = ({ id, name }: IDataObject): PendingProduct => ({
	id: String(id),
	...(typeof name === 'string' && { name }),
});

/** Where a list search continues. n8n passes it back as an opaque string to load more of the same list. */
interface SearchPosition {
	/** Path of the next page, relative to the service's address; undefined after the last page. */
	next?: string;
	/** First member ID of each page read so far, to detect page links that form a circle. */
	firstIds: string[];
	/** Of the last page of products. */
	pendingProducts?: PendingProduct[];
}

const isPath = (value: unknown): value is string =>
	typeof value === 'string' && /^\/(?![/\\])/.test(value);

/**
 * Parses a {@link SearchPosition} of a token. It comes from the browser and may have been altered, so only a path
 * is accepted, which cannot lead to another host.
 *
 * @returns undefined for an invalid token; the list then starts from the beginning
 */
export function decodePaginationToken(token: string | undefined): SearchPosition | undefined {
	let value: unknown;
	try {
		value = JSON.parse(token ?? '');
	} catch {
		return undefined;
	}
	if (!isObject(value) || !Array.isArray(value.firstIds)) return undefined;
	const { next, firstIds, pendingProducts } = value;
	if (next !== undefined && !isPath(next)) return undefined;
	return {
		...(next !== undefined && { next }),
		firstIds: firstIds.map(String),
		...(Array.isArray(pendingProducts) && {
			pendingProducts: objectsOf(pendingProducts).map(pendingProduct),
		}),
	};
}

/** Collects the entries of one search that match its filter, until there are enough or time is up. */
export class SearchResults {
	private readonly matches: INodeListSearchItems[] = [];

	private readonly deadline = Date.now() + SEARCH_TIMEOUT_MS;

	private searchedCount = 0;

	private pages = 0;

	private readonly filter: string;

	constructor(filter: string) {
		this.filter = filter;
	}

	add(entries: SearchEntry[]): void {
		this.searchedCount += entries.length;
		for (const entry of entries) {
			if (this.matches.length === MAX_RESULTS) return;
			if (!matchesFilter(entry, this.filter)) continue;
			const shown = { ...entry };
			delete shown.searchText;
			this.matches.push(shown);
		}
	}

	onPage(): void {
		this.pages += 1;
	}

	/** Whether no more pages may be read. */
	get isOver(): boolean {
		return this.pages >= MAX_PAGES || Date.now() > this.deadline;
	}

	/** Whether to return the results now. */
	get isComplete(): boolean {
		return this.matches.length >= ENOUGH_RESULTS || this.isOver;
	}

	/**
	 * The result for n8n.
	 *
	 * @param position where the search continues; none if everything was searched
	 * @throws UserError if nothing was found but there is more to search: an empty list would look as if there were no
	 * match
	 */
	toListResult(position?: SearchPosition): INodeListSearchResult {
		if (position && this.matches.length === 0 && this.filter.trim() !== '') {
			throw new UserError(
				`Nothing found for "${this.filter.trim()}" among the first ${this.searchedCount} entries`,
				{ description: 'There are more entries. Enter the ID instead of choosing from the list.' },
			);
		}
		return {
			results: this.matches,
			...(position && { paginationToken: JSON.stringify(position) }),
		};
	}
}

export type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

export interface Collection {
	/** Of its first page. */
	path: string;
	/** What errors call it, e.g. 'the list of orders'. */
	subject: string;
	/** Which members can be chosen; all without it. */
	isOffered?(member: IDataObject): boolean;
	toResult(member: IDataObject): SearchEntry;
}

/** Searches a collection page by page, and compares the names here: the spec has no query filters. */
export const collectionSearch = ({
	path,
	subject,
	isOffered = () => true,
	toResult,
}: Collection): Search =>
	async function (filter = '', paginationToken) {
		const client = await createListClient(this);
		const position = decodePaginationToken(paginationToken) ?? { next: path, firstIds: [] };
		const found = new SearchResults(filter);
		if (position.next === undefined) return found.toListResult();
		const firstIds = new Set(position.firstIds);
		for await (const page of readPages(client, { path: position.next, subject })) {
			const firstId = String(page.members[0]?.id ?? '');
			// The page was read before: the page links form a circle.
			if (firstIds.has(firstId)) break;
			firstIds.add(firstId);
			found.onPage();
			found.add(page.members.filter(isOffered).map(toResult));
			if (page.next !== undefined && found.isComplete) {
				return found.toListResult({ next: page.next, firstIds: [...firstIds] });
			}
		}
		return found.toListResult();
	};
