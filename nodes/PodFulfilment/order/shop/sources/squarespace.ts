// Orders of Squarespace, as version 1.0 of its Commerce API has them. It takes the money at the checkout, so an order
// that is pending is paid.

import { GIFT_CARD, HANDED_OVER, NOT_SHIPPED } from '../reading';
import * as by from './decidingFields';
import { having } from './field';
import { addressAt, getFrom, type SourceTable } from './sourceTable';

const ORDERS = 'https://api.squarespace.com/1.0/commerce/orders';

/** Some owners have goods as services, such as those of a pre-order. */
const SERVICE = by.review(
	'Squarespace has it as a service: check that it is to be produced',
	'notShipped',
	'it is a service',
);

const NO_ADDRESS = by.noOrder(
	'has no shipping address: Squarespace has none for what is picked up, and for services and downloads',
	HANDED_OVER.advice,
);

export const SQUARESPACE: SourceTable = {
	shop: 'squarespace',
	called: 'Squarespace',
	description:
		"HTTP Request node, to Squarespace's orders: n8n has no node of its own for Squarespace",
	isOrder: having('orderNumber', 'lineItems.[].unitPricePaid'),
	lists: ['result'],
	notAnOrder: [
		{
			isIt: having('topic', 'data.orderId'),
			why: 'an event of its webhook has nothing but the ID of the order',
			advice: getFrom(`${ORDERS}/{{ $json.body.data.orderId }}`),
		},
		{
			isIt: having('orderNumber', 'testmode'),
			why: 'it has no lineItems',
			advice: getFrom(`${ORDERS}/{{ $json.id }}`),
		},
	],
	number: 'orderNumber',
	id: 'id',
	isNumberUnique: false,
	date: 'createdOn',
	deciding: [
		by.status('fulfillmentStatus', { PENDING: 'due', FULFILLED: 'sent', CANCELED: 'cancelled' }),
		by.flag('testmode', 'test'),
		// An order that was refunded in full stays pending.
		by.refundedOf('refundedTotal.value', 'grandTotal.value'),
		// Newer than the others. Of its values only this one is known.
		by.status('paymentState?', { PAID: 'due' }),
		by.status('channel', {
			web: 'due',
			pos: 'handedOver',
			external: by.review(
				'The order was imported into Squarespace: check that nothing else places it',
				'repeatedLine',
			),
		}),
		by.date('fulfilledOn', 'sent'),
		by.object('shippingAddress', 'due', { isAlwaysSent: true, missing: NO_ADDRESS }),
		by.parcels('fulfillments', 'Squarespace'),
	],
	recipient: {
		...addressAt(
			'firstName lastName address1 address2 city state zip:postalCode country:countryCode phone',
			'shippingAddress',
		),
		email: 'customerEmail',
	},
	currency: 'unitPricePaid.currency',
	lines: {
		at: 'lineItems',
		id: 'id',
		skus: ['sku'],
		otherIds: ['variantId', 'productId'],
		quantity: 'quantity',
		name: 'productName',
		prices: [{ path: 'unitPricePaid.value' }],
		properties: [
			{ at: 'variantOptions', title: 'optionName' },
			{ at: 'customizations', title: 'label' },
		],
		deciding: [
			by.status('lineItemType', {
				PHYSICAL_PRODUCT: 'due',
				SERVICE,
				...by.each('DIGITAL PAYWALL_PRODUCT', NOT_SHIPPED),
				GIFT_CARD,
			}),
		],
	},
	shippingMethods: { at: 'shippingLines', names: ['method'] },
	cartProperties: [{ at: 'formSubmission', title: 'label' }],
};
