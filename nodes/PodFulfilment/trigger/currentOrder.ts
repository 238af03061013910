// What 'Add Current Order' adds to an item in both triggers, `current` and `currentError`, and which order an event is about.
// Also whether an order or a parcel that was read is older than its event, by the sequence of statuses, and the sentence
// that says so.

import { UserError, type IDataObject } from 'n8n-workflow';

import type { CurrentOrder } from '../api/orderWithShipments';
import { knownStatusIn } from '../input/equalText';
import { isObject } from '../input/objects';
import { textOrNumber } from '../input/text';
import { millisecondsOf } from '../input/timestamp';
import type { OrderStatus, ShipmentStatus } from '../spec/service';
import { ServiceError } from '../transport/errors/serviceError';

/** What _Add Current Order_ adds to an item. */
export interface CurrentFields {
	/** Null if the order could not be read. */
	current: CurrentOrder | null;
	/** Why it could not be read, or that it lags behind the event. */
	currentError?: string;
}

/** Returns the ID of an event's order, or of its shipment's order; '' if there is none. */
export function eventOrderIdOf({ order, shipment }: IDataObject): string {
	if (isObject(order)) return textOrNumber(order.id);
	return isObject(shipment) ? textOrNumber(shipment.orderId) : '';
}

/** The fields where the order could not be read. */
export const withoutCurrent = (error: unknown): CurrentFields & { currentError: string } => ({
	current: null,
	currentError:
		error instanceof ServiceError || error instanceof UserError
			? error.message
			: 'The order could not be read',
});

// Whether it lags

/**
 * The statuses through which an order goes, in this order. The others, such as on hold, may come and go at any time, so
 * nothing follows from them.
 */
const SEQUENCE = [
	['draft'],
	['pending'],
	['inprocess'],
	['partial'],
	['fulfilled'],
	['shipped'],
] as const satisfies ReadonlyArray<readonly OrderStatus[]>;

/**
 * The statuses through which a parcel goes, in this order. Those that are together come in any order: one that was returned
 * may have been sent again. One that is cancelled may be so at any time.
 */
const PARCEL_SEQUENCE = [
	['pending'],
	['packaged'],
	['shipped', 'returned'],
] as const satisfies ReadonlyArray<readonly ShipmentStatus[]>;

/** Finds out whether a status comes before the one of the event. Those that are in no order do not. */
function earlierStatus(
	eventStatus: unknown,
	status: unknown,
	sequence: ReadonlyArray<readonly string[]>,
): { expected: string; found: string } | undefined {
	const expected = knownStatusIn(eventStatus, sequence.flat());
	const found = knownStatusIn(status, sequence.flat());
	if (expected === undefined || found === undefined) return undefined;
	const placeOf = (known: string): number => sequence.findIndex((step) => step.includes(known));
	return placeOf(found) < placeOf(expected) ? { expected, found } : undefined;
}

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
	const earlier = earlierStatus(eventOrder.status, order.status, SEQUENCE);
	return earlier === undefined || isNewerThan(occurredAt, order.updatedAt)
		? undefined
		: `The order lags behind its event: the service shows it as ${earlier.found}, and the event says ${earlier.expected}`;
}

function parcelLag(eventShipment: IDataObject, shipments: IDataObject[]): string | undefined {
	const id = textOrNumber(eventShipment.id);
	if (id === '') return undefined;
	const listed = shipments.find((shipment) => textOrNumber(shipment.id) === id);
	if (listed === undefined) {
		return 'The order lags behind its event: the parcel of the event is not among those of the order';
	}
	// Parcels have no time of their last change: one that went back to an earlier status looks like one that lags.
	const earlier = earlierStatus(
		eventShipment.shipmentStatus,
		listed.shipmentStatus,
		PARCEL_SEQUENCE,
	);
	return (
		earlier &&
		`The order lags behind its event: the service shows the parcel as ${earlier.found}, and the event says ${earlier.expected}`
	);
}

/**
 * Says how an order that was read lags behind the event that caused the reading: its status comes before that of the event,
 * and it was not changed since, or the parcel of the event is missing or has an earlier status. Services may answer reads from a copy that is some
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
