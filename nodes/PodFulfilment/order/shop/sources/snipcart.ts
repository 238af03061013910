// Orders of Snipcart, as its API and its webhooks have them: an event has the order in `content`. The External ID is made
// of the token, since the invoice number is the token, too, where an order has no other.

import type { IDataObject } from 'n8n-workflow';

import type { Pieces } from '../../../input/nextTurn';
import type { LineProperty } from '../shopOrder';
import { contained, objectIn, textIn } from '../values';
import {
	DISPUTED,
	each,
	flag,
	money,
	optional,
	parcelNumber,
	REFUNDED_IN_PART,
	review,
	status,
} from './decidingFields';
import { addressAt, getFrom, listed, type SourceTable } from './sourceTable';

const ORDERS = 'https://app.snipcart.com/api/orders';

const RENEWAL = review(
	'It is a renewal of a subscription: check that it is to be produced',
	'repeatedLine',
);

/** What the customer chose or entered. */
const CUSTOM_FIELDS = listed('customFields', 'name', 'value', 'displayValue');

/** What the owner keeps with a line, such as a print file. */
const metadataOf = ({ metadata }: IDataObject): LineProperty[] =>
	Object.entries(objectIn(metadata)).map(([name, value]) => ({
		...{ names: [name], value, isField: true as const },
	}));

const isOrder = ({ token, invoiceNumber, items }: IDataObject): boolean =>
	textIn(token) !== undefined && invoiceNumber !== undefined && Array.isArray(items);

/** The order in an event, with the mode that the event says beside it. */
// eslint-disable-next-line require-yield -- those of other sources take turns
function* withEvent(value: unknown): Pieces<unknown> {
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
			isIt: ({ eventName, content }) =>
				(textIn(eventName) ?? '').startsWith('order.') &&
				textIn(objectIn(content).orderToken) !== undefined,
			why: 'this event has nothing but the token of the order',
			advice: getFrom(`${ORDERS}/{{ $json.body.content.orderToken }}`),
		},
		{
			isIt: (object) => 'invoiceNumber' in object && 'token' in object,
			why: 'it has no items',
			advice: getFrom(`${ORDERS}/{{ $json.token }}`),
		},
	],
	inItsNames: withEvent,
	number: 'invoiceNumber',
	id: 'token',
	isNumberUnique: true,
	date: 'completionDate',
	deciding: [
		status('status', {
			...{ Processed: 'due', InProgress: 'notYet', Pending: 'notPaid', Disputed: DISPUTED },
			...{ Dispatched: 'sent', Shipped: 'sent', Delivered: 'sent', Cancelled: 'cancelled' },
		}),
		status('paymentStatus', {
			...{ Paid: 'due', PaidDeferred: 'due', Refunded: 'refunded', Cancelled: 'cancelled' },
			...each('Deferred Pending Open Failed Expired', 'notPaid'),
			ChargedBack: DISPUTED,
			Authorized: review(
				'The payment is authorized, and not known to be captured: check it',
				'notPaid',
			),
			Paidout: review(
				'Snipcart does not say whether a payment that is "Paidout" is paid: check it',
				'notPaid',
			),
		}),
		status('mode', { Live: 'due', Test: 'test' }),
		optional(status('event.mode', { Live: 'due', Test: 'test' })),
		money('refundsAmount', REFUNDED_IN_PART),
		flag('isRecurringOrder', RENEWAL),
		optional(flag('isRecurringV3Order', RENEWAL)),
		parcelNumber('trackingNumber', 'Snipcart'),
	],
	recipient: {
		...addressAt('shippingAddress', {
			...{ name: 'fullName', firstName: 'firstName', lastName: 'name', company: 'company' },
			...{ address1: 'address1', address2: 'address2', city: 'city', zip: 'postalCode' },
			...{ state: 'province', country: 'country', phone: 'phone' },
		}),
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
		prices: [{ path: 'unitPrice', unit: 'main' }],
		properties: [CUSTOM_FIELDS, metadataOf],
		kinds: { metadata: 'object' },
		deciding: [
			flag('shippable', 'due', 'notShipped'),
			// A file to download: nothing says whether it is printed, too.
			optional(status('fileGuid', {})),
		],
	},
	// The text may have a date in it, which the ID of the rate has not.
	shippingMethods: { names: ['shippingMethod', 'shippingRateUserDefinedId'] },
	cartProperties: [CUSTOM_FIELDS],
};
