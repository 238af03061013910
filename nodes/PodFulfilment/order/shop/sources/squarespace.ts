// Orders of Squarespace, as version 1.0 of its Commerce API has them. It takes the money at the checkout, so an order
// that is pending is paid.

import { HANDED_OVER } from '../reading';
import { objectIn, objectsIn, textIn } from '../values';
import {
	date,
	flag,
	noOrder,
	object,
	optional,
	parcels,
	PICKED_UP,
	refundedOf,
	review,
	status,
	type OrderMeaning,
} from './decidingFields';
import { addressAt, getFrom, listed, type SourceTable } from './sourceTable';

const ORDERS = 'https://api.squarespace.com/1.0/commerce/orders';

/** Some owners have goods as services, such as those of a pre-order. */
const SERVICE = {
	...review('Squarespace has it as a service: check that it is to be produced', 'notShipped'),
	noProductBecause: 'it is a service',
};

const NO_ADDRESS = noOrder(
	'has no shipping address: Squarespace has none for what is picked up, and for services and downloads',
	HANDED_OVER.advice,
);

export const SQUARESPACE: SourceTable = {
	shop: 'squarespace',
	called: 'Squarespace',
	description:
		"HTTP Request node, to Squarespace's orders: n8n has no node of its own for Squarespace",
	isOrder: ({ orderNumber, lineItems }) =>
		textIn(orderNumber) !== undefined &&
		objectsIn(lineItems).some((line) => 'unitPricePaid' in line),
	lists: ['result'],
	notAnOrder: [
		{
			isIt: ({ topic, data }) =>
				(textIn(topic) ?? '').startsWith('order.') && textIn(objectIn(data).orderId) !== undefined,
			why: 'an event of its webhook has nothing but the ID of the order',
			advice: getFrom(`${ORDERS}/{{ $json.body.data.orderId }}`),
		},
		{
			isIt: (object) => 'orderNumber' in object && 'testmode' in object,
			why: 'it has no lineItems',
			advice: getFrom(`${ORDERS}/{{ $json.id }}`),
		},
	],
	number: 'orderNumber',
	id: 'id',
	isNumberUnique: false,
	date: 'createdOn',
	deciding: [
		status('fulfillmentStatus', { PENDING: 'due', FULFILLED: 'sent', CANCELED: 'cancelled' }),
		flag('testmode', 'test'),
		// An order that was refunded in full stays pending.
		refundedOf('refundedTotal.value', 'grandTotal.value'),
		// Newer than the others. Of its values only this one is known.
		optional(status('paymentState', { PAID: 'due' })),
		status('channel', {
			...{ web: 'due', pos: PICKED_UP },
			external: review(
				'The order was imported into Squarespace: check that nothing else places it',
				'repeatedLine',
			),
		}),
		date('fulfilledOn', 'sent'),
		{ ...object<OrderMeaning>('shippingAddress', 'due'), isAlwaysSent: true, missing: NO_ADDRESS },
		parcels('fulfillments', 'Squarespace'),
	],
	recipient: {
		...addressAt('shippingAddress', {
			...{ firstName: 'firstName', lastName: 'lastName', phone: 'phone', city: 'city' },
			...{ address1: 'address1', address2: 'address2', state: 'state', zip: 'postalCode' },
			country: 'countryCode',
		}),
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
		prices: [{ path: 'unitPricePaid.value', unit: 'main' }],
		properties: [listed('variantOptions', 'optionName'), listed('customizations', 'label')],
		deciding: [
			status('lineItemType', {
				...{ PHYSICAL_PRODUCT: 'due', SERVICE, DIGITAL: 'notShipped' },
				...{ PAYWALL_PRODUCT: 'notShipped', GIFT_CARD: 'giftCard' },
			}),
		],
	},
	shippingMethods: { at: 'shippingLines', names: ['method'] },
	cartProperties: [listed('formSubmission', 'label')],
};
