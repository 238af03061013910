// The parameters as settings, in seconds; whether an event is wanted.

import type { IPollFunctions } from 'n8n-workflow';

import { dateTimeOf } from '../../../input/dateTime';
import { numberIn } from '../../../input/number';
import { EVENT_DATA_KEYS, type EventDataKey } from '../../../spec/service';
import { LATE_EVENT, WAITING_EVENT, type PolledEvent } from '../../events';
import type { EventFilters } from '../../eventFilters';
import { type Choice, DAY_SECONDS, statusKey } from '../state/state';

/** The polling trigger's `options` parameter. */
export interface PollingOptions {
	addCurrentOrder?: boolean;
	startFrom?: unknown;
	emitAfterMinutes?: unknown;
	lateAfterDays?: unknown;
	waitingAfterHours?: unknown;
	remindEveryDays?: unknown;
	forgetAfterDays?: unknown;
}

/** What a node watches, and how. All periods are in seconds. */
export interface PollingSettings {
	events: readonly string[];
	/** For statuses; see {@link passesFilters}. */
	filters: EventFilters;
	/** Since 1970, at least 1: the state takes 0 for no time. Applies to the first poll only. */
	startFromSeconds?: number;
	/** How long a status has to last before it is told. */
	emitAfterSeconds: number;
	/** How long an order may be in production. */
	lateAfterSeconds: number;
	/** How long an order may wait for somebody. */
	waitingAfterSeconds: number;
	/** After how long a late or a waiting order is told again; 0: never. */
	remindEverySeconds: number;
	/** How long an order is watched that changes no more. */
	forgetAfterSeconds: number;
}

export const DEFAULT_LATE_AFTER_DAYS = 7;

export const DEFAULT_WAITING_AFTER_HOURS = 24;

export const DEFAULT_FORGET_AFTER_DAYS = 30;

/** A number of at least `min`; anything else gives the default. */
const numberOf = (value: unknown, min: number, fallback: number): number => {
	const number = numberIn(value);
	return number !== undefined && number >= min ? number : fallback;
};

/**
 * The settings of a node.
 *
 * @param timeZone that of the workflow, for a start date without an offset
 * @throws UserError for a start date that is no date
 */
export function pollingSettingsOf(
	events: string[],
	filters: EventFilters,
	options: PollingOptions,
	timeZone: string,
): PollingSettings {
	const { startFrom, emitAfterMinutes, lateAfterDays, forgetAfterDays } = options;
	const startFromMs = dateTimeOf(startFrom, 'Start From', timeZone);
	return {
		events,
		filters,
		...(startFromMs !== undefined && {
			startFromSeconds: Math.max(1, Math.floor(startFromMs / 1000)),
		}),
		emitAfterSeconds: numberOf(emitAfterMinutes, 0, 0) * 60,
		lateAfterSeconds: numberOf(lateAfterDays, 0, DEFAULT_LATE_AFTER_DAYS) * DAY_SECONDS,
		waitingAfterSeconds: numberOf(options.waitingAfterHours, 0, DEFAULT_WAITING_AFTER_HOURS) * 3600,
		remindEverySeconds: numberOf(options.remindEveryDays, 0, 0) * DAY_SECONDS,
		forgetAfterSeconds: numberOf(forgetAfterDays, 1, DEFAULT_FORGET_AFTER_DAYS) * DAY_SECONDS,
	};
}

/** The parameters of a node. */
export interface Parameters {
	events: string[];
	/** Of the outputs. */
	mode: string;
	options: PollingOptions;
	settings: PollingSettings;
	choice: Choice;
}

/** @throws UserError for a start date that is no date */
export function readParameters(context: IPollFunctions): Parameters {
	const events = context.getNodeParameter('events', []) as string[];
	const filters = context.getNodeParameter('filters', {}) as EventFilters;
	const mode = context.getNodeParameter('outputs', 'single') as string;
	const options = context.getNodeParameter('options', {}) as PollingOptions;
	const settings = pollingSettingsOf(events, filters, options, context.getTimezone());
	return { events, mode, options, settings, choice: choiceOf(events, filters) };
}

export const watchesParcels = ({ events }: Pick<PollingSettings, 'events'>): boolean =>
	events.includes('shipment.created');

export const watchesTasks = ({ events }: Pick<PollingSettings, 'events'>): boolean =>
	events.includes('mockup_task.finished');

/** Parcels are found through their orders. */
export const watchesOrders = (settings: Pick<PollingSettings, 'events'>): boolean =>
	watchesParcels(settings) || settings.events.some((event) => event.startsWith('order.'));

const FILTERS = {
	order: 'orderStatuses',
	mockupTask: 'mockupTaskStatuses',
	shipment: 'shipmentStatuses',
} as const satisfies Record<EventDataKey, keyof EventFilters>;

const sorted = (values: unknown): string[] =>
	Array.isArray(values) ? values.map(String).sort((a, b) => (a < b ? -1 : 1)) : [];

/** Late and waiting orders are told as they are, whenever they are chosen: they are no part of what is compared. */
const isAlwaysAsItIs = (event: string): boolean => event === LATE_EVENT || event === WAITING_EVENT;

/** What is chosen, always written in the same way. */
export const choiceOf = (events: readonly string[], filters: EventFilters): Choice => ({
	events: sorted(events.filter((event) => !isAlwaysAsItIs(event))),
	filters: Object.fromEntries(
		Object.values(FILTERS)
			.map((name) => [name, sorted(filters[name])] as const)
			.filter(([, statuses]) => statuses.length > 0),
	),
});

export const isSameChoice = (one: Choice, other: Choice): boolean => {
	const texts = [one, other].map(({ events, filters }) =>
		JSON.stringify([events, ...Object.values(FILTERS).map((name) => filters[name] ?? [])]),
	);
	return texts[0] === texts[1];
};

export const dataKeyOf = (event: PolledEvent): EventDataKey =>
	event === LATE_EVENT || event === WAITING_EVENT ? 'order' : EVENT_DATA_KEYS[event];

/**
 * Whether an event is wanted. The filter for order statuses is for changes of the status: it does not apply to Order Not
 * Shipped in Time and Order Waiting, which are asked for only where they are chosen.
 */
export function isWanted(
	event: PolledEvent,
	status: unknown,
	{ events, filters }: Choice,
): boolean {
	if (isAlwaysAsItIs(event)) return true;
	if (!events.includes(event)) return false;
	const statuses = filters[FILTERS[dataKeyOf(event)]] ?? [];
	const key = statusKey(status);
	return statuses.length === 0 || statuses.some((one) => statusKey(one) === key);
}
