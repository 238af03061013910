// The parameters of the polling trigger: their fields in the editor, the settings that they give, and which events are wanted.

import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';

import { dateTimeOf } from '../../../input/dateTime';
import { numberIn } from '../../../input/number';
import { ownValue } from '../../../input/objects';
import { byAlphabet } from '../../../input/wording';
import { EVENT_DATA_KEYS, type EventDataKey } from '../../../spec/service';
import { type EventFilters, STATUS_FILTERS } from '../../eventFilters';
import {
	eventsAbout,
	LATE_EVENT,
	POLLED_EVENTS,
	type PolledEvent,
	shownForEvents,
	WAITING_EVENT,
} from '../../events';
import { eventsField, filters, outputs } from '../../parameters';
import { type Choice, DAY_SECONDS, statusKey } from '../state/state';

/** An option that is a period. */
interface Period extends Pick<INodeProperties, 'displayName' | 'name'> {
	description: string;
	/** Of its number. */
	unitSeconds: number;
	minValue: number;
	default: number;
	/** It is shown for these events only. */
	events?: readonly string[];
}

const DEFAULT_FORGET_AFTER_DAYS = 30;

/** The options that are periods, by the setting that each gives, in seconds. */
const PERIODS = {
	/** How long a status has to last before it is told. */
	emitAfterSeconds: {
		displayName: 'Emit After (Minutes)',
		name: 'emitAfterMinutes',
		description:
			'How long a change has to last before it starts the workflow. With 20, longer than the service retries a webhook, this trigger brings what the webhooks missed.',
		...{ unitSeconds: 60, minValue: 0, default: 0 },
	},
	/** How long an order is watched that changes no more. */
	forgetAfterSeconds: {
		displayName: 'Forget After (Days)',
		name: 'forgetAfterDays',
		description:
			'How long to watch an order after it was shipped, fulfilled or failed. Until then, a parcel that comes back starts the workflow.',
		...{ unitSeconds: DAY_SECONDS, minValue: 1, default: DEFAULT_FORGET_AFTER_DAYS },
	},
	/** How long an order may be in production. */
	lateAfterSeconds: {
		displayName: 'Late After (Days)',
		name: 'lateAfterDays',
		events: [LATE_EVENT],
		description:
			'For the event Order Not Shipped in Time: how long an order may be in production. Counts from the last change that the order had when this trigger first saw it in production.',
		...{ unitSeconds: DAY_SECONDS, minValue: 0, default: 7 },
	},
	/** After how long a late or a waiting order is told again; 0: never. */
	remindEverySeconds: {
		displayName: 'Remind Every (Days)',
		name: 'remindEveryDays',
		events: [LATE_EVENT, WAITING_EVENT],
		description:
			'For the events Order Not Shipped in Time and Order Waiting: after how long an order that is still late, or still waits, starts the workflow again. 0: never.',
		...{ unitSeconds: DAY_SECONDS, minValue: 0, default: 0 },
	},
	/** How long an order may wait for somebody. */
	waitingAfterSeconds: {
		displayName: 'Waiting After (Hours)',
		name: 'waitingAfterHours',
		events: [WAITING_EVENT],
		description:
			'For the event Order Waiting: how long an order may stay a draft, pending, on hold or failed',
		...{ unitSeconds: 3600, minValue: 0, default: 24 },
	},
} satisfies Record<string, Period>;

type Periods = Record<keyof typeof PERIODS, number>;

function periodField({ displayName, name, ...period }: Period): INodeProperties {
	const { events: shownFor, minValue, default: initial, description } = period;
	return {
		displayName,
		name,
		...(shownFor && { displayOptions: shownForEvents(shownFor) }),
		type: 'number',
		noDataExpression: true,
		typeOptions: { minValue },
		default: initial,
		description,
	};
}

const events = eventsField(POLLED_EVENTS, 'The events that start the workflow');

const otherOptions: INodeProperties[] = [
	{
		displayName: 'Add Current Order',
		name: 'addCurrentOrder',
		displayOptions: shownForEvents([
			...eventsAbout('order', 'shipment'),
			LATE_EVENT,
			WAITING_EVENT,
		]),
		type: 'boolean',
		noDataExpression: true,
		default: false,
		description:
			'Whether to add the current order and its parcels to each item as current, as the trigger for webhooks does. Not for mockup tasks, which belong to no order. One poll then starts the workflow with 200 items or 20 MB at most, and the next one with the rest.',
	},
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		noDataExpression: true,
		default: '',
		description:
			'What changed since then starts the workflow, oldest first, when this trigger polls for the first time. Empty: only what changes from then on.',
	},
];

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	noDataExpression: true,
	default: {},
	options: [...otherOptions, ...Object.values(PERIODS).map(periodField)].sort((a, b) =>
		byAlphabet(a.displayName, b.displayName),
	),
};

