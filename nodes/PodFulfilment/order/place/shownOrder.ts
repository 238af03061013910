// What the service shows of an order that was sent: whether it is that order, whole, and with the products that were sent.

import type { IDataObject } from 'n8n-workflow';

import { differencesOf, type Difference } from '../../api/difference';
import { orderIn } from '../../api/order';
import { isObject, objectsOf, pick } from '../../input/objects';
import { numberIn } from '../../input/number';
import { trimmed } from '../../input/text';
import { ORDER_STATUSES } from '../../spec/service';

/**
 * The order in the body of a 201, under its ID and External ID. Undefined where the body holds none, one under another
 * External ID, or something that only has an ID as well, such as a job.
 */
export function createdOrder(body: unknown, externalId: string): IDataObject | undefined {
	const order = orderIn(body);
	if (!order) return undefined;
	const shown = order.externalId ?? '';
	if (shown !== '') return String(shown as string).trim() === externalId ? order : undefined;
	const status = trimmed(order.status);
	return status === '' || ORDER_STATUSES.some((value) => value === status)
		? { ...order, externalId }
		: undefined;
}

/** Whether an order shows what the output needs, and its confirmation. */
export const isComplete = ({ status, shipping, recipient, orderItems }: IDataObject): boolean =>
	trimmed(status) !== '' &&
	trimmed(shipping) !== '' &&
	isObject(recipient) &&
	objectsOf(orderItems).length > 0;

/** Whether an item shows a part that a response may leave out although the order has it, by what messages call the part. */
const SHOWS: Readonly<Record<string, (item: IDataObject) => boolean>> = {
	'print files': ({ placements }) =>
		placements !== undefined && objectsOf(placements).every(({ layers }) => layers !== undefined),
	options: ({ options }) => options !== undefined,
};

/** What an order does not show of what was sent for its items, e.g. `print files`: it cannot be compared. */
export const unshownParts = (sent: IDataObject, order: IDataObject): string[] =>
	Object.entries(SHOWS).flatMap(([name, shows]) =>
		objectsOf(sent.orderItems).some(shows) && !objectsOf(order.orderItems).every(shows) ? name : [],
	);

/** The ID of an item's variant, for comparison: a service may write it as an IRI. */
export const variantIdIn = ({ variantId }: { variantId?: unknown }): string =>
	(trimmed(variantId).split('/').at(-1) ?? '').toLowerCase();

/** Variant and quantity of each item. */
const productsOf = ({ orderItems }: IDataObject) =>
	objectsOf(orderItems).map((item) => ({
		variantId: variantIdIn(item) || undefined,
		quantity: numberIn(item.quantity),
	}));

/**
 * Where an order has other products than the order that was sent, whatever texts the service writes in its own way. What
 * it does not show of every item is not compared.
 */
export function otherProducts(sent: IDataObject, existing: IDataObject): Difference[] {
	const [wanted, found] = [productsOf(sent), productsOf(existing)];
	const isWholeList =
		Array.isArray(existing.orderItems) && existing.orderItems.length === found.length;
	const shown = (['variantId', 'quantity'] as const).filter((name) =>
		found.every((product) => product[name] !== undefined),
	);
	// A reprint need not send its items.
	if (wanted.length === 0 || found.length === 0 || !isWholeList || shown.length === 0) return [];
	const wantedShown = wanted.map((product) => pick(product, shown));
	return differencesOf(wantedShown, found, 'orderItems');
}
