// Orders of Ecwid (also Lightspeed eCom, E-Series), as its REST API v3 has them. A street is one text with a line break,
// and no order says its currency.

import { GIFT_CARD, NOT_SHIPPED } from '../reading';
import { saysNo, textIn } from '../values';
import * as by from './decidingFields';
import { having, type Field } from './field';
import { addressAt, getFrom, type SourceTable } from './sourceTable';

const ORDERS = (store: string): string => `https://app.ecwid.com/api/v3/${store}/orders`;

const CUSTOM = by.review(
	'Its status is one of your own: check that it is to be produced',
	'unknownStatus',
);

const LOCAL = by.review('It is a local delivery: check that it is to be sent', 'pickupPoint');

const ABANDONED = by.noOrder(
	'is a checkout that has not become an order yet',
	'Pass the order once it is placed.',
);

/** What is made of the lines of a street. */
const ofStreet = (part: (lines: string[]) => string | undefined): Field => ({
	of: ['shippingPerson.street'],
	as: ([street]) => part(String(street ?? '').split(/[\r\n]+/)),
});

export const ECWID: SourceTable = {
	shop: 'ecwid',
	called: 'Ecwid',
	description: "HTTP Request node, to Ecwid's orders: n8n has no node of its own for Ecwid",
	isOrder: having('vendorOrderNumber', 'internalId', 'items'),
	lists: ['items'],
	notAnOrder: [
		{
			isIt: (object) =>
				(textIn(object.eventType) ?? '').startsWith('order.') && having('entityId')(object),
			why: 'an event of its webhook has nothing but the ID of the order',
			advice: getFrom(`${ORDERS('{{ $json.body.storeId }}')}/{{ $json.body.data.orderId }}`),
		},
		{
			isIt: having('vendorOrderNumber', 'internalId'),
			why: 'it has no items',
			advice: getFrom(`${ORDERS('{storeId}')}/{{ $json.id }}`),
		},
	],
	number: 'vendorOrderNumber',
	isNumberUnique: false,
	date: 'createTimestamp',
	deciding: [
		by.status('paymentStatus', {
			PAID: 'due',
			AWAITING_PAYMENT: 'notPaid',
			INCOMPLETE: ABANDONED,
			CANCELLED: 'cancelled',
			REFUNDED: 'refunded',
			PARTIALLY_REFUNDED: by.REFUNDED_IN_PART,
			...by.each('CUSTOM_PAYMENT_STATUS_1 CUSTOM_PAYMENT_STATUS_2 CUSTOM_PAYMENT_STATUS_3', CUSTOM),
		}),
		by.status('fulfillmentStatus', {
			AWAITING_PROCESSING: 'due',
			PROCESSING: by.review('Somebody, or an app, processes the order already', 'fulfilled'),
			READY_FOR_PICKUP: 'handedOver',
			...by.each('SHIPPED OUT_FOR_DELIVERY DELIVERED RETURNED', 'sent'),
			WILL_NOT_DELIVER: 'cancelled',
			...by.each('CUSTOM_FULFILLMENT_STATUS_1 CUSTOM_FULFILLMENT_STATUS_2', CUSTOM),
			CUSTOM_FULFILLMENT_STATUS_3: CUSTOM,
		}),
		by.refundedOf('refundedAmount?', 'total'),
		by.flag('shippingOption.isPickup?', 'handedOver'),
		// In capitals in its documentation, and not in its answers.
		by.status('shippingOption.fulfillmentType?', {
			...by.each('SHIPPING shipping', 'due'),
			...by.each('DELIVERY delivery', LOCAL),
			...by.each('PICKUP pickup', 'handedOver'),
		}),
		by.flag('externalFulfillment?', by.review('Another system fulfils the order', 'otherService')),
		by.parcelNumber('trackingNumber', 'Ecwid'),
	],
	recipient: {
		...addressAt(
			'name firstName lastName company:companyName city zip:postalCode country:countryCode phone',
			'shippingPerson',
		),
		address1: ofStreet(([first]) => first),
		address2: ofStreet(([, ...others]) => others.join('\n')),
		state: ['shippingPerson.stateOrProvinceCode', 'shippingPerson.stateOrProvinceName'],
		email: 'email',
	},
	addressAdvice: 'Ecwid has none for orders that are picked up, and for downloads.',
	currency: [],
	lines: {
		at: 'items',
		id: 'id',
		skus: ['sku'],
		otherIds: ['combinationId', 'productId'],
		quantity: 'quantity',
		name: 'name',
		prices: [{ path: 'price' }],
		// Of a choice its text, of an upload the address of each file.
		properties: [{ at: 'selectedOptions', title: 'name', value: ['files.[].url', 'value'] }],
		deciding: [
			by.flag('giftCard?', GIFT_CARD),
			by.flag('isShippingRequired?', 'due', NOT_SHIPPED),
			by.flag(
				'isPreorder?',
				by.review('It is a pre-order: check that it is to be produced now', 'unknownStatus'),
			),
			// `digital` says that files are attached, as to a shirt, and nothing of whether goods come with them.
			by.when(
				(line) => typeof line.isShippingRequired !== 'boolean' && !saysNo(line.digital),
				by.review(
					'Ecwid has files to download with it, and does not say whether it is shipped',
					'notShipped',
					'it is a download',
				),
			),
		],
	},
	shippingMethods: {
		names: ['shippingMethodName', 'shippingCarrierName', 'shippingMethodId'].map(
			(name) => `shippingOption.${name}`,
		),
	},
	cartProperties: [{ at: 'orderExtraFields', title: ['title', 'id'] }],
	buyerNote: 'orderComments',
};
