import type { INodePropertyOptions } from 'n8n-workflow';

/** Entries of the list 'Fields', by resource (spec section 2). Without the ID, which is always returned. */
export const OUTPUT_FIELDS = {
	catalogVariant: [
		{ name: 'Image', value: 'image' },
		{ name: 'In Stock', value: 'inStock' },
		{ name: 'Name', value: 'name' },
		{ name: 'Options', value: 'options' },
		{ name: 'Placements', value: 'placements' },
		{ name: 'SKU', value: 'sku' },
	],
	order: [
		{ name: 'Associations', value: 'associations' },
		{ name: 'Created At', value: 'createdAt' },
		{ name: 'External ID', value: 'externalId' },
		{ name: 'Order Items', value: 'orderItems' },
		{ name: 'Recipient', value: 'recipient' },
		{ name: 'Shipping', value: 'shipping' },
		{ name: 'Status', value: 'status' },
		{ name: 'Updated At', value: 'updatedAt' },
		{ name: 'Validation Findings', value: 'validationErrors' },
	],
	orderItem: [
		{ name: 'External ID', value: 'externalId' },
		{ name: 'Name', value: 'name' },
		{ name: 'Options', value: 'options' },
		{ name: 'Placements', value: 'placements' },
		{ name: 'Quantity', value: 'quantity' },
		{ name: 'Retail Price', value: 'retailPrice' },
		{ name: 'Variant ID', value: 'variantId' },
	],
	shipment: [
		{ name: 'Carrier', value: 'carrier' },
		{ name: 'Order ID', value: 'orderId' },
		{ name: 'Service', value: 'service' },
		{ name: 'Shipment Status', value: 'shipmentStatus' },
		{ name: 'Shipped At', value: 'shippedAt' },
		{ name: 'Tracking ID', value: 'trackingId' },
		{ name: 'Tracking URL', value: 'trackingUrl' },
	],
} satisfies Record<string, INodePropertyOptions[]>;
