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

/** Pieces that were refunded, by the ID of their line. A refund's lines have negative quantities. */
export function refundedPieces(order: IDataObject, lines: IDataObject[]): Map<string, number> {
	const pieces = new Map<string, number>();
	const ofRefunds = listIn(order.refunds).flatMap((refund) => listIn(objectIn(refund).line_items));
	for (const refunded of [...ofRefunds.map(objectIn), ...lines.filter(isRefund)]) {
		const id =
			refundedLineId(refunded) ??
			textIn(lines.find((line) => !isRefund(line) && productOf(line) === productOf(refunded))?.id);
		const count = Math.abs(wholeNumberIn(refunded.quantity) ?? 0);
		if (id !== undefined && count > 0) pieces.set(id, (pieces.get(id) ?? 0) + count);
	}
	return pieces;
}

/** Whether a line only takes back pieces of another one. */
export const isRefund = (line: IDataObject): boolean => (wholeNumberIn(line.quantity) ?? 0) < 0;

/**
 * Whether money went back of which nobody knows for what: the order itself tells amounts alone, and a refund may name a
 * line without pieces.
 */
export const hasUntoldRefund = (order: IDataObject): boolean =>
	listIn(order.refunds)
		.map(objectIn)
		.some(
			({ total, line_items: lines }) =>
				(numberIn(total) ?? 0) !== 0 &&
				!listIn(lines).some((line) => (wholeNumberIn(objectIn(line).quantity) ?? 0) !== 0),
		);

/** What was refunded in all, and the order's total. */
export function amountsOf(order: IDataObject): { refunded: number; total: number } {
	const refunded = listIn(order.refunds)
		.map((refund) => Math.abs(numberIn(objectIn(refund).total) ?? 0))
		.reduce((sum, amount) => sum + amount, 0);
	return { refunded, total: numberIn(order.total) ?? 0 };
}
