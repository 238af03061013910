import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** Addresses that the editor's link may open: `javascript:` and the like would run in the editor. */
const isWebAddress = (url: string): boolean =>
	URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);

/**
 * The entry as it may be stored in a workflow once it is chosen. n8n evaluates any stored text that begins with `=`, the
 * name of an entry too: what a service answers must not become an expression of the user's.
 */
function storable({ url, ...entry }: INodeListSearchItems): INodeListSearchItems[] {
	if (String(entry.value).startsWith('=')) return [];
	const name = entry.name.replace(/^[=\s]+/, '') || String(entry.value);
	return [{ ...entry, name, ...(url !== undefined && isWebAddress(url) && { url }) }];
}

/** A list whose entries come from the service, as the editor may have them. */
export const guarded = (search: Search): Search =>
	async function (filter, paginationToken) {
		const { results, ...rest } = await search.call(this, filter, paginationToken);
		return { results: results.flatMap(storable), ...rest };
	};
