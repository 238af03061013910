import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';

import { objectsOf } from '../order/inputs';
import { chosenBefore } from './chosen';
import { isMeant, openListService, readableName } from './listSearch';
import { locator } from './locator';
import { orderPath } from './order';

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
	const order = orderPath(chosenBefore(this, 'orderId', 'order'));
	const service = await openListService(this);
	const { object } = await service.sendForObject({ method: 'GET', ...order });
	return {
		results: objectsOf(object.orderItems)
			.map(({ id, name, externalId, quantity, variantId }) => ({
				name: `${String(quantity)} × ${readableName(name, externalId) || `Variant ${String(variantId)}`}`,
				value: String(id),
			}))
			.filter((item) => isMeant(item, filter)),
	};
}
