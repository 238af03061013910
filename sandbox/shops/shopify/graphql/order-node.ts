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
import { connection, type PageArguments } from './connection.ts';

const FULFILLMENT_STATUS = { fulfilled: 'FULFILLED', partial: 'PARTIALLY_FULFILLED' };

const date = (atMs: number | null): string | null =>
	atMs === null ? null : `${new Date(atMs).toISOString().slice(0, 19)}Z`;

/** The list of these objects, in their order. */
const listed = (nodes: () => object[]) =>
	connection(({ reverse }) => {
		const entries = nodes().map((node, index) => ({ key: 0, id: index + 1, node }));
		return reverse === true ? entries.reverse() : entries;
	});

/** An order of the GraphQL Admin API. */
export function orderNode(order: ShopifyOrder) {
	const status = fulfillmentStatus(order);
	return {
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
		customer: { email: order.email, phone: null },
		customAttributes: [],
		localizedFields: listed(() => []),
		shippingAddress: addressNode(order),
		billingAddress: addressNode(order),
		shippingLines: listed(() => [
			{
				title: 'Standard',
				code: 'Standard',
				isRemoved: false,
				deliveryCategory: null,
			},
		]),
		lineItems: listed(() => order.lines.map((line) => lineNode(order, line))),
		fulfillments: ({ first }: PageArguments) =>
			order.fulfillments.map(fulfillmentNode).slice(0, first ?? undefined),
		fulfillmentOrders: listed(() => [fulfillmentOrderNode(order)]),
	};
}

const addressNode = ({ shippingAddress: address }: ShopifyOrder) => ({
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

const lineNode = (order: ShopifyOrder, line: ShopifyLine) => ({
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
		shopMoney: { amount: line.price, currencyCode: 'EUR' },
	},
	customAttributes: line.properties.map(({ name, value }) => ({
		key: name,
		value,
	})),
	variant: { id: gid('ProductVariant', line.variantId) },
	fulfillmentService: { handle: 'manual' },
});

export const fulfillmentNode = (fulfillment: ShopifyFulfillment) => ({
	id: gid('Fulfillment', fulfillment.id),
	legacyResourceId: String(fulfillment.id),
	status: 'SUCCESS',
	createdAt: date(fulfillment.createdAtMs),
	updatedAt: date(fulfillment.updatedAtMs),
	trackingInfo: ({ first }: PageArguments) =>
		fulfillment.tracking.numbers
			.map((number, index) => ({
				number,
				url: fulfillment.tracking.urls[index] ?? null,
				company: fulfillment.tracking.company,
			}))
			.slice(0, first ?? undefined),
});

function fulfillmentOrderNode(order: ShopifyOrder) {
	const { id, lines } = order.fulfillmentOrder;
	const lineNodes = lines.flatMap((entry): object[] => {
		const line = order.lines.find((candidate) => candidate.id === entry.lineId);
		if (!line) return [];
		return [
			{
				id: gid('FulfillmentOrderLineItem', entry.id),
				totalQuantity: currentQuantity(line),
				remainingQuantity: remainingQuantity(order, line),
				lineItem: lineNode(order, line),
			},
		];
	});
	return {
		id: gid('FulfillmentOrder', id),
		status: fulfillmentOrderStatus(order),
		supportedActions: remainingOf(order) > 0 ? [{ action: 'CREATE_FULFILLMENT' }] : [],
		lineItems: listed(() => lineNodes),
	};
}

const remainingOf = (order: ShopifyOrder): number =>
	order.lines.reduce((sum, line) => sum + remainingQuantity(order, line), 0);

export function fulfillmentOrderStatus(order: ShopifyOrder): string {
	if (remainingOf(order) === 0) return order.fulfillments.length > 0 ? 'CLOSED' : 'CANCELLED';
	return order.fulfillments.length > 0 ? 'IN_PROGRESS' : 'OPEN';
}
