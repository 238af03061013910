// The editor's fields for a shop's order or rows: 'Order From', 'Shop', 'Shop Order', print files (property or
// template), 'SKU Mapping' with its conditions ('When'), 'Unknown Lines' and 'Orders Not Due'. What 'Options' offers is in
// options.ts; the paths of another shop are in other/settings.ts.

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { refuse } from '../../input/checks';
import { comparableName } from '../../input/equalText';
import { alwaysShown, choiceField, field, rowsProperty, textProperty } from '../../input/field';
import { trimmed } from '../../input/text';
import { byAlphabet } from '../../input/wording';
import { productLocator } from '../../listSearch/collections';
import { variantLocator } from '../../listSearch/variant';
import { optionRows } from '../compose/itemProperties';
import { printFileTemplateOf } from './lines/printFileTemplate';
import { otherShopFields } from './other/settings';
import type { Shop } from './shopOrder';
import { SOURCES } from './sources/index';

const SOURCE_NAMES = SOURCES.map(({ called }) => called).join(', ');

/** Where an order comes from. */
export const orderFromField: INodeProperties = {
	displayName: 'Order From',
	name: 'orderFrom',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'A Shop Order',
			value: 'shopOrder',
			description: `Pass a whole order of ${SOURCE_NAMES} or another shop`,
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
		propertyHint: `Use 'shopOrder' behind the trigger of a shop, or an HTTP Request that gets an order (${SOURCE_NAMES} or another shop): address, lines, SKUs and print files are read from the order. Use 'rows' behind Google Sheets, Airtable or a form: columns are known by their headings, and rows of one order number become one order. Use 'fields' for anything else.`,
	},
};

const SHOPS: Array<INodePropertyOptions & { value: Shop | 'detect' }> = [
	{
		name: 'Detect',
		value: 'detect',
		description: 'Tell orders of the shops in this list apart by their fields',
	},
	{ name: 'Other', value: 'other', description: 'Enter where its fields are' },
	...SOURCES.map(({ called, shop, description }) => ({ name: called, value: shop, description })),
];

export const shopField = choiceField({
	displayName: 'Shop',
	name: 'shop',
	noDataExpression: true,
	options: SHOPS.sort((a, b) => byAlphabet(a.name.toLowerCase(), b.name.toLowerCase())),
	default: 'detect',
	description: 'The shop that the order comes from',
});

