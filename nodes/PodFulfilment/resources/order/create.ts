// Order → Create: its fields, when each is shown, and which source composes the order: fields, JSON or a shop's order.

import type { INodeProperties } from 'n8n-workflow';

import { itemExamples, itemsField } from '../../order/compose/itemProperties';
import { recipientFields } from '../../order/compose/recipientFields';
import {
	ignoredPropertiesField,
	lineOptionsField,
	orderFromField,
	orderStatusesField,
	printFileHostsField,
	printFilePlacementsField,
	sendTestOrdersField,
	sendUnpaidOrdersField,
	shippingMappingField,
	shopLineFields,
	shopNameField,
	shopOrderFields,
	skuMappingJsonField,
	taxNumberFromField,
} from '../../order/shop/fields';
import { priceUnitField } from '../../order/shop/other/fields';
import { optionalChoice } from '../../input/checks';
import { defineOperation } from '../../execution/defineOperation';
import type { OperationCall } from '../../execution/operation';
import type { OrderSource } from '../../order/composedOrder';
import { optionsField } from '../sharedFields';
import { simplifyFields } from '../outputFields';
import {
	confirmWithoutReviewField,
	expectExistingField,
	followUpFields,
	thenField,
} from '../../order/place/fields';
import { checkOnlyNotice, humanReviewOfThenNotice } from './agentNotices';
import { externalIdField, ifExistsField, shippingField, shopExternalIdField } from './fields';
import { orderFromFields } from '../../order/compose/orderFromFields';
import { orderFromShop } from '../../order/shop/orderFromShop';
import { changeNotices } from '../../order/change/notices';
import { isDone, outputHints } from '../../order/outputHints';
import { addParcelsField } from '../../order/addParcels';
import { placeOrder, PLACING_NOTES } from '../../order/place/placeOrder';

const fieldsOrJson = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'options',
	options: [
		{ name: 'Using Fields Below', value: 'fields' },
		{ name: 'Using JSON', value: 'json' },
	],
	default: 'fields',
	description,
});

/** Formats an expression for a field's hint, which is HTML. */
const asHint = (expression: string): string => `<code>${expression.replaceAll('>', '&gt;')}</code>`;

/** Shows fields only for one value of 'Order From'. */
const shownFor = (orderFrom: string, properties: INodeProperties[]): INodeProperties[] =>
	properties.map((property) => ({
		...property,
		displayOptions: { show: { orderFrom: [orderFrom], ...property.displayOptions?.show } },
	}));

/** Fields for address and items, when they do not come from a shop's order. */
const addressAndItems: INodeProperties[] = [
	fieldsOrJson('Specify Recipient', 'specifyRecipient', 'How to enter the address'),
	{
		displayName: 'Recipient',
		name: 'recipient',
		type: 'collection',
		placeholder: 'Add Address Field',
		// Shows the fields that every address has; otherwise the collection starts empty.
		default: { name: '', address1: '', city: '', zip: '', countryCode: '' },
		displayOptions: { show: { specifyRecipient: ['fields'] } },
		description:
			'Who receives the parcel, and where. Address Line 1, City, Country, and Name or Company are required.',
		// In the order of an address, not sorted by label.
		options: recipientFields,
	},
	{
		displayName: 'Recipient (JSON)',
		name: 'recipientJson',
		type: 'json',
		default: '{}',
		displayOptions: { show: { specifyRecipient: ['json'] } },
		description:
			'The address as a JSON object, for example { "name": "Nathan Doe", "address1": "12 Harbour Street", "city": "Hamburg", "zip": "20457", "countryCode": "DE" }',
	},
	fieldsOrJson('Specify Items', 'specifyItems', 'How to enter what to produce'),
	{ ...itemsField, displayOptions: { show: { specifyItems: ['fields'] } } },
	{
		displayName: 'Items (JSON)',
		name: 'itemsJson',
		type: 'json',
		default: '[]',
		displayOptions: { show: { specifyItems: ['json'] } },
		description:
			'A list of items with the field names of the service, or in short form: [{ "variantId": "…", "quantity": 1, "files": { "front": "https://…" }, "options": { "dial_color": "black" } }]. If there is only one print file, "files" may be just its address. Instead of "variantId", you can give the SKU of the variant as "sku".',
		hint: [
			`<b>Shopify order</b> ${asHint(itemExamples.shopify)}`,
			`<b>WooCommerce order</b> ${asHint(itemExamples.wooCommerce)}`,
			`<b>Spreadsheet row</b> ${asHint(itemExamples.spreadsheet)}`,
		].join('<br>'),
	},
];

const fields: INodeProperties[] = [
	humanReviewOfThenNotice,
	checkOnlyNotice,
	orderFromField,
	...shownFor('shopOrder', [...shopOrderFields, ...shopLineFields, shopExternalIdField]),
	...shownFor('fields', [externalIdField]),
	shippingField,
	...shownFor('fields', addressAndItems),
	thenField,
	...simplifyFields('order'),
	optionsField([
		addParcelsField,
		// Which orders of a shop are due, and what else is read of them.
		orderStatusesField,
		sendTestOrdersField,
		sendUnpaidOrdersField,
		shopNameField,
		taxNumberFromField,
		priceUnitField,
		shippingMappingField(shippingField),
		// Their lines.
		skuMappingJsonField,
		lineOptionsField,
		printFilePlacementsField,
		ignoredPropertiesField,
		printFileHostsField,
		{
			displayName: 'Fill From Catalog',
			name: 'fillFromCatalog',
			type: 'boolean',
			default: true,
			description:
				'Whether to complete type, technique and position of each placement from the catalog, to take the name of an item from it where none is entered, and to check options and placements before the order is sent. A variant that is out of stock does not stop the order: the output then says so in "warnings".',
		},
		// An order that exists.
		expectExistingField,
		ifExistsField,
		// What follows once it is placed.
		confirmWithoutReviewField,
		...followUpFields,
	]),
];

/** Where an order may come from, by the value of 'Order From'. */
const ORDER_SOURCES = { fields: orderFromFields, shopOrder: orderFromShop };

async function sourceOf(call: OperationCall): Promise<OrderSource> {
	const from = optionalChoice(call.parameter('orderFrom', 'fields'), 'Order From', [
		'fields',
		'shopOrder',
	]);
	return await ORDER_SOURCES[from ?? 'fields'](call);
}

/** POST /api/orders (spec section 4). */
export const create = defineOperation('order', {
	name: 'Create',
	value: 'create',
	action: 'Create an order to print and ship',
	description: 'Place a new order. It is produced once it is confirmed.',
	fields,
	isDone,
	executionHints: outputHints,
	runHints: changeNotices,
	writeNotes: PLACING_NOTES,
	perform: async (call) => await placeOrder(call, sourceOf),
});
