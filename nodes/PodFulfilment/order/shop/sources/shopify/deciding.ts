// What decides whether an order of Shopify is due, by its fields in the REST API, with all the values that Shopify documents:
// cancelled, payment, fulfilment, closed, test, delivery, sale at the counter, refunds. Also how many pieces of a line the customer
// keeps (`current_quantity`, refunds), and how many of them are still to be sent (`fulfillable_quantity`).

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../../input/equalText';
import { numberIn } from '../../../../input/number';
import { ownValue } from '../../../../input/objects';
import { ALREADY_DONE, FULFILLED, NOT_WANTED, propertiesIn } from '../../reading';
import { isAddress } from '../../shopAddress';
import type { LineProperty, WhyNotSent } from '../../shopOrder';
import {
	HALF_A_CENT,
	isListOfObjects,
	isSet,
	isUnset,
	listIn,
	objectIn,
	objectsIn,
	saysNo,
	statusIn,
	textIn,
	wholeNumberIn,
} from '../../values';
import * as by from '../decidingFields';
import type { BesideLine } from '../sourceTable';

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

/** Why somebody has to look at a line with a count that cannot be read: it may say that nothing is to be sent of it. */
function unreadableCount(line: IDataObject): string | undefined {
	const unread = ['current_quantity', 'fulfillable_quantity'].find((name) => {
		const count = ownValue(line, name);
		return !saysNo(count) && wholeNumberIn(count) === undefined;
	});
	return unread && `its ${unread} cannot be read: check what is still to be sent`;
}

/** Whether something of a line may have left, as it says itself, or as its order says where the line is silent. */
function mayHaveLeft(
	line: IDataObject,
	{ fulfillment_status: ofOrder, fulfillments }: IDataObject,
) {
	const { fulfillment_status: status = ofOrder } = line;
	const isNone = saysNo(fulfillments) || (Array.isArray(fulfillments) && fulfillments.length === 0);
	return !isNone || ['partial', 'partially_fulfilled'].includes(statusIn(status) ?? '');
}

/** Counts the pieces of an order's lines. */
export function pieceCounter(order: IDataObject): (line: IDataObject) => BesideLine {
	const refunded = new Map<string, number>();
	for (const { refund_line_items: lines } of objectsIn(order.refunds)) {
		for (const { line_item_id: lineId, quantity } of objectsIn(lines)) {
			const id = textIn(lineId) ?? '';
			refunded.set(id, (refunded.get(id) ?? 0) + Math.max(0, wholeNumberIn(quantity) ?? 0));
		}
	}
	return (line) => {
		const ordered = wholeNumberIn(line.quantity) ?? 0;
		const current = wholeNumberIn(line.current_quantity) ?? ordered;
		const id = textIn(line.id);
		const notRefunded = ordered - ((id !== undefined && refunded.get(id)) || 0);
		const left = Math.max(0, Math.min(ordered, current, notRefunded));
		const isOver = ['fulfilled', 'restocked'].includes(statusIn(line.fulfillment_status) ?? '');
		const toSend = isOver ? 0 : wholeNumberIn(line.fulfillable_quantity);
		const uncounted =
			toSend === undefined && mayHaveLeft(line, order)
				? 'some pieces are fulfilled, but the shop does not say how many: check how many are still to be sent'
				: undefined;
		return {
			left,
			fulfilled: Math.min(left, Math.max(0, left - (toSend ?? left))),
			doubt: unreadableCount(line) ?? uncounted,
		};
	};
}

/** The sum of amounts, whatever their sign; NaN where one cannot be read. */
const sumOf = (amounts: readonly unknown[]): number =>
	amounts.reduce<number>((sum, amount) => sum + Math.abs(numberIn(amount) ?? Number.NaN), 0);

/** Whether a refund is of no more than the shipping, by the amounts of version 2024-07, for which n8n asks. */
function isOfShipping({ transactions, order_adjustments: adjustments }: IDataObject): boolean {
	const paid = sumOf(objectsIn(transactions).map(({ amount }) => amount));
	const ofShipping = objectsIn(adjustments).filter(({ kind }) => kind === 'shipping_refund');
	const shipping = sumOf(ofShipping.flatMap(({ amount, tax_amount: tax = 0 }) => [amount, tax]));
	return paid > 0 && paid < shipping + HALF_A_CENT;
}

/**
 * Whether something was refunded of which Shopify does not name the pieces: in one of its refunds, or for an order that was
 * refunded in part by its status, while no refund and no quantity of its lines tells what it was.
 */
function hasUnmatchedRefund(order: IDataObject): boolean {
	const { refunds, financial_status: status } = order;
	const lines = objectsIn(order.line_items);
	if (saysNo(refunds) || (Array.isArray(refunds) && refunds.length === 0)) {
		const hasFewer = lines.some(
			({ quantity, current_quantity: current }) =>
				(wholeNumberIn(current) ?? Infinity) < (wholeNumberIn(quantity) ?? 0),
		);
		return statusIn(status) === 'partially_refunded' && !hasFewer;
	}
	const ids = new Set(lines.map(({ id }) => textIn(id)));
	const isOfLine = ({ line_item_id: id, quantity }: IDataObject) =>
		(wholeNumberIn(quantity) ?? 0) > 0 && ids.has(textIn(id));
	const isTold = (refund: IDataObject): boolean => {
		const { refund_line_items: told } = refund;
		if (!saysNo(told) && !isListOfObjects(told)) return false;
		return objectsIn(told).length > 0 ? objectsIn(told).every(isOfLine) : isOfShipping(refund);
	};
	return !isListOfObjects(refunds) || !objectsIn(refunds).every(isTold);
}

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
