import type { IDataObject } from 'n8n-workflow';

import { isObject, numberIn, objectsOf, trimmed } from '../../input/guards';
import { isExactTime, millisecondsOf } from '../../input/timestamp';
import type { ServiceResponse } from '../../transport/types';

/** An order that is older than this was not placed just now, even if clocks differ a little. */
const NEW_FOR_MS = 120_000;

/** By so much two times of one service may differ: the `Date` header has whole seconds, and `createdAt` may have. */
const ROUNDING_MS = 3_000;

/** Whether an order says when it was placed. */
export const hasTime = ({ createdAt }: IDataObject): boolean =>
	millisecondsOf(createdAt) !== undefined;

/**
 * Whether an order existed before it was sent: by the clock of n8n and, where it tells the time, by that of the service, as
 * either may be wrong. A local time without an offset says nothing.
 *
 * @param needsServiceTime whether the clock of n8n alone is not enough
 */
export function isOlder(
	{ createdAt }: IDataObject,
	{ headers, sentAtMs }: ServiceResponse,
	needsServiceTime: boolean,
): boolean {
	const serviceTimeMs = Date.parse(headers.date ?? '');
	const isTold = !Number.isNaN(serviceTimeMs);
	if (!isExactTime(createdAt) || (needsServiceTime && !isTold)) return false;
	const createdAtMs = millisecondsOf(createdAt) ?? Number.NaN;
	return [sentAtMs, ...(isTold ? [serviceTimeMs] : [])].every(
		(time) => time - createdAtMs > NEW_FOR_MS,
	);
}

/** Whether an order may have been placed just now, as far as n8n's clock tells. */
export const isYoung = ({ createdAt }: IDataObject): boolean =>
	Math.abs(Date.now() - (millisecondsOf(createdAt) ?? Number.NaN)) <= NEW_FOR_MS;

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

/** Parts of items that a response may leave out although the order has them, with what messages call them. */
const ITEM_PARTS = { placements: 'print files', options: 'options' } as const;

/** Whether the items of an order show a part that was sent. A print file is within the layers of a placement. */
function showsPart(
	part: keyof typeof ITEM_PARTS,
	sent: readonly IDataObject[],
	items: readonly IDataObject[],
): boolean {
	if (sent.every((item) => item[part] === undefined)) return true;
	return items.every(
		(item) =>
			item[part] !== undefined &&
			(part !== 'placements' ||
				objectsOf(item.placements).every(({ layers }) => layers !== undefined)),
	);
}

/** What an order does not show of what was sent for its items, e.g. `print files`: it cannot be compared. */
export const unshownParts = (sent: IDataObject, order: IDataObject): string[] =>
	Object.entries(ITEM_PARTS)
		.filter(
			([part]) =>
				!showsPart(
					part as keyof typeof ITEM_PARTS,
					objectsOf(sent.orderItems),
					objectsOf(order.orderItems),
				),
		)
		.map(([, name]) => name);

/** Whether an order shows all that it can be compared in, so that it need not be read. */
export const isWholeContent = (sent: IDataObject, order: IDataObject): boolean =>
	isComparable(sent, order) && unshownParts(sent, order).length === 0;
