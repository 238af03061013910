import type { Ending } from '../../engine/clock.ts';
import type { TriggerHistory } from '../history.ts';
import type { N8n, Received } from '../n8n.ts';
import type { Sender } from '../sender.ts';
import { identityOf } from '../serviceEvent.ts';
import type { Start } from '../workflow.ts';

/** A history of a trigger that was played to its end. */
export interface TriggerPlayed {
	history: TriggerHistory;
	n8n: N8n;
	sender: Sender;
	ending: Ending;
	/** Timers that were left when everything was over. */
	timersLeft: number;
	/** What was kept in memory after hours in which only one more event came. */
	kept: { events: number; secrets: number };
}

/** Says what is broken; one text for each time that it is. */
export type TriggerCheck = (played: TriggerPlayed) => string[];

/** For so long the credential is not read again, in milliseconds. */
const SECRET_KEPT_MS = 5_000;

/** Nothing is refused by a credential that was read longer ago, in milliseconds. */
const FRESH_MS = 1_000;

/** What n8n takes to read the credential, with some time to spare, in milliseconds. */
const READING_MS = 100;

/** A delivery that started an execution. */
export interface Started extends Received {
	start: Start;
}

export const hasStarted = (received: Received): received is Started => received.start !== undefined;

/** Deliveries of one event to one workflow. */
export const keyOf = ({ delivery: { event, workflow } }: Received): string =>
	event === undefined ? '' : `${workflow} ${identityOf(event)}`;

/** Whether the settings leave out an event. */
export function isLeftOut({ history }: TriggerPlayed, { delivery: { event } }: Received): boolean {
	const { events, orderStatuses } = history.settings;
	if (!event) return true;
	const isFiltered =
		['order.created', 'order.updated'].includes(event.type) &&
		orderStatuses.length > 0 &&
		!orderStatuses.includes(event.status);
	return !events.includes(event.type) || isFiltered;
}

/** Deliveries that the trigger takes for the same: those of one event, or with one signature where events have no time. */
export function sameKeyOf({ history }: TriggerPlayed, received: Received): string {
	if (history.sender.time.field !== 'none') return keyOf(received);
	const { headers, workflow } = received.delivery;
	return `${workflow} ${String(headers['x-service-request-signature']).toLowerCase()}`;
}

/** Triggers that ignore no duplicates start as often as deliveries come. */
export const isAlwaysStarted = ({ history: { settings } }: TriggerPlayed): boolean =>
	!settings.ignoreDuplicates;

/** @param spare milliseconds; below 0 for what is in time without any doubt */
function isInTime({ history }: TriggerPlayed, { at, delivery }: Received, spare: number): boolean {
	const { tolerance } = history.settings;
	return tolerance === 0 || Math.abs(at - delivery.timestamp) <= tolerance * 1000 + spare;
}

/** Whether the credential held what a delivery was signed with all the time, or at any time, of a span. */
function heldSecret({ n8n }: TriggerPlayed, secret: string, from: number, to: number) {
	const spans = n8n.entered.map(({ from: begin, secrets }, index) => ({
		holds: secrets.includes(secret),
		begin,
		end: n8n.entered[index + 1]?.from ?? Number.POSITIVE_INFINITY,
	}));
	const touched = spans.filter(({ begin, end }) => begin <= to && end >= from);
	return {
		always: touched.every(({ holds }) => holds),
		ever: touched.some(({ holds }) => holds),
	};
}

/** Whether a delivery may be taken for a genuine one. */
export function mayPass(played: TriggerPlayed, received: Received): boolean {
	const { at, delivery } = received;
	if (delivery.secret === undefined || !isInTime(played, received, READING_MS)) return false;
	return heldSecret(played, delivery.secret, at - SECRET_KEPT_MS, at + READING_MS).ever;
}

/** Whether a delivery has to be taken for a genuine one. */
export function hasToPass(played: TriggerPlayed, received: Received): boolean {
	const { at, delivery } = received;
	if (!mayPass(played, received) || !isInTime(played, received, -READING_MS)) return false;
	const [from, to] = [at - FRESH_MS - READING_MS, at + READING_MS];
	const isReadable = played.n8n.unreadable.every((span) => span.to < from || span.from > to);
	return isReadable && heldSecret(played, delivery.secret ?? '', from, to).always;
}

/** Where a delivery is named in what is said of it. */
export const shownDelivery = ({ number, delivery: { event, kind, workflow } }: Received): string =>
	`delivery ${number} to workflow ${workflow} (${event ? `${event.type} ${event.order}` : kind})`;
