import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../input/guards';
import { EVENT_DATA_KEYS, EVENT_TYPES, type EventType } from '../spec/service';

/** A delivery's body as checked by {@link parseEnvelope}; its fields keep the names that the service sent. */
export interface EventEnvelope {
	type: string;
	data: IDataObject;
	retries?: number;
	occurredAt?: string;
	/** The whole body. */
	body: IDataObject;
}

/** No event of the service is nested this deep; deeper bodies could overflow the stack of recursive code. */
const MAX_DEPTH = 64;

const BYTE_ORDER_MARK = /^\uFEFF/;

/** Whether the spec names this event type; the trigger treats all others as 'Any Other Event'. */
export function isKnownEventType(type: string): type is EventType {
	return (EVENT_TYPES as readonly string[]).includes(type);
}

/**
 * Parses the body of a delivery (spec section 6, Body envelope) from its raw bytes, which are what was signed.
 * `retries` and `occurred_at` may be missing, and fields that the spec does not name are allowed.
 *
 * @returns undefined if it is not an event envelope: not a JSON object, no `type`, no `data` object, a `data` without the
 *   object that belongs to a known type, or an envelope field of the wrong type
 */
export function parseEnvelope(rawBody: Buffer): EventEnvelope | undefined {
	const body = parseJson(rawBody.toString('utf8').replace(BYTE_ORDER_MARK, ''));
	if (!isObject(body) || !isWithinDepth(body, MAX_DEPTH)) return undefined;

	const { type, data, retries } = body;
	const occurredAt = body.occurred_at ?? body.occurredAt;
	if (typeof type !== 'string' || type.trim() === '' || !isObject(data)) return undefined;
	if (isKnownEventType(type) && !isObject(data[EVENT_DATA_KEYS[type]])) return undefined;
	if (!isMissing(retries) && !isCount(retries)) return undefined;
	if (!isMissing(occurredAt) && typeof occurredAt !== 'string') return undefined;

	return {
		type,
		data,
		...(isMissing(retries) ? {} : { retries }),
		...(isMissing(occurredAt) ? {} : { occurredAt }),
		body,
	};
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function isMissing(value: unknown): value is null | undefined {
	return value === null || value === undefined;
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isWithinDepth(value: unknown, depth: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return depth > 0 && Object.values(value).every((inner) => isWithinDepth(inner, depth - 1));
}
