// The fields for an order of another shop: which orders are due, the paths of its parts ('Lines Field', 'SKU Field') with
// their labels and defaults, and the unit of its prices. Also how they are read.

import type { INodeProperties } from 'n8n-workflow';

import type { OperationCall } from '../../../execution/operation';
import { refuse } from '../../../input/checks';
import { choiceField, OPTIONS } from '../../../input/field';
import { isObject, ownValue } from '../../../input/objects';
import { trimmed } from '../../../input/text';
import { recipientFields } from '../../compose/recipientFields';
import type { Check } from '../../findings';
import { statusesIn } from '../reading';

/** Builds a field whose value is the path of a field in the shop's order. Dragging one from the input enters its path. */
const pathField = (
	displayName: string,
	name: string,
	defaultPath = name,
	others: Partial<INodeProperties> = {},
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	requiresDataPath: 'single',
	default: defaultPath,
	placeholder: `e.g. ${name}`,
	...others,
});

export type LinePath = 'sku' | 'quantity' | 'price' | 'name' | 'id' | 'notDue' | 'parent';

/** Paths within a line, in the order in which people need them. */
const lineFields = [
	pathField('SKU Field', 'sku'),
	pathField('Quantity Field', 'quantity', 'quantity', {
		description: 'Path of the quantity within a line, or 1 if each line is one piece',
	}),
	pathField('Price Field', 'price', 'price', {
		description:
			'Path of the price of one piece within a line. It may be an amount with its divisor.',
	}),
	pathField('Line Name Field', 'name'),
	pathField('Line ID Field', 'id'),
	pathField('Pieces Not Due Field', 'notDue', '', {
		description:
			'Path of a number of pieces that were refunded, cancelled or sent already, which is taken off the quantity. Separate several by commas, for example qty_refunded, qty_shipped.',
	}),
	pathField('Parent Line Field', 'parent', '', {
		description:
			'Path of the ID of the line that a line belongs to, for example parent_item_id. A line with the SKU of the one that it belongs to is left out.',
	}),
];

export const lineFieldLabel = (name: LinePath): string =>
	lineFields.find((field) => field.name === name)?.displayName ?? name;

/** What the editor calls the field with the path of a part of an address. */
export const addressFieldLabel = (name: string): string =>
	`${recipientFields.find((field) => field.name === name)?.displayName ?? name} Field`;

const ADDRESS_DESCRIPTIONS: Readonly<Record<string, string>> = {
	name: 'Path of the name, or of first and last name, separated by a comma',
	address1: 'Path of the street, or of street and house number, separated by a comma',
	countryCode: 'Path of the country, or a code such as DE if all orders go there',
};

/** Paths of the parts of an address, in the order of an address. */
const addressFields = recipientFields.map(({ name }) => ({
	...pathField(addressFieldLabel(name), name),
	description: ownValue(ADDRESS_DESCRIPTIONS, name),
}));

const defaultsOf = <Name extends string>(fields: readonly INodeProperties[]) =>
	Object.fromEntries(fields.map((field) => [field.name, field.default])) as Readonly<
		Record<Name, string>
	>;

/** Paths that are read where the user has not entered others. */
export const DEFAULT_LINE_PATHS = defaultsOf<LinePath>(lineFields);
export const DEFAULT_ADDRESS_PATHS = defaultsOf<string>(addressFields);

const whichOrdersField = choiceField({
	displayName: 'Which Orders',
	name: 'whichOrders',
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
	description: 'Which orders are due. Nothing else in the order decides it.',
});

/** For those with a status. Needed, but without n8n's red mark, which comes before anything was entered; the node says what is missing. */
const statusFields = [
	pathField('Status Field', 'statusField', '', {
		placeholder: 'e.g. payment_status',
		description:
			'Path of the field that says whether an order is to be produced. What other fields decide, let a Filter node decide.',
	}),
	{
		displayName: 'Order Statuses',
		name: 'orderStatuses',
		type: 'string' as const,
		default: '',
		placeholder: 'e.g. paid',
		description:
			'Comma-separated statuses of orders that are to be produced. Capitals do not matter. Orders with any other are not due.',
	},
];

const fields: INodeProperties[] = [
	pathField('Lines Field', 'linesField', 'items', {
		required: true,
		placeholder: 'e.g. order.items',
		description:
			'Path of the list of lines in the shop order, for example order.items. It may be one line, or one under each ID.',
	}),
	{
		displayName: 'Line Fields',
		name: 'lineFields',
		type: 'collection',
		placeholder: 'Add Line Field',
		default: {},
		description:
			'Paths of the fields of a line, within the line, for example product.sku. What you do not add is read at its usual name, such as sku and quantity.',
		options: lineFields,
	},
	{
		displayName: 'Address Fields',
		name: 'addressFields',
		type: 'collection',
		placeholder: 'Add Address Field',
		default: {},
		description:
			'Paths of the fields of the address, within Address Field. Country and state may be names or codes. What you do not add is read at its usual name, such as address1 and countryCode.',
		options: addressFields,
	},
];

