// Orders of Ecwid (also Lightspeed eCom, E-Series), as its REST API v3 has them. A street is one text with a line break,
// and no order says its currency.

import type { IDataObject } from 'n8n-workflow';

import type { LineProperty } from '../shopOrder';
import { longTextIn, objectsIn, saysNo, textIn, textLines } from '../values';
import {
	each,
	flag,
	noOrder,
	optional,
	parcelNumber,
	PICKED_UP,
	REFUNDED_IN_PART,
	refundedOf,
	review,
	status,
} from './decidingFields';
import { addressAt, type BesideLine, getFrom, listed, type SourceTable } from './sourceTable';

const ORDERS = (store: string): string => `https://app.ecwid.com/api/v3/${store}/orders`;

const CUSTOM = review(
	'Its status is one of your own: check that it is to be produced',
	'unknownStatus',
);

const TAKEN = review('Somebody, or an app, processes the order already', 'fulfilled');

const LOCAL = review('It is a local delivery: check that it is to be sent', 'pickupPoint');

const OTHER_SYSTEM = review('Another system fulfils the order', 'otherService');

const PRE_ORDER = review('It is a pre-order: check that it is to be produced now', 'unknownStatus');

/** Of a line that has files to download, as a shirt may, and does not say whether it is shipped. */
const MAYBE_DOWNLOAD: BesideLine = {
	doubt: 'Ecwid has files to download with it, and does not say whether it is shipped',
	noProductBecause: 'it is a download',
};

const ABANDONED = noOrder(
	'is a checkout that has not become an order yet',
	'Pass the order once it is placed.',
);

/** What is made of the lines of a street; the first of them may be empty. */
const ofStreet = (part: (lines: string[]) => string | undefined) => ({
	of: ['shippingPerson.street'],
	as: ([street]: readonly unknown[]) => {
		const isFirstEmpty = typeof street === 'string' && /^[ \t]*[\r\n]/.test(street);
		return part([...(isFirstEmpty ? [''] : []), ...textLines(longTextIn(street) ?? '')]);
	},
});

/** Of a choice its text, of an upload the address of each file. */
const optionsOf = ({ selectedOptions }: IDataObject): LineProperty[] =>
	objectsIn(selectedOptions).flatMap(({ name, value, files }) => {
		const names = [textIn(name) ?? ''];
		const uploads = objectsIn(files).map(({ url }) => ({ names, value: url }));
		return uploads.length > 0 ? uploads : [{ names, value }];
	});

export const ECWID: SourceTable = {
	shop: 'ecwid',
	called: 'Ecwid',
	description: "HTTP Request node, to Ecwid's orders: n8n has no node of its own for Ecwid",
	isOrder: ({ vendorOrderNumber, internalId, items }) =>
		textIn(vendorOrderNumber) !== undefined && internalId !== undefined && Array.isArray(items),
	lists: ['items'],
	notAnOrder: [
		{
			isIt: ({ eventType, entityId }) =>
				(textIn(eventType) ?? '').startsWith('order.') && entityId !== undefined,
			why: 'an event of its webhook has nothing but the ID of the order',
			advice: getFrom(`${ORDERS('{{ $json.body.storeId }}')}/{{ $json.body.data.orderId }}`),
		},
		{
			isIt: (object) => 'vendorOrderNumber' in object && 'internalId' in object,
			why: 'it has no items',
			advice: getFrom(`${ORDERS('{storeId}')}/{{ $json.id }}`),
		},
	],
	number: 'vendorOrderNumber',
	isNumberUnique: false,
	date: 'createTimestamp',
	deciding: [
		status('paymentStatus', {
			...{ PAID: 'due', AWAITING_PAYMENT: 'notPaid', INCOMPLETE: ABANDONED },
			...{ CANCELLED: 'cancelled', REFUNDED: 'refunded', PARTIALLY_REFUNDED: REFUNDED_IN_PART },
			...each('CUSTOM_PAYMENT_STATUS_1 CUSTOM_PAYMENT_STATUS_2 CUSTOM_PAYMENT_STATUS_3', CUSTOM),
		}),
		status('fulfillmentStatus', {
			...{ AWAITING_PROCESSING: 'due', PROCESSING: TAKEN, READY_FOR_PICKUP: PICKED_UP },
			...each('SHIPPED OUT_FOR_DELIVERY DELIVERED RETURNED', 'sent'),
			WILL_NOT_DELIVER: 'cancelled',
			...each('CUSTOM_FULFILLMENT_STATUS_1 CUSTOM_FULFILLMENT_STATUS_2', CUSTOM),
			CUSTOM_FULFILLMENT_STATUS_3: CUSTOM,
		}),
		optional(refundedOf('refundedAmount', 'total')),
		optional(flag('shippingOption.isPickup', PICKED_UP)),
		// In capitals in its documentation, and not in its answers.
		optional(
			status('shippingOption.fulfillmentType', {
				...{ SHIPPING: 'due', shipping: 'due', DELIVERY: LOCAL, delivery: LOCAL },
				...{ PICKUP: PICKED_UP, pickup: PICKED_UP },
			}),
		),
		optional(flag('externalFulfillment', OTHER_SYSTEM)),
		parcelNumber('trackingNumber', 'Ecwid'),
	],
	recipient: {
		...addressAt('shippingPerson', {
			...{ name: 'name', firstName: 'firstName', lastName: 'lastName', company: 'companyName' },
			...{ city: 'city', zip: 'postalCode', country: 'countryCode', phone: 'phone' },
		}),
		address1: ofStreet(([first]) => first),
		address2: ofStreet(([, ...others]) => others.join(', ')),
		state: ['shippingPerson.stateOrProvinceCode', 'shippingPerson.stateOrProvinceName'],
		email: 'email',
	},
	addressAdvice: 'Ecwid has none for orders that are picked up, and for downloads.',
	currency: () => undefined,
	lines: {
		at: 'items',
		id: 'id',
		skus: ['sku'],
		otherIds: ['combinationId', 'productId'],
		quantity: 'quantity',
		name: 'name',
		prices: [{ path: 'price', unit: 'main' }],
		properties: [optionsOf],
		kinds: {
			...listed('selectedOptions', 'name').kinds,
			'selectedOptions.[].files.[].url': 'text',
		},
		deciding: [
			optional(flag('giftCard', 'giftCard')),
			optional(flag('isShippingRequired', 'due', 'notShipped')),
			optional(flag('isPreorder', PRE_ORDER)),
		],
		// `digital` says that files are attached, and nothing of whether goods come with them.
		beside:
			() =>
			({ digital, isShippingRequired }) =>
				typeof isShippingRequired === 'boolean' || saysNo(digital) ? {} : MAYBE_DOWNLOAD,
	},
	shippingMethods: {
		names: ['shippingMethodName', 'shippingCarrierName', 'shippingMethodId'].map(
			(name) => `shippingOption.${name}`,
		),
	},
	cartProperties: [listed('orderExtraFields', ['title', 'id'])],
	buyerNote: 'orderComments',
};
