import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	agreesWithChanges,
	differencesOf,
	showsChanges,
} from '../../../nodes/PodFulfilment/api/difference.ts';
import { CASES } from '../../support/seed.ts';

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
			{ numRuns: Math.ceil(0.3 * CASES) },
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

const RECIPIENT_FIELDS = [
	'name',
	'company',
	'address1',
	'address2',
	'city',
	'stateCode',
	'zip',
	'countryCode',
	'phone',
	'email',
	'taxNumber',
];

describe('A field of the existing order for which nothing was sent', () => {
	const pathsOfAdded = (name: string, value: unknown): string[] =>
		differencesOf({}, { [name]: value }, 'at', 'orderItems').map(({ path }) => path);

	it.each(RECIPIENT_FIELDS)(
		'is a difference for %s of the recipient: another client set it',
		(name) => {
			const existing = { recipient: { zip: '20457', [name]: 'other' } };
			const sent = { recipient: name === 'zip' ? {} : { zip: '20457' } };
			expect(differingPaths(sent, existing)).toEqual([`recipient.${name}`]);
		},
	);

	it.each(['stateName', 'countryName'])(
		'is no difference for %s of the recipient: the service may add it',
		(name) => {
			expect(differingPaths({ recipient: {} }, { recipient: { [name]: 'Germany' } })).toEqual([]);
		},
	);

	it.each([
		['externalId', 'LINE-1'],
		['retailPrice', '24.90'],
		['placements', [{ type: 'front' }]],
		['options', [{ id: 'size', value: 'M' }]],
	])('is a difference for %s of an item', (name, value) => {
		expect(pathsOfAdded(name, value)).toEqual([`at.${name}`]);
	});

	it.each([
		['name', 'Team shirt'],
		['id', 'i1'],
		['externalId', null],
		['retailPrice', ''],
		['placements', []],
	])('is no difference for %s of an item that is %j', (name, value) => {
		expect(pathsOfAdded(name, value)).toEqual([]);
	});

	it('is a difference for the options of a placement', () => {
		const existing = { placements: [{ type: 'front', placementOptions: [{ name: 'a' }] }] };
		expect(differingPaths({ placements: [{ type: 'front' }] }, existing)).toEqual([
			'placements[0].placementOptions',
		]);
	});

	it('is no difference in the changes of an update', () => {
		const existing = { recipient: { city: 'Hamburg', zip: '20457' } };
		expect(agreesWithChanges({ recipient: { city: 'Hamburg' } }, existing)).toBe(true);
		expect(showsChanges({ recipient: { city: 'Hamburg' } }, existing)).toBe(true);
	});
});

describe('A part of an item that the service leaves out of its response', () => {
	const PARTS = ['placements', 'layers', 'position', 'placementOptions', 'options'];

	it.each(PARTS)('is no difference: %s', (name) => {
		expect(differingPaths({ [name]: [{ id: 'a' }] }, {})).toEqual([]);
		expect(agreesWithChanges({ [name]: [{ id: 'a' }] }, {})).toBe(true);
	});

	it.each(PARTS)('is a difference when it is shown as empty: %s', (name) => {
		expect(differingPaths({ [name]: [{ id: 'a' }] }, { [name]: null })).toEqual([name]);
		expect(differingPaths({ [name]: [{ id: 'a' }] }, { [name]: [] })).toEqual([name]);
	});

	it.each(PARTS)('does not prove that an update was made: %s', (name) => {
		expect(showsChanges({ [name]: [{ id: 'a' }] }, {})).toBe(false);
	});

	it.each(['type', 'technique'])('may be filled in or shown as empty: %s', (name) => {
		for (const empty of [undefined, null, '']) {
			expect(differingPaths({ [name]: empty }, { [name]: 'front' })).toEqual([]);
			expect(differingPaths({ [name]: 'front' }, { [name]: empty })).toEqual([]);
			expect(showsChanges({ [name]: 'front' }, { [name]: empty })).toBe(false);
		}
	});

	it('may not be any other field', () => {
		expect(differingPaths({ quantity: 1 }, {})).toEqual(['quantity']);
		expect(differingPaths({ name: null }, { name: 'Shirt' })).toEqual(['name']);
	});
});

