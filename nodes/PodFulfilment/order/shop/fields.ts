// The editor's fields for a shop's order: 'Order From', 'Shop', 'Shop Order', print files (property, template,
// placements, hosts), 'SKU Mapping' with its conditions ('When') and as JSON, 'Unknown Lines', 'Orders Not Due',
// and options such as 'Order Statuses' and 'Shipping Mapping'. The paths of another shop are in other/settings.ts.

import type { INodeProperties } from 'n8n-workflow';

import { productLocator } from '../../listSearch/collections';
import { variantLocator } from '../../listSearch/variant';
import { optionRows } from '../compose/itemProperties';
import { shippingField } from '../fields';
import { nextFields } from '../next/settings';
import { byAlphabet } from '../../input/wording';
import { otherShopFields, priceUnitField } from './other/settings';
import { SOURCES } from './sources/index';

const SOURCE_NAMES = SOURCES.map(({ called }) => called).join(', ');

/** Parameter for where an order comes from. */
export const orderFromField: INodeProperties = {
	displayName: 'Order From',
	name: 'orderFrom',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'A Shop Order',
			value: 'shopOrder',
			description: `Pass a whole order of Shopify, WooCommerce, ${SOURCE_NAMES} or another shop`,
		},
		{
			name: 'Fields',
			value: 'fields',
			description: 'Enter the address and the items one by one',
		},
		{
			name: 'Rows of a Sheet or Form',
			value: 'rows',
			description:
				'Google Sheets, Airtable, n8n Form, Tally, Typeform or Jotform: columns are read by their headings, such as Order Number, SKU, Quantity, Name, Address 1, City, Zip, Country and Print File. Rows of one order number are one order.',
		},
	],
	default: 'fields',
	description: 'Where the address and the items come from',
	builderHint: {
		propertyHint: `Use 'shopOrder' behind a trigger of Shopify, WooCommerce or another shop, or an HTTP Request that gets an order (${SOURCE_NAMES}): address, lines, SKUs and print files are read from the order. Use 'rows' behind Google Sheets, Airtable or a form: columns are known by their headings, and rows of one order number become one order. Use 'fields' for anything else.`,
	},
};

/** Parameters for the shop's order itself. */
export const shopOrderFields: INodeProperties[] = [
	{
		displayName: 'Shop',
		name: 'shop',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Detect',
				value: 'detect',
				description: 'Tell orders of the shops in this list apart by their fields',
			},
			{ name: 'Other', value: 'other', description: 'Enter where its fields are' },
			{ name: 'Shopify', value: 'shopify', description: 'Shopify Trigger, Shopify' },
			{
				name: 'WooCommerce',
				value: 'wooCommerce',
				description: 'WooCommerce Trigger, WooCommerce',
			},
			...SOURCES.map(({ called, shop, description }) => ({
				name: called,
				value: shop,
				description,
			})),
		].sort((a, b) => byAlphabet(a.name.toLowerCase(), b.name.toLowerCase())),
		default: 'detect',
		description: 'The shop that the order comes from',
	},
	{
		displayName: 'Shop Order',
		name: 'shopOrder',
		type: 'json',
		default: '={{ $json }}',
		required: true,
		builderHint: {
			propertyHint:
				'Pass the whole order, not a part of it. The default fits directly behind the trigger of the shop.',
		},
		description:
			"The whole order as the shop's trigger or its Get operation returns it. Address, lines, quantities and SKUs are read from it.",
	},
	...otherShopFields,
];

/** The lines of a shop's order for which a row of SKU Mapping is. */
const conditionRows: INodeProperties = {
	displayName: 'When',
	name: 'when',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Condition' },
	placeholder: 'Add Condition',
	default: {},
	description:
		'For which lines this row is, where several variants, sides or options share a SKU: only those whose properties have all of these values. A row without conditions beside rows with some gives its print files and options to all lines of the SKU, but not its variant.',
	options: [
		{
			displayName: 'Condition',
			name: 'condition',
			values: [
				{
					displayName: 'Property',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Size',
					description:
						"Name of a property or metadata field of the line, or variant_title for the title of Shopify's variant. Of another shop also a path within the line, such as variations[0].value. Capitals, spaces, hyphens and underscores do not matter.",
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. 2XL',
					description:
						'What the line has there. Of variant_title, one of its parts is enough: 2XL of 2XL / Navy.',
				},
			],
		},
	],
};

