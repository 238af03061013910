import {
	currentQuantity,
	financialStatus,
	fulfillmentStatus,
	remainingQuantity,
	type ShopifyFulfillment,
	type ShopifyLine,
	type ShopifyOrder,
} from '../model.ts';
import { gid } from '../rest-views.ts';
import { connection } from './connection.ts';
import { Field, type SchemaObject } from './execute.ts';

const FULFILLMENT_STATUS = { fulfilled: 'FULFILLED', partial: 'PARTIALLY_FULFILLED' };

const date = (atMs: number | null): string | null =>
	atMs === null ? null : `${new Date(atMs).toISOString().slice(0, 19)}Z`;

/** The list of these objects, in their order. */
const listed = (type: string, nodes: () => SchemaObject[]) =>
	connection(type, ({ reverse }) => {
		const entries = nodes().map((node, index) => ({ key: 0, id: index + 1, node }));
		return reverse === true ? entries.reverse() : entries;
	});

/** An order of the GraphQL Admin API. */
export function orderNode(order: ShopifyOrder): SchemaObject {
	const status = fulfillmentStatus(order);
	return {
		__typename: 'Order',
		id: gid('Order', order.id),
		legacyResourceId: String(order.id),
		name: `#${order.orderNumber}`,
		number: order.orderNumber,
		test: false,
		email: order.email,
		phone: null,
		note: order.note,
		tags: order.tags === '' ? [] : order.tags.split(',').map((tag) => tag.trim()),
		sourceName: 'web',
		currencyCode: 'EUR',
		createdAt: date(order.createdAtMs),
		processedAt: date(order.createdAtMs),
		updatedAt: date(order.updatedAtMs),
		cancelledAt: date(order.cancelledAtMs),
		closedAt: date(order.closedAtMs),
		displayFinancialStatus: financialStatus(order).toUpperCase(),
		displayFulfillmentStatus: status === null ? 'UNFULFILLED' : FULFILLMENT_STATUS[status],
		paymentGatewayNames: ['shopify_payments'],
		customer: { __typename: 'Customer', email: order.email, phone: null },
		customAttributes: [],
		localizedFields: listed('LocalizedField', () => []),
		shippingAddress: addressNode(order),
		billingAddress: addressNode(order),
		shippingLines: listed('ShippingLine', () => [
			{
				__typename: 'ShippingLine',
				title: 'Standard',
				code: 'Standard',
				isRemoved: false,
				deliveryCategory: null,
			},
		]),
		lineItems: listed('LineItem', () => order.lines.map((line) => lineNode(order, line))),
		fulfillments: new Field(['first'], ({ first }) =>
			order.fulfillments
				.map(fulfillmentNode)
				.slice(0, typeof first === 'number' ? first : undefined),
		),
		fulfillmentOrders: listed('FulfillmentOrder', () => [fulfillmentOrderNode(order)]),
	};
}

const addressNode = ({ shippingAddress: address }: ShopifyOrder): SchemaObject => ({
	__typename: 'MailingAddress',
	name: address.name,
	firstName: address.first_name,
	lastName: address.last_name,
	company: address.company,
	address1: address.address1,
	address2: address.address2,
	city: address.city,
	zip: address.zip,
	province: address.province,
	provinceCode: address.province_code,
	country: address.country,
	countryCodeV2: address.country_code,
	phone: address.phone,
});

const lineNode = (order: ShopifyOrder, line: ShopifyLine): SchemaObject => ({
	__typename: 'LineItem',
	id: gid('LineItem', line.id),
	sku: line.sku,
	name: line.name,
	title: line.name,
	quantity: line.quantity,
	currentQuantity: currentQuantity(line),
	unfulfilledQuantity: remainingQuantity(order, line),
	requiresShipping: true,
	isGiftCard: false,
	originalUnitPriceSet: {
		__typename: 'MoneyBag',
		shopMoney: { __typename: 'MoneyV2', amount: line.price, currencyCode: 'EUR' },
	},
	customAttributes: line.properties.map(({ name, value }) => ({
		__typename: 'Attribute',
		key: name,
		value,
	})),
	variant: { __typename: 'ProductVariant', id: gid('ProductVariant', line.variantId) },
	fulfillmentService: { __typename: 'FulfillmentService', handle: 'manual' },
});

export const fulfillmentNode = (fulfillment: ShopifyFulfillment): SchemaObject => ({
	__typename: 'Fulfillment',
	id: gid('Fulfillment', fulfillment.id),
	legacyResourceId: String(fulfillment.id),
	status: 'SUCCESS',
	createdAt: date(fulfillment.createdAtMs),
	updatedAt: date(fulfillment.updatedAtMs),
	trackingInfo: new Field(['first'], ({ first }) =>
		fulfillment.tracking.numbers
			.map((number, index) => ({
				__typename: 'FulfillmentTrackingInfo',
				number,
				url: fulfillment.tracking.urls[index] ?? null,
				company: fulfillment.tracking.company,
			}))
			.slice(0, typeof first === 'number' ? first : undefined),
	),
});

function fulfillmentOrderNode(order: ShopifyOrder): SchemaObject {
	const { id, lines } = order.fulfillmentOrder;
	const lineNodes = lines.flatMap((entry): SchemaObject[] => {
		const line = order.lines.find((candidate) => candidate.id === entry.lineId);
		if (!line) return [];
		return [
			{
				__typename: 'FulfillmentOrderLineItem',
				id: gid('FulfillmentOrderLineItem', entry.id),
				totalQuantity: currentQuantity(line),
				remainingQuantity: remainingQuantity(order, line),
				lineItem: lineNode(order, line),
			},
		];
	});
	return {
		__typename: 'FulfillmentOrder',
		id: gid('FulfillmentOrder', id),
		status: fulfillmentOrderStatus(order),
		supportedActions:
			remainingOf(order) > 0
				? [{ __typename: 'FulfillmentOrderSupportedAction', action: 'CREATE_FULFILLMENT' }]
				: [],
		lineItems: listed('FulfillmentOrderLineItem', () => lineNodes),
	};
}

const remainingOf = (order: ShopifyOrder): number =>
	order.lines.reduce((sum, line) => sum + remainingQuantity(order, line), 0);

export function fulfillmentOrderStatus(order: ShopifyOrder): string {
	if (remainingOf(order) === 0) return order.fulfillments.length > 0 ? 'CLOSED' : 'CANCELLED';
	return order.fulfillments.length > 0 ? 'IN_PROGRESS' : 'OPEN';
}
