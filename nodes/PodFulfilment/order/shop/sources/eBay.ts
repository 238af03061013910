// Orders of eBay, as version 1 of its Sell Fulfillment API has them (eBay's own description, 1.20.7). The price of a line
// is that of all its pieces, and the address may be that of eBay's hub.

import { listIn, objectsIn, textIn } from '../values';
import {
	date,
	flag,
	list,
	noOrder,
	object,
	optional,
	PICKED_UP,
	REFUNDED_IN_PART,
	review,
	status,
} from './decidingFields';
import { addressAt, at, getFrom, listed, type SourceTable } from './sourceTable';

const ORDERS = 'https://api.ebay.com/sell/fulfillment/v1/order';

/** Its list has never more than one entry. */
const START = 'fulfillmentStartInstructions.0';

const SENT_BY_EBAY = noOrder('is sent by eBay');

/** An address of eBay's own, from which the parcel goes on. */
const TO_HUB = review(
	"The parcel goes to eBay's hub, and needs its shipToReferenceId on the label: write it into the address",
	'address',
);

const SENT_IN_PART = review('Part of it is sent: check which pieces are left', 'fulfilled');

/** A list of texts, as one of objects is checked. */
const asObjects = (value: unknown): unknown =>
	Array.isArray(value) ? (value as unknown[]).map((href) => ({ href })) : value;

/** A line counts as sent as soon as one of its pieces is. */
const SENDING = { NOT_STARTED: 'due', IN_PROGRESS: SENT_IN_PART, FULFILLED: 'sent' } as const;

export const EBAY: SourceTable = {
	shop: 'eBay',
	called: 'eBay',
	description: "HTTP Request node, to eBay's orders: n8n has no node of its own for eBay",
	isOrder: ({ orderId, lineItems, fulfillmentStartInstructions: start }) =>
		textIn(orderId) !== undefined &&
		listIn(start).length > 0 &&
		objectsIn(lineItems).some((line) => 'lineItemId' in line),
	lists: ['orders'],
	notAnOrder: [
		{
			isIt: (object) => textIn(at(object, 'notification.data.order.orderId')) !== undefined,
			why: 'a notification only names the order',
			advice: getFrom(`${ORDERS}/{{ $json.body.notification.data.order.orderId }}`),
		},
		{
			isIt: (object) => 'orderId' in object && 'orderPaymentStatus' in object,
			why: 'it lacks its lineItems or its fulfillmentStartInstructions',
			advice: getFrom(`${ORDERS}/{{ $json.orderId }}`),
		},
	],
	number: 'orderId',
	isNumberUnique: true,
	date: 'creationDate',
	deciding: [
		status('orderPaymentStatus', {
			...{ PAID: 'due', PENDING: 'notPaid', FULLY_REFUNDED: 'refunded' },
			// A payment or a refund.
			...{ FAILED: 'notPaid', PARTIALLY_REFUNDED: REFUNDED_IN_PART },
		}),
		status('orderFulfillmentStatus', SENDING),
		status('cancelStatus.cancelState', {
			...{ NONE_REQUESTED: 'due', CANCELED: 'cancelled' },
			IN_PROGRESS: review(
				'The customer asks to cancel the order: answer at eBay first',
				'cancelled',
			),
		}),
		date('cancelStatus.cancelledDate', 'cancelled'),
		optional(
			list('cancelStatus.cancelRequests', review('eBay lists a request to cancel', 'cancelled')),
		),
		optional(list('paymentSummary.refunds', REFUNDED_IN_PART)),
		// Addresses of its parcels.
		{ ...optional(list('fulfillmentHrefs', SENT_IN_PART)), read: asObjects },
		status(`${START}.fulfillmentInstructionsType`, {
			...{ SHIP_TO: 'due', SELLER_DEFINED: 'due', PREPARE_FOR_PICKUP: PICKED_UP },
			DIGITAL: noOrder('is digital, so nothing of it is sent'),
			FULFILLED_BY_EBAY: SENT_BY_EBAY,
		}),
		optional(flag(`${START}.ebaySupportedFulfillment`, TO_HUB)),
		optional(status('program.fulfillmentProgram.fulfilledBy', { EBAY: SENT_BY_EBAY })),
		optional(
			status('program.ebayVault.fulfillmentType', {
				...{ VAULT_TO_VAULT: SENT_BY_EBAY, VAULT_TO_BUYER: SENT_BY_EBAY },
				SELLER_TO_VAULT: review('The parcel goes to an authenticator of eBay', 'address'),
			}),
		),
		optional(
			status('program.ebayShipping.shippingLabelProvidedBy', {
				EBAY: review('eBay gives the label of the parcel: check who sends it', 'otherService'),
			}),
		),
	],
	recipient: {
		...addressAt(`${START}.shippingStep.shipTo`, {
			...{ name: 'fullName', company: 'companyName', email: 'email' },
			phone: 'primaryPhone.phoneNumber',
		}),
		...addressAt(`${START}.shippingStep.shipTo.contactAddress`, {
			...{ address1: 'addressLine1', address2: 'addressLine2', city: 'city' },
			...{ state: 'stateOrProvince', zip: 'postalCode', country: 'countryCode' },
		}),
	},
	addressAdvice: 'eBay removes names and streets 90 days after the order.',
	currency: 'lineItemCost.currency',
	lines: {
		at: 'lineItems',
		id: 'lineItemId',
		skus: ['sku'],
		otherIds: ['legacyVariationId', 'legacyItemId'],
		quantity: 'quantity',
		name: 'title',
		prices: ['discountedLineItemCost.value', 'lineItemCost.value'].map((path) => ({
			...{ path, unit: 'main', isOfAllPieces: true },
		})),
		properties: [listed('variationAspects', 'name')],
		deciding: [
			status('lineItemFulfillmentStatus', SENDING),
			optional(list('refunds', review('eBay lists a refund: check its quantity', 'refunded'))),
			object('giftDetails', 'giftCard'),
		],
	},
	shippingMethods: { names: [`${START}.shippingStep.shippingServiceCode`] },
	buyerNote: 'buyerCheckoutNotes',
};
