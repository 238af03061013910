// Makes the entries of a list search safe to store in a workflow and to show (no expressions, only web addresses), and
// turns its errors into n8n's.

import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { serviceText } from '../input/wording';
import { toNodeError } from '../transport/errors/nodeError';

/** Maximum length of a name: the editor shows one line. */
const MAX_NAME_LENGTH = 200;

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** The editor links an entry to its URL; a `javascript:` URL, for example, would run in the editor. */
const isWebAddress = (url: string): boolean =>
	URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);

/**
 * Makes an entry safe to store in a workflow when the user selects it. n8n evaluates any stored string that begins with
 * `=`, even the name of an entry, so data of the service must not begin with it.
 *
 * @returns no entry if its value would be an expression
 */
function sanitize({ url, ...entry }: INodeListSearchItems): INodeListSearchItems[] {
	if (String(entry.value).startsWith('=')) return [];
	const name =
		serviceText(entry.name.replace(/^[=\s]+/, ''), MAX_NAME_LENGTH) || String(entry.value);
	return [{ ...entry, name, ...(url !== undefined && isWebAddress(url) && { url }) }];
}

/** Wraps a list search whose entries come from the service, so that the editor gets safe entries only. */
export const sanitizedSearch = (search: Search): Search =>
	async function (filter, paginationToken) {
		const { results, ...rest } = await search
			.call(this, filter, paginationToken)
			.catch((error: unknown) => {
				throw toNodeError(this.getNode(), error);
			});
		return { results: results.flatMap(sanitize), ...rest };
	};
