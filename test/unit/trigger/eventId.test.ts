import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { parseEnvelope } from '../../../nodes/PodFulfilment/trigger/envelope.ts';
import { eventIdOf } from '../../../nodes/PodFulfilment/trigger/eventId.ts';
import { PROTOTYPE_KEYS, withoutPrototypeKeys } from '../../support/json.ts';

const idOf = (body: unknown, space?: string): string => {
	const envelope = parseEnvelope(Buffer.from(JSON.stringify(body, null, space)));
	if (!envelope) throw new Error('No event');
	return eventIdOf(envelope);
};

/** Bodies of events whose data hold anything that JSON can (spec section 6, Body envelope). */
const bodies = fc.record({
	type: fc.constantFrom('order.created', 'order.updated'),
	data: fc.record({ order: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })) }),
	occurred_at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
}) as fc.Arbitrary<IDataObject>;

/** The same JSON with the keys of every object the other way round. */
const reversed = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(reversed);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([key, inner]) => [key, reversed(inner)]),
	);
};

describe('The event id of any event', () => {
	it('is the same for each of its deliveries, however their JSON is laid out', () => {
		fc.assert(
			fc.property(bodies, fc.nat(5), fc.nat(), (body, retries, countPerMonth) => {
				const delivery = { ...body, retries, statistics: { countPerMonth } };
				expect(idOf(reversed(delivery), '\t')).toBe(idOf({ ...body, retries: 0 }));
			}),
		);
	});

	it('is another one for another event', () => {
		fc.assert(
			fc.property(bodies, bodies, (one, other) => {
				const [first, second] = [one, other].map((body) => sorted(withoutPrototypeKeys(body)));
				const isSame = JSON.stringify(first) === JSON.stringify(second);
				expect(idOf(one) === idOf(other)).toBe(isSame);
			}),
		);
	});

	it('is another one as soon as one field of the order is added', () => {
		fc.assert(
			fc.property(bodies, fc.string(), fc.jsonValue(), (body, name, value) => {
				const { order } = body.data as { order: IDataObject };
				fc.pre(!Object.hasOwn(order, name) && !PROTOTYPE_KEYS.includes(name));
				const more = { ...body, data: { order: { ...order, [name]: value as never } } };
				expect(idOf(more)).not.toBe(idOf(body));
			}),
		);
	});
});

/** Keys in order at any depth; as JSON is read, `-0` and `0` are one. */
function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.sort(([left], [right]) => (left < right ? -1 : 1))
			.map(([key, inner]) => [key, sorted(inner)]),
	);
}
