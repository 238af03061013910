// Orders of Wix, as its eCommerce API has them by REST (after Wix's own types, auto_sdk_ecom_orders 1.0.300). What its
// automations and the webhooks of its apps send has other forms, and so has its older Stores API.

import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../input/objects';
import { numberIn } from '../../../input/number';
import { longTextIn, objectIn, objectsIn, textIn } from '../values';
import type { LineProperty } from '../shopOrder';
import {
	DISPUTED,
	each,
	flag,
	money,
	object,
	optional,
	PICKED_UP,
	REFUNDED_IN_PART,
	refundedOf,
	review,
	status,
} from './decidingFields';
import { addressAt, at, getFrom, listed, type SourceTable } from './sourceTable';

const ORDERS = 'https://www.wixapis.com/ecom/v1/orders';

const DESTINATION = 'shippingInfo.logistics.shippingDestination';

/** All channels but the till: Wix takes these orders in, with payment and address. */
const CHANNELS = `UNSPECIFIED WEB EBAY AMAZON OTHER_PLATFORM WIX_APP_STORE WIX_INVOICES BACKOFFICE_MERCHANT WISH CLASS_PASS
	GLOBAL_E FACEBOOK ETSY TIKTOK FAIRE_COM PAYPAL_AGENTIC_CHECKOUT`;

const NOT_PAID = 'UNSPECIFIED NOT_PAID PENDING PARTIALLY_PAID PENDING_MERCHANT DECLINED';

const AT_THE_TILL = review(
	'The order was sold at the till: check that it is to be sent',
	'pickupPoint',
);

const IMPORTED = review(
	'The order was imported into Wix: check that it is to be produced',
	'repeatedLine',
);

const UNTYPED = review('Wix does not say what it is', 'unknownStatus');

const SENT_IN_PART = review('Part of the order is sent: check which pieces are left', 'fulfilled');

const NOT_ALL_PAID = review('Wix says that a part of it is not paid yet: check it', 'notPaid');

/** What the customer still has to pay; below 0 it is what the shop owes. */
const unlessOwed = (value: unknown): unknown => ((numberIn(value) ?? 0) < 0 ? 0 : value);

const BEING_REFUNDED = review('A refund is on its way: check the quantities', 'refunded');

// Texts are in the language of the shop (`original`), and in that of the customer.

/** Choices and texts that Wix shows with a line. */
const SHOWN = listed('descriptionLines', 'name.original', {
	of: ['plainText.original', 'colorInfo.original'],
	as: ([text, color]) => text ?? color,
});

const TEXTS = 'catalogReference.options.customTextFields';

/** Texts that it has beside them alone. */
function textsOf(line: IDataObject): LineProperty[] {
	const shown = new Set(SHOWN(line).flatMap(({ names }) => names));
	return Object.entries(objectIn(at(line, TEXTS)))
		.filter(([title]) => !shown.has(title))
		.map(([title, value]) => ({ names: [title], value }));
}

const extrasOf = ({ modifierGroups }: IDataObject): LineProperty[] =>
	objectsIn(modifierGroups).flatMap((group) =>
		listed('modifiers', () => at(group, 'name.original'), 'label.original')(group),
	);

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

const someLine = (order: IDataObject, test: (line: IDataObject) => boolean): boolean =>
	objectsIn(order.lineItems).some(test);

const hasLines = (object: IDataObject): boolean =>
	isObject(object.priceSummary) &&
	someLine(object, (line) => isObject(line.productName) || isObject(line.catalogReference));

export const WIX: SourceTable = {
	shop: 'wix',
	called: 'Wix',
	description: "HTTP Request node, to Wix's eCommerce orders: n8n has no node of its own for Wix",
	isOrder: hasLines,
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
			isIt: (object) => isObject(object.priceSummary) && isObject(object.balanceSummary),
			why: 'it has no lineItems',
			advice: getFrom(`${ORDERS}/{{ $json.id }}`),
		},
	],
	number: 'number',
	id: 'id',
	isNumberUnique: false,
	date: 'createdDate',
	deciding: [
		status('status', {
			...{ APPROVED: 'due', ...each('INITIALIZED PENDING', 'notYet') },
			...{ CANCELED: 'cancelled', REJECTED: 'cancelled' },
		}),
		status('paymentStatus', {
			...{ PAID: 'due', FULLY_REFUNDED: 'refunded', PARTIALLY_REFUNDED: REFUNDED_IN_PART },
			...{ CANCELED: 'notPaid', ...each(NOT_PAID, 'notPaid') },
		}),
		status('fulfillmentStatus', {
			...{ NOT_FULFILLED: 'due', PARTIALLY_FULFILLED: SENT_IN_PART, FULFILLED: 'sent' },
		}),
		object('shippingInfo.logistics.pickupDetails', PICKED_UP),
		// A refund that is made later may not change a status that was read before it.
		optional(refundedOf('balanceSummary.refunded.amount', 'priceSummary.total.amount')),
		{ ...optional(money('balanceSummary.balance.amount', NOT_ALL_PAID)), read: unlessOwed },
		optional(money('balanceSummary.chargeback.amount', DISPUTED)),
		optional(money('balanceSummary.pendingRefund.amount', BEING_REFUNDED)),
		optional(status('channelInfo.type', { ...each(CHANNELS, 'due'), POS: AT_THE_TILL })),
		optional(flag('imported', IMPORTED)),
	],
	recipient: {
		...addressAt(`${DESTINATION}.contactDetails`, {
			...{ firstName: 'firstName', lastName: 'lastName', company: 'company', phone: 'phone' },
		}),
		...addressAt(`${DESTINATION}.address`, {
			...{ address2: 'addressLine2', city: 'city', zip: 'postalCode' },
			...{ state: 'subdivision', country: 'country' },
		}),
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
		prices: [{ path: 'price.amount', unit: 'main' }],
		properties: [SHOWN, textsOf, extrasOf],
		kinds: {
			'modifierGroups.[].name.original': 'text',
			'modifierGroups.[].modifiers.[].label.original': 'text',
			[`${TEXTS}.{}`]: 'text',
		},
		deciding: [
			{ ...object('itemType', 'due'), missing: UNTYPED },
			optional(
				status('itemType.preset', {
					...{ PHYSICAL: 'due', DIGITAL: 'notShipped', SERVICE: 'notShipped' },
					...{ GIFT_CARD: 'giftCard', UNRECOGNISED: UNTYPED },
				}),
			),
			// Types that an app made, and services that send the line: any is reviewed by its name.
			optional(status('itemType.custom', {})),
			optional(status('fulfillerId', {})),
			optional(flag('physicalProperties.shippable', 'due', 'notShipped')),
		],
	},
	shippingMethods: { names: ['shippingInfo.title', 'shippingInfo.code'] },
	cartProperties: [listed('customFields', 'title')],
	buyerNote: 'buyerNote',
};
