import { HttpProblem } from './problems.ts';

/** Upper limit of `itemsPerPage`, unless the option `pageSize` is larger. */
const MAXIMUM_PAGE_SIZE = 100;

export interface PageQuery {
	page?: string;
	itemsPerPage?: string;
	[filter: string]: string | undefined;
}

export interface CollectionSource<T> {
	/** `@type` of the members. */
	type: string;
	/** Path of the collection. */
	path: string;
	entries: readonly T[];
	/** Lists the entries, which are stored oldest first, in reverse. */
	newestFirst?: boolean;
	/** Where a page begins in place of its usual start. */
	startOf?: (start: number) => number;
	view: (entry: T) => Record<string, unknown>;
}

/**
 * Creates one page of a collection. The specification does not define paging; here `page` counts
 * from 1, `itemsPerPage` sets the size, and `hydra:view` links to the other pages.
 */
export function collection<T>(
	source: CollectionSource<T>,
	query: PageQuery,
	pageSize: number,
): Record<string, unknown> {
	const size = Math.min(
		numberOf(query, 'itemsPerPage') ?? pageSize,
		Math.max(MAXIMUM_PAGE_SIZE, pageSize),
	);
	const page = numberOf(query, 'page') ?? 1;
	const total = source.entries.length;
	const lastPage = Math.max(1, Math.ceil(total / size));
	return {
		'@context': `/api/contexts/${source.type}`,
		'@id': source.path,
		'@type': 'hydra:Collection',
		'hydra:totalItems': total,
		'hydra:member': membersOf(source, startOf(source, (page - 1) * size), size),
		'hydra:view': viewOf(source.path, query, page, lastPage),
	};
}

const startOf = <T>({ startOf }: CollectionSource<T>, start: number): number =>
	startOf?.(start) ?? start;

function membersOf<T>(
	{ entries, newestFirst, view }: CollectionSource<T>,
	start: number,
	size: number,
): Array<Record<string, unknown>> {
	if (!newestFirst) return entries.slice(start, start + size).map(view);
	const end = Math.max(0, entries.length - start);
	return entries
		.slice(Math.max(0, end - size), end)
		.reverse()
		.map(view);
}

function viewOf(
	path: string,
	query: PageQuery,
	page: number,
	lastPage: number,
): Record<string, string> {
	const address = (number: number): string => {
		const parameters = new URLSearchParams();
		for (const [name, value] of Object.entries(query)) {
			if (name !== 'page' && value !== undefined) parameters.set(name, value);
		}
		parameters.set('page', String(number));
		return `${path}?${parameters.toString()}`;
	};
	return {
		'@id': address(page),
		'@type': 'hydra:PartialCollectionView',
		'hydra:first': address(1),
		'hydra:last': address(lastPage),
		...(page > 1 && page <= lastPage && { 'hydra:previous': address(page - 1) }),
		...(page < lastPage && { 'hydra:next': address(page + 1) }),
	};
}

function numberOf(query: PageQuery, name: 'page' | 'itemsPerPage'): number | undefined {
	const text = query[name];
	if (text === undefined) return undefined;
	if (!/^[1-9]\d{0,8}$/.test(text)) {
		throw new HttpProblem(400, `The query parameter '${name}' must be a whole number above 0.`);
	}
	return Number(text);
}
