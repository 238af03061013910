// How many pieces of a line of Shopify the customer keeps (`current_quantity`, refunds), and how many of them are still to be
// sent (`fulfillable_quantity`); and whether a refund does not say of which pieces it is.

import type { IDataObject } from 'n8n-workflow';

import { numberIn } from '../../../../input/number';
import { ownValue } from '../../../../input/objects';
import {
	HALF_A_CENT,
	isListOfObjects,
	objectsIn,
	saysNo,
	statusIn,
	textIn,
	wholeNumberIn,
} from '../../values';
import type { BesideLine } from '../sourceTable';

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
export function hasUnmatchedRefund(order: IDataObject): boolean {
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
