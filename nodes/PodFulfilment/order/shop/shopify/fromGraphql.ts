// Converts an order of Shopify's GraphQL Admin API (lines, addresses, statuses, shipping lines) to the names of its
// REST API: one reader then reads both. Refuses an order without the fields that decide what is sent, or with only a
// part of its lines, and shows the query to ask for them. Also the nodes of a connection.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { isObject, numberIn, withoutUndefined, ownValue } from '../../../input/guards';
import { requireReadable } from '../decidingFields';
import { findGraphqlOrder } from '../unwrapped';
import { orderInProblems, orderNumberIn } from '../orderLabel';
import { listIn, objectIn, textIn } from '../values';

/** What the node needs of an order; docs/shop-orders.md shows it too. */
export const ORDER_QUERY = `query ($id: ID!) {
  order(id: $id) {
    id number name test email phone currencyCode sourceName cancelledAt closedAt
    displayFinancialStatus displayFulfillmentStatus paymentGatewayNames
    customer { email phone }
    note
    customAttributes { key value }
    localizedFields(first: 10) { nodes { key value } }
    shippingAddress { name firstName lastName company address1 address2 city zip provinceCode province countryCodeV2 phone }
    billingAddress { name firstName lastName company address1 address2 city zip provinceCode province countryCodeV2 phone }
    shippingLines(first: 10) { nodes { title code isRemoved deliveryCategory } }
    lineItems(first: 250) {
      pageInfo { hasNextPage }
      nodes {
        id sku name variantTitle quantity currentQuantity unfulfilledQuantity requiresShipping isGiftCard
        originalUnitPriceSet { shopMoney { amount } }
        customAttributes { key value }
        variant { id }
        product { id }
        fulfillmentService { handle }
      }
    }
  }
}`;

/** Fields of an order that decide what is sent. */
const DECIDING_FIELDS = [
	'lineItems',
	'test',
	'cancelledAt',
	'closedAt',
	'displayFinancialStatus',
	'displayFulfillmentStatus',
];

/** Fields of a line that decide what is sent of it. */
const DECIDING_LINE_FIELDS = ['currentQuantity', 'requiresShipping', 'variant'];

const refuseIncomplete = (orderLabel: string, what: string): never =>
	refuse(orderLabel, what, `Ask for the order with this query:\n${ORDER_QUERY}`);

/**
 * Refuses an object without a field on which depends what is sent. Null is an answer.
 *
 * @param orderLabel what problems call the order
 */
function requireFields(
	orderLabel: string,
	object: IDataObject,
	names: readonly string[],
	of: string,
): void {
	const missing = names.filter((name) => ownValue(object, name) === undefined);
	if (missing.length > 0) {
		refuseIncomplete(orderLabel, `lacks ${missing.map((name) => `"${name}"`).join(', ')}${of}`);
	}
}

/** The objects of a connection, by its `nodes` or `edges`, or of a plain list. */
export const nodesOf = (value: unknown): IDataObject[] => {
	const { nodes, edges } = objectIn(value);
	if (Array.isArray(value)) return value.filter(isObject);
	return Array.isArray(nodes)
		? nodes.filter(isObject)
		: listIn(edges).map((edge) => objectIn(objectIn(edge).node));
};

/** Like {@link nodesOf}, of a connection that has to be complete. */
function allNodesOf(orderLabel: string, value: unknown, name: string): IDataObject[] {
	if (isObject(value) && objectIn(value.pageInfo).hasNextPage !== false) {
		refuseIncomplete(
			orderLabel,
			objectIn(value.pageInfo).hasNextPage === true
				? `has more ${name} than were asked for`
				: `does not say whether it has more ${name}: "pageInfo { hasNextPage }" is missing`,
		);
	}
	return nodesOf(value);
}

/** The digits of an ID such as `gid://shopify/Order/5700000002001`. */
function digitsOf(id: unknown): string | undefined {
	const text = textIn(id) ?? '';
	return (/\/(\d+)\?/.exec(text) ?? /\/(\d+)$/.exec(text))?.[1] ?? textIn(id);
}

const addressOf = (value: unknown): IDataObject | null => {
	if (!isObject(value)) return null;
	return withoutUndefined({
		...value,
		first_name: value.firstName,
		last_name: value.lastName,
		province_code: value.provinceCode,
		country_code: value.countryCodeV2 ?? value.countryCode,
	}) as IDataObject;
};

const FULFILLMENT_STATUSES = new Map([
	['UNFULFILLED', null],
	['PARTIALLY_FULFILLED', 'partial'],
]);

const statusOf = (value: unknown): string | null => textIn(value)?.toLowerCase() ?? null;

