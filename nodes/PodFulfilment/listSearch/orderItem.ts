import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';

import { orderPath } from '../api/paths';
import { requestResource } from '../api/resource';
import { objectsOf } from '../input/guards';
import { locator } from './locator';
import { requireSelection } from './requireSelection';
import { createListClient, matchesFilter, readableName } from './searchCollection';

// No `loadOptionsDependsOn` for the order: the editor would clear this field, even an expression, whenever the value
// of the order's expression changes. The list reloads without it, too.
export const orderItemLocator: INodeProperties = locator({
	displayName: 'Order Item',
	name: 'orderItemId',
	description: 'The item of the order to work on',
	searchListMethod: 'searchOrderItems',
	exampleId: '0198c2f4-7a02-7d51-8c4b-93f1e6a0b7d2',
});

/** Searches the items of the selected order. They come with the order, so there is only one page. */
export async function searchOrderItems(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const path = orderPath(requireSelection(this, 'orderId', 'order'));
	const client = await createListClient(this);
	const { resource: order } = await requestResource(client, { method: 'GET', ...path });
	return {
		results: objectsOf(order.orderItems)
			.map(({ id, name, externalId, quantity, variantId }) => ({
				name: `${String(quantity)} × ${readableName(name, externalId) || `Variant ${String(variantId)}`}`,
				value: String(id),
			}))
			.filter((item) => matchesFilter(item, filter)),
	};
}
