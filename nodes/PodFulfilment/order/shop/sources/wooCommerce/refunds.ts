// Refunds of a WooCommerce order: how many pieces of which line, which lines are refunds themselves, whether the whole amount
// was paid back, and refunds that cannot be matched to a line.

import type { IDataObject } from 'n8n-workflow';

import { numberIn } from '../../../../input/number';
import { propertiesIn } from '../../reading';
import {
	HALF_A_CENT,
	isListOfObjects,
	objectsIn,
	statusIn,
	textIn,
	wholeNumberIn,
} from '../../values';

/** Whether a line is a refund of another one. */
export const isRefund = (line: IDataObject): boolean => (wholeNumberIn(line.quantity) ?? 0) < 0;

/** ID of the order's line that a refund's line names. */
const refundedLineId = (line: IDataObject): string | undefined =>
	[
		line.refunded_item_id,
		...propertiesIn(line.meta_data, 'key')
			.filter(({ names }) => names.includes('_refunded_item_id'))
			.map(({ value }) => value),
	]
		.map(textIn)
		.find((id) => id !== undefined);

/** The pieces that were refunded, by line ID. Lines of a refund have negative quantities. */
export function refundedPieces({ refunds, line_items: lines }: IDataObject): Map<string, number> {
	const pieces = new Map<string, number>();
	const ofRefunds = objectsIn(refunds).flatMap((refund) => objectsIn(refund.line_items));
	for (const refunded of [...ofRefunds, ...objectsIn(lines).filter(isRefund)]) {
		const id = refundedLineId(refunded);
		const count = Math.abs(wholeNumberIn(refunded.quantity) ?? 0);
		if (id !== undefined) pieces.set(id, (pieces.get(id) ?? 0) + count);
	}
	return pieces;
}

/** Whether a refund is of an amount alone, or has a line without pieces, or one that names no line. */
function hasUnmatched({ refunds, line_items: given }: IDataObject): boolean {
	const lines = objectsIn(given);
	const ids = new Set(lines.filter((line) => !isRefund(line)).map(({ id }) => textIn(id)));
	const isMatched = (line: IDataObject): boolean =>
		(wholeNumberIn(line.quantity) ?? 0) !== 0 && ids.has(refundedLineId(line) ?? '');
	return (
		!lines.filter(isRefund).every(isMatched) ||
		!objectsIn(refunds).every(({ total, line_items: told }) => {
			const isReadable = numberIn(total) !== undefined && isListOfObjects(told) && told.length > 0;
			return isReadable && objectsIn(told).every(isMatched);
		})
	);
}

/** Whether a part was refunded, by the status of a plug-in or by the refunds, and nothing says of which lines. */
export function hasSilentRefund(order: IDataObject): boolean {
	const status = statusIn(order.status) ?? '';
	const isPartly = status.includes('partial') && status.includes('refund');
	return (isPartly && refundedPieces(order).size === 0) || hasUnmatched(order);
}

/** Whether the refunds make up the total. */
export function isRefundedInFull({ refunds, total }: IDataObject): boolean {
	const refunded = objectsIn(refunds).reduce(
		(sum, refund) => sum + Math.abs(numberIn(refund.total) ?? 0),
		0,
	);
	return refunded > 0 && refunded + HALF_A_CENT >= (numberIn(total) ?? 0);
}
