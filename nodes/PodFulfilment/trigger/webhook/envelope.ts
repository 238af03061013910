// The body of a delivery: its bytes as they were received, whatever its content type, and parsed: whether it is an event, and
// its type, data, time and count of retries.

import type { IDataObject } from 'n8n-workflow';

import { numberIn } from '../../input/number';
import { isObject } from '../../input/objects';
import { parseJsonSafely } from '../../input/parseJsonSafely';
import { EVENT_DATA_KEYS, isKnownEventType } from '../../spec/service';
import { camelCase } from '../camelCase';
import { timeText } from '../../input/timestamp';

/** The part of n8n's request that holds the body. */
interface ReceivedRequest {
	rawBody?: Buffer;
	/** False once the body was read or the connection was closed. */
	readable?: boolean;
	readRawBody?(): Promise<void>;
}

/**
 * Returns the bytes of the body as received. For a node of version 1.1, n8n itself reads only bodies of JSON, text,
 * forms and XML; a signature is valid whatever the content type is.
 *
 * @returns undefined if n8n keeps no bytes (multipart) or cannot read them: too many, cut off, or not decompressible
 */
export async function rawBodyOf(request: ReceivedRequest): Promise<Buffer | undefined> {
	if (request.rawBody !== undefined) return request.rawBody;
	// n8n would decompress a body that was read already; nothing catches that failure, so its process would exit.
	if (request.readable !== true) return undefined;
	try {
		await request.readRawBody?.();
	} catch {
		return undefined;
	}
	return request.rawBody;
}

/** Parsed body of a delivery, see {@link parseEnvelope}. */
export interface EventEnvelope {
	type: string;
	/** The object of a known type is under the spec's name, such as `mockupTask`; other keys are as sent. */
	data: IDataObject;
	/** Undefined unless sent as a whole number from 0. */
	retries?: number;
	/** Undefined unless sent as text or a number. */
	occurredAt?: string;
	/** The whole body, with the keys as sent. */
	body: IDataObject;
}

/** Larger bodies are not events. n8n itself accepts 16 MB, whose parsing would block it for seconds. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

const BYTE_ORDER_MARK = /^\uFEFF/;

/**
 * Parses the body of a delivery (spec section 6, Body envelope) from its raw bytes, which are what was signed.
 * Lenient, since a refused event is lost: invalid values of `retries`, `occurred_at` and unknown fields are accepted.
 *
 * @returns undefined if it is not an event envelope: larger than 2 MB or of too much JSON, nested more than 100 levels deep, not a JSON
 *   object, no `type`, no `data` object, or a `data` without the object that belongs to a known type
 */
export function parseEnvelope(rawBody: Buffer): EventEnvelope | undefined {
	if (rawBody.byteLength > MAX_BODY_BYTES) return undefined;
	const body = parseJson(rawBody.toString('utf8').replace(BYTE_ORDER_MARK, ''));
	if (!isObject(body)) return undefined;

	const { type } = body;
	if (typeof type !== 'string' || type.trim() === '' || !isObject(body.data)) return undefined;
	const data = isKnownEventType(type) ? withObject(body.data, EVENT_DATA_KEYS[type]) : body.data;
	if (data === undefined) return undefined;

	const retries = countIn(body.retries);
	const occurredAt = timeText(body.occurred_at) ?? timeText(body.occurredAt);
	return {
		type,
		data,
		...(retries !== undefined && { retries }),
		...(occurredAt !== undefined && { occurredAt }),
		body,
	};
}

/** Moves the object in `data` to this name, from snake_case if necessary; undefined if there is no object. */
function withObject(data: IDataObject, name: string): IDataObject | undefined {
	const entries = Object.entries(data);
	const objects = entries.filter(([key, value]) => camelCase(key) === name && isObject(value));
	// Where both spellings are sent, camelCase wins, as in all other fields.
	const [, object] = objects.find(([key]) => key === name) ?? objects[0] ?? [];
	if (object === undefined) return undefined;
	const rest = entries.filter(([key]) => camelCase(key) !== name);
	return Object.fromEntries([[name, object], ...rest]);
}

function parseJson(text: string): unknown {
	try {
		return parseJsonSafely(text);
	} catch {
		return undefined;
	}
}

function countIn(value: unknown): number | undefined {
	const count = numberIn(value);
	return Number.isSafeInteger(count) && (count ?? -1) >= 0 ? count : undefined;
}
