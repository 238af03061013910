// The editor's fields for the paths of another shop's order, its lines and its address ('Lines Field', 'SKU Field'),
// with their labels and defaults.

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

/** What the editor calls the fields for paths within a line. */
export const LINE_FIELD_LABELS = {
	sku: 'SKU Field',
	quantity: 'Quantity Field',
	name: 'Line Name Field',
	price: 'Price Field',
	id: 'Line ID Field',
};

/** Paths within a line. */
const lineFields = Object.entries(LINE_FIELD_LABELS).map(([name, label]) => ({
	...pathField(label, name),
	...(name === 'quantity' && {
		description: 'Path of the quantity within a line, or 1 if each line is one piece',
	}),
}));

/** Paths of the parts of an address, in the order of an address. */
const addressFields: INodeProperties[] = recipientFields.flatMap(({ displayName, name }) => [
	pathField(`${displayName} Field`, name),
	...(name === 'name'
		? [
				{
					...pathField('Last Name Field', 'lastName'),
					description: 'Path of the last name, where Name Field is that of the first name alone',
				},
			]
		: []),
]);

/** Defaults of the paths, for those that the user has not changed. */
export const DEFAULT_ORDER_NUMBER_PATH = 'number';
export const DEFAULT_LINE_PATHS = {
	sku: 'sku',
	quantity: 'quantity',
	name: 'name',
	price: 'price',
	id: 'id',
};
export const DEFAULT_ADDRESS_PATHS: Readonly<Record<string, string>> = Object.fromEntries(
	recipientFields.map(({ name }) => [name, name]),
);

/** Parameters for the paths of the fields of an order from any other shop. */
export const otherShopFields: INodeProperties[] = [
	{
		...pathField('Order Number Field', 'orderNumberField', DEFAULT_ORDER_NUMBER_PATH),
		placeholder: 'e.g. order.number',
		description: "Path of the order's number in the shop order, for example order.number",
	},
	{
		...pathField('Lines Field', 'linesField', 'items'),
		required: true,
		placeholder: 'e.g. order.items',
		description:
			'Path of the list of lines in the shop order, for example order.items. It may be one line, or one under each ID.',
	},
	{
		displayName: 'Line Fields',
		name: 'lineFields',
		type: 'collection',
		placeholder: 'Add Line Field',
		default: { sku: 'sku', quantity: 'quantity', name: 'name', price: 'price', id: 'id' },
		description: 'Paths of the fields of a line, within the line, for example product.sku',
		options: lineFields,
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
		description:
			'Paths of the fields of the address in the shop order, for example customer.address.city. Country and state may be names or codes. If all orders go to one country, Country Field may be its code, for example DE.',
		options: addressFields,
	},
].map((field) => ({
	...field,
	displayOptions: { show: { shop: ['other'] } },
})) as INodeProperties[];