const shownFor = (show: Record<string, string[]>, properties: readonly INodeProperties[]) =>
	properties.map((property) => ({ ...property, displayOptions: { show } }));

/** Parameters for an order of any other shop, in the order in which people need them. */
export const otherShopFields: INodeProperties[] = [
	...shownFor({ shop: ['other'] }, [whichOrdersField.property]),
	...shownFor({ shop: ['other'], whichOrders: ['withStatus'] }, statusFields),
	...shownFor({ shop: ['other'] }, fields),
];

/** Options of the operation: the paths that many shops have no need of. */
export const otherShopOptions: INodeProperties[] = [
	pathField('Address Field', 'addressField', '', {
		placeholder: 'e.g. shipping_address',
		description:
			'Path of the address in the shop order, with which the Address Fields begin. Leave empty if they begin at the order. Email, phone and tax number may be outside.',
	}),
	pathField('Order Number Field', 'orderNumberField', 'number', {
		placeholder: 'e.g. order.number',
		description: "Path of the order's number in the shop order, for example order.number",
	}),
].map((property) => ({
	...property,
	displayOptions: { show: { '/orderFrom': ['shopOrder'], '/shop': ['other'] } },
}));

/** Option of the operation: the unit of prices. */
export const priceUnitField = choiceField({
	displayName: 'Price Unit',
	name: 'priceUnit',
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
});

/** All orders, or those that have one of these statuses (as comparableShopStatus gives them) at a path. */
type WhichOrders = 'all' | { statusField: string; statuses: readonly string[] };

/** Paths of the fields of an order, such as `customer.address.city`. The field at an empty path is missing. */
export interface OtherSettings {
	which: WhichOrders;
	orderNumber: string;
	lines: string;
	/** Within a line. */
	line: Readonly<Record<LinePath, string>>;
	/** Where the address is; empty where its paths begin at the order. */
	addressField: string;
	/** Within the address, by the names of a Recipient (spec section 2). */
	address: Readonly<Record<string, string>>;
	priceUnit: ReturnType<typeof priceUnitField.read>;
}

type Parameter = OperationCall['parameter'];

function whichOrdersOf(parameter: Parameter, check: Check): WhichOrders {
	const which = check(() => whichOrdersField.read(parameter('whichOrders', 'withStatus')));
	if (which === 'all') return 'all';
	const statusField = trimmed(parameter('statusField', ''));
	const statuses = check(() => statusesIn(parameter('orderStatuses', ''), 'Order Statuses')) ?? [];
	const refuseEmpty = (label: string, what: string) =>
		check(() =>
			refuse(
				label,
				'is empty, so nothing says whether the order is due',
				`Enter the ${what}. Or set Which Orders to All That Arrive, with a Filter node before this one that keeps back what is not due.`,
			),
		);
	if (statusField === '') {
		refuseEmpty('Status Field', 'path of the status of an order, for example order.status');
	}
	if (statuses.length === 0) {
		refuseEmpty('Order Statuses', 'statuses of orders that are to be produced, for example paid');
	}
	// What is missing stops the order all the same.
	return statusField === '' || statuses.length === 0 ? 'all' : { statusField, statuses };
}

/** Reads a collection of paths. Those that the user has not changed have their defaults. */
const pathsOf = <Name extends string>(
	given: unknown,
	defaults: Readonly<Record<Name, string>>,
): Record<Name, string> => ({
	...defaults,
	...(isObject(given) &&
		Object.fromEntries(Object.entries(given).map(([name, path]) => [name, trimmed(path)]))),
});

/** Reads the settings. What is wrong with them is reported by the check. */
export const otherSettingsOf = (
	parameter: Parameter,
	priceUnit: unknown,
	check: Check,
): OtherSettings => ({
	which: whichOrdersOf(parameter, check),
	orderNumber: trimmed(parameter('orderNumberField', 'number')),
	lines: trimmed(parameter('linesField', 'items')),
	line: pathsOf(parameter('lineFields', {}), DEFAULT_LINE_PATHS),
	addressField: trimmed(parameter('addressField', '')),
	address: pathsOf(parameter('addressFields', {}), DEFAULT_ADDRESS_PATHS),
	priceUnit: check(() => priceUnitField.read(priceUnit, OPTIONS)) ?? 'auto',
});
