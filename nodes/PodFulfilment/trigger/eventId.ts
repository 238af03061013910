import { createHash } from 'node:crypto';
import type { EventEnvelope } from './envelope';

/**
 * Left out of the identity: `retries` counts the deliveries of one event, and `statistics` is a running count
 * of the account, which a later delivery of the same event may find higher.
 */
const NOT_PART_OF_THE_EVENT = new Set(['retries', 'statistics']);

/**
 * An identifier of the event, since the service sends none (spec section 6): the SHA-256, in hex, of the
 * body's JSON with `retries` and `statistics` left out and keys in order. It is the same for each delivery of one
 * event, however its JSON is laid out, and another one as soon as the type, the time or any datum differs.
 * Headers have no part in it: the signature does not cover them.
 */
export function eventIdOf(envelope: EventEnvelope): string {
	const identity = Object.entries(envelope.body).filter(([key]) => !NOT_PART_OF_THE_EVENT.has(key));
	return createHash('sha256').update(canonicalObject(identity)).digest('hex');
}

function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
	if (typeof value === 'object' && value !== null) return canonicalObject(Object.entries(value));
	return JSON.stringify(value);
}

function canonicalObject(entries: Array<[string, unknown]>): string {
	const fields = entries
		.sort(([left], [right]) => (left < right ? -1 : 1))
		.map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`);
	return `{${fields.join(',')}}`;
}
