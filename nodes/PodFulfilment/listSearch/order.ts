import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { EXTERNAL_ID_PATTERN } from '../spec/service';
import { orderPath } from '../api/paths';
import { ServiceError } from '../transport/serviceError';
import { isObject } from '../input/guards';
import { createListClient, readableName, searchCollection } from './searchCollection';
import { locator } from './locator';
import { tryResource } from '../api/resource';

/**
 * The order that an operation works on.
 *
 * @param texts display name and description where the order has a special part, as the source of a reprint
 */
export function orderLocator(
	texts: { displayName: string; description: string } = {
		displayName: 'Order',
		description: 'The order to work on',
	},
): INodeProperties {
	const property = locator({
		...texts,
		name: 'orderId',
		searchListMethod: 'searchOrders',
		exampleId: '0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88',
	});
	return {
		...property,
		modes: [
			...(property.modes ?? []),
			{
				displayName: 'By External ID',
				name: 'externalId',
				type: 'string',
				placeholder: 'e.g. SHOP-1001',
				hint: 'The order number of your own shop, without an @ sign',
			},
		],
	};
}

/** Statuses as a person reads them, where the service's own word is none (spec section 3). */
const STATUS_WORDS: Record<string, string> = { inprocess: 'in process', onhold: 'on hold' };

const toResult = ({ id, externalId, recipient, status }: IDataObject): INodeListSearchItems => ({
	name:
		readableName(
			externalId,
			isObject(recipient) ? recipient.name : '',
			STATUS_WORDS[String(status)] ?? status,
		) || String(id),
	value: String(id),
});

/** The order that has exactly the external ID that was typed; found at once, however far back in the list it is. */
async function orderCalled(
	caller: ILoadOptionsFunctions,
	externalId: string,
): Promise<INodeListSearchItems | undefined> {
	if (!EXTERNAL_ID_PATTERN.test(externalId)) return undefined;
	const client = await createListClient(caller);
	const order = orderPath({ __rl: true, mode: 'externalId', value: externalId });
	const outcome = await tryResource(client, { method: 'GET', ...order });
	// Whatever stands against reading it, the list itself says it better.
	return outcome instanceof ServiceError ? undefined : toResult(outcome.resource);
}

/** The account's orders for the 'From List' mode, newest first as the service lists them. */
export async function searchOrders(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	if (paginationToken === undefined) {
		const exact = await orderCalled(this, filter.trim());
		if (exact) return { results: [exact] };
	}
	return await searchCollection(this, {
		path: '/api/orders',
		about: 'the list of orders',
		filter,
		paginationToken,
		toResult,
	});
}
