// Tells orders of the shops apart (Shop → Detect), and refuses data that is no order of the shop (a list, WooCommerce's
// legacy API) by what it is.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../input/checks';
import { isObject } from '../../input/guards';
import { quote } from '../../input/wording';
import { SHOP_ORDER } from './orderLabel';
import type { Shop } from './shopOrder';
import { refuseNoOrder, SOURCES, sourcesKnowing } from './sources/index';
import { contained, findGraphqlOrder, hasLineItems, unwrapped } from './unwrapped';
import { listIn, objectIn, textIn } from './values';

/** Field names that a message lists. */
const MAX_NAMED_FIELDS = 10;
const MAX_FIELDS_TO_ENTER = 40;

/** Lists are looked for so deep: `data.order.lines`. */
const MAX_LIST_DEPTH = 3;

/** The paths of the lists of objects in an object. */
function* listPathsIn(object: IDataObject, depth = MAX_LIST_DEPTH): Generator<string> {
	for (const [name, value] of Object.entries(object)) {
		if (Array.isArray(value)) {
			if ((value as unknown[]).some(isObject)) yield name;
		} else if (isObject(value) && depth > 1) {
			for (const path of listPathsIn(value, depth - 1)) yield `${name}.${path}`;
		}
	}
}

/** The first fields of an object, lists of objects before others: a message has no room for all, and lines are such a list. */
function fieldNamesIn(object: IDataObject, count: number): string[] {
	const names = new Set<string>();
	for (const found of [listPathsIn(object), Object.keys(object)]) {
		for (const name of found) {
			if (names.size === count) break;
			names.add(name);
		}
	}
	return [...names];
}

/** What a message says of the fields that may be meant. */
export const fieldsOf = (object: IDataObject): string =>
	`Its fields are ${fieldNamesIn(object, MAX_FIELDS_TO_ENTER).map(quote).join(', ')}`;

/** Whether data is an order of WooCommerce's API before wp-json, which names its addresses like Shopify. */
export const isOfLegacyApi = (order: IDataObject): boolean =>
	hasLineItems(order) && 'address_1' in objectIn(order.billing_address);

/** What messages call a shop that is not known by name. */
export const ANOTHER_SHOP = 'your shop';

const BY_NAME = ['Shopify', 'WooCommerce', ...SOURCES.map(({ called }) => called)];

/** What messages call the shops that Detect tells apart. */
const KNOWN_SHOPS = `${BY_NAME.slice(0, -1).join(', ')} or ${String(BY_NAME.at(-1))}`;

/** The shop that an order is of, by the names of its fields. */
function shopOf(order: IDataObject): string | undefined {
	const [source] = sourcesKnowing(order);
	if (source) return source.called;
	if (findGraphqlOrder(order)) return 'Shopify';
	if (!hasLineItems(order)) return undefined;
	return isObject(order.billing) ? 'WooCommerce' : 'Shopify';
}

/** Refuses data that is recognized as something else, and says what it is. */
function refuseRecognized(value: IDataObject, shopName: string): void {
	const { orders } = value;
	if (Array.isArray(orders)) {
		refuse(
			SHOP_ORDER,
			`is a list of ${orders.length} orders, but must be one order`,
			'Split the list with the Split Out node, by the field orders, and pass each order.',
		);
	}
	if (isOfLegacyApi(value)) {
		refuse(
			SHOP_ORDER,
			"is an order of WooCommerce's legacy API",
			'Read it from the REST API at /wp-json/wc/v3, which n8n does too.',
		);
	}
	const actual = shopOf(value);
	if (actual && ![ANOTHER_SHOP, KNOWN_SHOPS, actual].includes(shopName)) {
		refuse(
			SHOP_ORDER,
			`is an order of ${actual}: set Shop to ${actual}`,
			`The field Shop is ${shopName}.`,
		);
	}
}

function nodeOf(shopName: string): string {
	if (SOURCES.some(({ called }) => called === shopName)) return 'the node that gets it';
	return BY_NAME.includes(shopName) ? `the ${shopName} trigger` : 'the trigger of your shop';
}

function shown(value: unknown): string {
	if (!isObject(value)) return `is ${quote(value)}`;
	const names = fieldNamesIn(value, MAX_NAMED_FIELDS);
	return names.length === 0
		? 'is an empty object'
		: `is an object with the fields ${names.map(quote).join(', ')}`;
}

/**
 * Refuses data that is not an order of the shop. Names its fields, and nothing that a customer entered.
 *
 * @param whatElse what to do if it is one all the same
 */
export function refuseOrder(
	value: unknown,
	shopName: string,
	whatElse = 'and check the field Shop.',
): never {
	if (isObject(value)) refuseRecognized(value, shopName);
	return refuse(
		SHOP_ORDER,
		Array.isArray(value)
			? `is a list of ${value.length}, but must be one order`
			: `${shown(value)}, but must be an order as ${shopName} sends it`,
		`Pass the whole order, for example {{ $json }} right after ${nodeOf(shopName)}, ${whatElse}`,
	);
}

/** Whether an ID is one that Shopify alone gives. */
const isShopifyId = (id: unknown): boolean => /^gid:\/\/shopify\//.test(textIn(id) ?? '');

/** Other shop systems copy the names of the REST API's fields, but not its IDs. */
const isOfShopifyRest = (order: IDataObject): boolean =>
	[order, ...listIn(order.line_items)].some(
		(object) => isObject(object) && isShopifyId(object.admin_graphql_api_id),
	);

const isOfWooCommerce = ({ billing, order_key: orderKey }: IDataObject): boolean =>
	isObject(billing) && ('address_1' in billing || textIn(orderKey) !== undefined);

/** The shops that a value is an order of, by what only that shop's orders have. */
function shopsKnowing(value: unknown): Shop[] {
	const known = sourcesKnowing(value).map(({ shop }) => shop);
	const graphqlOrder = findGraphqlOrder(value);
	if (graphqlOrder && ('displayFinancialStatus' in graphqlOrder || isShopifyId(graphqlOrder.id))) {
		return ['shopify', ...known];
	}
	const order = contained(value, hasLineItems);
	if (!order) return known;
	// Both call their lines the same.
	const [isShopify, isWooCommerce] = [isOfShopifyRest(order), isOfWooCommerce(order)];
	return isShopify === isWooCommerce ? known : [isShopify ? 'shopify' : 'wooCommerce', ...known];
}

/**
 * Tells which shop an order is of: Shop → Detect.
 *
 * @throws UserError for an order that none of the shops knows, or more than one: guessing could produce what nobody ordered
 */
export function detectedShop(value: unknown): Shop {
	const [detected, ...others] = shopsKnowing(value);
	if (detected !== undefined && others.length === 0) return detected;
	if (detected === undefined) refuseNoOrder(value);
	return refuseOrder(
		unwrapped(value, hasLineItems),
		KNOWN_SHOPS,
		"or choose the shop yourself. For an order of another shop, set Shop to 'Other', and enter where its fields are.",
	);
}