/** Parameters for the variants and print files of lines. */
export const lineFileFields: INodeProperties[] = [
	{
		displayName: 'Print File From',
		name: 'printFileFrom',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Line Property',
				value: 'property',
				description: 'A property or metadata field of each line contains the address of its file',
			},
			{
				name: 'Template',
				value: 'template',
				description: 'One address for all lines, with the SKU or an ID inserted',
			},
		],
		default: 'property',
		description:
			'Where the address of the print file of a line comes from, unless SKU Mapping contains it',
	},
	{
		displayName: 'Print File Property',
		name: 'printFileProperty',
		type: 'string',
		default: 'Print file',
		required: true,
		placeholder: 'e.g. Print file',
		displayOptions: { show: { orderFrom: ['shopOrder'], printFileFrom: ['property'] } },
		description:
			"Name of the line's property. Capitals, spaces, hyphens and underscores do not matter. A placement may follow or come first: 'Print file front' is printed on the front, 'Back print file' on the back. Of another shop also a path within the line, such as files[0].src, or a list of files with their placements.",
	},
	{
		displayName: 'Print File Template',
		name: 'printFileTemplate',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://files.example.com/{sku}.png',
		displayOptions: { show: { printFileFrom: ['template'] } },
		description:
			"Address that contains {sku}, {variantId}, {lineId}, {orderNumber}, {placement} or {property:Name}: the SKU in your shop, the ID of the variant in the catalog, the line's ID and the order's number in your shop, each placement that the variant requires, and what a property of the line says, such as {property:Name on back}",
	},
	{
		displayName: 'SKU Mapping',
		name: 'skuMapping',
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			multipleValueButtonText: 'Add Row',
			hideOptionalFields: true,
			addOptionalFieldButtonText: 'Add Field',
			// With the SKU, by which messages name a row too: n8n counts on behind a row that was removed.
			fixedCollection: {
				itemTitle:
					'={{ `Row ${$collection.item.index + 1} ${$collection.item.value.shopSku ?? ""}`.trim() }}',
			},
		},
		placeholder: 'Add Row',
		default: {},
		description:
			"Variants and print files for the SKUs of your shop. Not needed if the SKU in your shop is the variant's SKU. To pass rows by an expression, use the option SKU Mapping (JSON): n8n drops what one gives for the whole of this field.",
		options: [
			{
				displayName: 'Row',
				name: 'row',
				values: [
					{
						displayName: 'Shop SKU',
						name: 'shopSku',
						type: 'string',
						typeOptions: { showEvenWhenOptional: true },
						default: '',
						placeholder: 'e.g. TEAM-SHIRT-M',
						description:
							'The SKU in your shop. Of a line without one also the ID of its variation, variant or product in the shop.',
					},
					{
						...variantLocator,
						typeOptions: { ...variantLocator.typeOptions, showEvenWhenOptional: true },
						required: false,
						description:
							"What to produce for it. Leave empty if the SKU in your shop is the variant's SKU.",
					},
					{
						...productLocator,
						typeOptions: { ...productLocator.typeOptions, showEvenWhenOptional: false },
						required: false,
						description:
							'In place of Variant, where your shop sells all sizes and colours under one SKU: the variant is the one whose words in the catalog, such as Navy and XL, are those of the line. A line that says none or two stops the order.',
					},
					{
						displayName: 'Print File',
						name: 'printFileUrl',
						type: 'string',
						typeOptions: { showEvenWhenOptional: true },
						default: '',
						placeholder: 'e.g. https://files.example.com/motif.png',
						description:
							'Public address from which the service fetches the print file. Leave empty to take the one of the line.',
					},
					{
						...optionRows,
						description:
							'Choices that the variant requires, for example the colour of a dial. A property of the line that is named like an option needs no row.',
					},
					conditionRows,
					{
						displayName: 'Pieces',
						name: 'pieces',
						type: 'number',
						typeOptions: { minValue: 1, numberPrecision: 0 },
						default: 1,
						description:
							"How many pieces are produced for each one that the shop sold: 3 of a set of 3. The item is then sent without the shop's price, which is that of all of them.",
					},
					{
						displayName: 'Part of a Set',
						name: 'isPart',
						type: 'boolean',
						default: false,
						description:
							'Whether this row is produced together with the other rows of its SKU that have this on, each as an item of its own: a gift set is a row for the mug and one for the shirt',
					},
				],
			},
		],
	},
];

/** Parameters for lines and orders that are not for the service. */
export const whichLinesFields: INodeProperties[] = [
	{
		displayName: 'Unknown Lines',
		name: 'unknownLines',
		type: 'options',
		options: [
			{
				name: 'Leave Out With a Warning',
				value: 'leaveOut',
				description: 'Order the other lines. The output lists what was left out.',
			},
			{
				name: 'Stop With a Message',
				value: 'stop',
				description: 'Order nothing of that shop order',
			},
		],
		default: 'stop',
		description:
			'What to do about lines whose SKU no variant has, such as goods that you ship yourself, when other lines of the order are for this service. A line with a print file or a row in SKU Mapping always stops the order.',
	},
	{
		displayName: 'Orders Not Due',
		name: 'orderWithoutLines',
		type: 'options',
		options: [
			{ name: 'Skip', value: 'skip', description: 'Order nothing, and say so in the output' },
			{
				name: 'Stop With a Message',
				value: 'stop',
				description: 'Let the execution fail, so that somebody looks at it',
			},
		],
		default: 'stop',
		description:
			'What to do about a shop order of which nothing is to be produced: none of its lines is for this service, or it is not paid, sent already, cancelled, refunded, picked up, a draft or a test, or has another status than you listed',
	},
];

