// The table of the events of both triggers: names, descriptions, output labels, which trigger has them. The entries of
// the list 'Events', and showing a field only with certain events.

import type { IDisplayOptions, INodePropertyOptions } from 'n8n-workflow';

import { byAlphabet } from '../input/wording';
import { EVENT_DATA_KEYS, EVENT_TYPES, type EventDataKey } from '../spec/service';

/** Value of 'Any Other Event', which covers every event type that the spec does not name. */
export const OTHER_EVENT = 'other';

/** Value of the event that no webhook has: an order that is in production for too long. */
export const LATE_EVENT = 'order.late';

/** Likewise: an order that has waited for somebody for too long. */
export const WAITING_EVENT = 'order.waiting';

/** An event that a user can choose in a trigger. */
export interface TriggerEvent {
	/** What a saved workflow holds: the type of the service's events, where there is one (spec section 6). */
	event: string;
	/** How the list of events calls it. */
	name: string;
	/** What it covers. n8n shows two lines of it, about 100 characters. */
	description: string;
	/** Label of its output, and its name in the subtitle. The canvas truncates more than about 13 characters. */
	label: string;
	/** Whether the service delivers it to a webhook. */
	delivered: boolean;
	/** Whether a poll can emit it. offeredEvents.test.ts plays the history that does. */
	polled: boolean;
}

/** The events of both triggers, in the order of their outputs, which connections of saved workflows count on. */
const EVENTS = [
	{
		event: 'order.created',
		name: 'Order Created',
		description: 'When an order is placed, whether by a workflow or elsewhere',
		label: 'Order Created',
		delivered: true,
		polled: true,
	},
	{
		event: 'order.updated',
		name: 'Order Status Changed',
		description:
			'When an order becomes pending, in process, on hold, partial, fulfilled, shipped, cancelled or failed',
		label: 'Order Status',
		delivered: true,
		polled: true,
	},
	{
		event: 'mockup_task.finished',
		name: 'Mockup Task Changed',
		description: 'When a mockup task is pending, completed (with its images) or failed',
		label: 'Mockup Task',
		delivered: true,
		polled: true,
	},
	{
		event: 'shipment.created',
		name: 'Parcel Created or Moved',
		description:
			'When a parcel is created, packaged, shipped, returned or cancelled, with carrier and tracking link',
		label: 'Parcel',
		delivered: true,
		polled: true,
	},
	{
		event: LATE_EVENT,
		name: 'Order Not Shipped in Time',
		description: 'When an order has been in production for too long and nothing of it was shipped',
		label: 'Order Late',
		delivered: false,
		polled: true,
	},
	{
		event: WAITING_EVENT,
		name: 'Order Waiting',
		description: 'When an order has stayed a draft, pending, on hold or failed for too long',
		label: 'Order Waiting',
		delivered: false,
		polled: true,
	},
	{
		event: OTHER_EVENT,
		name: 'Any Other Event',
		description: 'When the service sends an event that is not in this list',
		label: 'Other Event',
		delivered: true,
		polled: false,
	},
] as const satisfies readonly TriggerEvent[];

/** An event that a poll can emit. */
export type PolledEvent = Extract<(typeof EVENTS)[number], { polled: true }>['event'];

/** What the webhook trigger offers. */
export const WEBHOOK_EVENTS: readonly TriggerEvent[] = EVENTS.filter(({ delivered }) => delivered);

/** What the polling trigger offers. */
export const POLLED_EVENTS: readonly TriggerEvent[] = EVENTS.filter(({ polled }) => polled);

/** The entries of a trigger's list of events: by name, as n8n asks for, and 'Any Other Event' last. */
export const eventOptions = (events: readonly TriggerEvent[]): INodePropertyOptions[] =>
	[...events]
		.sort(
			(a, b) =>
				Number(a.event === OTHER_EVENT) - Number(b.event === OTHER_EVENT) ||
				byAlphabet(a.name, b.name),
		)
		.map(({ event, name, description }) => ({ name, value: event, description }));

/**
 * Shows a field only where one of these events is chosen. n8n then takes it out of the node, too: that must be the same as
 * leaving it as it is.
 */
export const shownForEvents = (events: readonly string[]): IDisplayOptions => ({
	show: { '/events': [...events] },
});

/** The service's events about an object, see {@link EVENT_DATA_KEYS}. */
export const eventsAbout = (...keys: EventDataKey[]): string[] =>
	EVENT_TYPES.filter((type) => keys.includes(EVENT_DATA_KEYS[type]));

/** How the list of events calls an event type of the service. */
export const eventNameOf = (type: string): string | undefined =>
	WEBHOOK_EVENTS.find(({ event }) => event === type)?.name;