describe('Entries of a list', () => {
	it('without a name are compared with that at their place when none is equal', () => {
		const items = (...quantities: number[]) => ({
			orderItems: quantities.map((quantity) => ({ quantity })),
		});
		expect(differencesOf(items(1, 2, 3), items(4, 5, 3))).toEqual([
			{ path: 'orderItems[0].quantity', sent: 1, existing: 4 },
			{ path: 'orderItems[1].quantity', sent: 2, existing: 5 },
		]);
	});

	/** The same entries in another order, each with another value. */
	it.each([
		['orderItems', 'externalId', 'quantity'],
		['placements', 'type', 'technique'],
		['options', 'id', 'value'],
		['placementOptions', 'name', 'value'],
	])('of %s are compared by their %s', (list, key, value) => {
		const entry = (name: string, content: number) => ({ [key]: name, [value]: content });
		const sent = { [list]: [entry('a', 1), entry('b', 2), entry('c', 3)] };
		const existing = { [list]: [entry('c', 9), entry('a', 7), entry('b', 8)] };
		expect(differencesOf(sent, existing)).toEqual([
			{ path: `${list}[0].${value}`, sent: 1, existing: 7 },
			{ path: `${list}[1].${value}`, sent: 2, existing: 8 },
			{ path: `${list}[2].${value}`, sent: 3, existing: 9 },
		]);
	});

	it('with one name are compared with the equal one', () => {
		const items = [1, 2].map((quantity) => ({ externalId: 'A', quantity }));
		const existing = [
			{ externalId: 'A', quantity: 5 },
			{ externalId: 'A', quantity: 1 },
		];
		expect(differencesOf({ orderItems: items }, { orderItems: existing })).toEqual([
			{ path: 'orderItems[1].quantity', sent: 2, existing: 5 },
		]);
	});

	it('without a name are compared with the equal one, and the others with what is left', () => {
		const item = (variantId: string, quantity: number) => ({ variantId, quantity });
		const sent = [item('v1', 1), item('v2', 2), item('v3', 3)];
		const existing = [item('v3', 3), item('v2', 9), item('v1', 8)];
		expect(differencesOf({ orderItems: sent }, { orderItems: existing })).toEqual([
			{ path: 'orderItems[0].variantId', sent: 'v1', existing: 'v2' },
			{ path: 'orderItems[0].quantity', sent: 1, existing: 9 },
			{ path: 'orderItems[1].variantId', sent: 'v2', existing: 'v1' },
			{ path: 'orderItems[1].quantity', sent: 2, existing: 8 },
		]);
	});

	/** Items without a name, each of which goes with one of the other list alone. */
	const shirt = (content: Record<string, Json>, url: string): Record<string, Json> => ({
		variantId: 'v1',
		quantity: 1,
		...content,
		placements: [{ type: 'front', technique: 'dtg', layers: [{ url, type: 'file' }] }],
	});
	const sides = (front: string, back: string): Json => [
		{ type: 'front', layers: [{ url: front }] },
		{ type: 'back', layers: [{ url: back }] },
	];

	it.each<[string, Json[]]>([
		['quantity', [shirt({ quantity: 2 }, 'a'), shirt({ quantity: 5 }, 'a')]],
		['print file', [shirt({}, 'a'), shirt({}, 'b'), shirt({}, 'c')]],
		['price', [shirt({ retailPrice: '9.00' }, 'a'), shirt({ retailPrice: '8.00' }, 'a')]],
		['name', [shirt({ name: 'Ada' }, 'a'), shirt({}, 'a'), shirt({ name: 'Bob' }, 'a')]],
		[
			'texts of two options',
			[
				shirt({ options: ['A', 'B'].map((value, index) => ({ id: `${index}`, value })) }, 'a'),
				shirt({ options: ['B', 'A'].map((value, index) => ({ id: `${index}`, value })) }, 'a'),
			],
		],
		[
			'files on two sides',
			[
				{ ...shirt({}, ''), placements: sides('a', 'b') },
				{ ...shirt({}, ''), placements: sides('b', 'a') },
			],
		],
	])('in any order are the same, also if they differ in their %s alone', (_, items) => {
		const shown = items.toReversed().map(asReturned);
		expect(differencesOf({ orderItems: items }, { orderItems: shown })).toEqual([]);
	});

	it.each(['placements', 'options', 'layers', 'technique', 'type'])(
		'in any order are the same, also if the service leaves out the %s of each, or of one',
		(name) => {
			const without = (value: Json): Json => {
				if (Array.isArray(value)) return value.map(without);
				if (typeof value !== 'object' || value === null) return value;
				const kept = Object.entries(value).filter(
					([key, entry]) => key !== name || entry === 'file',
				);
				return Object.fromEntries(kept.map(([key, entry]) => [key, without(entry)]));
			};
			const items = ['a', 'b', 'c'].map((text, index) =>
				shirt({ quantity: index + 1, options: [{ id: 'text', value: text }] }, text),
			);
			const shown = items.toReversed();
			expect(differingPaths({ orderItems: items }, { orderItems: shown.map(without) })).toEqual([]);
			const [first = null, ...rest] = shown;
			const partly = { orderItems: [without(first), ...rest] };
			expect(differingPaths({ orderItems: items }, partly)).toEqual([]);
		},
	);

	it('in any order are the same, also if the service fills in the technique of some', () => {
		const items = ['a', 'b', 'c'].map((url) => shirt({}, url));
		const sent = [
			items[0],
			{ ...items[1], placements: [{ layers: [{ url: 'b', type: 'file' }] }] },
			items[2],
		];
		expect(differingPaths({ orderItems: sent }, { orderItems: items.toReversed() })).toEqual([]);
	});

	it('that are texts are compared in any order', () => {
		expect(differingPaths({ tags: ['a', 'b'] }, { tags: ['b', 'a'] })).toEqual([]);
		expect(differingPaths({ tags: ['a', 'b'] }, { tags: ['a', 'c'] })).toEqual(['tags[1]']);
	});

	it('with an empty name are compared as if they had none', () => {
		const entries = (...quantities: number[]) =>
			quantities.map((quantity) => ({ externalId: '', quantity }));
		expect(differingPaths({ orderItems: entries(1, 2) }, { orderItems: entries(2, 1) })).toEqual(
			[],
		);
	});
});

