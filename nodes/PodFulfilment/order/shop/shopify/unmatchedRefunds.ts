// Whether Shopify says of each refund which lines it is for, by its lines and by its money: the amounts of its payments
// (transactions), and of its adjustments and lines for the shipping. Otherwise by the pieces that the lines have left.

import type { IDataObject } from 'n8n-workflow';

import { numberIn, ownValue } from '../../../input/guards';
import { isListOfObjects, saysNo } from '../decidingFields';
import { UNDONE } from './pieces';
import { listIn, objectIn, statusIn, textIn, wholeNumberIn } from '../values';

/** What a refund says about the lines that it is for. */
type RefundTold =
	/** Which lines, or that it was the shipping. */
	| 'told'
	/** Nothing, and no money was moved. */
	| 'nothing'
	/** Too little: not all of its lists are there, or it has adjustments without a payment. */
	| 'silent'
	/** That money was refunded which is for none of the order's lines, or how much cannot be read. */
	| 'unmatched';

const isUnreadableList = (value: unknown): boolean => !saysNo(value) && !isListOfObjects(value);

/** An amount of an entry, which may be in a set for several currencies alone: `amount` or `amount_set`. */
const moneyOf = (entry: IDataObject, name: string): unknown =>
	ownValue(entry, name) ?? objectIn(objectIn(ownValue(entry, `${name}_set`)).shop_money).amount;

/** Sum of these amounts of all entries of a list; undefined where one cannot be read. */
function amountsIn(list: readonly unknown[], names: readonly string[]): number | undefined {
	const amounts = list
		.map(objectIn)
		.flatMap((entry) => names.map((name) => moneyOf(entry, name)))
		.map((amount) => (saysNo(amount) ? 0 : numberIn(amount)));
	return amounts.reduce<number | undefined>(
		(sum, amount) =>
			sum === undefined || amount === undefined ? undefined : sum + Math.abs(amount),
		0,
	);
}

/**
 * What was refunded for the shipping, with the tax on top of it. From version 2024-10 on Shopify has it in a list of its own,
 * some shops in both; undefined where an amount cannot be read.
 */
function refundedShipping({
	order_adjustments: adjustments,
	refund_shipping_lines: lines,
}: IDataObject): number | undefined {
	const adjusted = amountsIn(
		listIn(adjustments).filter((entry) => objectIn(entry).kind === 'shipping_refund'),
		['amount', 'tax_amount'],
	);
	const shipping = listIn(lines).map(objectIn);
	const inLines = amountsIn(shipping, ['subtotal_amount', 'tax_amount']);
	const taxes = amountsIn(
		shipping.flatMap((line) =>
			saysNo(moneyOf(line, 'tax_amount')) ? listIn(objectIn(line.shipping_line).tax_lines) : [],
		),
		['price'],
	);
	return adjusted === undefined || inLines === undefined || taxes === undefined
		? undefined
		: Math.max(adjusted, inLines + taxes);
}

/** Less than any coin: sums of decimal numbers are not exact. */
const ROUNDING = 0.0001;

/** Judges a refund without lines by its money: that for the shipping is for no line. */
function toldByMoney(refund: IDataObject): RefundTold {
	const { refund_line_items: lines, transactions, order_adjustments: adjustments } = refund;
	const payments = listIn(transactions).filter(
		(payment) => !UNDONE.includes(textIn(objectIn(payment).status) ?? ''),
	);
	const [paid, ofShipping] = [amountsIn(payments, ['amount']), refundedShipping(refund)];
	if (paid === undefined || ofShipping === undefined || paid > ofShipping + ROUNDING) {
		return 'unmatched';
	}
	if (paid > 0) return 'told';
	const isWhole = Array.isArray(lines) && Array.isArray(transactions);
	return isWhole && listIn(adjustments).length === 0 ? 'nothing' : 'silent';
}

function toldBy(refund: IDataObject, ids: ReadonlySet<string | undefined>): RefundTold {
	const { refund_line_items: given, refund_shipping_lines: shipping } = refund;
	if ([given, refund.transactions, refund.order_adjustments, shipping].some(isUnreadableList)) {
		return 'unmatched';
	}
	const lines = listIn(given).map(objectIn);
	if (lines.some(({ quantity }) => !saysNo(quantity) && wholeNumberIn(quantity) === undefined)) {
		return 'unmatched';
	}
	const withPieces = lines.filter(({ quantity }) => (wholeNumberIn(quantity) ?? 0) > 0);
	if (withPieces.length === 0) return toldByMoney(refund);
	return withPieces.every((line) => ids.has(textIn(line.line_item_id))) ? 'told' : 'unmatched';
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
	const refunds = listIn(order.refunds).map((refund) => toldBy(objectIn(refund), ids));
	if (refunds.includes('unmatched')) return true;
	if (statusIn(order.financial_status) !== 'partially_refunded') return false;
	if (refunds.includes('silent')) return true;
	return !refunds.includes('told') && !haveFewerPieces(lines);
}