function lineOf(line: IDataObject): IDataObject {
	const price = textIn(objectIn(objectIn(line.originalUnitPriceSet).shopMoney).amount);
	return withoutUndefined({
		id: digitsOf(line.id),
		sku: line.sku,
		variant: line.variant,
		variant_id: digitsOf(objectIn(line.variant).id),
		product_id: digitsOf(objectIn(line.product).id),
		fulfillment_service: objectIn(line.fulfillmentService).handle,
		name: line.name,
		title: line.title,
		variant_title: line.variantTitle,
		quantity: line.quantity,
		current_quantity: line.currentQuantity,
		fulfillable_quantity: line.unfulfilledQuantity,
		requires_shipping: line.requiresShipping,
		gift_card: line.isGiftCard,
		// REST writes all decimals of the currency, as a number gets them; GraphQL writes 199.0.
		price: numberIn(price ?? line.originalUnitPrice),
		properties: listIn(line.customAttributes)
			.filter(isObject)
			.map(({ key, value }) => ({ name: key, value })),
	}) as IDataObject;
}

const shippingLineOf = ({ title, code, isRemoved, deliveryCategory }: IDataObject): IDataObject =>
	withoutUndefined({
		title,
		code,
		is_removed: isRemoved,
		delivery_category: deliveryCategory,
	}) as IDataObject;

/** The order's shipping lines, which say whether it is picked up; `shippingLine` is the first of them. */
function shippingLinesOf(orderLabel: string, order: IDataObject): IDataObject[] {
	if (order.shippingLine === undefined) requireFields(orderLabel, order, ['shippingLines'], '');
	const { shippingLine } = order;
	requireReadable(
		[
			{ field: 'shippingLines', value: order.shippingLines, kind: 'connection' },
			{ field: 'shippingLine', value: shippingLine, kind: 'object' },
		],
		orderLabel,
	);
	const lines = [...nodesOf(order.shippingLines), shippingLine].filter(isObject);
	for (const line of lines)
		requireFields(orderLabel, line, ['deliveryCategory'], ' of its shipping lines');
	requireReadable(
		lines.map(({ deliveryCategory }) => ({
			field: 'deliveryCategory',
			value: deliveryCategory,
			kind: 'status',
			of: 'of a shipping line',
		})),
		orderLabel,
	);
	return lines;
}

/**
 * Converts an order of Shopify's GraphQL Admin API to the names of its REST API. Anything else is returned as it is.
 *
 * @throws UserError with the query to use, for an order of which a field was not asked for that decides what is sent
 */
export function inRestNames(value: unknown): unknown {
	const order = findGraphqlOrder(value);
	if (!order) return value;
	const orderLabel = orderInProblems(orderNumberIn(value));
	requireFields(orderLabel, order, DECIDING_FIELDS, '');
	requireReadable(
		[
			{ field: 'cancelledAt', value: order.cancelledAt, kind: 'happened' },
			{ field: 'closedAt', value: order.closedAt, kind: 'happened' },
			{ field: 'displayFinancialStatus', value: order.displayFinancialStatus, kind: 'status' },
			{ field: 'displayFulfillmentStatus', value: order.displayFulfillmentStatus, kind: 'status' },
			{ field: 'test', value: order.test, kind: 'flag' },
		],
		orderLabel,
	);
	const lines = allNodesOf(orderLabel, order.lineItems, 'lines');
	const status = textIn(order.displayFulfillmentStatus) ?? '';
	for (const line of lines) {
		requireFields(orderLabel, line, DECIDING_LINE_FIELDS, ' of its lines');
		if (isObject(line.variant))
			requireFields(orderLabel, line.variant, ['id'], ' of the variants of its lines');
		// Of an order that left in part, what is left is only known by this.
		if (status === 'PARTIALLY_FULFILLED') {
			requireFields(orderLabel, line, ['unfulfilledQuantity'], ' of its lines');
		}
	}
	const shippingLines = shippingLinesOf(orderLabel, order);
	return withoutUndefined({
		id: digitsOf(order.id),
		admin_graphql_api_id: order.id,
		order_number: order.number,
		name: order.name,
		test: order.test,
		email: order.email,
		phone: order.phone,
		currency: order.currencyCode,
		source_name: order.sourceName,
		customer: order.customer,
		note: order.note,
		note_attributes: nodesOf(order.customAttributes).map(({ key, value }) => ({
			name: key,
			value,
		})),
		localizedFields: order.localizedFields ?? order.localizationExtensions,
		metafields: nodesOf(order.metafields),
		cancelled_at: order.cancelledAt,
		closed_at: order.closedAt,
		financial_status: statusOf(order.displayFinancialStatus),
		payment_gateway_names: listIn(order.paymentGatewayNames),
		fulfillment_status: FULFILLMENT_STATUSES.has(status)
			? FULFILLMENT_STATUSES.get(status)
			: statusOf(status),
		shipping_address: addressOf(order.shippingAddress),
		billing_address: addressOf(order.billingAddress),
		shipping_lines: shippingLines.map(shippingLineOf),
		line_items: lines.map(lineOf),
	});
}
