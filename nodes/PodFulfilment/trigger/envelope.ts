import type { IDataObject } from 'n8n-workflow';
import { EVENT_DATA_KEYS, EVENT_TYPES, type EventType } from '../spec/service';
import { isObject } from '../input/guards';

/** A delivery's body after the checks of {@link parseEnvelope}, its fields still named as the service sent them. */
export interface EventEnvelope {
	type: string;
	data: IDataObject;
	retries?: number;
	occurredAt?: string;
	/** The whole body. */
	body: IDataObject;
}

/** Deeper bodies are no event of this service, and could exhaust the stack of whatever walks through them. */
const MAXIMUM_DEPTH = 64;

const BYTE_ORDER_MARK = /^\uFEFF/;

/** Whether the specification names this event type; any other one is an 'other' event. */
export function isKnownEventType(type: string): type is EventType {
	return (EVENT_TYPES as readonly string[]).includes(type);
}

/**
 * Reads the body of a delivery (spec section 6, Body envelope) from its raw bytes, which are what was signed.
 * Gives `undefined` for what is no event envelope: no JSON object, no `type`, no `data` object, a `data`
 * without the object that a known type carries, or an envelope field of another kind than the spec says.
 * `retries` and the time may be missing. Fields that the spec does not name are never a reason to refuse.
 */
export function parseEnvelope(rawBody: Buffer): EventEnvelope | undefined {
	const body = parseJson(rawBody.toString('utf8').replace(BYTE_ORDER_MARK, ''));
	if (!isObject(body) || !isShallow(body, MAXIMUM_DEPTH)) return undefined;

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

function isShallow(value: unknown, depth: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}
