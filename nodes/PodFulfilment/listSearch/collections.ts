// The fields 'Product', 'Mockup Task' and 'Order', and searching their lists. An exact external ID of an order is read at
// once.

import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeProperties,
} from 'n8n-workflow';

import { orderPath } from '../api/paths';
import { tryResource } from '../api/resource';
import { isObject, objectsOf, trimmed } from '../input/guards';
import { EXTERNAL_ID_PATTERN } from '../spec/service';
import { orderStatusLabel } from '../spec/statusOptions';
import { ServiceError } from '../transport/errors/serviceError';
import { locator } from './locator';
import {
	collectionSearch,
	countLabel,
	createListClient,
	readableName,
	type Search,
	type SearchEntry,
} from './searchCollection';

export const productLocator = locator({
	displayName: 'Product',
	name: 'productId',
	description: 'A product of the catalog',
	searchListMethod: 'searchProducts',
	exampleId: '0198c2f4-51aa-7e20-b1c9-6f3d8e7a4b05',
});

export const searchProducts = collectionSearch({
	path: '/api/catalog-products',
	subject: 'the catalog',
	toResult: ({ id, name, brand }) => ({
		name: readableName(name, brand) || String(id),
		value: String(id),
	}),
});

export const mockupTaskLocator = (description: string): INodeProperties =>
	locator({
		displayName: 'Mockup Task',
		name: 'mockupTaskId',
		description,
		searchListMethod: 'searchMockupTasks',
		exampleId: '0198c2f4-8e6c-7b90-9d27-4a1f3c5e8b06',
	});

/** What most tasks are is not said. */
const USUAL_STATUS = 'completed';

/**
 * Labels a task with its creation time, first image and number of images (spec section 2, MockupTask), and its status where it has
 * none yet, or never will.
 */
function mockupTaskLabel({ id, createdAt, catalogVariantMockups, status }: IDataObject): string {
	const images = objectsOf(catalogVariantMockups).flatMap(({ mockups }) => objectsOf(mockups));
	const label = readableName(
		// Without seconds and offset; not converted to another time zone.
		String(createdAt ?? '').replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}).*$/, '$1 $2'),
		images[0]?.displayName,
		images.length > 0 ? countLabel(images.length, 'image') : '',
	);
	return readableName(label || String(id), status === USUAL_STATUS ? '' : trimmed(status));
}

/** Searches the account's mockup tasks, newest first as the service lists them. */
export const searchMockupTasks = collectionSearch({
	path: '/api/mockup-tasks',
	subject: 'the list of mockup tasks',
	toResult: (task) => ({
		name: mockupTaskLabel(task),
		value: String(task.id),
		searchText: trimmed(task.status),
	}),
});

/**
 * Builds the parameter 'Order', with the additional mode 'External ID'.
 *
 * @param texts another label and description, e.g. for the original order of a reprint
 */
export const orderLocator = (
	texts = { displayName: 'Order', description: 'The order to work on' },
): INodeProperties =>
	locator({
		...texts,
		name: 'orderId',
		searchListMethod: 'searchOrders',
		exampleId: '0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88',
		modes: [
			{
				displayName: 'External ID',
				name: 'externalId',
				type: 'string',
				placeholder: 'e.g. shopify-1001-5700000002001',
				hint: 'Such as SHOP-1001 or shopify-1001-5700000002001. For a number of your shop, choose From List and search.',
			},
		],
	});

/** An order as an entry, e.g. 'A-1001 · Jane Roe · draft': its status as it is when the list is opened. */
const orderEntry = ({ id, externalId, recipient, status }: IDataObject): SearchEntry => ({
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
	const { name, value } = orderEntry(result.resource);
	return { name, value };
}

const searchOrderList = collectionSearch({
	path: '/api/orders',
	subject: 'the list of orders',
	toResult: orderEntry,
});

/** Searches the account's orders, newest first as the service lists them. */
export const searchOrders: Search = async function (filter = '', paginationToken) {
	const exactMatch =
		paginationToken === undefined ? await findByExternalId(this, filter.trim()) : undefined;
	return exactMatch
		? { results: [exactMatch] }
		: await searchOrderList.call(this, filter, paginationToken);
};
