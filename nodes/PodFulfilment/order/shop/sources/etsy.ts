// Orders of Etsy: a receipt with its transactions, as Open API v3 has them (etsy-ts 8.0.1, made from Etsy's own
// description). Etsy writes texts for a page (`Mara O&#39;Dell`), and statuses in other cases than it documents.

import type { IDataObject } from 'n8n-workflow';

import { firstText, objectsIn, textIn } from '../values';
import type { LineProperty } from '../shopOrder';
import { date, flag, list, parcels, REFUNDED_IN_PART, status } from './decidingFields';
import { getFrom, listed, type SourceTable } from './sourceTable';

const RECEIPTS = 'https://openapi.etsy.com/v3/application/shops/{shop_id}/receipts';

/** What Etsy writes where a customer was asked for a text and entered none. */
const EMPTY = new Set<unknown>(['Not requested on this item.']);

/** Choices and personalization are one list. */
const VARIATIONS = listed('variations', 'formatted_name', 'formatted_value');

const filledVariations = (line: IDataObject): LineProperty[] =>
	VARIATIONS(line).filter(({ value }) => !EMPTY.has(value));

/** Each line has the upgrade that the customer chose for it; null is the standard. */
const upgradesOf = (order: IDataObject): IDataObject[] => {
	const names = objectsIn(order.transactions).flatMap(
		(line) => firstText(line.shipping_upgrade, line.shipping_method) ?? [],
	);
	return [...new Set(names)].map((name) => ({ name }));
};

export const ETSY: SourceTable = {
	shop: 'etsy',
	called: 'Etsy',
	description: "HTTP Request node, to Etsy's receipts: n8n has no node of its own for Etsy",
	isOrder: ({ receipt_id: id, transactions }) =>
		textIn(id) !== undefined && Array.isArray(transactions),
	lists: ['results'],
	notAnOrder: [
		{
			isIt: ({ event_type: event, resource_url: url }) =>
				event !== undefined && (textIn(url) ?? '').includes('/receipts/'),
			why: 'an event of its webhook only says where the order is',
			advice: getFrom('{{ $json.body.resource_url }}'),
		},
		{
			isIt: (object) =>
				'receipt_id' in object && ('transaction_id' in object || 'country_iso' in object),
			why: 'it has no transactions',
			advice: getFrom(`${RECEIPTS}/{{ $json.receipt_id }}`),
		},
	],
	number: 'receipt_id',
	isNumberUnique: true,
	date: 'created_timestamp',
	isCaseIgnored: true,
	hasEntities: true,
	deciding: [
		status('status', {
			...{ open: 'notPaid', 'payment processing': 'notPaid', paid: 'due', completed: 'sent' },
			...{ canceled: 'cancelled', 'fully refunded': 'refunded' },
			'partially refunded': REFUNDED_IN_PART,
		}),
		flag('is_paid', 'due', 'notPaid'),
		flag('is_shipped', 'sent'),
		// A refund that is made later does not change a status that was read before it.
		list('refunds', REFUNDED_IN_PART),
		parcels('shipments', 'Etsy'),
	],
	recipient: {
		...{ name: 'name', address1: 'first_line', address2: 'second_line', city: 'city' },
		...{ state: 'state', zip: 'zip', country: 'country_iso', email: 'buyer_email' },
	},
	addressAdvice:
		"Etsy gives addresses in the USA only to apps that it approved for them: see the app's settings at Etsy.",
	currency: 'price.currency_code',
	lines: {
		at: 'transactions',
		id: 'transaction_id',
		skus: ['sku'],
		// The product_id is another one after each change of the stock.
		otherIds: ['listing_id'],
		quantity: 'quantity',
		name: 'title',
		prices: [{ path: 'price', unit: 'amountAndDivisor' }],
		properties: [Object.assign(filledVariations, { kinds: VARIATIONS.kinds })],
		deciding: [flag('is_digital', 'notShipped'), date('shipped_timestamp', 'sent')],
	},
	shippingMethods: { at: upgradesOf, names: ['name'] },
	buyerNote: 'message_from_buyer',
};
