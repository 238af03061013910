import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';

import { requireChoice } from './requireChoice';
import { matchesFilter, createListClient, readableName } from './searchCollection';
import { locator } from './locator';
import { requestResource } from '../api/resource';
import { orderPath } from '../api/paths';
import { objectsOf } from '../input/guards';

// It does not say that it depends on the order: the editor would empty it, an expression too, whenever the order's
// expression gets another value. The list is read anew without that.
export const orderItemLocator: INodeProperties = locator({
	displayName: 'Order Item',
	name: 'orderItemId',
	description: 'The item of the order to work on',
	searchListMethod: 'searchOrderItems',
	exampleId: '0198c2f4-7a02-7d51-8c4b-93f1e6a0b7d2',
});

/** The items of the order that is chosen above; there are few, so they come in one page. */
export async function searchOrderItems(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const order = orderPath(requireChoice(this, 'orderId', 'order'));
	const client = await createListClient(this);
	const { resource: object } = await requestResource(client, { method: 'GET', ...order });
	return {
		results: objectsOf(object.orderItems)
			.map(({ id, name, externalId, quantity, variantId }) => ({
				name: `${String(quantity)} × ${readableName(name, externalId) || `Variant ${String(variantId)}`}`,
				value: String(id),
			}))
			.filter((item) => matchesFilter(item, filter)),
	};
}
