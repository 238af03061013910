// Counts the pieces of Shopify's lines: ordered, refunded or removed, fulfilled, and still to be sent; with the reason
// why somebody has to look at a line whose counts cannot be read or do not say it.

import type { IDataObject } from 'n8n-workflow';

import { comparableShopStatus } from '../../../input/equalText';
import { isListOfObjects, saysNo } from '../decidingFields';
import { isSet, isUnset, listIn, objectIn, statusIn, textIn, wholeNumberIn } from '../values';
import { ownValue } from '../../../input/guards';

/** Statuses of a line of which nothing is left to send. */
const NOTHING_LEFT = ['fulfilled', 'restocked'];

/** Statuses of a fulfilment or a payment that does not count. */
export const UNDONE = ['cancelled', 'error', 'failure'];

/** Pieces of a line that were refunded or removed. */
interface Refunded {
	all: number;
	/** Those of them that had not been shipped. */
	cancelled: number;
	/** Those of them that had been shipped, and came back. */
	returned: number;
}

const NONE: Refunded = { all: 0, cancelled: 0, returned: 0 };

/** Counts the pieces that were refunded or removed, by line ID. */
function refundedPieces(order: IDataObject): Map<string, Refunded> {
	const pieces = new Map<string, Refunded>();
	for (const refund of listIn(order.refunds)) {
		for (const entry of listIn(objectIn(refund).refund_line_items)) {
			const { line_item_id: lineId, quantity, restock_type: type } = objectIn(entry);
			const id = textIn(lineId);
			const count = wholeNumberIn(quantity) ?? 0;
			if (id === undefined || count <= 0) continue;
			const { all, cancelled, returned } = pieces.get(id) ?? NONE;
			pieces.set(id, {
				all: all + count,
				cancelled: cancelled + (statusIn(type) === 'cancel' ? count : 0),
				returned: returned + (statusIn(type) === 'return' ? count : 0),
			});
		}
	}
	return pieces;
}

/**
 * Counts the pieces of a line that are left after refunds and edits of the order. `fulfillable_quantity` also
 * decreases when parcels leave, so a second run would differ from the first: it is used only if the order has no other
 * count.
 */
function quantityLeft(
	line: IDataObject,
	ordered: number,
	refunded: number,
	order: IDataObject,
): number {
	const current = wholeNumberIn(line.current_quantity);
	const fulfillable = wholeNumberIn(line.fulfillable_quantity);
	const hasNoOtherCount =
		current === undefined &&
		!Array.isArray(order.refunds) &&
		textIn(line.fulfillment_status) === undefined;
	return Math.max(
		0,
		Math.min(
			ordered - refunded,
			current ?? ordered,
			hasNoOtherCount && fulfillable !== undefined ? fulfillable : ordered,
		),
	);
}

const isUnreadableCount = (value: unknown): boolean =>
	!saysNo(value) && wholeNumberIn(value) === undefined;

const isUnreadableFlag = (value: unknown): boolean =>
	!saysNo(value) && !isSet(value) && !isUnset(value);

/** Fields of a line that decide what is sent of it, with what they are. */
const DECIDING_FIELDS: ReadonlyArray<
	readonly [name: string, what: string, isUnreadable: (value: unknown) => boolean]
> = [
	['current_quantity', 'current quantity', isUnreadableCount],
	['fulfillable_quantity', 'quantity that can be fulfilled', isUnreadableCount],
	[
		'fulfillment_status',
		'fulfilment status',
		(value) => !saysNo(value) && textIn(value) === undefined,
	],
	['gift_card', 'mark as a gift card', isUnreadableFlag],
	['requires_shipping', 'mark as to be shipped', isUnreadableFlag],
];

/** Why somebody has to look at a line with a field that cannot be read: it may say that nothing is to be sent of it. */
function unreadableField(line: IDataObject): string | undefined {
	const found = DECIDING_FIELDS.find(([name, , isUnreadable]) =>
		isUnreadable(ownValue(line, name)),
	);
	return found && `its ${found[1]} cannot be read: check what is still to be sent`;
}

/** Whether an order's fulfilments do not say how many pieces have left. */
const hasUnreadableFulfilments = ({ fulfillments }: IDataObject): boolean =>
	(!saysNo(fulfillments) && !isListOfObjects(fulfillments)) ||
	listIn(fulfillments).some((fulfilment) => {
		const { line_items: lines } = objectIn(fulfilment);
		return (
			(!saysNo(lines) && !isListOfObjects(lines)) ||
			listIn(lines).some((line) => isUnreadableCount(objectIn(line).quantity))
		);
	});