describe('Values that the service may write in another way', () => {
	const same = (name: string, sent: unknown, existing: unknown): boolean =>
		differingPaths({ [name]: sent }, { [name]: existing }).length === 0;

	it.each<[name: string, sent: unknown, existing: unknown]>([
		['city', 'Bad  Homburg ', ' bad Homburg'],
		['name', 'Jose\u0301', 'JOS\u00c9'],
		['quantity', 2, '2'],
		['zip', 'SW1A 1AA', 'sw1a1aa'],
		['zip', '123-4567', '1234567'],
		['taxNumber', 'DE 123-456', 'DE123456'],
		['phone', '+49 (30) 123-4567', '0301234567'],
		['phone', '1234567', '+1 555 123 45 67'],
		['retailPrice', '024.90', '24.9'],
		['retailPrice', '24', '24.00'],
		['technique', 'Direct_Print', 'direct_print'],
		...RECIPIENT_FIELDS.filter((name) => name !== 'phone').map((name): [string, string, string] => [
			name,
			'Aa',
			'aA',
		]),
	])('are the same for %s: %j and %j', (name, sent, existing) => {
		expect(same(name, sent, existing)).toBe(true);
	});

	it.each([
		['city', 'Bad Homburg', 'BadHomburg'],
		['city', 'Aix-en', 'Aixen'],
		['zip', '20457', '20458'],
		['phone', '1234567', '2234567'],
		['phone', '1234567', '234567'],
		['retailPrice', '24.90', '24.91'],
		['retailPrice', '1e2', '100'],
		['retailPrice', '24.', '24'],
		['retailPrice', '.50', '0.5'],
		['retailPrice', '24.90 EUR', '24.9 EUR'],
		['retailPrice', 'EUR 24.90', 'EUR 24.9'],
		['externalId', 'Aa', 'aA'],
		// A text is not a list or an object that happens to be written alike.
		['city', 'a', ['a']],
		['city', 'null', null],
		['city', '[object Object]', {}],
	])('are different for %s: %j and %j', (name, sent, existing) => {
		expect(same(name, sent, existing)).toBe(false);
	});

	it.each([
		[{ a: 1 }, 'text'],
		[{ a: 1 }, [1]],
		[[1], 'text'],
		[[1], { 0: 1 }],
	])('are different when their types are: %j and %j', (sent, existing) => {
		expect(differencesOf({ field: sent }, { field: existing })).toEqual([
			{ path: 'field', sent, existing },
		]);
	});

	it('prove an update only as they were sent, but for spaces around and the notation of a price', () => {
		const proves = (name: string, sent: unknown, existing: unknown): boolean =>
			showsChanges({ [name]: sent }, { [name]: existing });
		expect(proves('city', ' Bremen ', 'Bremen')).toBe(true);
		expect(proves('city', 'Jose\u0301', 'Jos\u00e9')).toBe(true);
		expect(proves('retailPrice', '24.90', ' 24.9')).toBe(true);
		expect(proves('city', 'Bremen', 'bremen')).toBe(false);
		expect(proves('city', 'Bad Homburg', 'Bad  Homburg')).toBe(false);
		expect(proves('zip', '20 457', '20457')).toBe(false);
		expect(proves('technique', 'Dtg', 'dtg')).toBe(false);
	});

	it('are compared as fields of what they are a part of', () => {
		expect(differencesOf({}, { zip: '20457' }, 'recipient', 'recipient')).toEqual([
			{ path: 'recipient.zip', sent: undefined, existing: '20457' },
		]);
	});
});
