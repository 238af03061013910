/** Made from the tables: each field that one reads, and each object and list in which it is, as a value of another kind. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { isObject } from '../../../../../nodes/PodFulfilment/input/objects.ts';
import { SHOPIFY } from '../../../../../nodes/PodFulfilment/order/shop/sources/shopify/shopify.ts';
import {
	at,
	pathsOf,
	propertiesOf,
	type FieldKinds,
} from '../../../../../nodes/PodFulfilment/order/shop/sources/field.ts';
import {
	lineKinds,
	orderKinds,
} from '../../../../../nodes/PodFulfilment/order/shop/sources/sourceTable.ts';
import { WOO_COMMERCE } from '../../../../../nodes/PodFulfilment/order/shop/sources/wooCommerce/wooCommerce.ts';
import { readSource } from '../../../../support/byLevel.ts';
import { shopifyLine, shopifyOrder } from '../../../../support/shopOrders/shopify.ts';
import { SAMPLED_SOURCES, SAMPLES, withValue } from '../../../../support/shopOrders/sources.ts';
import { wooCommerceLine, wooCommerceOrder } from '../../../../support/shopOrders/wooCommerce.ts';

const OPTIONS = { sendTestOrders: false, sendUnpaidOrders: false };

const TABLES = [
	...SAMPLED_SOURCES.map((table) => {
		const { order, full = order } = SAMPLES[table.shop]!;
		return [table.called, table, full] as const;
	}),
	['Shopify', SHOPIFY, shopifyOrder([shopifyLine({})])] as const,
	['WooCommerce', WOO_COMMERCE, wooCommerceOrder([wooCommerceLine({})])] as const,
];

const LIST = [['x']];
const OBJECT = { other: 'x' };

/** A path in an order, where each entry is the first one, with values that it cannot have. */
type Wrong = [path: string, value: unknown];

/** Values of other kinds at a path, and at each object and list on the way to it. */
function wrongOn(path: string, kind: string, expanded: readonly string[]): Wrong[] {
	const names = path.split('.');
	const place = (count: number) =>
		names
			.slice(0, count)
			.map((name) => ({ '[]': '0', '{}': 'x' })[name] ?? name)
			.join('.');
	const containers = names.slice(1).flatMap((name, index): Wrong[] => {
		const within = names.slice(0, index + 1).join('.');
		const others = /^(\[\]|\d+)$/.test(name) ? [OBJECT] : [LIST];
		const plain = expanded.includes(within) ? [7] : ['x', 7];
		return [...others, ...plain].map((value) => [place(index + 1), value]);
	});
	const atEnd: Record<string, unknown[]> = {
		word: [LIST, OBJECT, 7],
		text: expanded.includes(path) ? [LIST] : [LIST, OBJECT],
		object: [LIST, 'x', 7],
		fields: [LIST, 'x', 7],
		any: [],
	};
	return [
		...containers,
		...(atEnd[kind] ?? []).map((value): Wrong => [place(names.length), value]),
	];
}

const wrongFor = (kinds: FieldKinds, expanded: readonly string[] = []): Wrong[] =>
	Object.entries(kinds).flatMap(([path, kind]) => (path ? wrongOn(path, kind, expanded) : []));

describe.each(TABLES)('An order of %s', (_name, table, order) => {
	/** What is said of an order; nothing where it is placed without a word. */
	const saidOf = (given: IDataObject): string => {
		try {
			const { whyNotSent, problems } = readSource(table, given, OPTIONS);
			return [whyNotSent?.because ?? [], problems.map(String)].flat().join(' ');
		} catch (error) {
			return String(error);
		}
	};
	const firstLine = `${table.lines.at}.0`;

	it('as its source sends it is read without a problem', () => {
		expect(saidOf(order)).toBe('');
	});

	it('is never placed without a word where a field or what it is in is of another kind', () => {
		const cases = [
			...wrongFor(orderKinds(table), table.expanded),
			...wrongFor(lineKinds(table), table.expanded).map(([path, value]): Wrong => [
				`${firstLine}.${path}`,
				value,
			]),
		];
		const silent = cases.filter(([path, value]) => saidOf(withValue(order, path, value)) === '');
		expect(silent).toEqual([]);
		expect(cases.length).toBeGreaterThan(20);
	});

	it('has a problem with the name of the part of its address that is of another kind', () => {
		for (const path of pathsOf(Object.values(table.recipient))) {
			expect(saidOf(withValue(order, path, ['Apt 9']))).toContain(`has "${path}" as a list`);
		}
	});

	it('has nothing to say of what is empty', () => {
		for (const path of pathsOf(table.recipient.address2 ?? [])) {
			for (const value of [null, '', []]) expect(saidOf(withValue(order, path, value))).toBe('');
		}
	});

	it('has each list and object among its kinds that its properties are read from', () => {
		const line = at(order, firstLine) as IDataObject;
		const read = new Set<string>();
		const watched = new Proxy(line, {
			get: (target, name) => {
				read.add(String(name));
				return Reflect.get(target, name) as unknown;
			},
		});
		propertiesOf(watched, table.lines.properties);
		const known = Object.keys(lineKinds(table)).map((path) => path.split('.')[0]);
		expect(known).toEqual(expect.arrayContaining([...read].filter((name) => name !== 'name')));
		expect(isObject(line)).toBe(true);
	});
});
