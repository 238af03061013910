import type { IDataObject } from 'n8n-workflow';

import type { CurrentOrder } from '../api/currentOrder';
import { statusIn } from '../api/memberFilters';
import { isObject } from '../input/guards';
import { millisecondsOf } from '../input/timestamp';
import type { OrderStatus } from '../spec/service';
import { idOrStatusText } from './changeId';

/**
 * The statuses through which an order goes, in this order. The others, such as on hold, may come and go at any time, so
 * nothing follows from them.
 */
const SEQUENCE = [
	'draft',
	'pending',
	'inprocess',
	'partial',
	'fulfilled',
	'shipped',
] as const satisfies readonly OrderStatus[];

/**
 * Whether an order was changed after the event. By the service's clock alone: both times are its own. Where either is
 * unknown, the order counts as unchanged: orders rarely go back to an earlier status, and reading a correct one again
 * costs some minutes at most, while a workflow that takes an old one for the current one sets the shop back.
 */
function isNewerThan(occurredAt: unknown, updatedAt: unknown): boolean {
	const occurredMs = millisecondsOf(occurredAt);
	const updatedMs = millisecondsOf(updatedAt);
	return occurredMs !== undefined && updatedMs !== undefined && updatedMs > occurredMs;
}

function statusLag(
	eventOrder: IDataObject,
	occurredAt: unknown,
	order: IDataObject,
): string | undefined {
	const expected = statusIn(eventOrder.status, SEQUENCE);
	const found = statusIn(order.status, SEQUENCE);
	if (expected === undefined || found === undefined) return undefined;
	const sequence: readonly string[] = SEQUENCE;
	if (sequence.indexOf(found) >= sequence.indexOf(expected)) return undefined;
	if (isNewerThan(occurredAt, order.updatedAt)) return undefined;
	return `The order lags behind its event: the service shows it as ${found}, and the event says ${expected}`;
}

function parcelLag(eventShipment: IDataObject, shipments: IDataObject[]): string | undefined {
	const expected = idOrStatusText(eventShipment.id);
	if (expected === '' || shipments.some(({ id }) => idOrStatusText(id) === expected)) {
		return undefined;
	}
	return 'The order lags behind its event: the parcel of the event is not among its shipments';
}

/**
 * Says how an order that was read lags behind the event that caused the reading: its status comes before that of the event,
 * and it was not changed since, or the parcel of the event is missing. Services may answer reads from a copy that is some
 * seconds old.
 *
 * @param item the event's item
 * @returns one sentence without a full stop; undefined when the order does not lag
 */
export function lagOf(
	{ order, shipment, occurredAt }: IDataObject,
	current: CurrentOrder,
): string | undefined {
	return (
		(isObject(order) ? statusLag(order, occurredAt, current.order) : undefined) ??
		(isObject(shipment) ? parcelLag(shipment, current.shipments) : undefined)
	);
}
