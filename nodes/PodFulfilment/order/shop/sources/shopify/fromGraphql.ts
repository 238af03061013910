// Converts an order of Shopify's GraphQL Admin API (lines, addresses, statuses, shipping lines) to the names of its
// REST API: one reader then reads both. Refuses an order without the fields that decide what is sent, or with only a
// part of its lines, and shows the query to ask for them. Also the nodes of a connection.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../../input/checks';
import { numberIn } from '../../../../input/number';
import { isObject, ownValue } from '../../../../input/objects';
import { contained, firstText, isListOfObjects, objectIn, objectsIn, textIn } from '../../values';
import { orderInProblems } from '../../orderLabel';

/** What the node needs of an order; docs/shop-orders.md shows it too. */
export const ORDER_QUERY = `query ($id: ID!) {
  order(id: $id) {
    id number name test email phone currencyCode sourceName createdAt cancelledAt closedAt
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

/** What may contain an order in answers of GraphQL. */
const WRAPPERS = ['body', 'data', 'order', 'node'];

const isGraphqlOrder = (object: IDataObject): boolean =>
	isObject(object.lineItems) ||
	'displayFinancialStatus' in object ||
	/^gid:\/\/shopify\/(Draft)?Order\//.test(textIn(object.id) ?? '');

/** Finds an order of Shopify's GraphQL Admin API, bare or in the objects that contain it. */
export const findGraphqlOrder = (value: unknown): IDataObject | undefined =>
	contained(value, isGraphqlOrder, WRAPPERS);

/** Fields that decide whether an order is due. */
const DECIDING_FIELDS =
	'cancelledAt displayFinancialStatus displayFulfillmentStatus closedAt test shippingLines lineItems'.split(
		' ',
	);

/** Fields of a line that decide what is sent of it. */
const DECIDING_LINE_FIELDS = ['currentQuantity', 'requiresShipping', 'variant'];

const refuseIncomplete = (orderLabel: string, what: string): never =>
	refuse(orderLabel, what, `Ask for the order with this query:\n${ORDER_QUERY}`);

/** Refuses an object without a field on which depends what is sent. Null is an answer. */
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

/** Whether a value is a connection whose entries are objects. */
const hasNodes = (value: unknown): boolean =>
	isObject(value) && [value.nodes, value.edges].some(isListOfObjects);

/** The objects of a connection, by its `nodes` or `edges`, or of a plain list. */
export const nodesOf = (value: unknown): IDataObject[] => {
	const { nodes, edges } = objectIn(value);
	if (Array.isArray(value)) return value.filter(isObject);
	return Array.isArray(nodes)
		? nodes.filter(isObject)
		: objectsIn(edges).map(({ node }) => objectIn(node));
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
export function digitsOf(id: unknown): string | undefined {
	const text = textIn(id) ?? '';
	return (/\/(\d+)\?/.exec(text) ?? /\/(\d+)$/.exec(text))?.[1] ?? textIn(id);
}

/** Fields that REST calls otherwise than by the same words. */
const RENAMED: Readonly<Record<string, string>> = {
	countryCodeV2: 'country_code',
	currencyCode: 'currency',
	displayFinancialStatus: 'financial_status',
	displayFulfillmentStatus: 'fulfillment_status',
	isGiftCard: 'gift_card',
	number: 'order_number',
};

/** Longer names are none of Shopify's. */
const MAX_NAME_LENGTH = 100;

const restName = (name: string): string =>
	name.length > MAX_NAME_LENGTH
		? name
		: (ownValue(RENAMED, name) ??
			name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** An object in the names of REST; what is none is refused where it is read. */
const renamed = (value: unknown): unknown =>
	isObject(value)
		? Object.fromEntries(Object.entries(value).map(([name, entry]) => [restName(name), entry]))
		: value;

function lineOf(line: IDataObject): IDataObject {
	const { variant, product, fulfillmentService: service, originalUnitPriceSet: price } = line;
	const amount = textIn(objectIn(objectIn(price).shopMoney).amount);
	return {
		...objectIn(renamed(line)),
		id: digitsOf(line.id),
		variant_id: digitsOf(objectIn(variant).id),
		product_id: digitsOf(objectIn(product).id),
		fulfillment_service: isObject(service) ? service.handle : service,
		fulfillable_quantity: line.unfulfilledQuantity,
		// Deprecated: the quantities say it.
		fulfillment_status: undefined,
		// REST writes all decimals of the currency, as a number gets them; GraphQL writes 199.0.
		price: numberIn(amount ?? line.originalUnitPrice),
		properties: line.customAttributes,
	};
}

/** Refuses a line of which a field was not asked for. */
function requireLine(orderLabel: string, line: IDataObject, isSentInPart: boolean): void {
	requireFields(orderLabel, line, DECIDING_LINE_FIELDS, ' of its lines');
	if (isObject(line.variant)) {
		requireFields(orderLabel, line.variant, ['id'], ' of the variants of its lines');
	}
	// Of an order that left in part, what is left is only known by this.
	if (isSentInPart) requireFields(orderLabel, line, ['unfulfilledQuantity'], ' of its lines');
}

/**
 * Converts an order of Shopify's GraphQL Admin API to the names of its REST API. Anything else is returned as it is.
 *
 * @throws UserError with the query to use, for an order of which a field was not asked for that decides what is sent
 */
export function inRestNames(value: unknown): unknown {
	const order = findGraphqlOrder(value);
	if (!order) return value;
	const orderLabel = orderInProblems(firstText(order.name, order.number, order.id));
	requireFields(orderLabel, order, DECIDING_FIELDS, '');
	const lines = allNodesOf(orderLabel, order.lineItems, 'lines');
	const isSentInPart = order.displayFulfillmentStatus === 'PARTIALLY_FULFILLED';
	for (const line of lines) requireLine(orderLabel, line, isSentInPart);
	// What is no connection is refused where it is read.
	const { shippingLines } = order;
	const areLines = hasNodes(shippingLines) || isListOfObjects(shippingLines);
	for (const line of areLines ? nodesOf(shippingLines) : []) {
		requireFields(orderLabel, line, ['deliveryCategory'], ' of its shipping lines');
	}
	return {
		...objectIn(renamed(order)),
		id: digitsOf(order.id),
		admin_graphql_api_id: order.id,
		note_attributes: nodesOf(order.customAttributes),
		// Of another shape than in REST: the quantities of the lines say what is left.
		refunds: undefined,
		fulfillments: undefined,
		shipping_address: renamed(order.shippingAddress),
		billing_address: renamed(order.billingAddress),
		shipping_lines: areLines ? nodesOf(shippingLines).map(renamed) : shippingLines,
		line_items: lines.map(lineOf),
	};
}
