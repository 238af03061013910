// What decides whether an order of Shopify is due, by its fields in the REST API, with all the values that Shopify documents:
// cancelled, payment, fulfilment, closed, test, delivery, sale at the counter, refunds.

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../../input/equalText';
import { ALREADY_DONE, FULFILLED, NOT_WANTED, propertiesIn } from '../../reading';
import { isAddress } from '../../shopAddress';
import type { LineProperty, WhyNotSent } from '../../shopOrder';
import { isSet, isUnset, listIn, objectIn, objectsIn, statusIn, textIn } from '../../values';
import * as by from '../decidingFields';
import { hasUnmatchedRefund } from './pieces';

/** What a theme or an app adds to the cart. */
export const cartPropertiesOf = (order: IDataObject): LineProperty[] =>
	propertiesIn(order.note_attributes, 'name', 'key');

/** Flags as text or numbers, too. */
export const asFlag = {
	read: (value: unknown): unknown => isSet(value) || (isUnset(value) ? false : value),
};

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

/** For each shipping line, whether Shopify calls its delivery so: `shipping`, `pick_up`, `pickup_point`, `local`. */
const deliveriesAre = (order: IDataObject, kind: RegExp): boolean[] =>
	shippingLinesOf(order).map(({ delivery_category: category }) =>
		kind.test(statusIn(category) ?? ''),
	);

/** Names that Shopify gives its local delivery, also of orders that do not say the kind of their delivery. */
const LOCAL_DELIVERY =
	/^(?:localdelivery|lokalelieferung|livraisonlocale|entregalocal|consegnalocale|lokalebezorging)$/;

/** Whether the shop delivers a part of the order itself. */
const isDeliveredByShop = (order: IDataObject): boolean =>
	deliveriesAre(order, /^local$/).includes(true) ||
	shippingLinesOf(order).some(({ delivery_category: category, title, code }) =>
		[category, title, code].some((name) => LOCAL_DELIVERY.test(comparableName(textIn(name) ?? ''))),
	);

/** Whether an app for pick-ups, such as Zapiet, says so in the cart: Shopify itself then knows of a usual delivery. */
const isPickupOfCart = (order: IDataObject): boolean =>
	cartPropertiesOf(order).some(
		({ names: [name = ''], value }) =>
			comparableName(name) === 'checkoutmethod' && comparableName(textIn(value) ?? '') === 'pickup',
	);

/** By the names of the REST API; last what several fields say together. */
export const DECIDING: readonly by.DecidingField[] = [
	by.date('cancelled_at', 'cancelled', { isAlwaysSent: true, read: happened }),
	by.status(
		'financial_status',
		{
			...by.each('paid partially_refunded', 'due'),
			...by.each('pending authorized partially_paid expired', 'notPaid'),
			refunded: 'refunded',
			voided: VOIDED,
		},
		{ called: 'payment status', isAlwaysSent: true, isListed: true, others: 'notListed' },
	),
	by.status(
		'fulfillment_status',
		{
			...by.each('unfulfilled unshipped open partial partially_fulfilled', 'due'),
			...by.each('fulfilled restocked', FULFILLED),
		},
		// Others: on hold, scheduled, in progress at another service.
		{ called: 'fulfilment status', isAlwaysSent: true, missing: 'due', others: 'notYet' },
	),
	// An order can be judged without it: what is closed was fulfilled or cancelled as a rule.
	by.date('closed_at', CLOSED, { read: happened }),
	by.flag('test?', 'test', 'due', { isAlwaysSent: true, ...asFlag }),
	by.list('shipping_lines?', 'due'),
	by.when(isCashOnDelivery, 'onDelivery'),
	by.when(isSoldAtCounter, 'handedOver'),
	...by.decidingPickup(
		(order) => deliveriesAre(order, /^pick_?up$/),
		(order) => deliveriesAre(order, /^pick_?up_?point$/).includes(true),
	),
	by.reviewWhen(
		isDeliveredByShop,
		'pickupPoint',
		'The shop delivers a part of the order or all of it itself, by local delivery: check that a parcel is to be sent, and where to',
	),
	by.reviewWhen(
		isPickupOfCart,
		'pickupPoint',
		'The cart says that the customer picks the order up: check whether it is to be shipped, and where to',
	),
	by.reviewWhen(
		hasUnmatchedRefund,
		'refunded',
		'Part of the order was refunded, but Shopify does not say for which lines: check the quantities',
	),
];
