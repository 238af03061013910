// What 'Options' offers for an order of a shop or of rows, and how each of these options is read: statuses, test and
// unpaid orders, the name of the shop, shipping methods, properties and hosts of lines. Options about time are in
// next/settings.ts.

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { refuse } from '../../input/checks';
import { comparableName } from '../../input/equalText';
import { type Field, field, switchField, textProperty } from '../../input/field';
import { trimmed } from '../../input/text';
import { quote } from '../../input/wording';
import { forShopOrders } from '../fields';
import { checkedOption, type Check } from '../findings';
import { nextFields } from '../next/settings';
import { IgnoredProperties } from './lines/lineValues';
import { printFileHostsOf } from './lines/printFileProperty';
import { priceUnitField } from './other/settings';
import { NEVER_DUE, statusesIn } from './reading';
import { shippingMappingField } from './shippingMethod';
import { SOURCES } from './sources/index';

const forShops = (shops: string[]) => ({
	show: { '/orderFrom': ['shopOrder'], '/shop': ['detect', ...shops] },
});

/** For the shops whose owners decide which statuses are due. */
const forShopsWithStatuses = forShops(['shopify', 'wooCommerce']);

/** For the shops that say whether an order is paid. */
const forShopsThatSayWhatIsPaid = forShops(SOURCES.map(({ shop }) => shop));

/** An option for a text. */
const textOption = <Value>(
	displayName: string,
	name: string,
	example: string,
	description: string,
	read: (value: unknown, label: string) => Value,
	displayOptions: INodeProperties['displayOptions'] = forShopOrders,
): Field<Value> =>
	field({ ...textProperty(displayName, name, example, description), displayOptions }, read);

const forRows = { show: { '/orderFrom': ['rows'] } };

/** What rows/joinRows.ts reads of rows: columns with other headings, and which of them are due. */
const optionsOfRows: INodeProperties[] = [
	{
		...textProperty(
			'Column Names',
			'columnNames',
			'Zip = PLZ',
			'Columns with other headings than those in the documentation, a line each: the known heading, an equals sign and yours, such as Zip = PLZ, or Print File Back = Reverse. With nothing behind the equals sign, as in Status =, no column is it.',
		),
		typeOptions: { rows: 5 },
		displayOptions: forRows,
	},
	{
		...textProperty(
			'Ready Column',
			'readyColumn',
			'Approved',
			'The column that says which rows are due: only those where it is ticked, or says yes, true, x or 1. An order is placed once all its rows are. A column Ready or Paid needs no entry, but in Airtable, which leaves out a box that is not ticked.',
		),
		displayOptions: forRows,
	},
];

const skuMappingJsonProperty: INodeProperties = {
	displayName: 'SKU Mapping (JSON)',
	name: 'skuMappingJson',
	type: 'json',
	default: '[]',
	displayOptions: forShopOrders,
	description:
		'More rows, such as those of a data table: [{ "shopSku": "TEAM-SHIRT-M", "sku": "…", "printFileUrl": "https://…" }]. <a href="https://github.com/pod-fulfilment/n8n-nodes-pod-fulfilment/blob/HEAD/docs/shop-orders.md#which-variant">All keys</a>.',
};

/**
 * Reads statuses that are due, as {@link statusesIn}.
 *
 * @returns undefined when nothing was entered
 * @throws UserError for a status that is never due
 */
function orderStatusesOf(value: unknown, label: string): string[] | undefined {
	const statuses = statusesIn(value, label);
	const calledOff = statuses.find((status) => NEVER_DUE.includes(status));
	if (calledOff !== undefined) {
		const what = `has ${quote(calledOff)}, but what was called off is never produced`;
		return refuse(label, what, 'Remove it from the list.');
	}
	return statuses.length > 0 ? statuses : undefined;
}

/** Leaves room for Shopify's longest numbers and IDs. */
const SHOP_NAME_MAX_LENGTH = 30;

/** Reads a name without a hyphen, so that the External IDs of `a-b` and `1` are never taken for those of `a` and `b-1`. */
function shopNameOf(value: unknown, label: string): string | undefined {
	const name = typeof value === 'string' ? trimmed(value) : (value ?? '');
	if (name === '') return undefined;
	const isPlain = typeof name === 'string' && /^[A-Za-z0-9_]+$/.test(name);
	if (isPlain && name.length <= SHOP_NAME_MAX_LENGTH) return name;
	return refuse(
		label,
		`is ${quote(name)}, but may have up to ${SHOP_NAME_MAX_LENGTH} letters, digits and underscores`,
		'Enter a short name such as shop2, and keep it: the external IDs of all orders begin with it.',
	);
}

