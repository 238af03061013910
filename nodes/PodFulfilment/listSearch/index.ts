import type { ILoadOptionsFunctions, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { guarded } from './guarded';
import * as mockupTask from './mockupTask';
import * as order from './order';
import * as orderItem from './orderItem';
import * as product from './product';
import * as variant from './variant';
import * as choices from './variantChoices';

/** The lists of the editor, by the names under which the fields refer to them. */
export const listSearch = {
	searchMockupTasks: guarded(mockupTask.searchMockupTasks),
	searchOrders: guarded(order.searchOrders),
	searchOrderItems: guarded(orderItem.searchOrderItems),
	searchProducts: guarded(product.searchProducts),
	searchVariants: guarded(variant.searchVariants),
	searchVariantsOfProduct: guarded(variant.searchVariantsOfProduct),
	searchOptionIds: guarded(choices.searchOptionIds),
	searchOptionValues: guarded(choices.searchOptionValues),
	searchPlacementTypes: guarded(choices.searchPlacementTypes),
	searchTechniques: guarded(choices.searchTechniques),
} satisfies NonNullable<INodeType['methods']>['listSearch'];

/** The items of the order that is chosen above, for a field in which several can be chosen. */
async function loadOrderItems(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { results } = await listSearch.searchOrderItems.call(this);
	return results.map(({ name, value }) => ({ name, value }));
}

export const loadOptions = { loadOrderItems };
