// Refunds of a WooCommerce order: how many pieces of which line, which lines are refunds themselves, refunds that
// cannot be matched to a line, and the amounts refunded.

import type { IDataObject } from 'n8n-workflow';

import { numberIn } from '../../../../input/number';
import { propertiesIn } from '../../reading';
import { isListOfObjects, objectsIn, textIn, wholeNumberIn } from '../../values';

/** ID of the order's line that a refund's line names. */
const refundedLineId = (line: IDataObject): string | undefined =>
	textIn(line.refunded_item_id) ??
	propertiesIn(line.meta_data, 'key')
		.filter(({ names }) => names.includes('_refunded_item_id'))
		.map(({ value }) => textIn(value))
		.find((id) => id !== undefined);

/** Counts the pieces that were refunded, by line ID. Lines of a refund have negative quantities. */
export function refundedPieces(
	order: IDataObject,
	lines: readonly IDataObject[],
): Map<string, number> {
	const pieces = new Map<string, number>();
	const ofRefunds = objectsIn(order.refunds).flatMap((refund) => objectsIn(refund.line_items));
	for (const refunded of [...ofRefunds, ...lines.filter(isRefund)]) {
		const id = refundedLineId(refunded);
		const count = Math.abs(wholeNumberIn(refunded.quantity) ?? 0);
		if (id !== undefined) pieces.set(id, (pieces.get(id) ?? 0) + count);
	}
	return pieces;
}

/** Whether a line is a refund of another one. */
export const isRefund = (line: IDataObject): boolean => (wholeNumberIn(line.quantity) ?? 0) < 0;

/**
 * Whether a refund cannot be matched to a line: the order itself contains only amounts, and a line of a refund may be
 * without pieces, or name no line.
 */
export function hasUnmatchedRefund(order: IDataObject, lines: IDataObject[]): boolean {
	const ids = new Set(lines.filter((line) => !isRefund(line)).map(({ id }) => textIn(id)));
	const isMatched = (line: IDataObject): boolean =>
		(wholeNumberIn(line.quantity) ?? 0) !== 0 && ids.has(refundedLineId(line) ?? '');
	return (
		!lines.filter(isRefund).every(isMatched) ||
		!objectsIn(order.refunds).every(({ total, line_items: given }) => {
			const isReadable = numberIn(total) !== undefined && isListOfObjects(given);
			return isReadable && given.length > 0 && objectsIn(given).every(isMatched);
		})
	);
}

/** Sums up what was refunded; with the order's total. */
export function amountsOf(order: IDataObject): { refunded: number; total: number } {
	const refunded = objectsIn(order.refunds)
		.map(({ total }) => Math.abs(numberIn(total) ?? 0))
		.reduce((sum, amount) => sum + amount, 0);
	return { refunded, total: numberIn(order.total) ?? 0 };
}
