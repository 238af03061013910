import type { KnownOrder, KnownTask } from './knowledge';

/** Statuses in which an order usually stays (spec section 3). */
const SETTLED_STATUSES = new Set(['shipped', 'fulfilled', 'failed']);

/** Statuses in which the provider works on an order. */
const PRODUCTION_STATUSES = new Set(['inprocess', 'partial']);

/** Of a shipment: it was handed to the carrier. */
const HANDED_OVER_STATUSES = new Set(['shipped', 'returned']);

/** Of a shipment: it is about to change. */
const MOVING_STATUSES = new Set(['pending', 'packaged']);

export const isSettled = (status: string): boolean =>
	status === 'canceled' || SETTLED_STATUSES.has(status);

export const isInProduction = (status: string): boolean => PRODUCTION_STATUSES.has(status);

export const isHandedOver = (status: string): boolean => HANDED_OVER_STATUSES.has(status);

export const isMoving = (status: string): boolean => MOVING_STATUSES.has(status);

/** Whether nothing more is expected of an order: canceled, or shipped, fulfilled or failed for long enough. */
export function isOrderOver(
	{ status, seen, since, isGone }: Pick<KnownOrder, 'status' | 'seen' | 'since' | 'isGone'>,
	now: number,
	forgetAfter: number,
): boolean {
	const current = seen ?? status;
	if (isGone || current === 'canceled') return true;
	return SETTLED_STATUSES.has(current) && since + forgetAfter <= now;
}

/** Whether nothing more is expected of a mockup task (spec section 3). */
export const isTaskOver = ({
	status,
	seen,
	isGone,
}: Pick<KnownTask, 'status' | 'seen' | 'isGone'>): boolean =>
	isGone || (seen ?? status) === 'completed' || (seen ?? status) === 'failed';

/** Whether an order still has something to tell. */
export const hasPendingChange = ({ seen, newSince, shipments }: KnownOrder): boolean =>
	seen !== undefined ||
	newSince !== undefined ||
	(shipments.size > 0 && [...shipments.values()].some((shipment) => shipment.seen !== undefined));

/** Whether an order has to be read by each poll. */
export const isAwaited = (order: KnownOrder, now: number, forgetAfter: number): boolean =>
	!order.isGone &&
	(!order.isFinal || !isOrderOver(order, now, forgetAfter) || hasPendingChange(order));
