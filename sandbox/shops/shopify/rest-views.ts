import { centsOf, priceOf } from '../common/customer-order.ts';
import {
	currentQuantity,
	financialStatus,
	fulfillmentStatus,
	remainingQuantity,
	type ShopifyFulfillment,
	type ShopifyLine,
	type ShopifyOrder,
	type ShopifyRefund,
	type ShopifyWebhook,
} from './model.ts';

/** The ID of GraphQL for a number of REST. */
export const gid = (type: string, id: number): string => `gid://shopify/${type}/${id}`;

export const iso = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}+00:00`;

const isoOrNull = (atMs: number | null): string | null => (atMs === null ? null : iso(atMs));

/** An order of the REST API, which the webhooks share. */
export function orderView(order: ShopifyOrder): Record<string, unknown> {
	const cents = order.lines.reduce(
		(sum, { price, quantity }) => sum + centsOf(price) * quantity,
		0,
	);
	const total = priceOf(cents);
	return {
		id: order.id,
		admin_graphql_api_id: gid('Order', order.id),
		cancel_reason: order.cancelledAtMs === null ? null : 'customer',
		cancelled_at: isoOrNull(order.cancelledAtMs),
		closed_at: isoOrNull(order.closedAtMs),
		confirmed: true,
		contact_email: order.email,
		created_at: iso(order.createdAtMs),
		currency: 'EUR',
		current_total_price: total,
		email: order.email,
		financial_status: financialStatus(order),
		fulfillment_status: fulfillmentStatus(order),
		name: `#${order.orderNumber}`,
		note: order.note,
		note_attributes: [],
		number: order.orderNumber - 1000,
		order_number: order.orderNumber,
		phone: null,
		presentment_currency: 'EUR',
		processed_at: iso(order.createdAtMs),
		source_name: 'web',
		subtotal_price: total,
		tags: order.tags,
		taxes_included: true,
		test: false,
		total_price: total,
		updated_at: iso(order.updatedAtMs),
		billing_address: order.shippingAddress,
		customer: { id: 207_119_551, email: order.email, phone: null },
		fulfillments: order.fulfillments.map((fulfillment) => fulfillmentView(order, fulfillment)),
		line_items: order.lines.map((line) => lineView(order, line)),
		refunds: order.refunds.map((refund) => refundView(order, refund)),
		shipping_address: order.shippingAddress,
		shipping_lines: [
			{
				id: order.id + 1,
				title: 'Standard',
				code: 'Standard',
				price: '0.00',
				source: 'shopify',
				is_removed: false,
				delivery_category: null,
			},
		],
	};
}

function lineView(order: ShopifyOrder, line: ShopifyLine): Record<string, unknown> {
	const remaining = remainingQuantity(order, line);
	return {
		id: line.id,
		admin_graphql_api_id: gid('LineItem', line.id),
		current_quantity: currentQuantity(line),
		fulfillable_quantity: remaining,
		fulfillment_service: 'manual',
		fulfillment_status: line.fulfilled === 0 ? null : remaining === 0 ? 'fulfilled' : 'partial',
		gift_card: false,
		grams: 200,
		name: line.name,
		price: line.price,
		product_exists: true,
		product_id: line.variantId + 1,
		properties: line.properties,
		quantity: line.quantity,
		requires_shipping: true,
		sku: line.sku,
		taxable: true,
		title: line.name,
		total_discount: '0.00',
		variant_id: line.variantId,
		variant_title: null,
		vendor: null,
	};
}

export function fulfillmentView(
	order: ShopifyOrder,
	{ id, createdAtMs, updatedAtMs, tracking, quantities }: ShopifyFulfillment,
): Record<string, unknown> {
	return {
		id,
		admin_graphql_api_id: gid('Fulfillment', id),
		order_id: order.id,
		name: `#${order.orderNumber}.1`,
		status: 'success',
		created_at: iso(createdAtMs),
		updated_at: iso(updatedAtMs),
		service: 'manual',
		shipment_status: null,
		tracking_company: tracking.company,
		tracking_number: tracking.numbers[0] ?? null,
		tracking_numbers: tracking.numbers,
		tracking_url: tracking.urls[0] ?? null,
		tracking_urls: tracking.urls,
		line_items: order.lines
			.filter((line) => (quantities[line.id] ?? 0) > 0)
			.map((line) => ({ ...lineView(order, line), quantity: quantities[line.id] })),
	};
}

export const refundView = (
	order: ShopifyOrder,
	{ id, createdAtMs, note, quantities }: ShopifyRefund,
): Record<string, unknown> => ({
	id,
	admin_graphql_api_id: gid('Refund', id),
	order_id: order.id,
	created_at: iso(createdAtMs),
	note,
	restock: true,
	refund_line_items: Object.entries(quantities).map(([lineId, quantity], index) => ({
		id: id * 100 + index,
		line_item_id: Number(lineId),
		quantity,
		restock_type: 'cancel',
	})),
	transactions: [],
});

export const webhookView = (webhook: ShopifyWebhook, apiVersion: string) => ({
	id: webhook.id,
	address: webhook.address,
	topic: webhook.topic,
	created_at: iso(webhook.createdAtMs),
	updated_at: iso(webhook.createdAtMs),
	format: 'json',
	fields: [],
	metafield_namespaces: [],
	api_version: apiVersion,
});
