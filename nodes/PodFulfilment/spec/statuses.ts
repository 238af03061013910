// The statuses of orders, mockup tasks and parcels (spec section 3): how the editor lists them, their words in a sentence, and
// what each means, as the questions that the nodes decide by. The service explains none of them; the README says how they are
// used here. For polling see trigger/polling/compare/policy.ts: it asks what it still has to watch.

import type { INodePropertyOptions } from 'n8n-workflow';

import { ORDER_STATUSES, type OrderStatus, type ShipmentStatus } from './service';

// In the editor

export const ORDER_STATUS_OPTIONS: INodePropertyOptions[] = [
	{ name: 'Cancelled', value: 'canceled' },
	{ name: 'Draft', value: 'draft' },
	{
		name: 'Failed',
		value: 'failed',
		description: 'The shipping address or the print data could not be validated',
	},
	{
		name: 'Fulfilled',
		value: 'fulfilled',
		description: 'Everything was produced. The parcels show whether it has left.',
	},
	{ name: 'In Process', value: 'inprocess' },
	{
		name: 'On Hold',
		value: 'onhold',
		description:
			'Stopped until somebody acts. The reason is not sent: look at the order at your provider.',
	},
	{
		name: 'Partial',
		value: 'partial',
		description: 'Some of the items are done, the others are still in production',
	},
	{ name: 'Pending', value: 'pending' },
	{ name: 'Shipped', value: 'shipped' },
];

/** What the editor calls a status of an order, e.g. 'In Process' for `inprocess`; undefined for one that is unknown. */
export const orderStatusLabel = (status: unknown): string | undefined =>
	ORDER_STATUS_OPTIONS.find(({ value }) => value === status)?.name;

export const MOCKUP_TASK_STATUS_OPTIONS: INodePropertyOptions[] = [
	{ name: 'Completed', value: 'completed', description: 'The mockups are ready' },
	{ name: 'Failed', value: 'failed', description: 'The task could not be processed' },
	{ name: 'Pending', value: 'pending', description: 'The task is still being processed' },
];

export const SHIPMENT_STATUS_OPTIONS: INodePropertyOptions[] = [
	{ name: 'Cancelled', value: 'canceled', description: 'The parcel was cancelled' },
	{ name: 'Packaged', value: 'packaged', description: 'Packed and labelled' },
	{ name: 'Pending', value: 'pending', description: 'The label was created' },
	{
		name: 'Returned',
		value: 'returned',
		description: 'Could not be delivered and went back to the provider',
	},
	{ name: 'Shipped', value: 'shipped', description: 'On its way with the carrier' },
];

// What they mean

/** What a sentence says of an order in each status. */
const WORDS: Readonly<Record<OrderStatus, string>> = {
	draft: 'is a draft',
	pending: 'is pending',
	inprocess: 'is in process',
	onhold: 'is on hold',
	partial: 'is partly produced',
	fulfilled: 'is fulfilled',
	shipped: 'is shipped',
	canceled: 'is cancelled',
	failed: 'failed',
};

/** The statuses that answer a question with yes. Some have the same, or nearly: each says why it is a question of its own. */
const ANSWERS = {
	/** Was the order confirmed, now or before? */
	wasConfirmed: ['pending', 'inprocess', 'onhold', 'partial', 'fulfilled', 'shipped'],
	/** Is it not confirmed, or not any more? Of a failed order neither is known: it may fail before and after. */
	isUnconfirmed: ['draft', 'canceled'],
	/** May it also be so from the beginning? Then it does not prove a confirmation, although it fits one. */
	mayBeUnconfirmed: ['pending', 'onhold'],
	/** Was it confirmed without production having begun, so that it can still be cancelled? */
	isBeforeProduction: ['pending', 'onhold'],
	/** Is it in production, or was it sent, so that it does not explain why a refund is refused? Also one that was stopped. */
	mayBeRefunded: ['inprocess', 'onhold', 'partial', 'fulfilled', 'shipped'],
	/** Was something produced, so that it does not explain why a reprint is refused? */
	isPartlyProduced: ['partial', 'fulfilled', 'shipped'],
	/** Is all of it produced, so that all its parcels may have left? */
	isProduced: ['fulfilled', 'shipped'],
	/** Does no operation change it any more? Not a failed order: an update may bring it back. */
	isUnchangeable: ['inprocess', 'partial', 'fulfilled', 'shipped', 'canceled'],
	/** Does an order not leave it, so that what shows it is hardly an old state? Not a failed one, which may be brought back. */
	isLeftRarely: ['fulfilled', 'shipped', 'canceled'],
	/** Does it alone explain a refusal, whatever the service says? Also of a failed order: one that is refused was not brought back. */
	explainsRefusal: ['fulfilled', 'shipped', 'canceled', 'failed'],
	/** Can it not be stopped any more, or need it not be? */
	isSettled: ['fulfilled', 'shipped', 'canceled', 'failed'],
	/** Is it not produced unless somebody does something? */
	isStopped: ['onhold', 'canceled', 'failed'],
	/** Is it never produced, so that only another order helps? */
	isOver: ['canceled', 'failed'],
} as const satisfies Record<string, readonly OrderStatus[]>;

type Question = keyof typeof ANSWERS;

/** What a sentence says of an order in this status, e.g. `is shipped`; undefined for one that is unknown. */
export function orderStatusWords(status: string): string | undefined {
	const known = ORDER_STATUSES.find((one) => one === status);
	return known && WORDS[known];
}

/** The statuses for which a question has the answer yes. */
export const statusesWhere = (question: Question): readonly OrderStatus[] => ANSWERS[question];

/** Whether a question has the answer yes for a status; no for one that is unknown. */
export const answersYes = (status: unknown, question: Question): boolean =>
	statusesWhere(question).some((answering) => answering === status);

/** Statuses of a parcel that left: one that came back had left before. */
const LEFT: readonly ShipmentStatus[] = ['shipped', 'returned'];

/** Whether a parcel has been handed to its carrier. */
export const hasLeft = (shipmentStatus: unknown): boolean =>
	LEFT.some((left) => left === shipmentStatus);
