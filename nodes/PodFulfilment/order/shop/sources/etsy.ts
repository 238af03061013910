// Orders of Etsy: a receipt with its transactions, as Open API v3 has them (etsy-ts 8.0.1, made from Etsy's own
// description). Etsy writes texts for a page (`Mara O&#39;Dell`), and statuses in other cases than it documents.

import type { IDataObject } from 'n8n-workflow';

import { decodeEntities } from '../../../input/html';
import { numberIn } from '../../../input/number';
import { NOT_SHIPPED } from '../reading';
import type { LineProperty } from '../shopOrder';
import { objectsIn, textIn } from '../values';
import * as by from './decidingFields';
import { at, having } from './field';
import { getFrom, type SourceTable } from './sourceTable';

const RECEIPTS = 'https://openapi.etsy.com/v3/application/shops/{shop_id}/receipts';

/** What Etsy writes where a customer was asked for a text and entered none. */
const EMPTY: readonly unknown[] = ['Not requested on this item.'];

/** Choices and personalization are one list. */
const variationsOf = ({ variations }: IDataObject): LineProperty[] =>
	objectsIn(variations)
		.filter(({ formatted_value: value }) => !EMPTY.includes(value))
		.map(({ formatted_name: name, formatted_value: value }) => ({
			names: [decodeEntities(textIn(name) ?? '')],
			value: typeof value === 'string' ? decodeEntities(value) : value,
		}));

export const ETSY: SourceTable = {
	shop: 'etsy',
	called: 'Etsy',
	description: "HTTP Request node, to Etsy's receipts: n8n has no node of its own for Etsy",
	isOrder: having('receipt_id', 'transactions'),
	lists: ['results'],
	notAnOrder: [
		{
			isIt: (object) => (textIn(object.resource_url) ?? '').includes('/receipts/'),
			why: 'an event of its webhook only says where the order is',
			advice: getFrom('{{ $json.body.resource_url }}'),
		},
		{
			isIt: having('receipt_id'),
			why: 'it has no transactions',
			advice: getFrom(`${RECEIPTS}/{{ $json.receipt_id }}`),
		},
	],
	number: 'receipt_id',
	isNumberUnique: true,
	date: 'created_timestamp',
	isCaseIgnored: true,
	deciding: [
		by.status('status', {
			paid: 'due',
			open: 'notPaid',
			'payment processing': 'notPaid',
			completed: 'sent',
			canceled: 'cancelled',
			'fully refunded': 'refunded',
			'partially refunded': by.REFUNDED_IN_PART,
		}),
		by.flag('is_paid', 'due', 'notPaid'),
		by.flag('is_shipped', 'sent'),
		// A refund that is made later does not change a status that was read before it.
		by.list('refunds', by.REFUNDED_IN_PART),
		by.parcels('shipments', 'Etsy'),
	],
	recipient: {
		name: 'name',
		address1: 'first_line',
		address2: 'second_line',
		city: 'city',
		state: 'state',
		zip: 'zip',
		country: 'country_iso',
		email: 'buyer_email',
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
		prices: [
			{
				path: ['price.amount', 'price'],
				dividedBy: (line) => numberIn(at(line, 'price.divisor')) ?? NaN,
			},
		],
		properties: [variationsOf],
		kinds: { 'variations.[].formatted_name': 'text', 'variations.[].formatted_value': 'text' },
		deciding: [by.flag('is_digital', NOT_SHIPPED), by.date('shipped_timestamp', 'sent')],
	},
	// Each line has the upgrade that the customer chose for it; null is the standard.
	shippingMethods: { at: 'transactions', names: [['shipping_upgrade', 'shipping_method']] },
	buyerNote: 'message_from_buyer',
};
