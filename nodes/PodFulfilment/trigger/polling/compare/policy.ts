// What a status (spec section 3) means for a comparison: in production, handed over, waiting, finished; since when that is too long.

import { LATE_EVENT, WAITING_EVENT } from '../../events';
import { watchesParcels, type PollingSettings } from './settings';
import { GONE, type ListState, type OrderEntry, type TaskEntry, type Told } from '../state/state';

/** What decides what a member of a list means. */
export interface CompareContext {
	settings: PollingSettings;
	/** The time of the service, in seconds since 1970. */
	now: number;
	/**
	 * The list begins with this answer: the service has not answered before, and there is no Start From. What a later page
	 * shows of the same second may have come since.
	 */
	isBeginning: boolean;
	/** See {@link State.parcelsSince}. */
	parcelsSince?: number;
	/** How far the list was read before. */
	list: Omit<ListState<unknown>, 'entries'>;
}

/** Whether a status is one of these. */
const isOneOf = (...statuses: string[]): ((status: string) => boolean) => {
	const all = new Set(statuses);
	return (status) => all.has(status);
};

/** The status in which an order is created. */
export const DRAFT = 'draft';

/** The only status that finishes an order at once: nothing of it is produced any more. */
const CANCELED = 'canceled';

/** The terminal status after which another one is to come: the order is then shipped. */
const FULFILLED = 'fulfilled';

/** Whether an order rarely leaves a status. */
export const isTerminalStatus = isOneOf('shipped', FULFILLED, 'failed', CANCELED);

export const isInProduction = isOneOf('inprocess', 'partial');

/** Whether nothing happens in a status until somebody acts: at the service, or in the shop. */
export const isWaitingStatus = isOneOf(DRAFT, 'pending', 'onhold', 'failed');

/** Whether a parcel is about to leave. */
export const isAwaitingDispatch = isOneOf('pending', 'packaged');

/** Whether an order is not watched any more: cancelled, gone, or in another terminal status for as long as Forget After. */
export const isOrderFinished = (
	{ status, since }: Pick<OrderEntry, 'status' | 'since'>,
	{ now, settings: { forgetAfterSeconds } }: Pick<CompareContext, 'now' | 'settings'>,
): boolean =>
	status === GONE ||
	status === CANCELED ||
	(isTerminalStatus(status) && since + forgetAfterSeconds <= now);

export const isTaskFinished = ({ status }: Pick<TaskEntry, 'status'>): boolean =>
	status === 'completed' || status === 'failed' || status === GONE;

/** Whether something of an order is still to be told. */
export const hasUntold = ({ told, parcels }: OrderEntry): boolean =>
	told !== undefined ||
	(parcels.size > 0 && [...parcels.values()].some((one) => one.told !== undefined));

/** Whether each poll has to read an order. */
export const isOrderActive = (order: OrderEntry, context: CompareContext): boolean =>
	order.status !== GONE &&
	(!isOrderFinished(order, context) ||
		hasUntold(order) ||
		(watchesParcels(context.settings) && order.reading !== 'done' && order.reading !== 'skipped'));

/** Whether each poll has to read a task. */
export const isTaskActive = (task: TaskEntry): boolean =>
	task.status !== GONE && (!isTaskFinished(task) || task.told !== undefined);

/** After this many times Forget After, a fulfilled order is not expected to be shipped any more. */
const FULFILLED_FACTOR = 3;

/** Whether a finished order may yet be shipped. It is kept until then, which costs no request: the daily full scan shows it. */
const mayBeShippedLater = (
	{ status, since }: OrderEntry,
	{ now, settings: { forgetAfterSeconds } }: CompareContext,
): boolean => status === FULFILLED && since + FULFILLED_FACTOR * forgetAfterSeconds > now;

/** Whether nothing more is to come of an order, so that it can be forgotten once it is old enough. */
export const isOrderOver = (order: OrderEntry, context: CompareContext): boolean =>
	order.status === GONE ||
	(isOrderFinished(order, context) &&
		!isOrderActive(order, context) &&
		!isWaitingTooLong(order, context) &&
		!mayBeShippedLater(order, context));

export const isTaskOver = (task: TaskEntry): boolean => isTaskFinished(task) && !isTaskActive(task);

/** Whether what was told is to be told again. */
const isReminderDue = (
	{ count, at }: Told,
	{ now, settings: { remindEverySeconds } }: CompareContext,
): boolean => count > 0 && remindEverySeconds > 0 && at + remindEverySeconds <= now;

/** Whether an event is chosen that no poll before the second one tells. */
const isToldNow = (event: string, { settings, list }: CompareContext): boolean =>
	settings.events.includes(event) && list.phase !== 'unread';

/** Since when an order is in production, whatever its status there; undefined for one that is not. */
export const productionSince = ({
	status,
	since,
	producedSince,
}: OrderEntry): number | undefined =>
	isInProduction(status) ? (producedSince ?? since) : undefined;

/** Whether an order is in production for too long, unless it turns out that a parcel was handed over. */
export function mayBeLate(order: OrderEntry, context: CompareContext): boolean {
	const { now, settings } = context;
	const begun = productionSince(order);
	if (!isToldNow(LATE_EVENT, context) || begun === undefined) return false;
	if (begun + settings.lateAfterSeconds + settings.emitAfterSeconds >= now) return false;
	return order.late === undefined || isReminderDue(order.late, context);
}

/** Whether an order has waited for somebody for too long. What waited when the trigger began comes with the second poll. */
export function isWaitingTooLong(order: OrderEntry, context: CompareContext): boolean {
	const { now, settings } = context;
	const { status, since, waiting } = order;
	if (!isToldNow(WAITING_EVENT, context) || !isWaitingStatus(status)) return false;
	if (waiting) return isReminderDue(waiting, context);
	return since + settings.waitingAfterSeconds + settings.emitAfterSeconds <= now;
}
