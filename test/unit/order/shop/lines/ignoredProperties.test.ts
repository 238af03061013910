import { describe, expect, it } from 'vitest';

import {
	howToIgnore,
	IgnoredProperties,
	valueKey,
} from '../../../../../nodes/PodFulfilment/order/shop/lines/lineValues.ts';

const isIgnored = (entered: unknown, name: string, sku?: string): boolean =>
	new IgnoredProperties(entered).has([valueKey(name)], sku);

describe('Properties to Ignore', () => {
	it.each([
		['Gift wrap', 'Gift wrap', 'TEE'],
		['Gift wrap', 'gift_wrap', 'TEE'],
		['Gift wrap', 'Gift wrap (+$3.00)', 'TEE'],
		['Gift wrap (+$3.00)', 'Gift wrap', 'TEE'],
		['wrapping', 'pa_wrapping', 'TEE'],
		['a, Gift wrap ,b', 'Gift wrap', 'TEE'],
		['MUG-11: Name', 'Name', 'MUG-11'],
		['mug-11 :Name', 'Name', ' MUG-11'],
		['MUG-*: Name', 'Name', 'MUG-11'],
		['MUG-*: Name', 'Name', 'mug-'],
		['*: Name', 'Name', 'TEE'],
		['A:B: Name', 'Name', 'A:B'],
		['Choose a name:', 'Choose a name:', 'TEE'],
		['Name: short', 'Name: short', 'TEE'],
		['TEE: Name, MUG: Name', 'Name', 'MUG'],
		['__proto__', '__proto__', 'TEE'],
		['✏️', ' ✏️', 'TEE'],
		['TEE: ***', '***', 'TEE'],
	])('%j has %j of a line with the SKU %j', (entered, name, sku) => {
		expect(isIgnored(entered, name, sku)).toBe(true);
	});

	it.each([
		[undefined, 'Name', 'TEE'],
		[7, 'Name', 'TEE'],
		['', 'Name', 'TEE'],
		['Gift', 'Gift wrap', 'TEE'],
		['MUG-*: Name', 'Name', 'TEE-MUG-1'],
		['MUG-*: Name', 'Name', 'MUG'],
		['MUG: Name', 'Name', 'MUG-11'],
		['MUG-*: Name', 'Text', 'MUG-11'],
		['M*G: Name', 'Name', 'MUG'],
		['constructor', 'toString', 'TEE'],
		['', '', 'TEE'],
		['Gift wrap,', '', 'TEE'],
		['✏️', '***', 'TEE'],
	])('%j has not %j of a line with the SKU %j', (entered, name, sku) => {
		expect(isIgnored(entered, name, sku)).toBe(false);
	});

	it('of a line without a SKU are those for all lines', () => {
		expect(isIgnored('Name', 'Name')).toBe(true);
		expect(isIgnored('T*: Name', 'Name')).toBe(false);
	});

	it('have a line by any of its SKUs', () => {
		expect(isIgnored('TEE: Name', 'Name', 'TEE')).toBe(true);
	});

	it('are read at once from a long text', () => {
		expect(isIgnored(':'.repeat(64_000), 'Name', 'TEE')).toBe(false);
	});
});

describe('What a message says to enter', () => {
	it.each([
		['Gift wrap', 'MUG-11', ['Gift wrap', 'MUG-11: Gift wrap']],
		['Gift wrap (+$3.00)', 'MUG-11', ['Gift wrap', 'MUG-11: Gift wrap']],
		['Size, colour:', 'MUG', ['Size  colour', 'MUG: Size  colour']],
		['Name', undefined, ['Name']],
		['Name', 'A,B', ['Name']],
		['Name', 'A:B', ['Name']],
		['Name', 'A*', ['Name']],
		['✏️', 'MUG', ['✏️', 'MUG: ✏️']],
		['***', undefined, ['***']],
		// For all lines, it would be that of any product.
		['variant_title', 'MUG', ['MUG: variant_title']],
		['variant_title', undefined, []],
		['variant_title', 'A,B', []],
	])('about %j of %j has that property ignored', (name, sku, entries) => {
		const { text, ways } = howToIgnore({ name, keys: [valueKey(name)] }, sku);
		expect(text).toBe(entries[0] ?? '');
		const [advice = ''] = ways;
		expect([...advice.matchAll(/"([^"]*)"/g)].map(([, entry]) => entry)).toEqual(entries);
		for (const entry of entries) expect(isIgnored(entry, name, sku)).toBe(true);
	});

	it.each(['', ' ', ':', ', :'])(
		'about %j, which nobody can enter, is to give it a name',
		(name) => {
			expect(howToIgnore({ name, keys: [valueKey(name)] }, 'MUG')).toEqual({
				text: '',
				ways: ['give the property a name in your shop'],
			});
		},
	);
});
