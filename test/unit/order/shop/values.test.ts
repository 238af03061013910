import { describe, expect, it } from 'vitest';

import {
	isSet,
	isUnset,
	saysNone,
	textIn,
	valueAt,
	wholeNumberIn,
} from '../../../../nodes/PodFulfilment/order/shop/values.ts';

describe('A text of a shop', () => {
	it.each([
		[' A ', 'A'],
		[7, '7'],
		[0, '0'],
		['x'.repeat(1_000), 'x'.repeat(1_000)],
		[` ${'x'.repeat(1_000)} `, 'x'.repeat(1_000)],
		['x'.repeat(1_001), undefined],
		['  ', undefined],
		[Number.NaN, undefined],
		[Number.POSITIVE_INFINITY, undefined],
		[true, undefined],
		[null, undefined],
		[['A'], undefined],
		[{}, undefined],
	])('the text of %j is %j', (value, text) => {
		expect(textIn(value)).toBe(text);
	});
});

describe('A flag of a shop', () => {
	it.each([true, 1, '1', 'true', 'TRUE', ' yes ', 'Yes'])('the flag %j is set', (value) => {
		expect(isSet(value)).toBe(true);
		expect(isUnset(value)).toBe(false);
	});

	it.each([false, 0, '0', 'false', 'False', ' no ', 'NO'])('the flag %j is not set', (value) => {
		expect(isSet(value)).toBe(false);
		expect(isUnset(value)).toBe(true);
	});

	it.each([
		undefined,
		null,
		'',
		{},
		[],
		2,
		-1,
		'10',
		'01',
		'truely',
		'untrue',
		'yes!',
		'eyes',
		'none',
		'ono',
		'falsey',
		'x0',
		'00',
	])('the flag %j is neither set nor unset', (value) => {
		expect(isSet(value)).toBe(false);
		expect(isUnset(value)).toBe(false);
	});
});

describe('A value that a plug-in keeps where there is none', () => {
	it.each([undefined, null, '', ' ', {}, true, false, 'No', 0, 'null', 'undefined', 'NONE', 'N/A'])(
		'%j is none',
		(value) => {
			expect(saysNone(value)).toBe(true);
		},
	);

	it.each(['yes', '1', 7, 'nobody', 'none of it', 'n/a/b'])('%j is one', (value) => {
		expect(saysNone(value)).toBe(false);
	});
});

describe('A whole number of a shop', () => {
	it.each([
		[3, 3],
		['3', 3],
		[-2, -2],
		['-2', -2],
		['3.0', 3],
		[0, 0],
		[1.5, undefined],
		[2 ** 53, undefined],
		['three', undefined],
		['', undefined],
		[null, undefined],
		[true, undefined],
	])('the whole number of %j is %j', (value, number) => {
		expect(wholeNumberIn(value)).toBe(number);
	});
});

describe('A path in an order', () => {
	const deep = (depth: number): unknown =>
		depth === 0 ? 'end' : ({ a: deep(depth - 1) } as unknown);
	const pathOf = (depth: number): string => Array.from({ length: depth }, () => 'a').join('.');
	const order = {
		list: ['zero', { name: 'one' }, { '0': 'field', ' x ': 'spaces' }],
		'a.b': 'whole',
		"it's": 'quote',
		'say "hi"': 'double',
		']': 'bracket',
		0: 'first',
		nothing: null,
	};

	it.each([
		['list[0]', 'zero'],
		['list[ 1 ].name', 'one'],
		['list.1.name', 'one'],
		['list.10', undefined],
		['list.x', undefined],
		['list.+1.name', undefined],
		['list.1e0.name', undefined],
		['list. .x', undefined],
		['list.x1', undefined],
		['list.1x', undefined],
		['list[2].0', 'field'],
		['list[2][0]', 'field'],
		['list[2]. x ', undefined],
		["list[2][' x ']", 'spaces'],
		['list [0]', 'zero'],
		['list . 0', 'zero'],
		['a.b', 'whole'],
		["['a.b']", 'whole'],
		[`[ "a.b" ]`, 'whole'],
		[`["it's"]`, 'quote'],
		[`['say "hi"']`, 'double'],
		["[']']", 'bracket'],
		['[0]', 'first'],
		['nothing', null],
		['nothing.x', undefined],
		['list.0.length', undefined],
	])('the path %j leads to %j', (path, value) => {
		expect(valueAt(order, path)).toBe(value);
	});

	it('a path may be as deep as any order is, and no deeper', () => {
		expect(valueAt(deep(20), pathOf(20))).toBe('end');
		expect(valueAt(deep(21), pathOf(21))).toBeUndefined();
	});

	it.each([[[]], ['text'], [null], [7]])('a path in %j leads nowhere', (value) => {
		expect(valueAt(value, 'a')).toBeUndefined();
		expect(valueAt(value, '')).toBeUndefined();
	});

	it('a path leads to any entry of a list', () => {
		const list = Array.from({ length: 120 }, (_, index) => index);
		expect(valueAt({ list }, 'list[10]')).toBe(10);
		expect(valueAt({ list }, 'list.119')).toBe(119);
	});

	it('a path in a list begins with a number', () => {
		expect(valueAt(['A', { sku: 'B' }], '[1].sku')).toBe('B');
	});
});
