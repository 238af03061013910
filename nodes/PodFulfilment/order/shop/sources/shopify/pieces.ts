// How many pieces of a line of Shopify the customer keeps (`current_quantity`), and how many of them are still to be sent
// (`fulfillable_quantity`); with the reason why somebody has to look at a line of which Shopify does not say it. Also
// whether it says of each refund which pieces it is for.

import type { IDataObject } from 'n8n-workflow';

import { numberIn } from '../../../../input/number';
import { ownValue } from '../../../../input/objects';
import {
	HALF_A_CENT,
	isListOfObjects,
	listIn,
	objectsIn,
	saysNo,
	statusIn,
	textIn,
	wholeNumberIn,
} from '../../values';

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
export function hasUnmatchedRefund({ refunds, line_items: given, ...order }: IDataObject): boolean {
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
