import { LATE_EVENT } from '../../events';
import type { PollingSettings } from '../settings';
import { currentStatus, type OrderEntry, type TaskEntry, type TrackedStatus } from '../state/state';

// Statuses of section 3 of the spec, and what follows from them for polling.

/** The status in which an order is created. */
export const DRAFT = 'draft';

/** Statuses of an order that rarely change any more. */
const SETTLED_STATUSES = new Set(['shipped', 'fulfilled', 'failed']);

const PRODUCTION_STATUSES = new Set(['inprocess', 'partial']);

const HANDED_OVER_STATUSES = new Set(['shipped', 'returned']);

const AWAITING_DISPATCH_STATUSES = new Set(['pending', 'packaged']);

export const isSettled = (status: string): boolean =>
	status === 'canceled' || SETTLED_STATUSES.has(status);

export const isInProduction = (status: string): boolean => PRODUCTION_STATUSES.has(status);

/** Whether a shipment was handed to the carrier. */
export const isHandedOver = (status: string): boolean => HANDED_OVER_STATUSES.has(status);

/** Whether a shipment is about to leave. */
export const isAwaitingDispatch = (status: string): boolean =>
	AWAITING_DISPATCH_STATUSES.has(status);

/** Whether an order is finished: canceled, or shipped, fulfilled or failed for `forgetAfter` seconds. */
export function isOrderFinished(
	order: TrackedStatus & Pick<OrderEntry, 'isGone'>,
	now: number,
	forgetAfter: number,
): boolean {
	const status = currentStatus(order);
	if (order.isGone || status === 'canceled') return true;
	return SETTLED_STATUSES.has(status) && order.since + forgetAfter <= now;
}

export function isTaskFinished(task: TrackedStatus & Pick<TaskEntry, 'isGone'>): boolean {
	const status = currentStatus(task);
	return task.isGone || status === 'completed' || status === 'failed';
}

/** Whether something of an order was observed and is not emitted yet. */
export const hasPendingChange = ({ observed, newSince, shipments }: OrderEntry): boolean =>
	observed !== undefined ||
	newSince !== undefined ||
	(shipments.size > 0 &&
		[...shipments.values()].some((shipment) => shipment.observed !== undefined));

/** Whether each poll has to read an order. */
export const isOrderActive = (order: OrderEntry, now: number, forgetAfter: number): boolean =>
	!order.isGone &&
	(!order.isClosed || !isOrderFinished(order, now, forgetAfter) || hasPendingChange(order));

/** Whether each poll has to read a task. */
export const isTaskActive = (task: TaskEntry): boolean =>
	!task.isGone && (!isTaskFinished(task) || task.observed !== undefined);

/**
 * Whether an order has been in production for too long, unless it turns out that a shipment was handed over. The time
 * counts from the `updatedAt` that the order had when it was first observed in production: for an order that the trigger
 * saw going there, that is when it did.
 */
export const mayBeLate = (
	{ inProductionSince, isLateSettled }: Pick<OrderEntry, 'inProductionSince' | 'isLateSettled'>,
	now: number,
	{ events, lateAfter, emitAfter }: Pick<PollingSettings, 'events' | 'lateAfter' | 'emitAfter'>,
): boolean =>
	events.includes(LATE_EVENT) &&
	!isLateSettled &&
	inProductionSince !== undefined &&
	inProductionSince + lateAfter + emitAfter < now;
