// Orders of Shopify, in the names of its REST API and its webhooks: addresses with the tax number, lines, what is no order yet,
// and an address that Shopify hides from an app. Those of its GraphQL Admin API are brought to these names in fromGraphql.ts.

import type { IDataObject } from 'n8n-workflow';

import type { Pieces } from '../../../../input/nextTurn';
import { isBrokenNumber } from '../../../../input/number';
import { isObject, ownValue } from '../../../../input/objects';
import { refuseFor } from '../../../causes';
import { allPropertiesIn, DRAFT_ORDER, GIFT_CARD, NOT_SHIPPED } from '../../reading';
import type { WhyNotSent } from '../../shopOrder';
import { type OrderTaxNumber, taxNumberIn } from '../../besideAddress';
import { contained, hasLineItems, listIn, longTextIn, objectIn, textIn } from '../../values';
import * as by from '../decidingFields';
import { addressAt, type RecipientTable, type SourceTable } from '../sourceTable';
import { asFlag, cartPropertiesOf, DECIDING, isRemoved, pieceCounter } from './deciding';
import { digitsOf, findGraphqlOrder, inRestNames, nodesOf } from './fromGraphql';

/** WooCommerce calls lines the same as Shopify, but addresses differently. */
const isOfWooCommerce = (order: IDataObject): boolean =>
	isObject(order.billing) && !isObject(order.billing_address);

/** Whether an ID is one that Shopify alone gives. */
const isShopifyId = (id: unknown): boolean => /^gid:\/\/shopify\//.test(textIn(id) ?? '');

/** Other shop systems copy the names of the REST API's fields, but not its IDs. */
function isSurely(value: unknown): boolean {
	const ofGraphql = findGraphqlOrder(value);
	if (ofGraphql && ('displayFinancialStatus' in ofGraphql || isShopifyId(ofGraphql.id)))
		return true;
	const order = contained(value, hasLineItems);
	return [order, ...listIn(order?.line_items)].some(
		(object) => isObject(object) && isShopifyId(object.admin_graphql_api_id),
	);
}

/** The service that ships a line, unless it is the shop itself, or Shopify for gift cards. */
function otherService({ fulfillment_service: service }: IDataObject): string | undefined {
	const called = textIn(service)?.toLowerCase() ?? '';
	return ['', 'manual', 'gift_card'].includes(called) ? undefined : called;
}

/** A name of a shipping line. */
const unlessRemoved = (name: string) => (line: IDataObject) =>
	isRemoved(line) ? undefined : ownValue(line, name);

const nameOf = ({ name, title, variant_title: variant }: IDataObject): string =>
	longTextIn(name) ?? [textIn(title), textIn(variant)].filter(Boolean).join(' - ');

/** Recognizes drafts, checkouts and fulfilments: they have lines too, and n8n's Shopify Trigger has events for them. */
function notPlaced(order: IDataObject): WhyNotSent | undefined {
	const advice = "Start the workflow with the Shopify Trigger's event Order Paid.";
	const hasStatus = 'financial_status' in order;
	const isDraft = /\/DraftOrder\//.test(textIn(order.admin_graphql_api_id) ?? '');
	if (isDraft || ('invoice_url' in order && !hasStatus)) return DRAFT_ORDER;
	if ('abandoned_checkout_url' in order) {
		return by.noOrder('is a checkout that has not become an order yet', advice);
	}
	return 'order_id' in order && !hasStatus
		? { because: 'is a fulfilment, which reports shipped goods', advice, cause: 'order' }
		: undefined;
}

/** One of the addresses of an order. */
const addressOf = (path: string): RecipientTable => ({
	...addressAt(
		'name firstName:first_name lastName:last_name company address1 address2 city zip state:province_code stateName:province',
		path,
	),
	country: [`${path}.country_code`, `${path}.country`],
	phone: [`${path}.phone`, 'phone', 'customer.phone'],
	email: ['email', 'contact_email', 'customer.email'],
});

/** Keys of localized fields that hold a number; others of that list hold its type, its use or an email address. */
const CREDENTIAL = /^(SHIPPING|TAX)_CREDENTIAL_([A-Z]{2})$/;

/**
 * The tax number that Shopify asked for, as countries require it: the one for customs before the one for taxes, and that of
 * the country to which the order goes before those of others. Localized fields are in GraphQL only.
 */