const forShopOrders = { show: { '/orderFrom': ['shopOrder', 'rows'] } };

const forRows = { show: { '/orderFrom': ['rows'] } };

/** Option of the operation, for a shop's order: rows of the mapping that come from elsewhere. */
const skuMappingJsonField: INodeProperties = {
	displayName: 'SKU Mapping (JSON)',
	name: 'skuMappingJson',
	type: 'json',
	default: '[]',
	displayOptions: forShopOrders,
	description:
		'More rows, for example from a data table or a spreadsheet: a list such as [{ "shopSku": "TEAM-SHIRT-M", "sku": "…", "printFileUrl": "https://…" }], with "variantId" instead of "sku" if you have the ID, or "productId" if the line says the variant, "files": { "front": "https://…" } for several files, "options": { "dial_color": "black" }, and "when": { "Size": "2XL" } for rows of one SKU that depend on properties of the line, "pieces": 3 for a set of 3, and "isPart": true for rows that are produced together',
};

/** The row of an item: not shown, since it is always the whole item. */
export const rowField: INodeProperties = {
	displayName: 'Row',
	name: 'row',
	type: 'hidden',
	default: '={{ $json }}',
};

/** Option of the operation, for rows: columns with other headings. */
const columnNamesField: INodeProperties = {
	displayName: 'Column Names',
	name: 'columnNames',
	type: 'string',
	typeOptions: { rows: 5 },
	default: '',
	placeholder: 'e.g. Zip = PLZ',
	displayOptions: forRows,
	description:
		'Columns with other headings than those in the documentation, a line each: the known heading, an equals sign and yours, such as Zip = PLZ, or Print File Back = Reverse. With nothing behind the equals sign, as in Status =, no column is it.',
};

/** Option of the operation, for rows: which are due. */
const readyColumnField: INodeProperties = {
	displayName: 'Ready Column',
	name: 'readyColumn',
	type: 'string',
	default: '',
	placeholder: 'e.g. Approved',
	displayOptions: forRows,
	description:
		'The column that says which rows are due: only those where it is ticked, or says yes, true, x or 1. An order is placed once all its rows are. A column Ready or Paid needs no entry, but in Airtable, which leaves out a box that is not ticked.',
};

/** Option of the operation, for a shop's order. */
const printFilePlacementsField: INodeProperties = {
	displayName: 'Also Print On',
	name: 'printFilePlacements',
	type: 'string',
	default: '',
	placeholder: 'e.g. front, back',
	displayOptions: forShopOrders,
	description:
		'Placements that are printed besides those that the variant requires, separated by commas. A template with {placement} then names a file for these too, and a line property that names one for these needs no review.',
};

/** Option of the operation, for a shop's order. */
const printFileHostsField: INodeProperties = {
	displayName: 'Print File Hosts',
	name: 'printFileHosts',
	type: 'string',
	default: '',
	placeholder: 'e.g. files.example.com, *.example.net',
	displayOptions: forShopOrders,
	description:
		'Hosts from which the print files of line properties may come, separated by commas; with *. in front all hosts below a name. A file from elsewhere stops the order. Leave empty to allow any host. Customers can enter properties too, so list yours if your shop adds them.',
};

/** Option of the operation, for a shop's order. */
const lineOptionsField: INodeProperties = {
	displayName: 'Options From Properties',
	name: 'lineOptions',
	type: 'string',
	default: '',
	placeholder: 'e.g. gift_box, strap',
	displayOptions: forShopOrders,
	description:
		'Options of variants, by ID or label and separated by commas, that line properties may set without a review although the variant does not require them. Customers can enter properties too, so list only what your shop charges for.',
};

/** Option of the operation, for a shop's order. */
const ignoredPropertiesField: INodeProperties = {
	displayName: 'Properties to Ignore',
	name: 'ignoredProperties',
	type: 'string',
	default: '',
	placeholder: 'e.g. Gift wrap, MUG-*: Personalization',
	displayOptions: forShopOrders,
	description:
		'Properties of lines that change nothing about what is produced and need no review, separated by commas: a name for all lines, or a SKU and a name for the lines of this SKU, which may end in * for all SKUs that begin alike',
};

