// Unwraps a shop's order from the objects that contain it, such as `body` or `order`, also one of Shopify's GraphQL Admin
// API. Also whether an object has `line_items`, by which two shops and a legacy API call their lines.

import type { IDataObject } from 'n8n-workflow';

import { isObject, ownValue } from '../../input/guards';
import { objectIn, textIn } from './values';

/** Whether an object looks like an order of Shopify or WooCommerce: both call its lines the same. */
export const hasLineItems = (object: IDataObject): boolean => Array.isArray(object.line_items);

/** Whether data is an order of WooCommerce's API before wp-json, which names its addresses like Shopify. */
export const isOfLegacyApi = (order: IDataObject): boolean =>
	hasLineItems(order) && 'address_1' in objectIn(order.billing_address);

/** Fields that may contain the order: in the output of n8n's Webhook node, in events and in responses of the shops' APIs. */
const WRAPPERS = ['body', 'order', 'draft_order', 'content'];

/** Likewise in answers of GraphQL. */
const GRAPHQL_WRAPPERS = ['body', 'data', 'order', 'node'];

/** So many of them contain each other at most: `body.data.order`. */
const MAX_WRAPPERS = 3;

/** Unwraps an order from the objects that contain it. */
export function unwrapped(
	value: unknown,
	isOrder: (object: IDataObject) => boolean,
	wrappers = WRAPPERS,
): unknown {
	let inner = value;
	for (let depth = 0; depth < MAX_WRAPPERS; depth += 1) {
		if (!isObject(inner) || isOrder(inner)) return inner;
		const wrapper: IDataObject = inner;
		const next = wrappers.map((name) => ownValue(wrapper, name)).find(isObject);
		if (next === undefined) return inner;
		inner = next;
	}
	return inner;
}

/** The object that passes a test, bare or in what contains it, such as the `body` of n8n's Webhook node. */
export function contained(
	value: unknown,
	test: (object: IDataObject) => boolean,
	wrappers = WRAPPERS,
): IDataObject | undefined {
	const inner = unwrapped(value, test, wrappers);
	return isObject(inner) && test(inner) ? inner : undefined;
}

const isGraphqlOrder = (object: IDataObject): boolean =>
	isObject(object.lineItems) ||
	'displayFinancialStatus' in object ||
	/^gid:\/\/shopify\/(Draft)?Order\//.test(textIn(object.id) ?? '');

/** Finds an order of Shopify's GraphQL Admin API, bare or in the objects that contain it. */
export const findGraphqlOrder = (value: unknown): IDataObject | undefined =>
	contained(value, isGraphqlOrder, GRAPHQL_WRAPPERS);
