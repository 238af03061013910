// All list searches of the action node, by the names under which n8n looks them up, and the list of an order's items of
// which several can be chosen (`loadOptions`).

import type { ILoadOptionsFunctions, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { locatorText } from '../input/locatorValue';
import * as mockupTask from './mockupTask';
import * as order from './order';
import * as orderItem from './orderItem';
import * as placementsAndOptions from './placementsAndOptions';
import * as product from './product';
import { sanitizedSearch } from './sanitizedSearch';
import * as variant from './variant';

/** The node's list searches, by the names in the resource locators. */
export const listSearch = {
	searchMockupTasks: sanitizedSearch(mockupTask.searchMockupTasks),
	searchOrders: sanitizedSearch(order.searchOrders),
	searchOrderItems: sanitizedSearch(orderItem.searchOrderItems),
	searchProducts: sanitizedSearch(product.searchProducts),
	searchVariants: sanitizedSearch(variant.searchVariants),
	searchVariantsOfProduct: sanitizedSearch(variant.searchVariantsOfProduct),
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
