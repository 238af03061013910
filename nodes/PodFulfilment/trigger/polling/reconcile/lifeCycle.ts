import { SHIPMENT_STATUSES } from '../../../spec/service';
import { LATE_EVENT, WAITING_EVENT } from '../../events';
import { earlierPollSeconds, type ListContext, type PollContext } from '../state/pollContext';
import {
	currentStatus,
	type OrderEntry,
	type Repeated,
	type ShipmentEntry,
	type TaskEntry,
	type TrackedStatus,
} from '../state/state';
import { DAY_SECONDS } from '../state/values';

// What follows for polling from the statuses of section 3 of the spec. From the first step to the last, an order
// - has a terminal status: one that it rarely leaves (isTerminalStatus)
// - is finished: it has had that status long enough, and is not watched any more (isOrderFinished)
// - was read once more after that, with its shipments (OrderEntry.wasReadAfterFinish)
// - may be forgotten: its entry can be dropped from the state (mayBeForgotten in reconcileList.ts)
// One that the service no longer has is finished at once (TaskEntry.isDeletedAtService).

/** The status in which an order is created. */
export const DRAFT = 'draft';

/** The only terminal status that makes an order finished at once: nothing of it is produced any more. */
export const CANCELED = 'canceled';

/** Statuses that an order rarely leaves. */
const TERMINAL_STATUSES = new Set(['shipped', 'fulfilled', 'failed', CANCELED]);

/** The terminal status after which another one is to come: the order is then shipped. */
const FULFILLED = 'fulfilled';

/** After this many times `forgetAfterSeconds`, a fulfilled order is not expected to be shipped any more. */
const FULFILLED_FACTOR = 3;

/** For so long, a replica of the service may show an order as it was before it was canceled. Forgotten, that would be a change. */
export const REPLICA_LAG_SECONDS = DAY_SECONDS;

const PRODUCTION_STATUSES = new Set(['inprocess', 'partial']);

const HANDED_OVER_STATUSES = new Set(['shipped', 'returned']);

const AWAITING_DISPATCH_STATUSES = new Set(['pending', 'packaged']);

/** Statuses in which nothing happens until somebody acts: at the service, or in the shop. */
const WAITING_STATUSES = new Set([DRAFT, 'pending', 'onhold', 'failed']);

/** Whether an order waits for somebody. */
export const isWaitingStatus = (status: string): boolean => WAITING_STATUSES.has(status);

/** Whether an order rarely leaves a status; the service does not exclude it. */
export const isTerminalStatus = (status: string): boolean => TERMINAL_STATUSES.has(status);

export const isInProduction = (status: string): boolean => PRODUCTION_STATUSES.has(status);

/** Whether a shipment was handed to the carrier. */
export const isHandedOver = (status: string): boolean => HANDED_OVER_STATUSES.has(status);

/** Whether a shipment is about to leave. */
export const isAwaitingDispatch = (status: string): boolean =>
	AWAITING_DISPATCH_STATUSES.has(status);

/** The place of a status in the life of a shipment. One that the spec does not name may follow any other. */
function placeInLife(status: string): number {
	if (status === '') return -1;
	const statuses: readonly string[] = SHIPMENT_STATUSES;
	const place = statuses.indexOf(status);
	return place === -1 ? statuses.length : place;
}

/** Whether a shipment usually has one status before another. */
export const comesEarlier = (status: string, than: string): boolean =>
	placeInLife(status) < placeInLife(than);

/**
 * Whether a shipment may have left a status already, so that it may be the answer of a replica that is behind: nothing of a
 * shipment says when it changed.
 */
export const seemsEarlier = (status: string, shipment: ShipmentEntry): boolean =>
	comesEarlier(status, currentStatus(shipment)) || status === shipment.left;

/**
 * Whether an order is no longer watched: canceled, or with another terminal status for `forgetAfterSeconds`, or deleted. By
 * the last poll as well: what finishes by a clock that is wrong for one poll would be read once more too early.
 */
