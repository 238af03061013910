// Orders of Stripe: a Checkout Session (Payment Links make them too) with its line items, which no event has. After
// Stripe's own types, stripe 23.1.0.

import type { IDataObject } from 'n8n-workflow';

import { ownValue } from '../../../input/objects';
import type { WhyNotSent } from '../shopOrder';
import { firstText, objectIn, objectsIn, wholeNumberIn } from '../values';
import * as by from './decidingFields';
import { at, having } from './field';
import { addressAt, getFrom, type SourceTable } from './sourceTable';

const SESSIONS = 'https://api.stripe.com/v1/checkout/sessions';

const GET_WHOLE = getFrom(`${SESSIONS}/{{ $json.id }}?expand[]=line_items`);

const MORE_LINES: WhyNotSent = {
	because: 'has more lines than were asked for',
	advice: `${getFrom(`${SESSIONS}/{{ $json.id }}/line_items?limit=100`)} Put what it returns into line_items.`,
	cause: 'order',
	alwaysStops: true,
};

const CHARGE = 'payment_intent.latest_charge';

const WHEN_DONE = "Start the workflow with the Stripe Trigger's event checkout.session.completed.";

/** The decimals of a currency's smallest unit, by Stripe's own lists; not of those of which its documents are not clear. */
const DECIMALS: Readonly<Record<string, number>> = {
	...by.each('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF', 0),
	...by.each('BHD JOD KWD OMR TND', 3),
	...by.each('ISK UGX', Number.NaN),
};

const smallestUnits = (line: IDataObject, order: IDataObject): number => {
	const currency = firstText(line.currency, order.currency)?.toUpperCase() ?? '';
	return 10 ** (ownValue(DECIMALS, currency) ?? 2);
};

/** Of a list the value is a code, and its label is what the customer saw. */
const chosenLabel = ({ dropdown }: IDataObject): unknown => {
	const { value, options } = objectIn(dropdown);
	return objectsIn(options).find((option) => option.value === value)?.label;
};

const isSession = ({ object }: IDataObject): boolean => object === 'checkout.session';

export const STRIPE_CHECKOUT: SourceTable = {
	shop: 'stripeCheckout',
	called: 'Stripe Checkout',
	description:
		'Stripe Trigger, then an HTTP Request node that gets the session with its line items',
	isOrder: (object) => isSession(object) && having('line_items')(object),
	lists: ['data'],
	notAnOrder: [
		{
			isIt: (object) => object.object === 'event' && isSession(objectIn(at(object, 'data.object'))),
			why: 'an event never has the line items',
			advice: getFrom(`${SESSIONS}/{{ $json.data.object.id }}?expand[]=line_items`),
		},
		{
			isIt: isSession,
			why: 'it has no line_items',
			advice: GET_WHOLE,
		},
	],
	expanded: ['payment_intent', CHARGE, 'price.product', 'shipping_cost.shipping_rate'],
	// What the Dashboard shows: the payment; of a subscription its first invoice, and of what is free the session itself.
	number: ['payment_intent', 'payment_intent.id', 'invoice', 'invoice.id', 'id'],
	isKeyRandom: true,
	isNumberUnique: true,
	date: 'created',
	keepsNoSent: true,
	ifIncomplete: `Pass the whole order as Stripe Checkout sends it. ${GET_WHOLE}`,
	deciding: [
		by.flag('line_items.has_more', MORE_LINES),
		by.status('mode', {
			...by.each('payment subscription', 'due'),
			setup: by.noOrder('only keeps a way to pay, and orders nothing'),
		}),
		by.status('status', {
			complete: 'due',
			open: by.noOrder('is a checkout that has not become an order yet', WHEN_DONE),
			expired: by.noOrder('is a checkout that expired'),
		}),
		by.status('payment_status', {
			paid: 'due',
			unpaid: 'notPaid',
			no_payment_required: by.review(
				'Nothing had to be paid: check that it is free on purpose',
				'notPaid',
			),
		}),
		by.flag('livemode', 'due', 'test'),
		// Only of orders that are read with expand[]=payment_intent.latest_charge: the session never changes.
		by.status('payment_intent.status?', {
			succeeded: 'due',
			...by.each('requires_payment_method requires_confirmation requires_action', 'notPaid'),
			...by.each('processing requires_capture', 'notPaid'),
			canceled: 'cancelled',
		}),
		by.status(`${CHARGE}.status?`, { succeeded: 'due', pending: 'notPaid', failed: 'notPaid' }),
		by.flag(`${CHARGE}.captured?`, 'due', 'notPaid'),
		by.flag(`${CHARGE}.refunded?`, 'refunded'),
		by.money(`${CHARGE}.amount_refunded?`, by.REFUNDED_IN_PART),
		by.parcelNumber('payment_intent.shipping.tracking_number', 'Stripe'),
		by.flag(`${CHARGE}.disputed?`, by.DISPUTED),
	],
	recipient: {
		// At the top in versions of the API before 2025-03-31.
		...addressAt(
			'name address1:address.line1 address2:address.line2 city:address.city zip:address.postal_code state:address.state country:address.country',
			'collected_information.shipping_details',
			'shipping_details',
		),
		phone: 'customer_details.phone',
		email: 'customer_details.email',
	},
	addressAdvice:
		'Let the checkout ask for it: shipping_address_collection of the session, or the same setting of the Payment Link.',
	currency: 'currency',
	lines: {
		at: 'line_items.data',
		id: 'id',
		skus: ['price.metadata.sku', 'metadata.sku', 'price.product.metadata.sku', 'price.lookup_key'],
		otherIds: ['price.id', 'price.product', 'price.product.id'],
		quantity: 'quantity',
		name: 'description',
		variantTitle: 'price.nickname',
		prices: [
			{ path: 'price.unit_amount', dividedBy: smallestUnits },
			{
				path: 'amount_subtotal',
				dividedBy: (line, order) =>
					smallestUnits(line, order) * (wholeNumberIn(line.quantity) ?? Number.NaN),
			},
		],
		// What the owner keeps with a line, its price and its product, such as a print file.
		properties: [
			{ at: 'metadata', known: { isField: true }, sku: 'sku' },
			{ at: 'price.metadata', known: { isField: true, isOfProduct: true }, sku: 'sku' },
			{ at: 'price.product.metadata', known: { isField: true, isOfProduct: true }, sku: 'sku' },
		],
		deciding: [],
	},
	// Its name comes only with expand[]=shipping_cost.shipping_rate.
	shippingMethods: {
		names: ['.display_name', '.id', ''].map((end) => `shipping_cost.shipping_rate${end}`),
	},
	cartProperties: [
		{
			at: 'custom_fields',
			title: ['label.custom', 'key'],
			value: ['text.value', 'numeric.value', chosenLabel, 'dropdown.value'],
		},
	],
};
