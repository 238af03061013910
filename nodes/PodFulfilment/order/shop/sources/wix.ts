// Orders of Wix, as its eCommerce API has them by REST (after Wix's own types, auto_sdk_ecom_orders 1.0.300). What its
// automations and the webhooks of its apps send has other forms, and so has its older Stores API.

import type { IDataObject } from 'n8n-workflow';

import { numberIn } from '../../../input/number';
import { GIFT_CARD, NOT_SHIPPED } from '../reading';
import { longTextIn, textIn } from '../values';
import * as by from './decidingFields';
import { at, having } from './field';
import { addressAt, getFrom, type SourceTable } from './sourceTable';

const ORDERS = 'https://www.wixapis.com/ecom/v1/orders';

const DESTINATION = 'shippingInfo.logistics.shippingDestination';

/** All channels but the till: Wix takes these orders in, with payment and address. */
const CHANNELS = `UNSPECIFIED WEB EBAY AMAZON OTHER_PLATFORM WIX_APP_STORE WIX_INVOICES BACKOFFICE_MERCHANT WISH CLASS_PASS
	GLOBAL_E FACEBOOK ETSY TIKTOK FAIRE_COM PAYPAL_AGENTIC_CHECKOUT`;

const UNTYPED = by.review('Wix does not say what it is', 'unknownStatus');

/** What the customer still has to pay; below 0 it is what the shop owes. */
const unlessOwed = (value: unknown): unknown => ((numberIn(value) ?? 0) < 0 ? 0 : value);

/** A street in two fields; a courier reads both orders. */
const STREET = {
	of: ['number', 'name'].map((name) => `${DESTINATION}.address.streetAddress.${name}`),
	as: (parts: readonly unknown[]) => parts.flatMap((part) => longTextIn(part) ?? []).join(' '),
};

const isOfAutomation = (object: IDataObject): boolean =>
	['_context', 'data._context'].some((path) =>
		(textIn(at(object, `${path}.trigger.key`)) ?? '').startsWith('wix_e_commerce'),
	);

/** A signed text of three parts, each written with the letters of Base64. */
const isSignedText = ({ body }: IDataObject): boolean =>
	/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(longTextIn(body) ?? '');

export const WIX: SourceTable = {
	shop: 'wix',
	called: 'Wix',
	description: "HTTP Request node, to Wix's eCommerce orders: n8n has no node of its own for Wix",
	isOrder: having('priceSummary', 'lineItems.[].productName'),
	lists: ['orders'],
	notAnOrder: [
		{
			isIt: isOfAutomation,
			why: 'an automation sends it in another form',
			// Its ID has both names, by the version of the automation.
			advice: getFrom(`${ORDERS}/{{ $json.body.data._id ?? $json.body.data.id }}`),
		},
		{
			isIt: isSignedText,
			why: "an app's webhook sends it as a signed text (JWT)",
			advice: `Add a JWT node that decodes the text, then an HTTP Request node that gets ${ORDERS}/ with the ID of the order in it.`,
		},
		{
			isIt: having('priceSummary', 'balanceSummary'),
			why: 'it has no lineItems',
			advice: getFrom(`${ORDERS}/{{ $json.id }}`),
		},
	],
	number: 'number',
	id: 'id',
	isNumberUnique: false,
	date: 'createdDate',
	deciding: [
		by.status('status', {
			APPROVED: 'due',
			...by.each('INITIALIZED PENDING', 'notYet'),
			CANCELED: 'cancelled',
			REJECTED: 'cancelled',
		}),
		by.status('paymentStatus', {
			PAID: 'due',
			FULLY_REFUNDED: 'refunded',
			PARTIALLY_REFUNDED: by.REFUNDED_IN_PART,
			...by.each('UNSPECIFIED NOT_PAID PENDING PARTIALLY_PAID', 'notPaid'),
			...by.each('PENDING_MERCHANT DECLINED', 'notPaid'),
			CANCELED: 'notPaid',
		}),
		by.status('fulfillmentStatus', {
			NOT_FULFILLED: 'due',
			PARTIALLY_FULFILLED: by.review(
				'Part of the order is sent: check which pieces are left',
				'fulfilled',
			),
			FULFILLED: 'sent',
		}),
		by.object('shippingInfo.logistics.pickupDetails', 'handedOver'),
		// A refund that is made later may not change a status that was read before it.
		by.refundedOf('balanceSummary.refunded.amount?', 'priceSummary.total.amount'),
		by.money(
			'balanceSummary.balance.amount?',
			by.review('Wix says that a part of it is not paid yet: check it', 'notPaid'),
			{ read: unlessOwed },
		),
		by.money('balanceSummary.chargeback.amount?', by.DISPUTED),
		by.money(
			'balanceSummary.pendingRefund.amount?',
			by.review('A refund is on its way: check the quantities', 'refunded'),
		),
		by.status('channelInfo.type?', {
			...by.each(CHANNELS, 'due'),
			POS: by.review('The order was sold at the till: check that it is to be sent', 'pickupPoint'),
		}),
		by.flag(
			'imported?',
			by.review('The order was imported into Wix: check that it is to be produced', 'repeatedLine'),
		),
	],
	recipient: {
		...addressAt('firstName lastName company phone', `${DESTINATION}.contactDetails`),
		...addressAt(
			'address2:addressLine2 city state:subdivision zip:postalCode country',
			`${DESTINATION}.address`,
		),
		// The last is its name in the SDK and in Velo.
		address1: [`${DESTINATION}.address.addressLine`, STREET, `${DESTINATION}.address.addressLine1`],
		email: 'buyerInfo.email',
	},
	addressAdvice: 'Wix has none for an order of which nothing is shipped.',
	currency: 'currency',
	lines: {
		at: 'lineItems',
		id: 'id',
		skus: ['physicalProperties.sku'],
		otherIds: ['catalogReference.options.variantId', 'catalogReference.catalogItemId'],
		// What is sold by the metre has it in the first, and 1 in the other.
		quantity: (line) => line.decimalQuantity ?? line.quantity,
		takenOff: 'refundQuantity',
		name: 'productName.original',
		prices: [{ path: 'price.amount' }],
		// Texts are in the language of the shop (`original`), and in that of the customer.
		properties: [
			{
				at: 'descriptionLines',
				title: 'name.original',
				value: ['plainText.original', 'colorInfo.original'],
			},
			{ at: 'catalogReference.options.customTextFields', mayRepeat: true },
			{ at: 'modifierGroups', title: 'name.original', value: 'modifiers.[].label.original' },
		],
		deciding: [
			by.object('itemType', 'due', { missing: UNTYPED }),
			by.status('itemType.preset?', {
				PHYSICAL: 'due',
				...by.each('DIGITAL SERVICE', NOT_SHIPPED),
				GIFT_CARD,
				UNRECOGNISED: UNTYPED,
			}),
			// Types that an app made, and services that send the line: any is reviewed by its name.
			by.status('itemType.custom?', {}),
			by.status('fulfillerId?', {}),
			by.flag('physicalProperties.shippable?', 'due', NOT_SHIPPED),
		],
	},
	shippingMethods: { names: ['shippingInfo.title', 'shippingInfo.code'] },
	cartProperties: [{ at: 'customFields', title: 'title' }],
	buyerNote: 'buyerNote',
};