function* credentialOf(order: IDataObject): Pieces<OrderTaxNumber | undefined> {
	const recipient = objectIn(order.shipping_address ?? order.billing_address);
	const numbers: Array<{ use: string | undefined; number: OrderTaxNumber }> = [];
	for (const { key, value } of nodesOf(order.localized_fields)) {
		yield;
		const [, use, country] = CREDENTIAL.exec(textIn(key) ?? '') ?? [];
		const number = country === undefined ? undefined : taxNumberIn(value, { country });
		if (number) numbers.push({ use, number });
	}
	const ofRecipient = numbers.filter(({ number }) => number.country === recipient.country_code);
	const found = ofRecipient.find(({ use }) => use === 'SHIPPING') ?? ofRecipient[0] ?? numbers[0];
	return found?.number;
}

/** What identifies a person: an address that a customer entered has one of these. */
const HIDDEN = ['name', 'company', 'address1', 'address2'];

/**
 * Refuses an address of Shopify that this workflow was not given: to an app that may not read all data of customers,
 * Shopify sends the country and state alone, or with the city, the postal code or the email address.
 *
 * @param recipient a Recipient (spec section 2), which may be incomplete
 * @param field label of the address in messages
 * @throws UserError that says what to ask for in Shopify
 */
export function refuseHiddenAddress(recipient: IDataObject, field: string): void {
	if (recipient.countryCode === undefined) return;
	if (HIDDEN.some((name) => ownValue(recipient, name) !== undefined)) return;
	refuseFor(
		'missingAddress',
		field,
		'has neither a name nor a street: Shopify hides names, streets and contact details from this app',
		"In Shopify's settings of the app, ask for access to protected customer data, with name, address, phone and email, and then pass the order again.",
	);
}

export const SHOPIFY: SourceTable = {
	shop: 'shopify',
	called: 'Shopify',
	description: 'Shopify Trigger, Shopify',
	inItsNames: inRestNames,
	isOrder: (order) => hasLineItems(order) && !isOfWooCommerce(order),
	isSurely,
	lists: ['orders', 'data.orders.nodes', 'data.orders.edges', 'orders.nodes', 'orders.edges'],
	notAnOrder: [
		{
			isIt: (object) => Array.isArray(object.refund_line_items) && object.order_id !== undefined,
			why: 'it is a refund',
			advice: 'Add a Shopify node before this one that gets the order {{ $json.order_id }}.',
		},
	],
	number: 'order_number',
	// JSON parsers lose the last digits of very long ones.
	id: ({ id, admin_graphql_api_id: graphqlId }) => (isBrokenNumber(id) ? digitsOf(graphqlId) : id),
	// The ID leads back to the shop, and the number is for people.
	keys: [
		{ part: 'number', field: 'order_number', isDigits: true },
		{ part: 'id', field: 'id', isDigits: true },
	],
	name: 'name',
	isNumberUnique: true,
	date: 'created_at',
	isCaseIgnored: true,
	kinds: {
		note_attributes: 'fields',
		source_name: 'text',
		'shipping_lines.[].delivery_category': 'word',
	},
	ifIncomplete:
		'Pass the whole order. Where an option named Fields says what Shopify sends, remove it, or add these fields.',
	notPlaced,
	deciding: DECIDING,
	recipient: addressOf('shipping_address'),
	billing: addressOf('billing_address'),
	metadata: cartPropertiesOf,
	taxNumber: credentialOf,
	currency: 'currency',
	lines: {
		at: 'line_items',
		id: 'id',
		mayLackId: true,
		skus: ['sku'],
		otherIds: ['variant_id', 'product_id'],
		variationId: 'variant_id',
		fulfilmentService: otherService,
		quantity: 'quantity',
		name: nameOf,
		variantTitle: 'variant_title',
		prices: [{ path: 'price' }],
		properties: [({ properties }) => allPropertiesIn(properties, ['name', 'key'])],
		kinds: { properties: 'fields', fulfillment_service: 'text' },
		deciding: [
			by.status('fulfillment_status?', {}, { others: 'due' }),
			by.flag('gift_card?', GIFT_CARD, 'due', asFlag),
			by.when(({ tip }) => isObject(tip), { leftOutBecause: 'it is a tip' }),
			by.flag('requires_shipping?', 'due', NOT_SHIPPED, asFlag),
		],
		beside: pieceCounter,
	},
	shippingMethods: { at: 'shipping_lines', names: ['title', 'code'].map(unlessRemoved) },
	cartProperties: [cartPropertiesOf],
	buyerNote: 'note',
};
