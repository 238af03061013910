import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	agreesWithChanges,
	differencesOf,
	showsChanges,
} from '../../../nodes/PodFulfilment/api/difference.ts';

const differingPaths = (sent: unknown, existing: unknown): string[] =>
	differencesOf(sent, existing).map(({ path }) => path);

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const word = fc.stringMatching(/^[A-Za-z0-9 ._-]{0,12}[A-Za-z0-9]$/);

/** Orders as they are sent (section 2). Placement types and option ids are unique within an item. */
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

/** The order as the service returns it, with JSON-LD keys and other added fields at every level. */
const asReturned = (value: Json): Json => {
	if (Array.isArray(value)) return value.map(asReturned);
	if (typeof value !== 'object' || value === null) return value;
	return {
		'@id': '/api/things/1',
		'@type': 'Thing',
		status: 'draft',
		createdAt: '2026-11-20T10:00:00+00:00',
		...Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, asReturned(entry)])),
	};
};

/** The same order with placements and options in another order. */
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

/** Paths of all values that are no list or object. */
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

const pathText = (path: Path): string =>
	path.reduce<string>((text, key) => {
		if (typeof key === 'number') return `${text}[${key}]`;
		return text === '' ? key : `${text}.${key}`;
	}, '');

describe('differingPaths, between an order that is sent and an existing one', () => {
	it('differingPaths ignores what the service adds', () => {
		fc.assert(
			fc.property(orders, (order) => {
				expect(differingPaths(order, order)).toEqual([]);
				expect(differingPaths(order, asReturned(order))).toEqual([]);
			}),
		);
	});

	it('differingPaths ignores the order of placements and options', () => {
		fc.assert(
			fc.property(orders, (order) => {
				expect(differingPaths(order, reordered(order))).toEqual([]);
			}),
		);
	});

	it('differingPaths returns the path of a changed value and no other', () => {
		fc.assert(
			fc.property(orders, (order) => {
				for (const leaf of leavesOf(order)) {
					const paths = differingPaths(order, asReturned(changedAt(order, leaf)));
					expect(paths.length, pathText(leaf)).toBeGreaterThan(0);
					// When the key of a list's entry changes, the entry itself is the difference.
					const allowed = [pathText(leaf), pathText(leaf.slice(0, -1))];
					for (const path of paths) expect(allowed).toContain(path);
				}
			}),
			{ numRuns: 30 },
		);
	});

	it('differingPaths returns fields that the existing order lacks', () => {
		const { recipient, ...rest } = { externalId: 'A-1', recipient: { city: 'Hamburg' } };
		expect(differingPaths({ recipient, ...rest }, rest)).toEqual(['recipient']);
		expect(differingPaths({ recipient }, { recipient: {} })).toEqual(['recipient.city']);
	});

	it('differingPaths returns several differences', () => {
		const sent = {
			shipping: 'STANDARD',
			recipient: { city: 'Hamburg', zip: '20457' },
			orderItems: [{ quantity: 1 }, { quantity: 2 }],
		};
		const existing = {
			shipping: 'DHL_EXPRESS',
			recipient: { city: 'Bremen', zip: '20457' },
			orderItems: [{ quantity: 1 }, { quantity: 3 }],
		};
		expect(differingPaths(sent, existing)).toEqual([
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
	])('differingPaths returns a list of another length or type: %j and %j', (sent, existing) => {
		expect(differingPaths({ orderItems: sent }, { orderItems: existing })).toEqual(['orderItems']);
	});

	it.each([
		['24.9', '24.90'],
		['24', '24.00'],
		['024.90', '24.9'],
	])('differingPaths treats the retail prices %s and %s as equal', (sent, existing) => {
		expect(differingPaths({ retailPrice: sent }, { retailPrice: existing })).toEqual([]);
	});

	it('differingPaths treats a type and a technique that are shown as null as those that were sent', () => {
		const layers = [{ url: 'https://files.example.com/motif.png', type: 'file' }];
		const placement = { type: 'front', technique: 'direct_print', layers };
		const existing = { ...placement, type: null, technique: null };
		expect(differingPaths({ placements: [placement] }, { placements: [existing] })).toEqual([]);
		expect(
			differingPaths({ placements: [placement] }, { placements: [{ ...existing, type: 'back' }] }),
		).toEqual(['placements[0].type']);
	});

	it('differingPaths compares other texts exactly', () => {
		expect(differingPaths({ zip: '01067' }, { zip: '1067' })).toEqual(['zip']);
		expect(differingPaths({ retailPrice: '24.90' }, { retailPrice: '24.91' })).toEqual([
			'retailPrice',
		]);
		expect(differingPaths({ retailPrice: '24.90 EUR' }, { retailPrice: '24.90' })).toEqual([
			'retailPrice',
		]);
	});

	it('differingPaths ignores a field that is undefined in the sent order', () => {
		expect(differingPaths({ company: undefined }, { company: 'Example Studios' })).toEqual([]);
	});
});

describe('A field with the name of an object method', () => {
	it.each(['toString', 'valueOf', 'hasOwnProperty'])(
		'a field with the name of an object method is compared like any other: %s',
		(name) => {
			const order = { orderItems: [{ [name]: { [name]: [{ id: '1' }] } }] };
			expect(differingPaths(order, structuredClone(order))).toEqual([]);
			expect(differingPaths(order, { orderItems: [{}] })).toEqual([`orderItems[0].${name}`]);
			expect(differingPaths({ [name]: '' }, {})).toEqual([]);
		},
	);
});

describe('differingPaths, where a value differs in its capitals alone', () => {
	it.each([
		['recipient.city', { recipient: { city: 'hamburg' } }, { recipient: { city: 'HAMBURG' } }],
		['recipient.email', { recipient: { email: 'A@x.org' } }, { recipient: { email: 'a@x.org' } }],
		['shipping', { shipping: 'Standard' }, { shipping: 'STANDARD' }],
	])('values that differ only in their capitals are the same: %s', (_, sent, existing) => {
		expect(differingPaths(sent, existing)).toEqual([]);
	});

	it.each([
		['placements[0].layers[0].url', 'https://files.example.com/aBc.png'],
		['options[0].value', 'For Ada'],
		['externalId', 'LINE-A'],
	])('values that differ only in their capitals are different: %s', (path, value) => {
		const item = (text: string) => ({
			externalId: path === 'externalId' ? text : 'LINE-A',
			options: [{ id: 'engraving', value: path.startsWith('options') ? text : 'For Ada' }],
			placements: [
				{
					type: 'front',
					layers: [{ url: path.startsWith('placements') ? text : 'https://a.example/1.png' }],
				},
			],
		});
		expect(differingPaths(item(value), item(value.toLowerCase()))).toEqual([path]);
	});
});

describe('differingPaths, of lists', () => {
	const line = (externalId: string | undefined, quantity: number) => ({
		...(externalId !== undefined && { externalId }),
		variantId: 'v1',
		quantity,
	});

	it.each([
		['without a name', undefined],
		['of one name', 'LINE-1'],
	])('differingPaths ignores the order of items %s', (_, externalId) => {
		const items = [line(externalId, 1), line(externalId, 2), line(externalId, 3)];
		expect(differingPaths({ orderItems: items }, { orderItems: [...items].reverse() })).toEqual([]);
	});

	it.each([null, undefined])(
		'differingPaths treats a type and a technique that were sent as %s as what the catalog says',
		(sent) => {
			const placement = {
				type: sent,
				technique: sent,
				layers: [{ url: 'https://a.example/1.png' }],
			};
			const existing = { ...placement, type: 'front', technique: 'direct_print' };
			expect(differingPaths({ placements: [placement] }, { placements: [existing] })).toEqual([]);
		},
	);
});

describe('The proof of an update in doubt', () => {
	it.each([
		[
			'other capitals',
			{ recipient: { name: 'Ada Example' } },
			{ recipient: { name: 'ada example' } },
		],
		[
			'another country code',
			{ recipient: { phone: '+49 301234567' } },
			{ recipient: { phone: '+1 301234567' } },
		],
		[
			'placements that are not shown',
			{ placements: [{ type: 'front', layers: [] }] },
			{ quantity: 1 },
		],
		['options that are not shown', { options: [{ id: 'a', value: 'b' }] }, { quantity: 1 }],
	])('an update in doubt is not proven by %s', (_, changes, existing) => {
		expect(showsChanges(changes, existing)).toBe(false);
	});

	it('an update in doubt is proven by what was sent, among whatever else the order holds', () => {
		const changes = { recipient: { name: 'Ada Example' }, shipping: 'DHL_EXPRESS' };
		expect(showsChanges(changes, { id: '1', ...changes, status: 'draft' })).toBe(true);
		expect(showsChanges({ retailPrice: '24.90' }, { retailPrice: '24.9' })).toBe(true);
	});
});

describe('The evidence against an update that succeeded', () => {
	it('another value speaks against an update that succeeded, and another notation does not', () => {
		const changes = { recipient: { name: 'Ada Example', phone: '+49 30 1234567' } };
		const noted = { recipient: { name: 'ADA EXAMPLE', phone: '0301234567' } };
		expect(agreesWithChanges(changes, noted)).toBe(true);
		expect(agreesWithChanges(changes, { recipient: { name: 'Bob', phone: '0301234567' } })).toBe(
			false,
		);
	});
});
