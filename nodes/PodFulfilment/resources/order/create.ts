// Order → Create: POST /api/orders (spec section 4). Its fields, when each is shown, and which source composes the order: fields,
// JSON, a shop's order or rows.

import type { INodeProperties } from 'n8n-workflow';

import { itemsField, itemsJsonField, specifyItemsField } from '../../order/compose/itemProperties';
import {
	hiddenByOption,
	recipientField,
	recipientJsonField,
	specifyRecipientField,
} from '../../order/compose/recipientFields';
import {
	lineFileFields,
	orderFromField,
	rowField,
	shopOrderFields,
	whichLinesFields,
} from '../../order/shop/fields';
import { shopOptions } from '../../order/shop/options';
import { otherShopOptions } from '../../order/shop/other/settings';
import { optionalChoice } from '../../input/checks';
import { hiddenParameter, type Field } from '../../input/field';
import { defineOperation } from '../../execution/defineOperation';
import type { OperationCall } from '../../execution/operation';
import type { OrderSource } from '../../order/composedOrder';
import { optionsField, placingNotices, simplifyField, simplifyFields } from '../sharedFields';
import {
	confirmWithoutReviewField,
	externalIdField,
	fillFromCatalogField,
	ownExternalIdOption,
	placingOptions,
	shippingField,
	thenField,
} from '../../order/fields';
import { orderFromFields } from '../../order/compose/orderFromFields';
import { orderFromShop } from '../../order/shop/orderFromShop';
import { joinRows } from '../../order/shop/rows/joinRows';
import { createHints, isDone } from '../../order/hints';
import { addParcelsField } from '../../order/parcels';
import type { NextWord } from '../../order/next/next';
import { placeOrder } from '../../order/place/placeOrder';
import { PLACING_NOTES } from '../../order/place/retries';

/** The JSON of a workflow that a program wrote, beside the option that people add. */
const ofPrograms = (property: INodeProperties, { property: specify }: Field<string>) => ({
	...property,
	description: `The same as the option ${property.displayName}. Shown where a workflow has ${specify.name} set to json.`,
});

/**
 * Says that a hidden parameter has another value than at first: another operation of the same node may have left it, and nothing
 * is to decide unseen.
 */
const hiddenNotice = ({ displayName, name, default: preset, displayOptions }: INodeProperties) =>
	({
		displayName: `${displayName} is set out of sight, by another operation or a program. Add the option ${displayName} to change it.`,
		name: `${name}Notice`,
		type: 'notice',
		default: '',
		displayOptions: {
			show: { ...displayOptions?.show, [name]: [{ _cnd: { not: String(preset) } }] },
			...hiddenByOption(name),
		},
	}) satisfies INodeProperties;

/** Shows fields only for some values of 'Order From'. */
const shownFor = (orderFrom: string[], properties: INodeProperties[]): INodeProperties[] =>
	properties.map((property) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { orderFrom, ...property.displayOptions?.show },
		},
	}));

/**
 * Fields that few change, so that the form is short: offered in 'Options', while their parameters stay for what a program
 * wrote there.
 */
const fieldsInOptions: INodeProperties[] = [
	...[recipientJsonField, itemsJsonField].map((property) => ({
		...property,
		displayOptions: { show: { '/orderFrom': ['fields'] } },
	})),
	shippingField.property,
	ownExternalIdOption,
	...otherShopOptions,
	simplifyField,
];

/**
 * The options in the order in which owners need them, since a collection of n8n has no headings: how rows and another
 * shop's orders are read; an order as JSON, and how it travels; what most of them set before they publish a workflow (are
 * the files good, from which day on, again and again); what the messages of Check Only name; what a workflow needs that also
 * closes orders in the shop; what few ever change.
 */
const OPTIONS_BY_NEED = [
	...['columnNames', 'readyColumn', 'addressField', 'orderNumberField'],
	...['recipientJson', 'itemsJson', 'shipping'],
	...['checkPrintFiles', 'waitForValidation', 'notBefore', 'expectExisting'],
	...['ignoredProperties', 'printFilePlacements', 'lineOptions', 'printFileHosts'],
	...['orderStatuses', 'shippingMapping', 'priceUnit', 'skuMappingJson'],
	...['addParcels', 'holdHours', 'completeReviewedAfterDays', 'reviewAbovePieces'],
	...['confirmWithoutReview', 'onFailedValidation', 'shopName', 'externalId', 'taxNumberFrom'],
	...['sendUnpaidOrders', 'sendTestOrders', 'ifExists', 'fillFromCatalog', 'simplify'],
];

const options = [
	...fieldsInOptions,
	addParcelsField.property,
	...shopOptions,
	fillFromCatalogField.property,
	...placingOptions(thenField, [confirmWithoutReviewField.property]),
].sort((a, b) => OPTIONS_BY_NEED.indexOf(a.name) - OPTIONS_BY_NEED.indexOf(b.name));

/** Of another shop, what a program wrote. */
const otherShopParameters = otherShopOptions.map((option) => ({
	...hiddenParameter(option),
	displayOptions: { show: { shop: ['other'] } },
}));

const fields: INodeProperties[] = [
	...placingNotices('then'),
	orderFromField,
	thenField.property,
	...shownFor(['shopOrder'], shopOrderFields),
	...shownFor(['rows'], [rowField]),
	...shownFor(['shopOrder', 'rows'], lineFileFields),
	...shownFor(['shopOrder'], whichLinesFields),
	...shownFor(
		['shopOrder', 'rows'],
		[hiddenParameter(externalIdField.property), hiddenNotice(externalIdField.property)],
	),
	...shownFor(['fields'], [externalIdField.property]),
	hiddenParameter(shippingField.property),
	hiddenNotice(shippingField.property),
	...shownFor(['shopOrder'], otherShopParameters),
	...shownFor(
		['fields'],
		[
			hiddenParameter(specifyRecipientField.property),
			recipientField,
			ofPrograms(recipientJsonField, specifyRecipientField),
			hiddenParameter(specifyItemsField.property),
			itemsField,
			ofPrograms(itemsJsonField, specifyItemsField),
		],
	),
	...simplifyFields('order').map((property) =>
		property.name === simplifyField.name ? hiddenParameter(property) : property,
	),
	optionsField(options),
];

async function sourceOf(call: OperationCall): Promise<OrderSource> {
	const chosen = call.parameter('orderFrom', 'fields');
	const from = optionalChoice(chosen, 'Order From', ['fields', 'shopOrder', 'rows']) ?? 'fields';
	return await (from === 'fields' ? orderFromFields : orderFromShop)(call);
}

export const create = defineOperation('order', {
	name: 'Create',
	value: 'create',
	action: 'Create an order to print and ship',
	description: 'Place a new order. It is produced once it is confirmed.',
	fields,
	inOptions: fieldsInOptions.map(({ name }) => name),
	isDone,
	executionHints: createHints,
	writeNotes: PLACING_NOTES,
	joinItems: joinRows,
	nextOfRefused: ({ orderFrom }) =>
		orderFrom === 'shopOrder' || orderFrom === 'rows' ? ('look' satisfies NextWord) : undefined,
	perform: async (call) => await placeOrder(call, sourceOf, thenField),
});
