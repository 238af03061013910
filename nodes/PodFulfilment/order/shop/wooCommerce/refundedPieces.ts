// Refunds of a WooCommerce order: how many pieces of which line, which lines are refunds themselves, refunds that
// cannot be matched to a line, and the amounts refunded.

import type { IDataObject } from 'n8n-workflow';

import { numberIn } from '../../../input/guards';
import { propertiesIn } from '../reading';

import { isListOfObjects, listIn, objectIn, saysNo, textIn, wholeNumberIn } from '../values';

/** ID of the order's line that a refund's line names. */
const refundedLineId = (line: IDataObject): string | undefined =>
	textIn(line.refunded_item_id) ??
	propertiesIn(line.meta_data, 'key')
		.filter(({ names }) => names.includes('_refunded_item_id'))
		.map(({ value }) => textIn(value))
		.find((id) => id !== undefined);

const productOf = (line: IDataObject): string =>
	`${textIn(line.product_id) ?? ''}/${textIn(line.variation_id) ?? ''}`;

/** Finds the ID of the order's line that a refund's line refers to; undefined if it matches none or several. */
type LineFinder = (refunded: IDataObject) => string | undefined;

/** Groups the lines that are no refunds by a text. */
function groupedLines(
	lines: readonly IDataObject[],
	keyOf: (line: IDataObject) => string | undefined,
): Map<string | undefined, IDataObject[]> {
	const groups = new Map<string | undefined, IDataObject[]>();
	for (const line of lines) {
		if (isRefund(line)) continue;
		const group = groups.get(keyOf(line));
		if (group) group.push(line);
		else groups.set(keyOf(line), [line]);
	}
	return groups;
}

function lineFinder(lines: readonly IDataObject[]): LineFinder {
	const byId = groupedLines(lines, ({ id }) => textIn(id));
	const byProduct = groupedLines(lines, productOf);
	return (refunded) => {
		const named = refundedLineId(refunded);
		const matches = named === undefined ? byProduct.get(productOf(refunded)) : byId.get(named);
		return matches?.length === 1 ? textIn(matches[0]?.id) : undefined;
	};
}

/** Counts the pieces that were refunded, by line ID. Lines of a refund have negative quantities. */
export function refundedPieces(order: IDataObject, lines: IDataObject[]): Map<string, number> {
	const pieces = new Map<string, number>();
	const lineIdOf = lineFinder(lines);
	const ofRefunds = listIn(order.refunds).flatMap((refund) => listIn(objectIn(refund).line_items));
	for (const refunded of [...ofRefunds.map(objectIn), ...lines.filter(isRefund)]) {
		const id = lineIdOf(refunded);
		const count = Math.abs(wholeNumberIn(refunded.quantity) ?? 0);
		if (id !== undefined) pieces.set(id, (pieces.get(id) ?? 0) + count);
	}
	return pieces;
}

/** Whether a line is a refund of another one. */
export const isRefund = (line: IDataObject): boolean => (wholeNumberIn(line.quantity) ?? 0) < 0;

const hasPieces = (line: IDataObject): boolean => (wholeNumberIn(line.quantity) ?? 0) !== 0;

/** Whether a line of a refund does not say of how many pieces it is: its count cannot be read, or it has only an amount. */
const isUncounted = ({ quantity, total }: IDataObject): boolean =>
	saysNo(quantity)
		? false
		: wholeNumberIn(quantity) === undefined ||
			(wholeNumberIn(quantity) === 0 && (numberIn(total) ?? 0) !== 0);

/** Whether refunds say which lines were refunded, and how many pieces of them. */
export const namesRefundedLines = (order: IDataObject, lines: IDataObject[]): boolean =>
	refundedPieces(order, lines).size > 0;

/**
 * Whether a refund cannot be matched to a line: the order itself contains only amounts, and a line of a refund may be
 * without pieces or match several lines.
 */
export function hasUnmatchedRefund(order: IDataObject, lines: IDataObject[]): boolean {
	const lineIdOf = lineFinder(lines);
	const isUnmatched = (line: IDataObject): boolean => lineIdOf(line) === undefined;
	return (
		lines.filter(isRefund).some(isUnmatched) ||
		listIn(order.refunds).some((refund) => {
			const { total, line_items: given } = objectIn(refund);
			const isUnreadable =
				(!saysNo(given) && !isListOfObjects(given)) ||
				(!saysNo(total) && numberIn(total) === undefined) ||
				listIn(given).map(objectIn).some(isUncounted);
			if (isUnreadable) return true;
			const withPieces = listIn(given).map(objectIn).filter(hasPieces);
			const isAmountOnly = withPieces.length === 0 && (numberIn(total) ?? 0) !== 0;
			return isAmountOnly || withPieces.some(isUnmatched);
		})
	);
}

/** Sums up what was refunded; with the order's total. */
export function amountsOf(order: IDataObject): { refunded: number; total: number } {
	const refunded = listIn(order.refunds)
		.map((refund) => Math.abs(numberIn(objectIn(refund).total) ?? 0))
		.reduce((sum, amount) => sum + amount, 0);
	return { refunded, total: numberIn(order.total) ?? 0 };
}
