// All list searches of the action node, by the names under which n8n looks them up, with entries that are safe to store and
// to show; and the list of an order's items of which several can be chosen (`loadOptions`).

import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

import { locatorText } from '../input/locatorValue';
import { urlOf } from '../input/urlOf';
import { serviceText } from '../input/wording';
import { toNodeError } from '../transport/errors/serviceError';
import * as collections from './collections';
import * as placementsAndOptions from './placementsAndOptions';
import type { Search } from './searchCollection';
import { searchVariants, searchVariantsOfProduct } from './variant';

/** Maximum length of a name: the editor shows one line. */
const MAX_NAME_LENGTH = 200;

/** The editor links an entry to its URL; a `javascript:` URL, for example, would run in the editor. */
const isWebAddress = (url: string): boolean =>
	['http:', 'https:'].includes(urlOf(url)?.protocol ?? '');

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
const sanitizedSearch = (search: Search): Search =>
	async function (filter, paginationToken) {
		const { results, ...rest } = await search
			.call(this, filter, paginationToken)
			.catch((error: unknown) => {
				throw toNodeError(this.getNode(), error);
			});
		return { results: results.flatMap(sanitize), ...rest };
	};

/** The node's list searches, by the names in the resource locators. */
export const listSearch = {
	searchFinishedMockupTasks: sanitizedSearch(collections.searchFinishedMockupTasks),
	searchMockupTasks: sanitizedSearch(collections.searchMockupTasks),
	searchOrders: sanitizedSearch(collections.searchOrders),
	searchOrderItems: sanitizedSearch(collections.searchOrderItems),
	searchProducts: sanitizedSearch(collections.searchProducts),
	searchVariants: sanitizedSearch(searchVariants),
	searchVariantsOfProduct: sanitizedSearch(searchVariantsOfProduct),
	searchOptionIds: sanitizedSearch(placementsAndOptions.searchOptionIds),
	searchOptionValues: sanitizedSearch(placementsAndOptions.searchOptionValues),
	searchPlacementTypes: sanitizedSearch(placementsAndOptions.searchPlacementTypes),
	searchTechniques: sanitizedSearch(placementsAndOptions.searchTechniques),
} satisfies NonNullable<INodeType['methods']>['listSearch'];

/**
 * Lists the items of the selected order, for a field in which the user selects several. Empty before an order is chosen: the
 * editor loads the list as it opens the form.
 */
async function loadOrderItems(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const order = locatorText(this.getCurrentNodeParameter('orderId'));
	if (order === '' || order.startsWith('=')) return [];
	const { results } = await listSearch.searchOrderItems.call(this);
	return results.map(({ name, value }) => ({ name, value }));
}

export const loadOptions = { loadOrderItems };
