import type { IDataObject } from 'n8n-workflow';

import { numberIn } from '../../input/guards';
import { propertiesIn } from './reading';
import { firstText, listIn, objectIn, textIn, wholeNumberIn } from './values';

/** The ID of the line that a refund's line is about. */
const refundedLineId = (line: IDataObject): string | undefined =>
	firstText(
		line.refunded_item_id,
		...propertiesIn(line.meta_data, 'key')
			.filter(({ names }) => names.includes('_refunded_item_id'))
			.map(({ value }) => value),
	);

const productOf = (line: IDataObject): string =>
	`${textIn(line.product_id) ?? ''}/${textIn(line.variation_id) ?? ''}`;

/** The ID of the order's line that a refund's line takes pieces of; undefined where several may be meant. */
function lineIdOf(refunded: IDataObject, lines: IDataObject[]): string | undefined {
	const named = refundedLineId(refunded);
	const meant = lines.filter(
		(line) =>
			!isRefund(line) &&
			(named === undefined ? productOf(line) === productOf(refunded) : textIn(line.id) === named),
	);
	return meant.length === 1 ? textIn(meant[0]?.id) : undefined;
}

/** Pieces that were refunded, by the ID of their line. A refund's lines have negative quantities. */
export function refundedPieces(order: IDataObject, lines: IDataObject[]): Map<string, number> {
	const pieces = new Map<string, number>();
	const ofRefunds = listIn(order.refunds).flatMap((refund) => listIn(objectIn(refund).line_items));
	for (const refunded of [...ofRefunds.map(objectIn), ...lines.filter(isRefund)]) {
		const id = lineIdOf(refunded, lines);
		const count = Math.abs(wholeNumberIn(refunded.quantity) ?? 0);
		if (id !== undefined && count > 0) pieces.set(id, (pieces.get(id) ?? 0) + count);
	}
	return pieces;
}

/** Whether a line only takes back pieces of another one. */
export const isRefund = (line: IDataObject): boolean => (wholeNumberIn(line.quantity) ?? 0) < 0;

const hasPieces = (line: IDataObject): boolean => (wholeNumberIn(line.quantity) ?? 0) !== 0;

/**
 * Whether money went back of which nobody knows for what: the order itself tells amounts alone, and a line of a refund may
 * be without pieces, or about a line that cannot be told from another.
 */
export function hasUntoldRefund(order: IDataObject, lines: IDataObject[]): boolean {
	const isUntold = (line: IDataObject): boolean => lineIdOf(line, lines) === undefined;
	return (
		lines.filter(isRefund).some(isUntold) ||
		listIn(order.refunds).some((refund) => {
			const { total, line_items: given } = objectIn(refund);
			const withPieces = listIn(given).map(objectIn).filter(hasPieces);
			const isAmountAlone = withPieces.length === 0 && (numberIn(total) ?? 0) !== 0;
			return isAmountAlone || withPieces.some(isUntold);
		})
	);
}

/** What was refunded in all, and the order's total. */
export function amountsOf(order: IDataObject): { refunded: number; total: number } {
	const refunded = listIn(order.refunds)
		.map((refund) => Math.abs(numberIn(objectIn(refund).total) ?? 0))
		.reduce((sum, amount) => sum + amount, 0);
	return { refunded, total: numberIn(order.total) ?? 0 };
}