/** Counts the pieces that were fulfilled, by line ID. */
function fulfilledPieces(order: IDataObject): Map<string, number> {
	const pieces = new Map<string, number>();
	for (const fulfilment of listIn(order.fulfillments).map(objectIn)) {
		if (UNDONE.includes(comparableShopStatus(textIn(fulfilment.status) ?? ''))) continue;
		for (const { id, quantity } of listIn(fulfilment.line_items).map(objectIn)) {
			const lineId = textIn(id);
			const count = wholeNumberIn(quantity) ?? 0;
			if (lineId !== undefined) pieces.set(lineId, (pieces.get(lineId) ?? 0) + count);
		}
	}
	return pieces;
}

/** Whether a line left in part, as it says itself, or as its order says where the line is silent. */
const leftInPart = (line: IDataObject, order: IDataObject): boolean =>
	['partial', 'partially_fulfilled'].includes(
		statusIn(
			line.fulfillment_status === undefined ? order.fulfillment_status : line.fulfillment_status,
		) ?? '',
	);

/** What is known of the pieces of a line. */
interface Pieces {
	/** Those that the customer keeps, after refunds. */
	left: number;
	/** Those of them that the shop has fulfilled; where that is in doubt, as few as it may be. */
	fulfilled: number;
	/** Why somebody has to look at the quantity. */
	doubt?: string;
}

/**
 * Counts the pieces of those left that are with the customer, from what was shipped: pieces that were shipped and came
 * back are not. Where the shop does not say whether a refunded piece had been shipped, both are possible.
 *
 * @param left pieces that are left after refunds
 * @param shipped pieces in the order's fulfilments
 */
function shippedOfLeft(
	ordered: number,
	left: number,
	shipped: number,
	{ all, cancelled, returned }: Refunded,
): Omit<Pieces, 'left'> {
	const gone = Math.max(all, ordered - left);
	const least = Math.max(returned, gone - Math.max(0, ordered - shipped));
	const most = Math.max(least, Math.min(shipped, gone - cancelled));
	const withCustomer = (back: number): number => Math.min(left, Math.max(0, shipped - back));
	return {
		fulfilled: withCustomer(most),
		...(withCustomer(least) !== withCustomer(most) && {
			doubt: `of ${ordered} pieces ${shipped} were fulfilled and ${gone} refunded or removed, but the shop does not say which: check how many are still to be sent`,
		}),
	};
}

/** Counts the pieces of a line. */
export type PieceCounter = (line: IDataObject) => Pieces;

/** Prepares counting the pieces of an order's lines. */
export function pieceCounter(order: IDataObject): PieceCounter {
	const refundedById = refundedPieces(order);
	const shippedById = fulfilledPieces(order);
	const isUnreadable = hasUnreadableFulfilments(order);
	const counted = (line: IDataObject): Pieces => {
		const id = textIn(line.id) ?? '';
		const ordered = wholeNumberIn(line.quantity);
		if (ordered === undefined) return { left: 0, fulfilled: 0 };
		const refunded = refundedById.get(id) ?? NONE;
		const shipped = shippedById.get(id) ?? 0;
		const left = quantityLeft(line, ordered, refunded.all, order);
		if (NOTHING_LEFT.includes(statusIn(line.fulfillment_status) ?? '')) {
			return { left, fulfilled: left };
		}
		const fulfillable = wholeNumberIn(line.fulfillable_quantity);
		if (fulfillable !== undefined) return { left, fulfilled: Math.max(0, left - fulfillable) };
		if (shipped === 0 && leftInPart(line, order)) {
			return {
				left,
				fulfilled: 0,
				doubt:
					'some pieces are fulfilled, but the shop does not say how many: check how many are still to be sent',
			};
		}
		if (isUnreadable) {
			return {
				left,
				fulfilled: 0,
				doubt:
					'what was fulfilled of the order cannot be read: check how many are still to be sent',
			};
		}
		return { left, ...shippedOfLeft(ordered, left, shipped, refunded) };
	};
	return (line) => {
		const doubt = unreadableField(line);
		return { ...counted(line), ...(doubt !== undefined && { doubt }) };
	};
}
