// Fields that Create and Reprint show: 'External ID', 'Shipping', 'If Order Exists'.

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

export const externalIdField: INodeProperties = {
	displayName: 'External ID',
	name: 'externalId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. SHOP-1001',
	description:
		'Order number of your own shop: up to 63 letters, digits, hyphens and underscores. Each can be used once, which keeps an order from being placed twice. Never a time or a random value: when the node runs again, it has to be the same.',
	builderHint: {
		propertyHint:
			'Use an ID that is the same each time the workflow runs for this order, such as the order number. Never a random value or a time: the order would be placed twice.',
	},
};

/** External ID of a shop's order, which has a number of its own. */
export const shopExternalIdField: INodeProperties = {
	...externalIdField,
	required: false,
	builderHint: { propertyHint: "Leave empty to use the shop's own order number and ID." },
	placeholder: 'e.g. shopify-1001-5700000002001',
	description:
		"Leave empty to use what never changes in the shop: Shopify's order number and ID, such as shopify-1001-5700000002001, WooCommerce's ID, such as woo-727, or the number of the order, such as etsy-3928083001. For a second WooCommerce shop, add the option Shop Name. An ID of your own has up to 63 letters, digits, hyphens and underscores, and is never a time or a random value.",
};

/** External ID of rows, which have an order number. */
export const rowExternalIdField: INodeProperties = {
	...externalIdField,
	required: false,
	builderHint: { propertyHint: 'Leave empty to use the order number of the row.' },
	placeholder: 'e.g. row-1001',
	description:
		'Leave empty to use the order number, such as row-1001, or the ID of the answer. For a second sheet, add the option Shop Name. An ID of your own has up to 63 letters, digits, hyphens and underscores, and is never a time or a random value.',
};

const shippingOptions: INodePropertyOptions[] = [
	{ name: 'DHL Express', value: 'DHL_EXPRESS' },
	{ name: 'Standard', value: 'STANDARD' },
];

export const shippingField: INodeProperties = {
	displayName: 'Shipping',
	name: 'shipping',
	type: 'options',
	options: shippingOptions,
	default: 'STANDARD',
	description: 'How to ship the parcel',
};

export const ifExistsField: INodeProperties = {
	displayName: 'If Order Exists',
	name: 'ifExists',
	type: 'options',
	options: [
		{
			name: 'Return Existing Order',
			value: 'returnExisting',
			description:
				'Return the existing order when its content is the same, so that running again is safe',
		},
		{
			name: 'Stop With a Message',
			value: 'error',
			description: 'Return no order that existed before, even with the same content',
		},
	],
	default: 'returnExisting',
	description: 'What to do when an order with this external ID already exists',
};
