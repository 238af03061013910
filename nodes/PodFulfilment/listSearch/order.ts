// The field 'Order' with its mode 'External ID', and searching orders for its list; an exact external ID is read at
// once.

import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { orderPath } from '../api/paths';
import { tryResource } from '../api/resource';
import { isObject, trimmed } from '../input/guards';
import { EXTERNAL_ID_PATTERN } from '../spec/service';
import { orderStatusLabel } from '../spec/statusOptions';
import { ServiceError } from '../transport/errors/serviceError';
import { locator } from './locator';
import {
	createListClient,
	readableName,
	searchCollection,
	type SearchEntry,
} from './searchCollection';

/**
 * Builds the parameter 'Order', with the additional mode 'External ID'.
 *
 * @param texts another label and description, e.g. for the original order of a reprint
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
				displayName: 'External ID',
				name: 'externalId',
				type: 'string',
				placeholder: 'e.g. shopify-1001-5700000002001',
				hint: 'Such as SHOP-1001 or shopify-1001-5700000002001. For a number of your shop, choose From List and search.',
			},
		],
	};
}

/** An order as an entry, e.g. 'A-1001 · Jane Roe · draft': its status as it is when the list is opened. */
const toResult = ({ id, externalId, recipient, status }: IDataObject): SearchEntry => ({
	name: readableName(
		readableName(externalId, isObject(recipient) ? recipient.name : '') || String(id),
		(orderStatusLabel(status) ?? trimmed(status)).toLowerCase(),
	),
	value: String(id),
});

/** Reads the order with exactly this external ID, wherever it is in the list. */
async function findByExternalId(
	caller: ILoadOptionsFunctions,
	externalId: string,
): Promise<INodeListSearchItems | undefined> {
	if (!EXTERNAL_ID_PATTERN.test(externalId)) return undefined;
	const client = await createListClient(caller);
	const order = orderPath({ __rl: true, mode: 'externalId', value: externalId });
	const result = await tryResource(client, { method: 'GET', ...order });
	// Most filters are no external ID, so an error is expected. If the service cannot be reached, the search fails as
	// well.
	if (result instanceof ServiceError) return undefined;
	const { name, value } = toResult(result.resource);
	return { name, value };
}

/** Searches the account's orders, newest first as the service lists them. */
export async function searchOrders(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	if (paginationToken === undefined) {
		const exactMatch = await findByExternalId(this, filter.trim());
		if (exactMatch) return { results: [exactMatch] };
	}
	return await searchCollection(this, {
		path: '/api/orders',
		subject: 'the list of orders',
		filter,
		paginationToken,
		toResult,
	});
}
