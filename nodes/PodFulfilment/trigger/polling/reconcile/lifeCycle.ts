import { LATE_EVENT } from '../../events';
import type { ListContext, PollContext } from '../state/pollContext';
import { currentStatus, type OrderEntry, type TaskEntry, type TrackedStatus } from '../state/state';

// What follows for polling from the statuses of section 3 of the spec. From the first step to the last, an order
// - has a terminal status: one that it rarely leaves (isTerminalStatus)
// - is finished: it has had that status long enough, and is not watched any more (isOrderFinished)
// - was read once more after that, with its shipments (OrderEntry.wasReadAfterFinish)
// - may be forgotten: its entry can be dropped from the state (mayBeForgotten in reconcileList.ts)
// One that the service no longer has is finished at once (TaskEntry.isDeletedAtService).

/** The status in which an order is created. */
export const DRAFT = 'draft';

/** The only terminal status that makes an order finished at once: nothing of it is produced any more. */
const CANCELED = 'canceled';

/** Statuses that an order rarely leaves. */
const TERMINAL_STATUSES = new Set(['shipped', 'fulfilled', 'failed', CANCELED]);

const PRODUCTION_STATUSES = new Set(['inprocess', 'partial']);

const HANDED_OVER_STATUSES = new Set(['shipped', 'returned']);

const AWAITING_DISPATCH_STATUSES = new Set(['pending', 'packaged']);

/** Whether an order rarely leaves a status; the service does not exclude it. */
export const isTerminalStatus = (status: string): boolean => TERMINAL_STATUSES.has(status);

export const isInProduction = (status: string): boolean => PRODUCTION_STATUSES.has(status);

/** Whether a shipment was handed to the carrier. */
export const isHandedOver = (status: string): boolean => HANDED_OVER_STATUSES.has(status);

/** Whether a shipment is about to leave. */
export const isAwaitingDispatch = (status: string): boolean =>
	AWAITING_DISPATCH_STATUSES.has(status);

/** Whether an order is no longer watched: canceled, or with another terminal status for `forgetAfterSeconds`, or deleted. */
export function isOrderFinished(
	order: TrackedStatus & Pick<OrderEntry, 'isDeletedAtService'>,
	{ nowSeconds, forgetAfterSeconds }: Pick<ListContext, 'nowSeconds' | 'forgetAfterSeconds'>,
): boolean {
	const status = currentStatus(order);
	if (order.isDeletedAtService || status === CANCELED) return true;
	return isTerminalStatus(status) && order.since + forgetAfterSeconds <= nowSeconds;
}

/** Whether a task is no longer watched: completed, failed, or deleted. */
export function isTaskFinished(
	task: TrackedStatus & Pick<TaskEntry, 'isDeletedAtService'>,
): boolean {
	const status = currentStatus(task);
	return task.isDeletedAtService || status === 'completed' || status === 'failed';
}

/** Whether something of an order was observed and is not emitted yet. */
export const hasPendingChange = ({ observed, newSince, shipments }: OrderEntry): boolean =>
	observed !== undefined ||
	newSince !== undefined ||
	(shipments.size > 0 &&
		[...shipments.values()].some((shipment) => shipment.observed !== undefined));

/** Whether each poll has to read an order. */
export const isOrderActive = (order: OrderEntry, context: ListContext): boolean =>
	!order.isDeletedAtService &&
	(!order.wasReadAfterFinish || !isOrderFinished(order, context) || hasPendingChange(order));

/** Whether each poll has to read a task. */
export const isTaskActive = (task: TaskEntry): boolean =>
	!task.isDeletedAtService && (!isTaskFinished(task) || task.observed !== undefined);

/**
 * Whether an order has been in production for too long, unless it turns out that a shipment was handed over. The time
 * counts from the `updatedAt` that the order had when it was first observed in production: for an order that the trigger
 * saw going there, that is when it did.
 */
export const mayBeLate = (
	{ inProductionSince, isLateDecided }: Pick<OrderEntry, 'inProductionSince' | 'isLateDecided'>,
	{ nowSeconds, settings }: PollContext,
): boolean =>
	settings.events.includes(LATE_EVENT) &&
	!isLateDecided &&
	inProductionSince !== undefined &&
	inProductionSince + settings.lateAfterSeconds + settings.emitAfterSeconds < nowSeconds;
