import type { INodeProperties } from 'n8n-workflow';

import { recipientFields } from '../recipient/recipientFields';

/** A field whose value is the name of a field in the shop's order. Dragged from the input, it becomes a path. */
const pathField = (displayName: string, name: string, defaultPath = name): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	requiresDataPath: 'single',
	default: defaultPath,
	placeholder: `e.g. ${name}`,
});

/** Paths within a line. */
const lineFields: INodeProperties[] = [
	pathField('SKU Field', 'sku'),
	pathField('Quantity Field', 'quantity'),
	pathField('Line Name Field', 'name'),
	pathField('Price Field', 'price'),
	pathField('Line ID Field', 'id'),
];

/** Paths of the parts of an address, in the order of an address. */
const addressFields: INodeProperties[] = recipientFields.map(({ displayName, name }) =>
	pathField(`${displayName} Field`, name),
);

/** Paths that count where the user has not changed them. */
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

/** Where the parts of an order stand that comes from a shop which is not known. */
export const otherShopFields: INodeProperties[] = [
	{
		...pathField('Order Number Field', 'orderNumberField', 'number'),
		description: "Where the order's number stands in the shop order, for example order.number",
	},
	{
		...pathField('Lines Field', 'linesField', 'items'),
		required: true,
		placeholder: 'e.g. order.items',
		description: 'Where the list of lines stands in the shop order, for example order.items',
	},
	{
		displayName: 'Line Fields',
		name: 'lineFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: { sku: 'sku', quantity: 'quantity', name: 'name', price: 'price', id: 'id' },
		description: 'Where the parts of a line stand within the line, for example product.sku',
		options: lineFields,
	},
	{
		displayName: 'Address Fields',
		name: 'addressFields',
		type: 'collection',
		placeholder: 'Add Field',
		// The parts that nearly every address has.
		default: {
			name: 'name',
			address1: 'address1',
			city: 'city',
			zip: 'zip',
			countryCode: 'countryCode',
		},
		description:
			'Where the parts of the address stand in the shop order, for example customer.address.city. A country or a state may be a name or a code.',
		options: addressFields,
	},
].map((field) => ({
	...field,
	displayOptions: { show: { shop: ['other'] } },
})) as INodeProperties[];
