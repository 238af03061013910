import { EVENT_TYPES } from '../../spec/service';

/** What no webhook tells: an order that is in production for too long. */
export const LATE_EVENT = 'order.late';

/** The events of the polling trigger, in the order of its outputs. */
export const POLLING_EVENTS = [...EVENT_TYPES, LATE_EVENT] as const;

export type PollingEvent = (typeof POLLING_EVENTS)[number];

/** What a node was told to follow, and how. Times are seconds. */
export interface PollingSettings {
	events: readonly string[];
	/** Since 1970; counts for the first poll without state only. */
	startFrom?: number;
	/** How long a change stands before it is told. */
	emitAfter: number;
	/** How long an order may be in production. */
	lateAfter: number;
	/** How long after its end, and after its creation, an order or a task is followed. */
	forgetAfter: number;
}

export const followsShipments = ({ events }: PollingSettings): boolean =>
	events.includes('shipment.created');

export const followsTasks = ({ events }: PollingSettings): boolean =>
	events.includes('mockup_task.finished');

/** Shipments are found by their orders. */
export const followsOrders = (settings: PollingSettings): boolean =>
	followsShipments(settings) || settings.events.some((event) => event.startsWith('order.'));
