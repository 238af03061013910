import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { openService } from '../transport/service';

/** Pages that one look into a list reads at most: a search without a hit must come back to the user. */
const PAGES_PER_SEARCH = 10;

interface ListSearch {
	/** Path of the collection's first page. */
	path: string;
	/** What the collection is called in messages, e.g. 'the list of orders'. */
	about: string;
	toResult(member: IDataObject): INodeListSearchItems;
	filter?: string;
	/** Path of the page to go on with, as the search before handed it back. */
	paginationToken?: string;
}

const matches = ({ name, value }: INodeListSearchItems, wanted: string): boolean =>
	wanted === '' || name.toLowerCase().includes(wanted) || String(value).toLowerCase() === wanted;

/**
 * Searches a collection for the editor's lists. The spec shows no filters of the service, so the names are
 * compared here: page after page until something matches.
 */
export async function searchCollection(
	caller: ILoadOptionsFunctions,
	{ path, about, toResult, filter = '', paginationToken }: ListSearch,
): Promise<INodeListSearchResult> {
	const service = await openService(caller);
	const wanted = filter.trim().toLowerCase();
	let pagesRead = 0;
	for await (const page of service.pages({
		method: 'GET',
		path: paginationToken ?? path,
		about,
	})) {
		pagesRead += 1;
		const results = page.members.map(toResult).filter((result) => matches(result, wanted));
		if (results.length > 0 || page.next === undefined || pagesRead === PAGES_PER_SEARCH) {
			return { results, ...(page.next !== undefined && { paginationToken: page.next }) };
		}
	}
	return { results: [] };
}

/** A readable name from the parts that an entry has, e.g. 'A-1001 · Jane Roe · shipped'. */
export const readableName = (...parts: unknown[]): string =>
	parts.filter((part): part is string => typeof part === 'string' && part !== '').join(' · ');