/** Reads names that are separated by commas. Of two that are comparable, the first. */
function namesIn(value: unknown): string[] {
	const names = new Map<string, string>();
	for (const name of trimmed(value).split(',').map(trimmed)) {
		const key = comparableName(name);
		if (key !== '' && !names.has(key)) names.set(key, name);
	}
	return [...names.values()];
}

/** The options that are read here, by their names. */
export const SHOP_OPTIONS = {
	orderStatuses: textOption(
		'Order Statuses',
		'orderStatuses',
		'processing, completed',
		"Comma-separated statuses of the shop that are sent and confirmed, in place of the usual ones. WooCommerce: order statuses, usually 'processing'; add 'completed' if your shop completes orders as soon as they are paid. Shopify: payment statuses, usually 'paid, partially_refunded'; add 'authorized' if you capture payments at fulfilment, or 'pending' if you sell on account.",
		orderStatusesOf,
		forShopsWithStatuses,
	),
	sendTestOrders: switchField({
		displayName: 'Send Test Orders',
		name: 'sendTestOrders',
		default: false,
		displayOptions: forShopOrders,
		description:
			'Whether to send orders that the shop marks as a test. Once confirmed, they are produced and charged like any other.',
	}),
	sendUnpaidOrders: switchField({
		displayName: 'Send Unpaid Orders',
		name: 'sendUnpaidOrders',
		default: false,
		displayOptions: forShopsThatSayWhatIsPaid,
		description:
			"Whether to place orders that are not paid yet. They stay drafts, with the reason under 'toReview', until somebody confirms them or the order runs again once it is paid.",
	}),
	shopName: textOption(
		'Shop Name',
		'shopName',
		'woo2',
		'What the External IDs of its orders begin with, in place of the name of the shop, such as shopify or woo: letters, digits and underscores. A second WooCommerce shop needs one, since both have the same order IDs: of a name that begins with woo, such as woo2, outputs tell the ID in the shop. Do not change it later: orders would be placed again.',
		shopNameOf,
	),
	taxNumberFrom: textOption(
		'Tax Number From',
		'taxNumberFrom',
		'_billing_vat_number',
		"Name of the field of the order or of its metadata that holds the recipient's tax number, for parcels that need one at customs. Read without it: what Shopify's checkout asks for (in orders of GraphQL), and CPF and CNPJ of WooCommerce in Brazil. Not sent, but to be reviewed, where the billing address has another name or country.",
		trimmed,
		forShopsWithStatuses,
	),
	shippingMapping: shippingMappingField,
	lineOptions: textOption(
		'Options From Properties',
		'lineOptions',
		'gift_box, strap',
		'Options of variants, by ID or label and separated by commas, that line properties may set without a review although the variant does not require them. Customers can enter properties too, so list only what your shop charges for.',
		namesIn,
	),
	printFilePlacements: textOption(
		'Also Print On',
		'printFilePlacements',
		'front, back',
		'Placements that are printed besides those that the variant requires, separated by commas. A template with {placement} then names a file for these too, and a line property that names one for these needs no review.',
		namesIn,
	),
	ignoredProperties: textOption(
		'Properties to Ignore',
		'ignoredProperties',
		'Gift wrap, MUG-*: Personalization',
		'Properties of lines that change nothing about what is produced and need no review, separated by commas: a name for all lines, or a SKU and a name for the lines of this SKU, which may end in * for all SKUs that begin alike',
		(value) => new IgnoredProperties(value),
	),
	printFileHosts: textOption(
		'Print File Hosts',
		'printFileHosts',
		'files.example.com, *.example.net',
		'Hosts from which the print files of line properties may come, separated by commas; with *. in front all hosts below a name. A file from elsewhere stops the order. Leave empty to allow any host. Customers can enter properties too, so list yours if your shop adds them.',
		printFileHostsOf,
	),
};

/** What 'Options' offers for an order of a shop; resources/order/create.ts has the editor's order. */
export const shopOptions: INodeProperties[] = [
	...optionsOfRows,
	...Object.values(SHOP_OPTIONS).map(({ property }) => property),
	priceUnitField.property,
	skuMappingJsonProperty,
	...nextFields,
];

/** What the options say. */
export type ShopOptions = {
	[Name in keyof typeof SHOP_OPTIONS]: ReturnType<(typeof SHOP_OPTIONS)[Name]['read']>;
};

/** Reads the options. One that is refused counts as not added. */
export const shopOptionsOf = (options: IDataObject, check: Check): ShopOptions =>
	Object.fromEntries(
		Object.entries<Field<unknown>>(SHOP_OPTIONS).map(([name, option]) => [
			name,
			checkedOption(check, options, option),
		]),
	) as ShopOptions;
