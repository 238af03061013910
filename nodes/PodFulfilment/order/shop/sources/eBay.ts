// Orders of eBay, as version 1 of its Sell Fulfillment API has them (eBay's own description, 1.20.7). The price of a line
// is that of all its pieces, and the address may be that of eBay's hub.

import type { IDataObject } from 'n8n-workflow';

import { GIFT_CARD } from '../reading';
import { listIn, wholeNumberIn } from '../values';
import * as by from './decidingFields';
import { having } from './field';
import { addressAt, getFrom, type SourceTable } from './sourceTable';

const ORDERS = 'https://api.ebay.com/sell/fulfillment/v1/order';

/** Its list has never more than one entry. */
const START = 'fulfillmentStartInstructions.0';

const SENT_BY_EBAY = by.noOrder('is sent by eBay');

const SENT_IN_PART = by.review('Part of it is sent: check which pieces are left', 'fulfilled');

/** A line counts as sent as soon as one of its pieces is. */
const SENDING = { NOT_STARTED: 'due', IN_PROGRESS: SENT_IN_PART, FULFILLED: 'sent' } as const;

const pieces = ({ quantity }: IDataObject) => wholeNumberIn(quantity);

export const EBAY: SourceTable = {
	shop: 'eBay',
	called: 'eBay',
	description: "HTTP Request node, to eBay's orders: n8n has no node of its own for eBay",
	isOrder: having('orderId', START, 'lineItems.[].lineItemId'),
	lists: ['orders'],
	notAnOrder: [
		{
			isIt: having('notification.data.order.orderId'),
			why: 'a notification only names the order',
			advice: getFrom(`${ORDERS}/{{ $json.body.notification.data.order.orderId }}`),
		},
		{
			isIt: having('orderId', 'orderPaymentStatus'),
			why: 'it lacks its lineItems or its fulfillmentStartInstructions',
			advice: getFrom(`${ORDERS}/{{ $json.orderId }}`),
		},
	],
	number: 'orderId',
	isNumberUnique: true,
	date: 'creationDate',
	deciding: [
		by.status('orderPaymentStatus', {
			PAID: 'due',
			// The last of a payment or a refund.
			...by.each('PENDING FAILED', 'notPaid'),
			FULLY_REFUNDED: 'refunded',
			PARTIALLY_REFUNDED: by.REFUNDED_IN_PART,
		}),
		by.status('orderFulfillmentStatus', SENDING),
		by.status('cancelStatus.cancelState', {
			NONE_REQUESTED: 'due',
			CANCELED: 'cancelled',
			IN_PROGRESS: by.review(
				'The customer asks to cancel the order: answer at eBay first',
				'cancelled',
			),
		}),
		by.date('cancelStatus.cancelledDate', 'cancelled'),
		by.list(
			'cancelStatus.cancelRequests?',
			by.review('eBay lists a request to cancel', 'cancelled'),
		),
		by.list('paymentSummary.refunds?', by.REFUNDED_IN_PART),
		// Addresses of its parcels, as texts.
		by.list('fulfillmentHrefs?', SENT_IN_PART, {
			read: (hrefs) => (Array.isArray(hrefs) ? hrefs.map(() => ({})) : hrefs),
		}),
		by.status(`${START}.fulfillmentInstructionsType`, {
			...by.each('SHIP_TO SELLER_DEFINED', 'due'),
			PREPARE_FOR_PICKUP: 'handedOver',
			DIGITAL: by.noOrder('is digital, so nothing of it is sent'),
			FULFILLED_BY_EBAY: SENT_BY_EBAY,
		}),
		by.reviewWhen(
			({ fulfillmentStartInstructions }) => listIn(fulfillmentStartInstructions).length > 1,
			'address',
			'The order goes to several addresses, and the first is read: order what goes to each with Order From set to Fields',
		),
		by.flag(
			`${START}.ebaySupportedFulfillment?`,
			by.review(
				"The parcel goes to eBay's hub, and needs its shipToReferenceId on the label: write it into the address",
				'address',
			),
		),
		by.status('program.fulfillmentProgram.fulfilledBy?', { EBAY: SENT_BY_EBAY }),
		by.status('program.ebayVault.fulfillmentType?', {
			...by.each('VAULT_TO_VAULT VAULT_TO_BUYER', SENT_BY_EBAY),
			SELLER_TO_VAULT: by.review('The parcel goes to an authenticator of eBay', 'address'),
		}),
		by.status('program.ebayShipping.shippingLabelProvidedBy?', {
			EBAY: by.review('eBay gives the label of the parcel: check who sends it', 'otherService'),
		}),
	],
	recipient: addressAt(
		'name:fullName company:companyName address1:contactAddress.addressLine1 address2:contactAddress.addressLine2 city:contactAddress.city state:contactAddress.stateOrProvince zip:contactAddress.postalCode country:contactAddress.countryCode phone:primaryPhone.phoneNumber email',
		`${START}.shippingStep.shipTo`,
	),
	addressAdvice: 'eBay removes names and streets 90 days after the order.',
	currency: 'lineItemCost.currency',
	lines: {
		at: 'lineItems',
		id: 'lineItemId',
		skus: ['sku'],
		otherIds: ['legacyVariationId', 'legacyItemId'],
		quantity: 'quantity',
		name: 'title',
		prices: [
			{ path: 'discountedLineItemCost.value', dividedBy: pieces },
			{ path: 'lineItemCost.value', dividedBy: pieces },
		],
		properties: [{ at: 'variationAspects', title: 'name' }],
		deciding: [
			by.status('lineItemFulfillmentStatus', SENDING),
			by.list('refunds?', by.review('eBay lists a refund: check its quantity', 'refunded')),
			by.object('giftDetails', GIFT_CARD),
		],
	},
	shippingMethods: { names: [`${START}.shippingStep.shippingServiceCode`] },
	buyerNote: 'buyerCheckoutNotes',
};
