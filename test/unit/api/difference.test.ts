import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference } from '../../../nodes/PodFulfilment/api/difference.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const word = fc.stringMatching(/^[A-Za-z0-9 ._-]{0,12}[A-Za-z0-9]$/);

/** Section 2: an order as it is sent. A placement's type and an option's id stand once on an item. */
const orders = fc.record({
	externalId: word,
	shipping: fc.constantFrom('STANDARD', 'DHL_EXPRESS'),
	recipient: fc.record({ name: word, address1: word, city: word, zip: word, countryCode: word }),
	orderItems: fc.array(
		fc.record({
			externalId: word,
			quantity: fc.integer({ min: 1, max: 99 }),
			name: word,
			retailPrice: fc.integer({ min: 1, max: 99999 }).map((cents) => (cents / 100).toFixed(2)),
			variantId: fc.uuid(),
			placements: fc.uniqueArray(
				fc.record({
					type: word,
					technique: word,
					layers: fc.tuple(
						fc.record({
							url: fc.webUrl(),
							type: fc.constant('file'),
							position: fc.record({
								top: fc.constant(0),
								left: fc.constant(0),
								width: fc.integer({ min: 1, max: 9999 }),
								height: fc.integer({ min: 1, max: 9999 }),
							}),
						}),
					),
					placementOptions: fc.uniqueArray(fc.record({ name: word, value: fc.boolean() }), {
						selector: ({ name }) => name,
						maxLength: 2,
					}),
				}),
				{ selector: ({ type }) => type, minLength: 1, maxLength: 3 },
			),
			options: fc.uniqueArray(fc.record({ id: word, value: word }), {
				selector: ({ id }) => id,
				maxLength: 3,
			}),
		}),
		{ minLength: 1, maxLength: 3 },
	),
}) as fc.Arbitrary<{ [key: string]: Json }>;

/** The order as the service hands it back: JSON-LD keys and fields of its own at every level. */
const asAnswered = (value: Json): Json => {
	if (Array.isArray(value)) return value.map(asAnswered);
	if (typeof value !== 'object' || value === null) return value;
	return {
		'@id': '/api/things/1',
		'@type': 'Thing',
		status: 'draft',
		createdAt: '2026-11-20T10:00:00+00:00',
		...Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, asAnswered(entry)])),
	};
};

/** The same content with every list that has names of its own in another order. */
const reordered = (value: Json, name = ''): Json => {
	if (Array.isArray(value)) {
		const entries = value.map((entry) => reordered(entry));
		return ['placements', 'options', 'placementOptions'].includes(name)
			? entries.reverse()
			: entries;
	}
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [key, reordered(entry, key)]),
	);
};

type Path = Array<string | number>;

const leavesOf = (value: Json, path: Path = []): Path[] => {
	if (typeof value !== 'object' || value === null) return [path];
	const entries: Array<[string | number, Json]> = Array.isArray(value)
		? [...value.entries()]
		: Object.entries(value);
	return entries.flatMap(([key, entry]) => leavesOf(entry, [...path, key]));
};

const otherValue = (value: Json): Json => {
	if (typeof value === 'number') return value + 1;
	if (typeof value === 'boolean') return !value;
	return `${String(value)}~`;
};

const changedAt = (value: Json, [key, ...rest]: Path): Json => {
	if (key === undefined) return otherValue(value);
	const copy = structuredClone(value) as { [key: string]: Json };
	copy[String(key)] = changedAt(copy[String(key)] ?? null, rest);
	return copy;
};

const written = (path: Path): string =>
	path.reduce<string>((text, key) => {
		if (typeof key === 'number') return `${text}[${key}]`;
		return text === '' ? key : `${text}.${key}`;
	}, '');

describe('The difference between an order that is sent and one that stands (contract: ifExists)', () => {
	it('is nothing for the same order with what the service adds', () => {
		fc.assert(
			fc.property(orders, (order) => {
				expect(difference(order, order)).toEqual([]);
				expect(difference(order, asAnswered(order))).toEqual([]);
			}),
		);
	});

	it('is nothing when placements and options come back in another order', () => {
		fc.assert(
			fc.property(orders, (order) => {
				expect(difference(order, reordered(order))).toEqual([]);
			}),
		);
	});

	it('names each single value that was changed, and nothing beside it', () => {
		fc.assert(
			fc.property(orders, (order) => {
				for (const leaf of leavesOf(order)) {
					const paths = difference(order, asAnswered(changedAt(order, leaf)));
					expect(paths.length, written(leaf)).toBeGreaterThan(0);
					// What names an entry of a list is told as the entry: another one stands in its place.
					const allowed = [written(leaf), written(leaf.slice(0, -1))];
					for (const path of paths) expect(allowed).toContain(path);
				}
			}),
			{ numRuns: 30 },
		);
	});

	it('names each field that the standing order lacks', () => {
		const { recipient, ...rest } = { externalId: 'A-1', recipient: { city: 'Hamburg' } };
		expect(difference({ recipient, ...rest }, rest)).toEqual(['recipient']);
		expect(difference({ recipient }, { recipient: {} })).toEqual(['recipient.city']);
	});

	it('names several at once', () => {
		const sent = {
			shipping: 'STANDARD',
			recipient: { city: 'Hamburg', zip: '20457' },
			orderItems: [{ quantity: 1 }, { quantity: 2 }],
		};
		const standing = {
			shipping: 'DHL_EXPRESS',
			recipient: { city: 'Bremen', zip: '20457' },
			orderItems: [{ quantity: 1 }, { quantity: 3 }],
		};
		expect(difference(sent, standing)).toEqual([
			'shipping',
			'recipient.city',
			'orderItems[1].quantity',
		]);
	});

	it.each([
		[[{ quantity: 1 }], [{ quantity: 1 }, { quantity: 1 }]],
		[[{ quantity: 1 }, { quantity: 1 }], [{ quantity: 1 }]],
		[[{ quantity: 1 }], undefined],
		[[{ quantity: 1 }], { 0: { quantity: 1 } }],
	])('names a list of another length or kind: %j and %j', (sent, standing) => {
		expect(difference({ orderItems: sent }, { orderItems: standing })).toEqual(['orderItems']);
	});

	it.each([
		['24.9', '24.90'],
		['24', '24.00'],
		['024.90', '24.9'],
	])('takes the retail price %s for the same as %s', (sent, standing) => {
		expect(difference({ retailPrice: sent }, { retailPrice: standing })).toEqual([]);
	});

	it('takes no other text for the same because its number is', () => {
		expect(difference({ zip: '01067' }, { zip: '1067' })).toEqual(['zip']);
		expect(difference({ retailPrice: '24.90' }, { retailPrice: '24.91' })).toEqual(['retailPrice']);
		expect(difference({ retailPrice: '24.90 EUR' }, { retailPrice: '24.90' })).toEqual([
			'retailPrice',
		]);
	});

	it('does not count a field that is left open', () => {
		expect(difference({ company: undefined }, { company: 'Example Studios' })).toEqual([]);
	});
});
