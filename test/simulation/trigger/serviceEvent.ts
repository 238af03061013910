import type { IDataObject } from 'n8n-workflow';

import type { EventType, SenderStyle } from './history.ts';

/** Something that happened at the provider (specification section 6). */
export interface ServiceEvent {
	type: EventType;
	order: number;
	status: string;
	/** Milliseconds since 1970. */
	occurredAt: number;
}

const ORDER_STATUSES = ['pending', 'shipped', 'failed'];
const TASK_STATUSES = ['pending', 'completed', 'failed'];
const SHIPMENT_STATUSES = ['pending', 'shipped', 'returned'];

export function statusOf(type: EventType, status: number): string {
	if (type === 'mockup_task.finished') return TASK_STATUSES[status] ?? 'pending';
	return (type === 'shipment.created' ? SHIPMENT_STATUSES : ORDER_STATUSES)[status] ?? 'pending';
}

/** The name of the object in `data`, as the specification has it. */
export function objectName(type: EventType): 'order' | 'mockupTask' | 'shipment' {
	if (type === 'mockup_task.finished') return 'mockupTask';
	return type === 'shipment.created' ? 'shipment' : 'order';
}

/** Events that are equal in everything that is sent of them are one event. */
export const identityOf = ({ type, order, status, occurredAt }: ServiceEvent): string =>
	`${type} ${order} ${status} ${new Date(occurredAt).toISOString().slice(0, 19)}`;

export const externalIdOf = ({ order }: ServiceEvent): string => `Größe-${order}`;

function objectOf(event: ServiceEvent): IDataObject {
	const { type, order, status } = event;
	const id = `00000000-0000-4000-8000-00000000000${order}`;
	switch (objectName(type)) {
		case 'order':
			return { id, status, external_id: externalIdOf(event) };
		case 'mockupTask':
			return { id, status, failureReasons: [], catalogVariantMockups: [] };
		case 'shipment':
			return { id, shipmentStatus: status, carrier: 'DHL', orderId: externalIdOf(event) };
	}
}

/** The time of an event, to the second, as it is sent. */
function timeOf({ occurredAt }: ServiceEvent, { time }: SenderStyle): string | number {
	const seconds = Math.floor(occurredAt / 1000);
	switch (time.form) {
		case 'text':
			return new Date(seconds * 1000).toISOString();
		case 'seconds':
			return seconds;
		case 'milliseconds':
			return seconds * 1000;
		case 'secondsAsText':
			return String(seconds);
	}
}

function retriesOf({ retries }: SenderStyle, attempt: number): IDataObject {
	switch (retries) {
		case 'count':
			return { retries: attempt };
		case 'text':
			return { retries: String(attempt) };
		case 'zero':
			return { retries: 0 };
		case 'null':
			return { retries: null };
		case 'object':
			return { retries: { count: attempt } };
		case 'none':
			return {};
	}
}

function extraOf({ extra }: SenderStyle): IDataObject {
	switch (extra) {
		case 'none':
			return {};
		case 'null':
			return { side_field: null };
		case 'list':
			return { side_field: [1, 'two', null] };
		case 'nested':
			return { side_field: { inner_field: { deep: 1.5 } } };
		case 'reserved':
			return { event: 'order.deleted', event_id: 'none', account_id: 7 };
	}
}

/** The same object with its keys in another order, at every depth. */
function rotated(value: unknown, by: number): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const entries = Object.entries(value).map(([key, inner]) => [key, rotated(inner, by)] as const);
	const cut = by % Math.max(1, entries.length);
	return Object.fromEntries([...entries.slice(cut), ...entries.slice(0, cut)]);
}

function written(envelope: IDataObject, { layout }: SenderStyle, attempt: number): string {
	switch (layout) {
		case 'plain':
			return JSON.stringify(envelope);
		case 'indented':
			return JSON.stringify(envelope, undefined, 1 + (attempt % 2));
		case 'rotated':
			return JSON.stringify(rotated(envelope, attempt));
		case 'escaped':
			return JSON.stringify(envelope).replace(
				/[^ -~]/g,
				(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
			);
	}
}

/**
 * The body of a delivery.
 *
 * @param attempt from 0
 */
export function bodyOf(event: ServiceEvent, style: SenderStyle, attempt: number): string {
	const { type } = event;
	const name = objectName(type);
	const { field } = style.time;
	return written(
		{
			data: {
				[name === 'mockupTask' ? style.dataKey : name]: objectOf(event),
				...extraOf(style),
			},
			type,
			...retriesOf(style, attempt),
			...(field !== 'none' && { [field]: timeOf(event, style) }),
			...(name === 'mockupTask' && {
				statistics: { countPerMonth: style.counts ? 17 + attempt : 17 },
			}),
			...extraOf(style),
		},
		style,
		attempt,
	);
}

/** `occurredAt` as a workflow sees it. */
export function shownTime(event: ServiceEvent, style: SenderStyle): string | undefined {
	if (style.time.field === 'none') return undefined;
	return new Date(Math.floor(event.occurredAt / 1000) * 1000).toISOString();
}

/** `retries` as a workflow sees it; undefined where what was sent is no count. */
export function shownRetries({ retries }: SenderStyle, attempt: number): number | undefined {
	if (retries === 'count' || retries === 'text') return attempt;
	return retries === 'zero' ? 0 : undefined;
}
