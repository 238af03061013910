// Whether Shopify says of each refund which lines it is for: by its lines, or by its money, since a refund of no more
// than the shipping is for none. Otherwise by the pieces that the lines have left.

import type { IDataObject } from 'n8n-workflow';

import { numberIn, ownValue } from '../../../input/guards';
import { isListOfObjects, saysNo } from '../decidingFields';
import { listIn, objectIn, statusIn, textIn, wholeNumberIn } from '../values';

/** Statuses of a payment that does not count. */
const UNDONE = ['cancelled', 'error', 'failure'];

const isUnreadableList = (value: unknown): boolean => !saysNo(value) && !isListOfObjects(value);

/** An amount of an entry, which may be in a set for several currencies alone: `amount` or `amount_set`. */
const moneyOf = (entry: IDataObject, name: string): unknown =>
	ownValue(entry, name) ?? objectIn(objectIn(ownValue(entry, `${name}_set`)).shop_money).amount;

/** Sum of these amounts of all entries; NaN where one cannot be read. */
const sumOf = (entries: readonly unknown[], ...names: string[]): number =>
	entries
		.flatMap((entry) => names.map((name) => moneyOf(objectIn(entry), name)))
		.map((amount) => (saysNo(amount) ? 0 : Math.abs(numberIn(amount) ?? Number.NaN)))
		.reduce((sum, amount) => sum + amount, 0);

/**
 * What was refunded for the shipping, with the tax on top of it. From version 2024-10 on Shopify has it in a list of its own,
 * some shops in both.
 */
function refundedShipping(refund: IDataObject): number {
	const adjustments = listIn(refund.order_adjustments).filter(
		(entry) => objectIn(entry).kind === 'shipping_refund',
	);
	const lines = listIn(refund.refund_shipping_lines).map(objectIn);
	const taxes = lines
		.filter((line) => saysNo(moneyOf(line, 'tax_amount')))
		.flatMap((line) => listIn(objectIn(line.shipping_line).tax_lines));
	return Math.max(
		sumOf(adjustments, 'amount', 'tax_amount'),
		sumOf(lines, 'subtotal_amount', 'tax_amount') + sumOf(taxes, 'price'),
	);
}

/** Less than any coin: sums of decimal numbers are not exact. */
const ROUNDING = 0.0001;

/** Whether a refund that moved no money has all its lists, and nothing in them. */
const isEmpty = (refund: IDataObject): boolean =>
	Array.isArray(refund.refund_line_items) &&
	Array.isArray(refund.transactions) &&
	listIn(refund.order_adjustments).length === 0;

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
	const { refund_line_items: given, refund_shipping_lines: shipping } = refund;
	if ([given, refund.transactions, refund.order_adjustments, shipping].some(isUnreadableList)) {
		return false;
	}
	const counts = listIn(given)
		.map(objectIn)
		.map(({ line_item_id: id, quantity }) => ({
			id,
			count: saysNo(quantity) ? 0 : wholeNumberIn(quantity),
		}));
	if (counts.some(({ count }) => count === undefined)) return false;
	const withPieces = counts.filter(({ count = 0 }) => count > 0);
	if (withPieces.length > 0) return withPieces.every(({ id }) => ids.has(textIn(id)));
	const payments = listIn(refund.transactions).filter(
		(payment) => !UNDONE.includes(textIn(objectIn(payment).status) ?? ''),
	);
	const paid = sumOf(payments, 'amount');
	// An amount that cannot be read is not below another.
	if (!(paid <= refundedShipping(refund) + ROUNDING)) return false;
	if (paid > 0) return true;
	return isPartly && !isEmpty(refund) ? false : undefined;
}

/** Whether the lines of an order say by themselves that pieces of them are gone. */
function haveFewerPieces(lines: readonly IDataObject[]): boolean {
	const counts = lines.map(({ quantity, current_quantity: current }) => [
		wholeNumberIn(quantity),
		wholeNumberIn(current),
	]);
	return (
		counts.every(([, current]) => current !== undefined) &&
		counts.some(([ordered = 0, current = 0]) => current < ordered)
	);
}

/**
 * Whether money was refunded for lines that Shopify does not name: more than the shipping, in a refund without lines, or
 * for an order that was refunded in part by its status, and of which neither its refunds nor the quantities of its lines
 * tell what it was.
 */
export function hasUnmatchedRefund(order: IDataObject): boolean {
	if (isUnreadableList(order.refunds)) return true;
	const lines = listIn(order.line_items).map(objectIn);
	const ids = new Set(lines.map(({ id }) => textIn(id)));
	const isPartly = statusIn(order.financial_status) === 'partially_refunded';
	const told = listIn(order.refunds).map((refund) => isTold(objectIn(refund), ids, isPartly));
	return told.includes(false) || (isPartly && !told.includes(true) && !haveFewerPieces(lines));
}
