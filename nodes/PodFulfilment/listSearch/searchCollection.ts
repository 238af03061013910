import {
	UserError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { CREDENTIAL } from '../transport/credential';
import type { ApiClient } from '../transport/client';
import { positionOf, tokenOf, type Position } from './position';
import { readPages } from '../api/pages';

/**
 * Entries that one look into a list brings, if there are as many. They have to fill the editor's drop-down: it asks
 * for more when someone scrolls to its end, which nobody can in a list that is too short to scroll.
 */
const ENOUGH_RESULTS = 20;

/** Milliseconds after which a search that has not found enough comes back to the person who waits for it. */
const SEARCH_TIMEOUT_MS = 15_000;

/** Someone waits before an open list: no minutes of patience with a service that is busy. */
const LIST_RETRY_POLICY = { concurrency: 5, maxAttempts: 3, maxWaitSeconds: 10 };

/** The door to the service for a list. Read when the first list opens: n8n's start is none of its business. */
export async function createListClient(caller: ILoadOptionsFunctions): Promise<ApiClient> {
	const { createClient } = await import('../transport/client');
	const credential = await caller.getCredentials(CREDENTIAL);
	return createClient(caller, credential, { timeout: 20_000 }, LIST_RETRY_POLICY);
}

const BETWEEN_PARTS = ' · ';

/** A readable name from the parts that an entry has, e.g. 'A-1001 · Jane Roe · shipped'. */
export const readableName = (...parts: unknown[]): string =>
	parts
		.filter((part): part is string => typeof part === 'string' && part !== '')
		.join(BETWEEN_PARTS);

/** The parts of which {@link readableName} made a name; one at least. */
export const namePartsOf = (name: string): [string, ...string[]] =>
	name.split(BETWEEN_PARTS) as [string, ...string[]];

/** A number of things for a name, e.g. '1 variant' or '12 variants'; nothing where the service told no number. */
export const counted = (count: unknown, thing: string): string =>
	typeof count === 'number' ? `${count} ${thing}${count === 1 ? '' : 's'}` : '';

const comparable = (text: unknown): string => String(text).toLowerCase().replace(/\s+/g, '');

/** Whether an entry is meant by what was typed: a part of its name, or the beginning of its ID. */
export function matchesFilter({ name, value }: INodeListSearchItems, filter: string): boolean {
	const wanted = comparable(filter);
	return comparable(name).includes(wanted) || comparable(value).startsWith(wanted);
}

/** Collects what one look into a list brings, until it is enough. */
export class SearchResults {
	readonly results: INodeListSearchItems[] = [];

	private readonly endsAt = Date.now() + SEARCH_TIMEOUT_MS;

	private looked = 0;

	private readonly filter: string;

	constructor(filter: string) {
		this.filter = filter;
	}

	add(entries: INodeListSearchItems[]): void {
		this.looked += entries.length;
		this.results.push(...entries.filter((entry) => matchesFilter(entry, this.filter)));
	}

	get isEnough(): boolean {
		return this.results.length >= ENOUGH_RESULTS || Date.now() > this.endsAt;
	}

	/**
	 * What was found, and where to go on.
	 *
	 * @throws UserError when time is up and nothing was found: an empty list would say that there is nothing to find
	 */
	result(position?: Position): INodeListSearchResult {
		if (position && this.results.length === 0 && this.filter.trim() !== '') {
			throw new UserError(
				`Nothing found for "${this.filter.trim()}" among the first ${this.looked} entries`,
				{ description: 'There are more. Enter the ID instead of choosing from the list.' },
			);
		}
		return {
			results: this.results,
			...(position && { paginationToken: tokenOf(position) }),
		};
	}
}

interface ListSearch {
	/** Path of the collection's first page. */
	path: string;
	/** What the collection is called in messages, e.g. 'the list of orders'. */
	about: string;
	toResult(member: IDataObject): INodeListSearchItems;
	filter?: string;
	/** Where the look before ended. */
	paginationToken?: string;
}

/**
 * Searches a collection for the editor's lists. The spec shows no filters of the service, so the names are
 * compared here, page after page.
 */
export async function searchCollection(
	caller: ILoadOptionsFunctions,
	{ path, about, toResult, filter = '', paginationToken }: ListSearch,
): Promise<INodeListSearchResult> {
	const client = await createListClient(caller);
	const position = positionOf(paginationToken) ?? { next: path, begun: [] };
	const harvest = new SearchResults(filter);
	if (position.next === undefined) return harvest.result();
	const begun = new Set(position.begun);
	for await (const page of readPages(client, { path: position.next, about })) {
		const first = String(page.members[0]?.id ?? '');
		// The links lead in a circle.
		if (begun.has(first)) break;
		begun.add(first);
		harvest.add(page.members.map(toResult));
		if (page.next !== undefined && harvest.isEnough) {
			return harvest.result({ next: page.next, begun: [...begun] });
		}
	}
	return harvest.result();
}
