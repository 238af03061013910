// What decides whether an order of Shopify is due, by its fields in the REST API, with all the values that Shopify
// documents: cancelled, payment, fulfilment, closed, test, delivery, sale at the counter.

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../../input/equalText';
import { ALREADY_DONE, FULFILLED, NOT_WANTED, propertiesIn } from '../../reading';
import { isAddress } from '../../shopAddress';
import type { LineProperty, WhyNotSent } from '../../shopOrder';
import {
	date,
	decidingPickup,
	each,
	flag,
	list,
	optional,
	review,
	status,
	when,
	type DecidingField,
	type OrderMeaning,
} from '../decidingFields';
import { isSet, isUnset, listIn, objectIn, objectsIn, statusIn, textIn } from '../../values';
import { hasUnmatchedRefund } from './pieces';

/** What a theme or an app adds to the cart. */
export const cartPropertiesOf = (order: IDataObject): LineProperty[] =>
	propertiesIn(order.note_attributes, 'name', 'key');

/** Flags as text or numbers, too. */
export const flagIn = (value: unknown): unknown => isSet(value) || (isUnset(value) ? false : value);

/** What is true happened at a time that nobody knows. */
const happened = (value: unknown): unknown => (value === true ? 'true' : value);

const VOIDED: WhyNotSent = {
	because: 'is not paid: its payment was voided',
	advice: NOT_WANTED,
	endedBy: 'was voided in the shop',
	cause: 'cancelled',
};

const CLOSED: WhyNotSent = {
	because: 'is closed in the shop',
	advice: ALREADY_DONE,
	cause: 'fulfilled',
};

/** Whether an order that is not paid yet is paid on delivery, by the name that Shopify gives this method. */
const isCashOnDelivery = (order: IDataObject): boolean =>
	statusIn(order.financial_status) === 'pending' &&
	listIn(order.payment_gateway_names).some((name) =>
		/cash[ _-]on[ _-]delivery|\bcod\b/i.test(textIn(name) ?? ''),
	);

/** Whether the customer took the order along at the counter. */
const isSoldAtCounter = (order: IDataObject): boolean =>
	textIn(order.source_name)?.toLowerCase() === 'pos' &&
	!isAddress(objectIn(order.shipping_address));

/** Whether a shipping line was removed from its order. */
export const isRemoved = ({ is_removed: isSaid }: IDataObject): boolean => isSet(isSaid);

const shippingLinesOf = (order: IDataObject): IDataObject[] =>
	objectsIn(order.shipping_lines).filter((line) => !isRemoved(line));

/** What Shopify calls the delivery of each shipping line, such as `shipping`, `pick_up` or `pickup_point`. */
const deliveriesOf = (order: IDataObject): string[] =>
	shippingLinesOf(order).map(({ delivery_category: category }) => statusIn(category) ?? '');

const pickedUp = (order: IDataObject): boolean[] =>
	deliveriesOf(order).map((delivery) => /^pick_?up$/.test(delivery));

/** Names that Shopify gives its local delivery, also of orders that do not say the kind of their delivery. */
const LOCAL_DELIVERY =
	/^(?:localdelivery|lokalelieferung|livraisonlocale|entregalocal|consegnalocale|lokalebezorging)$/;

/** Whether the shop delivers a part of the order itself. */
const isDeliveredByShop = (order: IDataObject): boolean =>
	deliveriesOf(order).includes('local') ||
	shippingLinesOf(order).some(({ delivery_category: category, title, code }) =>
		[category, title, code].some((name) => LOCAL_DELIVERY.test(comparableName(textIn(name) ?? ''))),
	);

const hasPickupPoint = (order: IDataObject): boolean =>
	deliveriesOf(order).some((delivery) => /^pick_?up_?point$/.test(delivery));

/** Whether an app for pick-ups, such as Zapiet, says so in the cart: Shopify itself then knows of a usual delivery. */
const isPickupOfCart = (order: IDataObject): boolean =>
	cartPropertiesOf(order).some(
		({ names: [name = ''], value }) =>
			comparableName(name) === 'checkoutmethod' && comparableName(textIn(value) ?? '') === 'pickup',
	);

/** What decides whether an order is due, by the names of the REST API; last what several fields say together. */
export const DECIDING: ReadonlyArray<DecidingField<OrderMeaning>> = [
	{ ...date('cancelled_at', 'cancelled'), isAlwaysSent: true, read: happened },
	status<OrderMeaning>(
		'financial_status',
		{
			...{ paid: 'due', partially_refunded: 'due', refunded: 'refunded', voided: VOIDED },
			...each('pending authorized partially_paid expired', 'notPaid'),
		},
		{ called: 'payment status', isAlwaysSent: true, isListed: true, others: 'notListed' },
	),
	status<OrderMeaning>(
		'fulfillment_status',
		{
			...each('unfulfilled unshipped open partial partially_fulfilled', 'due'),
			...{ fulfilled: FULFILLED, restocked: FULFILLED },
		},
		// Others: on hold, scheduled, in progress at another service.
		{ called: 'fulfilment status', isAlwaysSent: true, missing: 'due', others: 'notYet' },
	),
	// An order can be judged without it: what is closed was fulfilled or cancelled as a rule.
	{ ...date('closed_at', CLOSED), read: happened },
	optional({ ...flag('test', 'test'), isAlwaysSent: true, read: flagIn }),
	optional(list('shipping_lines', 'due')),
	when(isCashOnDelivery, 'onDelivery'),
	when(isSoldAtCounter, 'handedOver'),
	...decidingPickup(pickedUp, hasPickupPoint),
	when(
		isDeliveredByShop,
		review(
			'The shop delivers a part of the order or all of it itself, by local delivery: check that a parcel is to be sent, and where to',
			'pickupPoint',
		),
	),
	when(
		isPickupOfCart,
		review(
			'The cart says that the customer picks the order up: check whether it is to be shipped, and where to',
			'pickupPoint',
		),
	),
	when(
		hasUnmatchedRefund,
		review(
			'Part of the order was refunded, but Shopify does not say for which lines: check the quantities',
			'refunded',
		),
	),
];