/** The polling trigger's parameters, in the order of the editor. n8n adds 'Poll Times' in front. */
export const pollingParameters: INodeProperties[] = [events, outputs, filters, options];

/** What a node watches, and how. All periods are in seconds. */
export interface PollingSettings extends Periods {
	events: readonly string[];
	/** For statuses; see {@link isWanted}. */
	filters: EventFilters;
	/** Since 1970, at least 1: the state takes 0 for no time. Applies to the first poll only. */
	startFromSeconds?: number;
}

/**
 * The settings of a node. A number that is none, or too small, gives the default.
 *
 * @param timeZone that of the workflow, for a start date without an offset
 * @throws UserError for a start date that is no date
 */
export function pollingSettingsOf(
	chosen: string[],
	chosenFilters: EventFilters,
	entered: IDataObject,
	timeZone: string,
): PollingSettings {
	const startFromMs = dateTimeOf(entered.startFrom, 'Start From', timeZone);
	const periods = Object.entries(PERIODS).map(([setting, period]) => {
		const number = numberIn(ownValue(entered, period.name));
		const isUsable = number !== undefined && number >= period.minValue;
		return [setting, (isUsable ? number : period.default) * period.unitSeconds];
	});
	return {
		events: chosen,
		filters: chosenFilters,
		...(startFromMs !== undefined && {
			startFromSeconds: Math.max(1, Math.floor(startFromMs / 1000)),
		}),
		...(Object.fromEntries(periods) as Periods),
	};
}

/** The parameters of a node. */
export interface Parameters {
	events: string[];
	/** Of the outputs. */
	mode: string;
	addsCurrentOrder: boolean;
	settings: PollingSettings;
	choice: Choice;
}

/** @throws UserError for a start date that is no date */
export function readParameters(context: IPollFunctions): Parameters {
	const chosen = context.getNodeParameter('events', []) as string[];
	const chosenFilters = context.getNodeParameter('filters', {}) as EventFilters;
	const entered = context.getNodeParameter('options', {}) as IDataObject;
	return {
		events: chosen,
		mode: context.getNodeParameter('outputs', 'single') as string,
		addsCurrentOrder: entered.addCurrentOrder === true,
		settings: pollingSettingsOf(chosen, chosenFilters, entered, context.getTimezone()),
		choice: choiceOf(chosen, chosenFilters),
	};
}

type ChosenEvents = Pick<PollingSettings, 'events'>;

export const watchesParcels = ({ events: chosen }: ChosenEvents): boolean =>
	chosen.includes('shipment.created');

export const watchesTasks = ({ events: chosen }: ChosenEvents): boolean =>
	chosen.includes('mockup_task.finished');

/** Parcels are found through their orders. */
export const watchesOrders = (settings: ChosenEvents): boolean =>
	watchesParcels(settings) || settings.events.some((event) => event.startsWith('order.'));

const sorted = (values: unknown): string[] =>
	Array.isArray(values) ? values.map(String).sort((a, b) => (a < b ? -1 : 1)) : [];

/** Late and waiting orders are told as they are, whenever they are chosen: they are no part of what is compared. */
const isAlwaysAsItIs = (event: string): event is typeof LATE_EVENT | typeof WAITING_EVENT =>
	event === LATE_EVENT || event === WAITING_EVENT;

/** What is chosen, always written in the same way. */
export const choiceOf = (chosen: readonly string[], chosenFilters: EventFilters): Choice => ({
	events: sorted(chosen.filter((event) => !isAlwaysAsItIs(event))),
	filters: Object.fromEntries(
		Object.values(STATUS_FILTERS)
			.map((name) => [name, sorted(chosenFilters[name])] as const)
			.filter(([, statuses]) => statuses.length > 0),
	),
});

const textOf = (choice: Choice): string =>
	JSON.stringify([
		choice.events,
		...Object.values(STATUS_FILTERS).map((name) => choice.filters[name] ?? []),
	]);

export const isSameChoice = (one: Choice, other: Choice): boolean => textOf(one) === textOf(other);

export const dataKeyOf = (event: PolledEvent): EventDataKey =>
	isAlwaysAsItIs(event) ? 'order' : EVENT_DATA_KEYS[event];

/**
 * Whether an event is wanted. The filter for order statuses is for changes of the status: it does not apply to Order Not
 * Shipped in Time and Order Waiting, which are asked for only where they are chosen.
 */
export function isWanted(event: PolledEvent, status: unknown, choice: Choice): boolean {
	if (isAlwaysAsItIs(event)) return true;
	if (!choice.events.includes(event)) return false;
	const statuses = choice.filters[STATUS_FILTERS[dataKeyOf(event)]] ?? [];
	const key = statusKey(status);
	return statuses.length === 0 || statuses.some((one) => statusKey(one) === key);
}
