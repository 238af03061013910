// What decides whether an order of Shopify is due, and what is sent of it, by its fields in the REST API, with all the values
// that Shopify documents: cancelled, payment, fulfilment, closed, test, delivery, sale at the counter; how many pieces of a line
// the customer keeps (`current_quantity`), and how many of them are still to be sent (`fulfillable_quantity`); refunds.

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../../input/equalText';
import { numberIn } from '../../../../input/number';
import { ownValue } from '../../../../input/objects';
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

/** What is known of the pieces of a line. */
interface PieceCount {
	/** Those that the customer keeps, after refunds and edits of the order. */
	left: number;
	/** Those of them that the shop has fulfilled. */
	fulfilled: number;
	/** Why somebody has to look at the quantity. */
	doubt: string | undefined;
}

const isCount = (value: unknown): boolean => wholeNumberIn(value) !== undefined;

/** Why somebody has to look at a line with a count that cannot be read: it may say that nothing is to be sent of it. */
function unreadableCount(line: IDataObject): string | undefined {
	const found = ['current_quantity', 'fulfillable_quantity'].find(
		(name) => !saysNo(ownValue(line, name)) && !isCount(ownValue(line, name)),
	);
	return found && `its ${found} cannot be read: check what is still to be sent`;
}

/** Whether something of a line may have left, as it says itself, or as its order says where the line is silent. */
function mayHaveLeft(line: IDataObject, order: IDataObject): boolean {
	const { fulfillment_status: status = order.fulfillment_status } = line;
	const { fulfillments } = order;
	return (
		['partial', 'partially_fulfilled'].includes(statusIn(status) ?? '') ||
		(Array.isArray(fulfillments) ? fulfillments.length > 0 : !saysNo(fulfillments))
	);
}

/** The lines of a refund. */
const refundedLines = (refund: IDataObject): IDataObject[] => objectsIn(refund.refund_line_items);

/** Counts the pieces of an order's lines. */
export function pieceCounter(order: IDataObject): (line: IDataObject) => PieceCount {
	const refunded = new Map<string, number>();
	const linesOfRefunds = objectsIn(order.refunds).flatMap(refundedLines);
	for (const { line_item_id: lineId, quantity } of linesOfRefunds) {
		const id = textIn(lineId);
		const count = Math.max(0, wholeNumberIn(quantity) ?? 0);
		if (id !== undefined) refunded.set(id, (refunded.get(id) ?? 0) + count);
	}
	return (line) => {
		const ordered = wholeNumberIn(line.quantity) ?? 0;
		const current = wholeNumberIn(line.current_quantity) ?? ordered;
		const notRefunded = ordered - (refunded.get(textIn(line.id) ?? '') ?? 0);
		const left = Math.max(0, Math.min(ordered, current, notRefunded));
		const isOver = ['fulfilled', 'restocked'].includes(statusIn(line.fulfillment_status) ?? '');
		const toSend = isOver ? 0 : wholeNumberIn(line.fulfillable_quantity);
		const doubt =
			unreadableCount(line) ??
			(toSend === undefined && mayHaveLeft(line, order)
				? 'some pieces are fulfilled, but the shop does not say how many: check how many are still to be sent'
				: undefined);
		return {
			left,
			fulfilled: Math.min(left, Math.max(0, left - (toSend ?? left))),
			doubt,
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

/** Whether a refund says of which pieces it is, or is of the shipping alone. */
function isTold(refund: IDataObject, ids: ReadonlySet<string | undefined>): boolean {
	const { refund_line_items: lines } = refund;
	if (!saysNo(lines) && !isListOfObjects(lines)) return false;
	return listIn(lines).length === 0
		? isOfShipping(refund)
		: refundedLines(refund).every(
				({ line_item_id: id, quantity }) =>
					(wholeNumberIn(quantity) ?? 0) > 0 && ids.has(textIn(id)),
			);
}

/** Whether the lines of an order say by themselves that pieces of them are gone. */
const haveFewerPieces = (lines: readonly IDataObject[]): boolean =>
	lines.every(({ current_quantity: current }) => isCount(current)) &&
	lines.some(
		({ quantity, current_quantity: current }) =>
			(wholeNumberIn(current) ?? 0) < (wholeNumberIn(quantity) ?? 0),
	);

/**
 * Whether something was refunded of which Shopify does not name the pieces: in one of its refunds, or for an order that was refunded in part by its status, while no refund and no quantity of its lines tells what it was.
 */
function hasUnmatchedRefund({ refunds, line_items: given, ...order }: IDataObject): boolean {
	if (!saysNo(refunds) && !isListOfObjects(refunds)) return true;
	const lines = objectsIn(given);
	const ids = new Set(lines.map(({ id }) => textIn(id)));
	const isPartly = statusIn(order.financial_status) === 'partially_refunded';
	const all = objectsIn(refunds);
	return (
		!all.every((refund) => isTold(refund, ids)) ||
		(isPartly && all.length === 0 && !haveFewerPieces(lines))
	);
}

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
