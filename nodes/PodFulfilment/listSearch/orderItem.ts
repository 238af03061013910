// The field 'Order Item', and searching the items of the chosen order for its list, with the names of their variants.

import type { IDataObject } from 'n8n-workflow';

import { tryVariant } from '../api/catalog/variantLookup';
import { itemLine } from '../api/itemLine';
import { withLocatedOrder } from '../api/locatedOrder';
import { requestResource } from '../api/resource';
import { objectsOf, trimmed } from '../input/guards';
import type { ApiClient } from '../transport/client';
import { ServiceError } from '../transport/errors/serviceError';
import { locator, requireSelection } from './locator';
import {
	createListClient,
	matchesFilter,
	readableName,
	type Search,
	type SearchEntry,
} from './searchCollection';

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
function entriesOf(
	items: readonly IDataObject[],
	variants: Awaited<ReturnType<typeof variantsOf>>,
): SearchEntry[] {
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
	const locator = requireSelection(this, 'orderId', 'order');
	const client = await createListClient(this);
	const { resource: order } = await withLocatedOrder(
		client,
		locator,
		async ({ path, subject }) => await requestResource(client, { method: 'GET', path, subject }),
	);
	const items = objectsOf(order.orderItems);
	return {
		results: entriesOf(items, await variantsOf(client, items))
			.filter((entry) => matchesFilter(entry, filter))
			.map(({ name, value }) => ({ name, value })),
	};
};
