// How many pieces of a line of Shopify the customer keeps (`current_quantity`), and how many of them are still to be sent
// (`fulfillable_quantity`); with the reason why somebody has to look at a line of which Shopify does not say it.

import type { IDataObject } from 'n8n-workflow';

import { ownValue } from '../../../input/guards';
import { saysNo } from '../decidingFields';
import { isSet, isUnset, listIn, objectIn, statusIn, textIn, wholeNumberIn } from '../values';

/** What is known of the pieces of a line. */
interface Pieces {
	/** Those that the customer keeps, after refunds and edits of the order. */
	left: number;
	/** Those of them that the shop has fulfilled. */
	fulfilled: number;
	/** Why somebody has to look at the quantity. */
	doubt?: string;
}

/** Statuses of a line of which nothing is left to send. */
const NOTHING_LEFT = ['fulfilled', 'restocked'];

const isCount = (value: unknown): boolean => wholeNumberIn(value) !== undefined;

const isFlag = (value: unknown): boolean => isSet(value) || isUnset(value);

/** Fields of a line that decide what is sent of it, with what they are. */
const DECIDING_FIELDS: ReadonlyArray<
	readonly [name: string, what: string, isReadable: (value: unknown) => boolean]
> = [
	['current_quantity', 'current quantity', isCount],
	['fulfillable_quantity', 'quantity that can be fulfilled', isCount],
	['fulfillment_status', 'fulfilment status', (value) => textIn(value) !== undefined],
	['gift_card', 'mark as a gift card', isFlag],
	['requires_shipping', 'mark as to be shipped', isFlag],
];

/** Why somebody has to look at a line with a field that cannot be read: it may say that nothing is to be sent of it. */
function unreadableField(line: IDataObject): string | undefined {
	const found = DECIDING_FIELDS.find(
		([name, , isReadable]) => !saysNo(ownValue(line, name)) && !isReadable(ownValue(line, name)),
	);
	return found && `its ${found[1]} cannot be read: check what is still to be sent`;
}

const LEFT_UNCOUNTED =
	'some pieces are fulfilled, but the shop does not say how many: check how many are still to be sent';

/** Whether something of a line may have left, as it says itself, or as its order says where the line is silent. */
function mayHaveLeft(line: IDataObject, order: IDataObject): boolean {
	const { fulfillment_status: status = order.fulfillment_status } = line;
	const { fulfillments } = order;
	return (
		['partial', 'partially_fulfilled'].includes(statusIn(status) ?? '') ||
		(Array.isArray(fulfillments) ? fulfillments.length > 0 : !saysNo(fulfillments))
	);
}

/** Counts the pieces that refunds name, by line ID. */
function refundedPieces(order: IDataObject): ReadonlyMap<string, number> {
	const pieces = new Map<string, number>();
	const lines = listIn(order.refunds).flatMap((refund) =>
		listIn(objectIn(refund).refund_line_items).map(objectIn),
	);
	for (const { line_item_id: lineId, quantity } of lines) {
		const id = textIn(lineId);
		const count = Math.max(0, wholeNumberIn(quantity) ?? 0);
		if (id !== undefined) pieces.set(id, (pieces.get(id) ?? 0) + count);
	}
	return pieces;
}

/** Counts the pieces of a line. */
export type PieceCounter = (line: IDataObject) => Pieces;

/** Prepares counting the pieces of an order's lines. */
export function pieceCounter(order: IDataObject): PieceCounter {
	const refunded = refundedPieces(order);
	return (line) => {
		const ordered = wholeNumberIn(line.quantity) ?? 0;
		const current = wholeNumberIn(line.current_quantity) ?? ordered;
		const notRefunded = ordered - (refunded.get(textIn(line.id) ?? '') ?? 0);
		const left = Math.max(0, Math.min(ordered, current, notRefunded));
		const isFulfilled = NOTHING_LEFT.includes(statusIn(line.fulfillment_status) ?? '');
		const toSend = isFulfilled ? 0 : wholeNumberIn(line.fulfillable_quantity);
		const isUnknown = toSend === undefined && mayHaveLeft(line, order);
		const doubt = unreadableField(line) ?? (isUnknown ? LEFT_UNCOUNTED : undefined);
		return {
			left,
			fulfilled: Math.min(left, Math.max(0, left - (toSend ?? left))),
			...(doubt !== undefined && { doubt }),
		};
	};
}
