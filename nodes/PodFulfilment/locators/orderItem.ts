import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { openService } from '../transport/service';
import { readableName } from './listSearch';
import { locator, type LocatorValue } from './locator';
import { orderPath } from './order';

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
	const service = await openService(this);
	const order = orderPath(this.getCurrentNodeParameter('orderId') as LocatorValue);
	const { object } = await service.sendForObject({ method: 'GET', ...order });
	const items = Array.isArray(object.orderItems) ? (object.orderItems as IDataObject[]) : [];
	const wanted = filter.trim().toLowerCase();
	return {
		results: items
			.map(({ id, name, externalId, quantity }) => ({
				name: readableName(name, externalId, `Quantity ${String(quantity)}`),
				value: String(id),
			}))
			.filter(({ name }) => name.toLowerCase().includes(wanted)),
	};
}
