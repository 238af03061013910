// The fields 'Product', 'Mockup Task', 'Order' and 'Order Item', and searching their lists. An exact external ID of an order is
// read at once; the items of an order have the names of their variants.

import {
	UserError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeProperties,
} from 'n8n-workflow';

import { tryVariant } from '../api/catalog/variantLookup';
import { withLocatedOrder } from '../api/locatedOrder';
import { CATALOG, MOCKUP_TASK_LIST, ORDER_LIST, orderPath } from '../api/paths';
import { requestResource, tryResource } from '../api/resource';
import { itemLine } from '../api/simplify';
import { isObject, objectsOf } from '../input/objects';
import { trimmed } from '../input/text';
import { EXTERNAL_ID_PATTERN } from '../spec/service';
import { orderStatusLabel } from '../spec/statuses';
import type { ApiClient } from '../transport/client';
import { ServiceError } from '../transport/errors/serviceError';
import { locator, selectionOf } from './locator';
import {
	collectionSearch,
	type Collection,
	countLabel,
	createListClient,
	matchesFilter,
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
	...CATALOG,
	toResult: ({ id, name, brand }) => ({
		name: readableName(name, brand) || String(id),
		value: String(id),
	}),
});

export const mockupTaskLocator = (
	description: string,
	searchListMethod = 'searchMockupTasks',
): INodeProperties =>
	locator({
		displayName: 'Mockup Task',
		name: 'mockupTaskId',
		description,
		searchListMethod,
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

const MOCKUP_TASKS: Collection = {
	...MOCKUP_TASK_LIST,
	toResult: (task) => ({
		name: mockupTaskLabel(task),
		value: String(task.id),
		searchText: trimmed(task.status),
	}),
};

/** Searches the account's mockup tasks, newest first as the service lists them. */
export const searchMockupTasks = collectionSearch(MOCKUP_TASKS);

/** Statuses of a task that has no images yet, or never will (spec section 3). */
const WITHOUT_IMAGES = ['pending', 'failed'];

/** The same, only those that may have images. */
export const searchFinishedMockupTasks = collectionSearch({
	...MOCKUP_TASKS,
	isOffered: ({ status }) => !WITHOUT_IMAGES.includes(trimmed(status)),
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
	const result = await tryResource(client, order);
	// Most filters are no external ID, so an error is expected. If the service cannot be reached, the search fails as
	// well.
	if (result instanceof ServiceError) return undefined;
	const { name, value } = orderEntry(result.resource);
	return { name, value };
}

const searchOrderList = collectionSearch({
	...ORDER_LIST,
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

// No `loadOptionsDependsOn` for the order: the editor would clear this field, even an expression, whenever the value
// of the order's expression changes. The list reloads without it, too.
export const orderItemLocator = locator({
	displayName: 'Order Item',
	name: 'orderItemId',
	description: 'The item of the order to work on',
	searchListMethod: 'searchOrderItems',
	exampleId: '0198c2f4-7a02-7d51-8c4b-93f1e6a0b7d2',
});

/** Variants that are read for the labels of one list. Of an order with more of them, the other items show their names. */
const MAX_VARIANTS = 20;

/** Name and SKU of the items' variants, by ID; without those that the catalog does not have or cannot show. */
async function variantsOf(client: ApiClient, items: readonly IDataObject[]) {
	const ids = [...new Set(items.map(({ variantId }) => trimmed(variantId)))].filter(Boolean);
	const found = await Promise.all(
		ids.slice(0, MAX_VARIANTS).map(async (id) => {
			const variant = await tryVariant(client, id).catch((error: unknown) => {
				// A label is no reason to show no list.
				if (error instanceof ServiceError) return undefined;
				throw error;
			});
			return variant && { id, name: variant.itemName, sku: variant.sku };
		}),
	);
	return new Map(found.flatMap((variant) => (variant ? [[variant.id, variant] as const] : [])));
}

/** Labels the items as lines of text, with the external ID where two would read the same. */
async function itemEntries(client: ApiClient, items: IDataObject[]): Promise<SearchEntry[]> {
	const variants = await variantsOf(client, items);
	const lines = items.map((item) => itemLine(item, variants.get(trimmed(item.variantId))));
	return items.map(({ id, externalId }, index) => {
		const line = lines[index] ?? '';
		const isAlone = lines.indexOf(line) === lines.lastIndexOf(line);
		return {
			name: isAlone ? line : readableName(line, externalId),
			value: String(id),
			searchText: trimmed(externalId),
		};
	});
}

/** Searches the items of the selected order. They come with the order, so there is only one page. */
export const searchOrderItems: Search = async function (filter = '') {
	const locator = selectionOf(this, 'orderId');
	if (locator === undefined) {
		throw new UserError('Choose the order first', {
			description:
				'This list shows what belongs to the order. If the order comes from an expression, enter the ID here instead of choosing from the list.',
		});
	}
	const client = await createListClient(this);
	const { resource: order } = await withLocatedOrder(
		client,
		locator,
		async (reference) => await requestResource(client, reference),
	);
	return {
		results: (await itemEntries(client, objectsOf(order.orderItems)))
			.filter((entry) => matchesFilter(entry, filter))
			.map(({ name, value }) => ({ name, value })),
	};
};
