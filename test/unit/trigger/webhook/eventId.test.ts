import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { parseEnvelope } from '../../../../nodes/PodFulfilment/trigger/webhook/envelope.ts';
import { eventIdOf } from '../../../../nodes/PodFulfilment/trigger/webhook/eventItem.ts';
import { INHERITED_KEYS, withoutPrototypeKeys } from '../../../support/json.ts';

const idOf = (body: unknown, space?: string): string => {
	const envelope = parseEnvelope(Buffer.from(JSON.stringify(body, null, space)));
	if (!envelope) throw new Error('The test body is not an event');
	return eventIdOf(envelope);
};

/** Event bodies whose order contains arbitrary JSON (spec section 6, Body envelope). */
const bodies = fc.record({
	type: fc.constantFrom('order.created', 'order.updated'),
	data: fc.record({ order: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })) }),
	occurred_at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
}) as fc.Arbitrary<IDataObject>;

/** The same JSON with the keys of every object in reverse order. */
const withReversedKeys = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(withReversedKeys);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([key, inner]) => [key, withReversedKeys(inner)]),
	);
};

describe('The event ID', () => {
	it('the event ID is the same for every delivery of an event, however its JSON is formatted', () => {
		fc.assert(
			fc.property(bodies, fc.nat(5), fc.nat(), (body, retries, countPerMonth) => {
				const delivery = { ...body, retries, statistics: { countPerMonth } };
				expect(idOf(withReversedKeys(delivery), '\t')).toBe(idOf({ ...body, retries: 0 }));
			}),
		);
	});

	it('the event ID differs if and only if the bodies differ', () => {
		fc.assert(
			fc.property(bodies, bodies, (one, other) => {
				const [first, second] = [one, other].map((body) =>
					withSortedKeys(withoutPrototypeKeys(body)),
				);
				const isSame = JSON.stringify(first) === JSON.stringify(second);
				expect(idOf(one) === idOf(other)).toBe(isSame);
			}),
		);
	});

	it('the event ID is the SHA-256 of the body with sorted keys, without retries and statistics', () => {
		const body = {
			type: 'order.updated',
			retries: 3,
			statistics: { countPerMonth: 7 },
			data: { order: { status: 'onhold', id: '1', tags: [2, [true, null], { b: 1.5, a: 'ü' }] } },
		};
		const canonical =
			'{"data":{"order":{"id":"1","status":"onhold","tags":[2,[true,null],{"a":"ü","b":1.5}]}},"type":"order.updated"}';
		expect(idOf(body)).toBe(createHash('sha256').update(canonical).digest('hex'));
	});

	it.each([
		['order of a list', [1, 2], [2, 1]],
		['items of a list', [1, 2], [12]],
		['kind of a list', [1], { 0: 1 }],
		['length of a list', [], [null]],
		['kind of a number', 1, '1'],
	])('the event ID differs with the %s', (_, one, other) => {
		const bodyWith = (value: unknown) => ({ type: 'order.updated', data: { order: { value } } });
		expect(idOf(bodyWith(one))).not.toBe(idOf(bodyWith(other)));
	});

	it('the event ID differs when a field is added to the order', () => {
		fc.assert(
			fc.property(bodies, fc.string(), fc.jsonValue(), (body, name, value) => {
				const { order } = body.data as { order: IDataObject };
				fc.pre(!Object.hasOwn(order, name) && !INHERITED_KEYS.includes(name));
				const more = { ...body, data: { order: { ...order, [name]: value as never } } };
				expect(idOf(more)).not.toBe(idOf(body));
			}),
		);
	});
});

/** The same JSON with sorted keys, at any depth. */
function withSortedKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withSortedKeys);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.sort(([left], [right]) => (left < right ? -1 : 1))
			.map(([key, inner]) => [key, withSortedKeys(inner)]),
	);
}
