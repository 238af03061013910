// How many pieces of a line of Shopify the customer keeps (`current_quantity`), and how many of them are still to be sent
// (`fulfillable_quantity`); with the reason why somebody has to look at a line of which Shopify does not say it. Also
// whether it says of each refund which lines it is for, by its pieces, or by its money: no more than that of the shipping.

import type { IDataObject } from 'n8n-workflow';

import { numberIn } from '../../../../input/number';
import { ownValue } from '../../../../input/objects';
import {
	isListOfObjects,
	listIn,
	objectIn,
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

/** An amount of an entry, which may be in a set for several currencies alone: `amount` or `amount_set`. */
const moneyOf = (entry: IDataObject, name: string): unknown =>
	ownValue(entry, name) ?? objectIn(objectIn(ownValue(entry, `${name}_set`)).shop_money).amount;

/** Sum of these amounts of all entries; NaN where one cannot be read. */
const sumOf = (entries: readonly IDataObject[], ...names: string[]): number =>
	entries
		.flatMap((entry) => names.map((name) => moneyOf(entry, name)))
		.map((amount) => (saysNo(amount) ? 0 : Math.abs(numberIn(amount) ?? Number.NaN)))
		.reduce((sum, amount) => sum + amount, 0);

/**
 * What was refunded for the shipping, with the tax on top of it. From version 2024-10 on Shopify has it in a list of its own,
 * some shops in both.
 */
function refundedShipping(refund: IDataObject): number {
	const adjustments = objectsIn(refund.order_adjustments).filter(
		({ kind }) => kind === 'shipping_refund',
	);
	const lines = objectsIn(refund.refund_shipping_lines);
	const taxes = lines
		.filter((line) => saysNo(moneyOf(line, 'tax_amount')))
		.flatMap((line) => objectsIn(objectIn(line.shipping_line).tax_lines));
	return Math.max(
		sumOf(adjustments, 'amount', 'tax_amount'),
		sumOf(lines, 'subtotal_amount', 'tax_amount') + sumOf(taxes, 'price'),
	);
}

/** Less than any coin: sums of decimal numbers are not exact. */
const ROUNDING = 0.0001;

/** The last is missing before version 2024-10. */
const REFUND_LISTS = 'refund_line_items transactions order_adjustments refund_shipping_lines'.split(
	' ',
);

/**
 * Whether a refund says what it is for: lines of the order, or the shipping; undefined where no money was moved.
 *
 * @param isPartly whether something of the order was refunded, as its status says
 */
function isTold(
	refund: IDataObject,
	ids: ReadonlySet<string | undefined>,
	isPartly: boolean,
): boolean | undefined {
	const lists = REFUND_LISTS.map((name) => ownValue(refund, name));
	if (lists.some((list) => !saysNo(list) && !isListOfObjects(list))) return false;
	const lines = refundedLines(refund).filter(({ quantity }) => !saysNo(quantity));
	if (!lines.every(({ quantity }) => isCount(quantity))) return false;
	const withPieces = lines.filter(({ quantity }) => (wholeNumberIn(quantity) ?? 0) > 0);
	if (withPieces.length > 0) return withPieces.every(({ line_item_id: id }) => ids.has(textIn(id)));
	const payments = objectsIn(refund.transactions).filter(
		({ status }) => !/^(cancelled|error|failure)$/.test(textIn(status) ?? ''),
	);
	const paid = sumOf(payments, 'amount');
	// An amount that cannot be read is not below another.
	if (!(paid <= refundedShipping(refund) + ROUNDING)) return false;
	if (paid > 0) return true;
	const [given, moved, adjusted] = lists;
	const isEmpty = Array.isArray(given) && Array.isArray(moved) && listIn(adjusted).length === 0;
	return isPartly && !isEmpty ? false : undefined;
}

/** Whether the lines of an order say by themselves that pieces of them are gone. */
const haveFewerPieces = (lines: readonly IDataObject[]): boolean =>
	lines.every(({ current_quantity: current }) => isCount(current)) &&
	lines.some(
		({ quantity, current_quantity: current }) =>
			(wholeNumberIn(current) ?? 0) < (wholeNumberIn(quantity) ?? 0),
	);

/** No order has more refunds, and somebody looks at one that has. */
const MAX_REFUNDS = 1_000;

/**
 * Whether money was refunded for lines that Shopify does not name: more than the shipping, in a refund without lines, or
 * for an order that was refunded in part by its status, and of which neither its refunds nor the quantities of its lines
 * tell what it was.
 */
export function hasUnmatchedRefund({ refunds, line_items: given, ...order }: IDataObject): boolean {
	if (!saysNo(refunds) && !isListOfObjects(refunds)) return true;
	if (listIn(refunds).length > MAX_REFUNDS) return true;
	const lines = objectsIn(given);
	const ids = new Set(lines.map(({ id }) => textIn(id)));
	const isPartly = statusIn(order.financial_status) === 'partially_refunded';
	const told = objectsIn(refunds).map((refund) => isTold(refund, ids, isPartly));
	return told.includes(false) || (isPartly && !told.includes(true) && !haveFewerPieces(lines));
}
