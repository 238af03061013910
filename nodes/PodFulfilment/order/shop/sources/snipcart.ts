// Orders of Snipcart, as its API and its webhooks have them: an event has the order in `content`. The External ID is made
// of the token, since the invoice number is the token, too, where an order has no other.

import { NOT_SHIPPED } from '../reading';
import { contained, objectIn } from '../values';
import * as by from './decidingFields';
import { having, type PropertyList } from './field';
import { addressAt, getFrom, type SourceTable } from './sourceTable';

const ORDERS = 'https://app.snipcart.com/api/orders';

const RENEWAL = by.review(
	'It is a renewal of a subscription: check that it is to be produced',
	'repeatedLine',
);

/** What the customer chose or entered. */
const CUSTOM_FIELDS: PropertyList = {
	at: 'customFields',
	title: 'name',
	displayValue: 'displayValue',
};

const isOrder = having('token', 'invoiceNumber', 'items');

/** The order in an event, with the mode that the event says beside it. */
function orderOfEvent(value: unknown): unknown {
	const event = contained(value, ({ content }) => isOrder(objectIn(content)));
	return event ? { ...objectIn(event.content), event: { mode: event.mode } } : value;
}

export const SNIPCART: SourceTable = {
	shop: 'snipcart',
	called: 'Snipcart',
	description: "HTTP Request node, to Snipcart's orders: n8n has no node of its own for Snipcart",
	isOrder,
	lists: ['items'],
	notAnOrder: [
		{
			isIt: having('eventName', 'content.orderToken'),
			why: 'this event has nothing but the token of the order',
			advice: getFrom(`${ORDERS}/{{ $json.body.content.orderToken }}`),
		},
		{
			isIt: having('invoiceNumber', 'token'),
			why: 'it has no items',
			advice: getFrom(`${ORDERS}/{{ $json.token }}`),
		},
	],
	inItsNames: orderOfEvent,
	number: 'invoiceNumber',
	id: 'token',
	// Its number is the token where it has no other.
	keys: [{ part: 'id', field: 'token' }],
	isKeyRandom: true,
	isNumberUnique: true,
	date: 'completionDate',
	deciding: [
		by.status('status', {
			Processed: 'due',
			InProgress: 'notYet',
			Pending: 'notPaid',
			Disputed: by.DISPUTED,
			...by.each('Dispatched Shipped Delivered', 'sent'),
			Cancelled: 'cancelled',
		}),
		by.status('paymentStatus', {
			...by.each('Paid PaidDeferred', 'due'),
			Refunded: 'refunded',
			Cancelled: 'cancelled',
			...by.each('Deferred Pending Open Failed Expired', 'notPaid'),
			ChargedBack: by.DISPUTED,
			Authorized: by.review(
				'The payment is authorized, and not known to be captured: check it',
				'notPaid',
			),
			Paidout: by.review(
				'Snipcart does not say whether a payment that is "Paidout" is paid: check it',
				'notPaid',
			),
		}),
		by.status('mode', { Live: 'due', Test: 'test' }),
		by.status('event.mode?', { Live: 'due', Test: 'test' }),
		by.money('refundsAmount', by.REFUNDED_IN_PART),
		by.flag('isRecurringOrder', RENEWAL),
		by.flag('isRecurringV3Order?', RENEWAL),
		by.parcelNumber('trackingNumber', 'Snipcart'),
	],
	recipient: {
		...addressAt(
			'name:fullName firstName lastName:name company address1 address2 city zip:postalCode state:province country phone',
			'shippingAddress',
		),
		email: 'email',
	},
	addressAdvice: 'Snipcart has none for an order of which nothing is shipped.',
	currency: 'currency',
	lines: {
		at: 'items',
		id: 'uniqueId',
		skus: ['id'],
		// Every product has an id. The address of its page may be that of others, too.
		otherIds: ['uniqueId'],
		quantity: 'quantity',
		name: 'name',
		prices: [{ path: 'unitPrice' }],
		// The metadata is the owner's, such as a print file.
		properties: [CUSTOM_FIELDS, { at: 'metadata', known: { isField: true } }],
		kinds: { 'metadata.{}': 'any' },
		deciding: [
			by.flag('shippable', 'due', NOT_SHIPPED),
			// A file to download: nothing says whether it is printed, too.
			by.status('fileGuid?', {}),
		],
	},
	// The text may have a date in it, which the ID of the rate has not.
	shippingMethods: { names: ['shippingMethod', 'shippingRateUserDefinedId'] },
	cartProperties: [CUSTOM_FIELDS],
};
