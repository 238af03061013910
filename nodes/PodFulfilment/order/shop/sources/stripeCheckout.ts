// Orders of Stripe: a Checkout Session (Payment Links make them too) with its line items, which no event has. After
// Stripe's own types, stripe 23.1.0.

import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../input/objects';
import type { LineProperty } from '../shopOrder';
import { objectIn, objectsIn } from '../values';
import {
	DISPUTED,
	each,
	flag,
	money,
	noOrder,
	optional,
	parcelNumber,
	REFUNDED_IN_PART,
	review,
	status,
} from './decidingFields';
import { at, getFrom, listed, type SourceTable } from './sourceTable';

const SESSIONS = 'https://api.stripe.com/v1/checkout/sessions';

const CHARGE = 'payment_intent.latest_charge';

/** Its name comes only with expand[]=shipping_cost.shipping_rate. */
const SHIPPING_RATE = ['.display_name', '.id', ''].map(
	(end) => `shipping_cost.shipping_rate${end}`,
);

const WHEN_DONE = "Start the workflow with the Stripe Trigger's event checkout.session.completed.";

/** What the Dashboard shows: the payment; of a subscription its first invoice, and of what is free the session itself. */
const NUMBER = ['payment_intent', 'payment_intent.id', 'invoice', 'invoice.id', 'id'];

/** At the top in versions of the API before 2025-03-31. */
const shippingTo = (part: string): string[] => [
	`collected_information.shipping_details.${part}`,
	`shipping_details.${part}`,
];

/** Stripe's own lists. Those of which its documents do not say clearly how they are sent are not known. */
const NO_DECIMALS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const THREE_DECIMALS = 'BHD JOD KWD OMR TND'.split(' ');
const UNCLEAR = ['ISK', 'UGX'];

function decimalsOf(currency: string): number | undefined {
	if (UNCLEAR.includes(currency)) return undefined;
	if (NO_DECIMALS.includes(currency)) return 0;
	return THREE_DECIMALS.includes(currency) ? 3 : 2;
}

/** What the owner keeps with a line, its price and its product, such as a print file. */
const METADATA = ['metadata', 'price.metadata', 'price.product.metadata'];

const metadataOf = (line: IDataObject): LineProperty[] =>
	METADATA.flatMap((path) =>
		Object.entries(objectIn(at(line, path))).map(([name, value]) => ({
			...{ names: [name], value, isField: true as const },
			...(name === 'sku' && { isRead: true as const }),
			...(path !== 'metadata' && { isOfProduct: true as const }),
		})),
	);

/** Of a list the value is a code, and its label is what the customer saw. */
const chosenLabel = ({ dropdown }: IDataObject): unknown => {
	const { value, options } = objectIn(dropdown);
	return objectsIn(options).find((option) => option.value === value)?.label;
};

/** What the checkout asked for. */
const CUSTOM_FIELDS = listed(
	'custom_fields',
	['label.custom', 'key'],
	['text.value', 'numeric.value', chosenLabel, 'dropdown.value'],
);

const isSession = ({ object }: IDataObject): boolean => object === 'checkout.session';

export const STRIPE_CHECKOUT: SourceTable = {
	shop: 'stripeCheckout',
	called: 'Stripe Checkout',
	description:
		'Stripe Trigger, then an HTTP Request node that gets the session with its line items',
	isOrder: (object) => isSession(object) && isObject(object.line_items),
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
			advice: getFrom(`${SESSIONS}/{{ $json.id }}?expand[]=line_items`),
		},
	],
	expanded: ['payment_intent', CHARGE, 'price.product', 'shipping_cost.shipping_rate'],
	number: NUMBER,
	isNumberUnique: true,
	date: 'created',
	keepsNoSent: true,
	deciding: [
		status('mode', {
			...{ payment: 'due', subscription: 'due' },
			setup: noOrder('only keeps a way to pay, and orders nothing'),
		}),
		status('status', {
			complete: 'due',
			open: noOrder('is a checkout that has not become an order yet', WHEN_DONE),
			expired: noOrder('is a checkout that expired'),
		}),
		status('payment_status', {
			...{ paid: 'due', unpaid: 'notPaid' },
			no_payment_required: review(
				'Nothing had to be paid: check that it is free on purpose',
				'notPaid',
			),
		}),
		flag('livemode', 'due', 'test'),
		// Only of orders that are read with expand[]=payment_intent.latest_charge: the session never changes.
		optional(
			status('payment_intent.status', {
				...each('requires_payment_method requires_confirmation requires_action', 'notPaid'),
				...each('processing requires_capture', 'notPaid'),
				...{ canceled: 'cancelled', succeeded: 'due' },
			}),
		),
		optional(
			status(`${CHARGE}.status`, { succeeded: 'due', pending: 'notPaid', failed: 'notPaid' }),
		),
		optional(flag(`${CHARGE}.captured`, 'due', 'notPaid')),
		optional(flag(`${CHARGE}.refunded`, 'refunded')),
		optional(money(`${CHARGE}.amount_refunded`, REFUNDED_IN_PART)),
		parcelNumber('payment_intent.shipping.tracking_number', 'Stripe'),
		optional(flag(`${CHARGE}.disputed`, DISPUTED)),
	],
	recipient: {
		...{ name: shippingTo('name'), address1: shippingTo('address.line1') },
		...{ address2: shippingTo('address.line2'), city: shippingTo('address.city') },
		...{ zip: shippingTo('address.postal_code'), state: shippingTo('address.state') },
		...{ country: shippingTo('address.country'), phone: 'customer_details.phone' },
		email: 'customer_details.email',
	},
	addressAdvice:
		'Let the checkout ask for it: shipping_address_collection of the session, or the same setting of the Payment Link.',
	currency: 'currency',
	decimalsOf,
	lines: {
		at: 'line_items.data',
		more: {
			path: 'line_items.has_more',
			advice: `${getFrom(`${SESSIONS}/{{ $json.id }}/line_items?limit=100`)} Put what it returns into line_items.`,
		},
		id: 'id',
		skus: ['price.metadata.sku', 'metadata.sku', 'price.product.metadata.sku', 'price.lookup_key'],
		otherIds: ['price.id', 'price.product', 'price.product.id'],
		quantity: 'quantity',
		name: 'description',
		variantTitle: 'price.nickname',
		prices: [
			{ path: 'price.unit_amount', unit: 'smallest' },
			{ path: 'amount_subtotal', unit: 'smallest', isOfAllPieces: true },
		],
		properties: [metadataOf],
		kinds: Object.fromEntries(METADATA.map((path) => [`${path}.{}`, 'text'])),
		deciding: [],
	},
	shippingMethods: { names: SHIPPING_RATE },
	cartProperties: [CUSTOM_FIELDS],
};