/** Option of the operation, for a shop's order. */
const shippingMappingField = (shipping: INodeProperties): INodeProperties => ({
	displayName: 'Shipping Mapping',
	name: 'shippingMapping',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Method' },
	placeholder: 'Add Method',
	default: {},
	displayOptions: forShopOrders,
	description:
		'How to ship orders by the shipping method that the customer chose. Others are shipped as the field Shipping says.',
	options: [
		{
			displayName: 'Method',
			name: 'row',
			values: [
				{
					displayName: 'Shop Method',
					name: 'shopMethod',
					type: 'string',
					default: '',
					placeholder: 'e.g. Express',
					description: 'Title or code of a shipping method of the shop',
				},
				shipping,
			],
		},
	],
});

/** Option of the operation, for a shop's order. */
const shopNameField: INodeProperties = {
	displayName: 'Shop Name',
	name: 'shopName',
	type: 'string',
	default: '',
	placeholder: 'e.g. woo2',
	displayOptions: forShopOrders,
	description:
		'What the External IDs of its orders begin with, in place of the name of the shop, such as shopify or woo: letters, digits and underscores. A second WooCommerce shop needs one, since both have the same order IDs: of a name that begins with woo, such as woo2, outputs tell the ID in the shop. Do not change it later: orders would be placed again.',
};

const SHOPS_WITH_STATUSES = ['detect', 'shopify', 'wooCommerce'];

/** Shown for the shops whose owners decide which statuses are due. */
const forShopsWithStatuses = {
	show: { '/orderFrom': ['shopOrder'], '/shop': SHOPS_WITH_STATUSES },
};

/** Shown for the shops that say whether an order is paid. */
const forShopsThatSayWhatIsPaid = {
	show: {
		'/orderFrom': ['shopOrder'],
		'/shop': [...SHOPS_WITH_STATUSES, ...SOURCES.map(({ shop }) => shop)],
	},
};

/** Option of the operation: which statuses of the shop are due. */
const orderStatusesField: INodeProperties = {
	displayName: 'Order Statuses',
	name: 'orderStatuses',
	type: 'string',
	default: '',
	placeholder: 'e.g. processing, completed',
	displayOptions: forShopsWithStatuses,
	description:
		"Comma-separated statuses of the shop that are sent and confirmed, in place of the usual ones. WooCommerce: order statuses, usually 'processing'; add 'completed' if your shop completes orders as soon as they are paid. Shopify: payment statuses, usually 'paid, partially_refunded'; add 'authorized' if you capture payments at fulfilment, or 'pending' if you sell on account.",
};

/** Option of the operation: where the tax number of a recipient is. */
const taxNumberFromField: INodeProperties = {
	displayName: 'Tax Number From',
	name: 'taxNumberFrom',
	type: 'string',
	default: '',
	placeholder: 'e.g. _billing_vat_number',
	displayOptions: forShopsWithStatuses,
	description:
		"Name of the field of the order or of its metadata that holds the recipient's tax number, for parcels that need one at customs. Read without it: what Shopify's checkout asks for (in orders of GraphQL), and CPF and CNPJ of WooCommerce in Brazil. Not sent, but to be reviewed, where the billing address has another name or country.",
};

/** Option of the operation: places orders that are not paid as drafts. */
const sendUnpaidOrdersField: INodeProperties = {
	displayName: 'Send Unpaid Orders',
	name: 'sendUnpaidOrders',
	type: 'boolean',
	default: false,
	displayOptions: forShopsThatSayWhatIsPaid,
	description:
		"Whether to place orders that are not paid yet. They stay drafts, with the reason under 'toReview', until somebody confirms them or the order runs again once it is paid.",
};

/** Option of the operation, for a shop's order. */
const sendTestOrdersField: INodeProperties = {
	displayName: 'Send Test Orders',
	name: 'sendTestOrders',
	type: 'boolean',
	default: false,
	displayOptions: forShopOrders,
	description:
		'Whether to send orders that the shop marks as a test. Once confirmed, they are produced and charged like any other.',
};

/** What 'Options' offers for an order of a shop, grouped by what it is about. */
export const shopOptions: INodeProperties[] = [
	// The columns of rows.
	columnNamesField,
	readyColumnField,
	// Which orders are due, and what else is read of them.
	orderStatusesField,
	sendTestOrdersField,
	sendUnpaidOrdersField,
	shopNameField,
	taxNumberFromField,
	priceUnitField.property,
	shippingMappingField(shippingField.property),
	// Which of them are left alone, wait, or are looked at.
	...nextFields,
	// Their lines.
	skuMappingJsonField,
	lineOptionsField,
	printFilePlacementsField,
	ignoredPropertiesField,
	printFileHostsField,
];
