// The editor's fields for an order of another shop: which orders are due, the paths of its fields ('Lines Field', 'SKU
// Field') with their labels and defaults, and the unit of its prices.

import type { INodeProperties } from 'n8n-workflow';

import { recipientFields } from '../../compose/recipientFields';

/**
 * Builds a field whose value is the path of a field in the shop's order. Dragging one from the input enters its path.
 */
const pathField = (displayName: string, name: string, defaultPath = name): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	requiresDataPath: 'single',
	default: defaultPath,
	placeholder: `e.g. ${name}`,
});

export type LinePath = 'sku' | 'quantity' | 'price' | 'name' | 'id' | 'notDue' | 'parent';

/** Paths within a line, in the order in which people need them. */
const lineFields = [
	pathField('SKU Field', 'sku'),
	{
		...pathField('Quantity Field', 'quantity'),
		description: 'Path of the quantity within a line, or 1 if each line is one piece',
	},
	{
		...pathField('Price Field', 'price'),
		description:
			'Path of the price of one piece within a line. It may be an amount with its divisor.',
	},
	pathField('Line Name Field', 'name'),
	pathField('Line ID Field', 'id'),
	{
		...pathField('Pieces Not Due Field', 'notDue', ''),
		description:
			'Path of a number of pieces that were refunded, cancelled or sent already, which is taken off the quantity. Separate several by commas, for example qty_refunded, qty_shipped.',
	},
	{
		...pathField('Parent Line Field', 'parent', ''),
		description:
			'Path of the ID of the line that a line belongs to, for example parent_item_id. A line with the SKU of the one that it belongs to is left out.',
	},
];

export const lineFieldLabel = (name: LinePath): string =>
	lineFields.find((field) => field.name === name)?.displayName ?? name;

/** What the editor calls the field with the path of a part of an address. */
export const addressFieldLabel = (name: string): string =>
	`${recipientFields.find((field) => field.name === name)?.displayName ?? name} Field`;

const ADDRESS_DESCRIPTIONS: Readonly<Partial<Record<string, string>>> = {
	name: 'Path of the name, or of first and last name, separated by a comma',
	address1: 'Path of the street, or of street and house number, separated by a comma',
	countryCode: 'Path of the country, or a code such as DE if all orders go there',
};

/** Paths of the parts of an address, in the order of an address. */
const addressFields = recipientFields.map(({ name }) => ({
	...pathField(addressFieldLabel(name), name),
	description: ADDRESS_DESCRIPTIONS[name],
}));

const defaultsOf = <Name extends string>(fields: readonly INodeProperties[]) =>
	Object.fromEntries(fields.map((field) => [field.name, field.default])) as Readonly<
		Record<Name, string>
	>;

/** Paths that are read where the user has not entered others. */
export const DEFAULT_LINE_PATHS = defaultsOf<LinePath>(lineFields);
export const DEFAULT_ADDRESS_PATHS = defaultsOf<string>(addressFields);

const forOther = { shop: ['other'] };
const forStatuses = { ...forOther, whichOrders: ['withStatus'] };

/** Parameters for an order of any other shop, in the order in which people need them. */
export const otherShopFields: INodeProperties[] = [
	{
		displayName: 'Which Orders',
		name: 'whichOrders',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Those With a Status',
				value: 'withStatus',
				description: 'Orders with one of the statuses that you list',
			},
			{
				name: 'All That Arrive',
				value: 'all',
				description: 'Also cancelled or unpaid ones, unless a Filter node keeps them back',
			},
		],
		default: 'withStatus',
		displayOptions: { show: forOther },
		description: 'Which orders are due. Nothing else in the order decides it.',
	},
	{
		...pathField('Status Field', 'statusField', ''),
		required: true,
		placeholder: 'e.g. payment_status',
		displayOptions: { show: forStatuses },
		description: 'Path of the field that says whether an order is to be produced',
	},
	{
		displayName: 'Order Statuses',
		name: 'orderStatuses',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. paid',
		displayOptions: { show: forStatuses },
		description:
			'Comma-separated statuses of orders that are to be produced. Capitals do not matter. Orders with any other are not due.',
	},
	{
		...pathField('Order Number Field', 'orderNumberField', 'number'),
		placeholder: 'e.g. order.number',
		displayOptions: { show: forOther },
		description: "Path of the order's number in the shop order, for example order.number",
	},
	{
		...pathField('Lines Field', 'linesField', 'items'),
		required: true,
		placeholder: 'e.g. order.items',
		displayOptions: { show: forOther },
		description:
			'Path of the list of lines in the shop order, for example order.items. It may be one line, or one under each ID.',
	},
	{
		displayName: 'Line Fields',
		name: 'lineFields',
		type: 'collection',
		placeholder: 'Add Line Field',
		default: { sku: 'sku', quantity: 'quantity', price: 'price', name: 'name', id: 'id' },
		displayOptions: { show: forOther },
		description: 'Paths of the fields of a line, within the line, for example product.sku',
		options: lineFields,
	},
	{
		...pathField('Address Field', 'addressField', ''),
		placeholder: 'e.g. shipping_address',
		displayOptions: { show: forOther },
		description:
			'Path of the address in the shop order, with which the Address Fields begin. Leave empty if they begin at the order. Email, phone and tax number may be outside.',
	},
	{
		displayName: 'Address Fields',
		name: 'addressFields',
		type: 'collection',
		placeholder: 'Add Address Field',
		// The fields that nearly every address has.
		default: {
			name: 'name',
			address1: 'address1',
			city: 'city',
			zip: 'zip',
			countryCode: 'countryCode',
		},
		displayOptions: { show: forOther },
		description:
			'Paths of the fields of the address, within Address Field. Country and state may be names or codes.',
		options: addressFields,
	},
];

/** Option of the operation: the unit of prices. */
export const priceUnitField: INodeProperties = {
	displayName: 'Price Unit',
	name: 'priceUnit',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Auto',
			value: 'auto',
			description:
				'Leave out whole numbers beside a currency code, which may be cents, with a warning',
		},
		{ name: 'Cents', value: 'cents', description: '2490 is 24.90' },
		{ name: 'Main Unit', value: 'main', description: '24 is 24.00' },
	],
	default: 'auto',
	displayOptions: { show: { '/orderFrom': ['shopOrder'], '/shop': ['other'] } },
	description: 'The unit of the prices of lines, which customs see',
};
