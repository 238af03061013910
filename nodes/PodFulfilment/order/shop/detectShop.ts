// 'Shop → Detect': tells orders of Shopify and WooCommerce apart by fields that only one of the two has, and refuses
// any other order.

import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../input/guards';
import { refuseUndetected } from './reading';
import type { Shop } from './shopOrder';
import { findGraphqlOrder, hasLineItems, unwrapped } from './unwrapped';
import { listIn, textIn } from './values';

/** Whether an ID is one that Shopify alone gives. */
const isShopifyId = (id: unknown): boolean => /^gid:\/\/shopify\//.test(textIn(id) ?? '');

/** Other shop systems copy the names of the REST API's fields, but not its IDs. */
const isOfShopifyRest = (order: IDataObject): boolean =>
	[order, ...listIn(order.line_items)].some(
		(object) => isObject(object) && isShopifyId(object.admin_graphql_api_id),
	);

const isOfShopifyGraphql = (order: IDataObject): boolean =>
	'displayFinancialStatus' in order || isShopifyId(order.id);

const isOfWooCommerce = ({ billing, order_key: orderKey }: IDataObject): boolean =>
	isObject(billing) && ('address_1' in billing || textIn(orderKey) !== undefined);

/**
 * Tells which shop an order is of, by what only that shop's orders have.
 *
 * @throws UserError for an order of neither Shopify nor WooCommerce: guessing could produce what nobody ordered
 */
export function detectedShop(value: unknown): Exclude<Shop, 'other'> {
	const graphqlOrder = findGraphqlOrder(value);
	if (graphqlOrder && isOfShopifyGraphql(graphqlOrder)) return 'shopify';
	const order = unwrapped(value, hasLineItems);
	if (isObject(order) && hasLineItems(order)) {
		const [isShopify, isWooCommerce] = [isOfShopifyRest(order), isOfWooCommerce(order)];
		if (isShopify !== isWooCommerce) return isShopify ? 'shopify' : 'wooCommerce';
	}
	return refuseUndetected(order);
}