export function isOrderFinished(
	order: TrackedStatus & Pick<OrderEntry, 'isDeletedAtService'>,
	context: ListContext,
): boolean {
	const status = currentStatus(order);
	if (order.isDeletedAtService || status === CANCELED) return true;
	return (
		isTerminalStatus(status) &&
		order.since + context.forgetAfterSeconds <= earlierPollSeconds(context)
	);
}

/**
 * Whether a finished order may yet be shipped. It is kept until then, which costs no request: the daily full scan shows it.
 */
export const mayBeShippedLater = (order: TrackedStatus, context: ListContext): boolean =>
	currentStatus(order) === FULFILLED &&
	order.since + FULFILLED_FACTOR * context.forgetAfterSeconds > earlierPollSeconds(context);

/** Whether a task is no longer watched: completed, failed, or deleted. */
export function isTaskFinished(
	task: TrackedStatus & Pick<TaskEntry, 'isDeletedAtService'>,
): boolean {
	const status = currentStatus(task);
	return task.isDeletedAtService || status === 'completed' || status === 'failed';
}

/** Whether a status was observed and is not emitted yet, or waits to be read again. */
export const isStatusPending = ({ observed, doubted }: TrackedStatus): boolean =>
	observed !== undefined || doubted !== undefined;

/** Whether something of an order was observed and is not emitted yet. */
export const hasPendingChange = (order: OrderEntry): boolean =>
	isStatusPending(order) ||
	order.newSince !== undefined ||
	(order.shipments.size > 0 && [...order.shipments.values()].some(isStatusPending));

/** Whether each poll has to read an order. */
export const isOrderActive = (order: OrderEntry, context: ListContext): boolean =>
	!order.isDeletedAtService &&
	(!order.wasReadAfterFinish || !isOrderFinished(order, context) || hasPendingChange(order));

/** Whether each poll has to read a task. */
export const isTaskActive = (task: TaskEntry): boolean =>
	!task.isDeletedAtService && (!isTaskFinished(task) || isStatusPending(task));

/** Whether what was emitted is to be emitted again. */
const isReminderDue = (
	{ atSeconds }: Repeated,
	{ nowSeconds, settings: { remindEverySeconds } }: PollContext,
): boolean => remindEverySeconds > 0 && atSeconds + remindEverySeconds <= nowSeconds;

/**
 * Whether an order has been in production for too long, unless it turns out that a shipment was handed over. The time
 * counts from the `updatedAt` that the order had when it was first observed in production: for an order that the trigger
 * saw going there, that is when it did.
 */
export function mayBeLate(
	{
		inProductionSince,
		isLateDecided,
		late,
	}: Pick<OrderEntry, 'inProductionSince' | 'isLateDecided' | 'late'>,
	context: PollContext,
): boolean {
	const { nowSeconds, settings } = context;
	if (!settings.events.includes(LATE_EVENT) || inProductionSince === undefined) return false;
	const isLate =
		inProductionSince + settings.lateAfterSeconds + settings.emitAfterSeconds < nowSeconds;
	if (!isLate || !isLateDecided) return isLate;
	return late !== undefined && isReminderDue(late, context);
}

/**
 * Whether an order has waited for somebody for too long. Orders that waited when the trigger began come with the second
 * poll.
 */
export function isWaitingTooLong(
	{ waitingSince, waiting }: Pick<OrderEntry, 'waitingSince' | 'waiting'>,
	context: PollContext,
): boolean {
	const { nowSeconds, settings, orders } = context;
	if (
		!settings.events.includes(WAITING_EVENT) ||
		waitingSince === undefined ||
		orders.isFirstPoll
	) {
		return false;
	}
	if (waiting) return waiting.count > 0 && isReminderDue(waiting, context);
	return waitingSince + settings.waitingAfterSeconds + settings.emitAfterSeconds <= nowSeconds;
}
