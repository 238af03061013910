/** Orders in the shape of Shopify's GraphQL Admin API, by the field names of its documentation (Order, LineItem). */
import type { IDataObject } from 'n8n-workflow';

const list = (value: unknown): IDataObject[] =>
	Array.isArray(value) ? (value as IDataObject[]) : [];

const addressOf = (value: unknown): IDataObject | null => {
	if (typeof value !== 'object' || value === null) return null;
	const { first_name, last_name, province_code, country_code, ...address } = value as IDataObject;
	return {
		...address,
		firstName: first_name,
		lastName: last_name,
		provinceCode: province_code,
		countryCodeV2: country_code,
	};
};

const refundedOf = ({ refunds }: IDataObject, id: unknown): number =>
	list(refunds)
		.flatMap(({ refund_line_items }) => list(refund_line_items))
		.filter(({ line_item_id }) => String(line_item_id) === String(id))
		.reduce((sum, { quantity }) => sum + Number(quantity), 0);

function lineOf(line: IDataObject, order: IDataObject): IDataObject {
	const ordered = Number(line.quantity);
	const current = Number(line.current_quantity ?? ordered - refundedOf(order, line.id));
	const left = { fulfilled: 0, partial: Math.max(1, current - 1) }[
		String(line.fulfillment_status) as 'fulfilled' | 'partial'
	];
	return {
		id: `gid://shopify/LineItem/${String(line.id)}`,
		sku: line.sku,
		variant: { id: `gid://shopify/ProductVariant/${String(line.variant_id)}` },
		product: { id: `gid://shopify/Product/${String(line.product_id)}` },
		name: line.name,
		variantTitle: line.variant_title,
		quantity: ordered,
		currentQuantity: current,
		unfulfilledQuantity: left ?? current,
		requiresShipping: line.requires_shipping,
		isGiftCard: line.gift_card,
		originalUnitPriceSet: { shopMoney: { amount: String(Number(line.price)) } },
		fulfillmentService:
			line.fulfillment_service === undefined ? null : { handle: line.fulfillment_service },
		customAttributes: list(line.properties).map(({ name, value }) => ({ key: name, value })),
	};
}

const FULFILLMENT = { partial: 'PARTIALLY_FULFILLED', fulfilled: 'FULFILLED' };

/** The order of REST as GraphQL gives it. */
export const asGraphql = (order: IDataObject, changes: IDataObject = {}): IDataObject => ({
	id: `gid://shopify/Order/${String(order.id)}`,
	number: order.order_number,
	name: order.name,
	test: order.test,
	email: order.email,
	phone: order.phone,
	currencyCode: order.currency,
	sourceName: order.source_name,
	createdAt: order.created_at,
	cancelledAt: order.cancelled_at ?? null,
	closedAt: order.closed_at ?? null,
	displayFinancialStatus: String(order.financial_status).toUpperCase(),
	paymentGatewayNames: order.payment_gateway_names ?? [],
	displayFulfillmentStatus:
		FULFILLMENT[String(order.fulfillment_status) as 'partial'] ?? 'UNFULFILLED',
	customer: order.customer,
	customAttributes: list(order.note_attributes).map(({ name, value }) => ({ key: name, value })),
	shippingAddress: addressOf(order.shipping_address),
	billingAddress: addressOf(order.billing_address),
	shippingLines: {
		nodes: list(order.shipping_lines).map(({ title, code, delivery_category }) => ({
			title,
			code: code ?? null,
			isRemoved: false,
			deliveryCategory: delivery_category ?? null,
		})),
	},
	lineItems: {
		pageInfo: { hasNextPage: false },
		nodes: list(order.line_items).map((line) => lineOf(line, order)),
	},
	...changes,
});
