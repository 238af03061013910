import type { IDataObject } from 'n8n-workflow';

import { orderIn } from '../../api/order';
import { isObject, objectsOf, trimmed } from '../../input/guards';
import { ORDER_STATUSES } from '../../spec/service';

const isOrderStatus = (status: string): boolean => ORDER_STATUSES.some((known) => known === status);

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
	return status === '' || isOrderStatus(status) ? { ...order, externalId } : undefined;
}

/** Whether an order shows what the output needs, and its confirmation. */
export const isComplete = ({ status, shipping, recipient, orderItems }: IDataObject): boolean =>
	trimmed(status) !== '' &&
	trimmed(shipping) !== '' &&
	isObject(recipient) &&
	objectsOf(orderItems).length > 0;

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
