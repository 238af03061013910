import { dateTimeOf } from '../../input/dateTime';
import { numberIn } from '../../input/guards';
import { EVENT_TYPES } from '../../spec/service';
import { LATE_EVENT } from '../events';
import { DAY_SECONDS } from './state/values';

/** The events of the polling trigger, in the order of its outputs. */
export const POLLING_EVENTS = [...EVENT_TYPES, LATE_EVENT] as const;

export type PollingEvent = (typeof POLLING_EVENTS)[number];

/** What a node watches, and how. Times are seconds. */
export interface PollingSettings {
	events: readonly string[];
	/** Since 1970. Applies to the first poll without state only. */
	startFrom?: number;
	/** How long a change has to stand before it is emitted. */
	emitAfter: number;
	/** How long an order may be in production. */
	lateAfter: number;
	/** How long a finished order or task is kept. */
	forgetAfter: number;
}

/** The polling trigger's `options` parameter. */
export interface PollingOptions {
	startFrom?: unknown;
	emitAfterMinutes?: unknown;
	lateAfterDays?: unknown;
	forgetAfterDays?: unknown;
}

export const DEFAULT_LATE_AFTER_DAYS = 7;

export const DEFAULT_FORGET_AFTER_DAYS = 30;

export const watchesShipments = ({ events }: PollingSettings): boolean =>
	events.includes('shipment.created');

export const watchesTasks = ({ events }: PollingSettings): boolean =>
	events.includes('mockup_task.finished');

/** Shipments are found through their orders. */
export const watchesOrders = (settings: PollingSettings): boolean =>
	watchesShipments(settings) || settings.events.some((event) => event.startsWith('order.'));

/** A number of at least `min`; anything else gives the default. */
const numberOf = (value: unknown, min: number, fallback: number): number => {
	const number = numberIn(value);
	return number !== undefined && number >= min ? number : fallback;
};

/** @throws UserError for a start date that is no date */
export function pollingSettingsOf(
	events: string[],
	{ startFrom, emitAfterMinutes, lateAfterDays, forgetAfterDays }: PollingOptions,
	timeZone: string,
): PollingSettings {
	const from = dateTimeOf(startFrom, 'Start From', timeZone);
	return {
		events,
		...(from !== undefined && { startFrom: Math.floor(from / 1000) }),
		emitAfter: numberOf(emitAfterMinutes, 0, 0) * 60,
		lateAfter: numberOf(lateAfterDays, 0, DEFAULT_LATE_AFTER_DAYS) * DAY_SECONDS,
		forgetAfter: numberOf(forgetAfterDays, 1, DEFAULT_FORGET_AFTER_DAYS) * DAY_SECONDS,
	};
}
