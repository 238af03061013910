import type { INodePropertyOptions } from 'n8n-workflow';

import { byAlphabet } from '../input/wording';

/** Value of 'Any Other Event', which stands for every event type that the spec does not name. */
export const OTHER_EVENT = 'other';

/** Value of the event that no webhook has: an order that is in production for too long. */
export const LATE_EVENT = 'order.late';

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
}

/** The events of both triggers, in the order of their outputs, which connections of saved workflows count on. */
const EVENTS: readonly TriggerEvent[] = [
	{
		event: 'order.created',
		name: 'Order Created',
		description: 'When an order is placed, whether by a workflow or elsewhere',
		label: 'Order Created',
	},
	{
		event: 'order.updated',
		name: 'Order Status Changed',
		description:
			'When an order becomes pending, in process, on hold, partial, fulfilled, shipped, canceled or failed',
		label: 'Order Status',
	},
	{
		event: 'mockup_task.finished',
		name: 'Mockup Task Changed',
		description: 'When a mockup task is pending, completed (with its images) or failed',
		label: 'Mockup Task',
	},
	{
		event: 'shipment.created',
		name: 'Parcel Created or Moved',
		description:
			'When a shipment is created, packaged, shipped, returned or canceled, with carrier and tracking link',
		label: 'Parcel',
	},
	{
		event: LATE_EVENT,
		name: 'Order Not Shipped in Time',
		description: 'When an order has been in production for too long and nothing of it was shipped',
		label: 'Order Late',
	},
	{
		event: OTHER_EVENT,
		name: 'Any Other Event',
		description: 'When the service sends an event that is not in this list',
		label: 'Other Event',
	},
];

/** What the webhook trigger offers. */
export const WEBHOOK_EVENTS = EVENTS.filter(({ event }) => event !== LATE_EVENT);

/** What the polling trigger offers. It knows no event but those that it looks for. */
export const POLLED_EVENTS = EVENTS.filter(({ event }) => event !== OTHER_EVENT);

/** The entries of a trigger's list of events: by name, as n8n asks for, and 'Any Other Event' last. */
export const eventOptions = (events: readonly TriggerEvent[]): INodePropertyOptions[] =>
	[...events]
		.sort(
			(a, b) =>
				Number(a.event === OTHER_EVENT) - Number(b.event === OTHER_EVENT) ||
				byAlphabet(a.name, b.name),
		)
		.map(({ event, name, description }) => ({ name, value: event, description }));

/** How the list of events calls an event type of the service. */
export const eventNameOf = (type: string): string | undefined =>
	WEBHOOK_EVENTS.find(({ event }) => event === type)?.name;