/** The shop's order itself, and where the fields of another shop's order are. */
export const shopOrderFields: INodeProperties[] = [
	shopField.property,
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

/** The row of an item: not shown, since it is always the whole item. */
export const rowField: INodeProperties = {
	displayName: 'Row',
	name: 'row',
	type: 'hidden',
	default: '={{ $json }}',
};

export const printFileFromField = choiceField({
	displayName: 'Print File From',
	name: 'printFileFrom',
	noDataExpression: true,
	options: [
		{
			name: 'Property or Column',
			value: 'property',
			description:
				'A property or metadata field of each line, or the column Print File of each row, contains the address of its file',
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
});

export const printFilePropertyField = field(
	{
		...textProperty(
			'Print File Property',
			'printFileProperty',
			'Print file',
			"Name of the line's property. Capitals, spaces, hyphens and underscores do not matter. A placement may follow or come first: 'Print file front' is printed on the front, 'Back print file' on the back. Of another shop also a path within the line, such as files[0].src, or a list of files with their placements.",
		),
		default: 'Print file',
		required: true,
		displayOptions: { show: { orderFrom: ['shopOrder'], printFileFrom: ['property'] } },
	},
	(value, label) => {
		const name = trimmed(value);
		const advice = 'Enter the name of the property that holds the address of the print file.';
		return comparableName(name) === '' ? refuse(label, 'is empty', advice) : name;
	},
);

export const printFileTemplateField = field(
	{
		...textProperty(
			'Print File Template',
			'printFileTemplate',
			'https://files.example.com/{sku}.png',
			"Address that contains {sku}, {variantId}, {lineId}, {orderNumber}, {placement} or {property:Name}: the SKU in your shop, the ID of the variant in the catalog, the line's ID and the order's number in your shop, each placement that the variant requires, and what a property of the line says, such as {property:Name on back}",
		),
		required: true,
		displayOptions: { show: { printFileFrom: ['template'] } },
	},
	printFileTemplateOf,
);

/** The lines of a shop's order for which a row of SKU Mapping is. */
const conditionRows = rowsProperty('When', 'when', {
	description:
		'For which lines this row is, where several variants, sides or options share a SKU: only those whose properties have all of these values. A row without conditions beside rows with some gives its print files and options to all lines of the SKU, but not its variant.',
	row: {
		displayName: 'Condition',
		name: 'condition',
		values: [
			textProperty(
				'Property',
				'name',
				'Size',
				"Name of a property or metadata field of the line, or variant_title for the title of Shopify's variant. Of another shop also a path within the line, such as variations[0].value. Capitals, spaces, hyphens and underscores do not matter.",
			),
			textProperty(
				'Value',
				'value',
				'2XL',
				'What the line has there. Of variant_title, one of its parts is enough: 2XL of 2XL / Navy.',
			),
		],
	},
});

const skuMappingRows = rowsProperty('SKU Mapping', 'skuMapping', {
	typeOptions: {
		hideOptionalFields: true,
		addOptionalFieldButtonText: 'Add Field',
		// With the SKU, by which messages name a row too: n8n counts on behind a row that was removed.
		fixedCollection: {
			itemTitle:
				'={{ `Row ${$collection.item.index + 1} ${$collection.item.value.shopSku ?? ""}`.trim() }}',
		},
	},
	description:
		"Variants and print files for the SKUs of your shop. Not needed if the SKU in your shop is the variant's SKU. To pass rows by an expression, use the option SKU Mapping (JSON): n8n drops what one gives for the whole of this field.",
	row: {
		displayName: 'Row',
		name: 'row',
		values: [
			alwaysShown(
				textProperty(
					'Shop SKU',
					'shopSku',
					'TEAM-SHIRT-M',
					'The SKU in your shop. Of a line without one also the ID of its variation, variant or product in the shop.',
				),
			),
			alwaysShown({
				...variantLocator,
				required: false,
				description:
					"What to produce for it. Leave empty if the SKU in your shop is the variant's SKU.",
			}),
			{
				...productLocator,
				typeOptions: { ...productLocator.typeOptions, showEvenWhenOptional: false },
				required: false,
				description:
					'In place of Variant, where your shop sells all sizes and colours under one SKU: the variant is the one whose words in the catalog, such as Navy and XL, are those of the line. A line that says none or two stops the order.',
			},
			alwaysShown(
				textProperty(
					'Print File',
					'printFileUrl',
					'https://files.example.com/motif.png',
					'Public address from which the service fetches the print file. Leave empty to take the one of the line.',
				),
			),
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
});

/** The variants and print files of lines. */
export const lineFileFields: INodeProperties[] = [
	printFileFromField.property,
	printFilePropertyField.property,
	printFileTemplateField.property,
	skuMappingRows,
];

export const unknownLinesField = choiceField({
	displayName: 'Unknown Lines',
	name: 'unknownLines',
	options: [
		{
			name: 'Leave Out With a Warning',
			value: 'leaveOut',
			description: 'Order the other lines. The output lists what was left out.',
		},
		{
			name: 'Stop With a Message',
			value: 'stop',
			description:
				"Order nothing of that shop order. If Orders Not Due skips it, 'next' is 'look'.",
		},
	],
	default: 'stop',
	description:
		'What to do about lines whose SKU no variant has, such as goods that you ship yourself, when other lines of the order are for this service. A line with a print file or a row in SKU Mapping always stops the order.',
});

export const ordersNotDueField = choiceField({
	displayName: 'Orders Not Due',
	name: 'orderWithoutLines',
	options: [
		{
			name: 'Skip',
			value: 'skip',
			description:
				'Order nothing, and say so in the output. Where no SKU of the order is known, "next" is "look" there.',
		},
		{
			name: 'Stop With a Message',
			value: 'stop',
			description: 'Let the execution fail, so that somebody looks at it',
		},
	],
	default: 'stop',
	description:
		'What to do about a shop order of which nothing is to be produced: none of its lines is for this service, or it is not paid, sent already, cancelled, refunded, picked up, a draft or a test, or has another status than you listed',
});

/** What becomes of lines and orders that are not for the service. */
export const whichLinesFields: INodeProperties[] = [
	unknownLinesField.property,
	ordersNotDueField.property,
];
