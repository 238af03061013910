import type { IDataObject } from 'n8n-workflow';

import { isObject, numberIn, objectsOf, trimmed } from '../../input/guards';
import { millisecondsOf } from '../../input/timestamp';
import type { ServiceResponse } from '../../transport/types';

/** An order that is older than this was not placed just now, even if clocks differ a little. */
const NEW_FOR_MS = 120_000;

/** By so much two times of one service may differ: the `Date` header has whole seconds, and `createdAt` may have. */
const ROUNDING_MS = 3_000;

/** Whether an order says when it was placed. */
export const hasTime = ({ createdAt }: IDataObject): boolean =>
	millisecondsOf(createdAt) !== undefined;

/**
 * Whether an order existed before it was sent. The service's own clock counts where it tells the time.
 *
 * @param isClockTrusted whether the clock of n8n counts where the service does not tell the time
 */
export function isOlder(
	{ createdAt }: IDataObject,
	{ headers, sentAtMs }: ServiceResponse,
	isClockTrusted: boolean,
): boolean {
	const toldAtMs = Date.parse(headers.date ?? '') || (isClockTrusted ? sentAtMs : Number.NaN);
	return toldAtMs - (millisecondsOf(createdAt) ?? Number.NaN) > NEW_FOR_MS;
}

/**
 * Whether an order was placed between a request and its response, by the service's own clock alone. False where the
 * service does not tell the time.
 *
 * @param answeredAtMs when the response came, by the clock of n8n, which measures the duration only
 */
export function wasMadeByRequest(
	{ createdAt }: IDataObject,
	{ headers, sentAtMs }: ServiceResponse,
	answeredAtMs: number,
): boolean {
	const createdAtMs = millisecondsOf(createdAt) ?? Number.NaN;
	const endMs = Date.parse(headers.date ?? '');
	const beginMs = endMs - (answeredAtMs - sentAtMs);
	return createdAtMs >= beginMs - ROUNDING_MS && createdAtMs <= endMs + ROUNDING_MS;
}

/** Whether an order shows variant and quantity of its items, where they were sent. A reprint need not send its items. */
export function showsProducts(sent: IDataObject, order: IDataObject): boolean {
	if (objectsOf(sent.orderItems).length === 0) return true;
	const items = Array.isArray(order.orderItems) ? (order.orderItems as unknown[]) : [];
	return (
		items.length > 0 &&
		items.every(
			(item) =>
				isObject(item) && trimmed(item.variantId) !== '' && numberIn(item.quantity) !== undefined,
		)
	);
}

/** Whether an order shows enough to be compared with what was sent. */
export const isComparable = (sent: IDataObject, order: IDataObject): boolean =>
	order.recipient !== undefined && order.shipping !== undefined && showsProducts(sent, order);

/** Parts of items that a response may leave out although the order has them. */
const ITEM_PARTS = ['placements', 'options'];

/** Whether an order shows all that it can be compared in, so that it need not be read. */
export const isWholeContent = (sent: IDataObject, order: IDataObject): boolean =>
	isComparable(sent, order) &&
	ITEM_PARTS.every(
		(part) =>
			objectsOf(sent.orderItems).every((item) => item[part] === undefined) ||
			objectsOf(order.orderItems).every((item) => item[part] !== undefined),
	);
