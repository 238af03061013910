// The hash of the body that names an event (`eventId`), the same for each of its deliveries.

import { createHash } from 'node:crypto';

import type { EventEnvelope } from './envelope';

/**
 * Fields that may differ between deliveries of one event: `retries` counts the deliveries, and `statistics` is a
 * running count of the account.
 */
const VARYING_FIELDS = new Set(['retries', 'statistics']);

/**
 * Computes an ID for the event, since the service sends none (spec section 6): the SHA-256, in hex, of the body as
 * canonical JSON (sorted keys) without `retries` and `statistics`. Every delivery of one event has the same ID, however
 * its JSON is formatted; events that differ in any other field have different IDs. Headers are not included: the
 * signature does not cover them.
 */
export function eventIdOf(envelope: EventEnvelope): string {
	const entries = Object.entries(envelope.body).filter(([key]) => !VARYING_FIELDS.has(key));
	return createHash('sha256').update(canonicalObject(entries)).digest('hex');
}

function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
	if (typeof value === 'object' && value !== null) return canonicalObject(Object.entries(value));
	return JSON.stringify(value);
}

function canonicalObject(entries: Array<[string, unknown]>): string {
	const fields = entries
		.sort(([left], [right]) => (left < right ? -1 : 1))
		.map(([key, value]) => `${JSON.stringify(key)}:${canonicalJson(value)}`);
	return `{${fields.join(',')}}`;
}
