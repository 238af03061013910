import { describe, expect, it } from 'vitest';

import {
	comparableName,
	comparableOptionValue,
	comparableSearch,
	comparableServiceStatus,
	comparableShopStatus,
	comparableSku,
} from '../../../nodes/PodFulfilment/input/equalText.ts';

type Pairs = ReadonlyArray<readonly [one: string, other: string]>;

interface Kind {
	kind: string;
	comparable: (text: string) => string;
	equal: Pairs;
	different: Pairs;
}

const KINDS: readonly Kind[] = [
	{
		kind: 'name',
		comparable: comparableName,
		equal: [
			['Print file', 'print_file'],
			['Print file', 'PRINT-FILE'],
			['Print file', '\uFF30rint_FILE'],
			['sleeve_left', 'Sleeve Left'],
			['shopSku', 'Shop SKU'],
			['Größe', 'GROSSE'],
			['caf\u00e9', 'cafe\u0301'],
			['café', 'Cafe'],
			["Côte d'Ivoire", 'Cote d\u2019Ivoire'],
		],
		different: [
			['Print file', 'Print files'],
			['sleeve_left', 'left_sleeve'],
			['Line 1', 'Line 2'],
		],
	},
	{
		kind: 'SKU',
		comparable: comparableSku,
		equal: [
			['TEE-1', 'tee-1'],
			['TEE-1', ' TEE-1\t'],
			['TEE-\u00e9', 'tee-\u0045\u0301'],
		],
		different: [
			['TEE-1', 'TEE1'],
			['TEE-1', 'TEE 1'],
			['TEE-1', 'TEE_1'],
			['T EE', 'TEE'],
			['TEE-é', 'TEE-e'],
			['0042', '42'],
			['TEE-1', 'TEE-\u00b9'],
		],
	},
	{
		kind: 'value of an option',
		comparable: comparableOptionValue,
		equal: [
			['M', 'm'],
			['M+', ' m+ '],
			['Forest Green', 'forest-green'],
			['Forest Green', 'FOREST_green'],
			['Forest Green', 'forest   green'],
			['Br\u00fbl\u00e9', 'bru\u0302le\u0301'],
		],
		different: [
			['M', 'M+'],
			['M+', 'M-'],
			['5.0', '50'],
			['1-2', '12'],
			['1-2', '1 2'],
			['-5', '5'],
			['Forest Green', 'ForestGreen'],
			['Rosé', 'Rose'],
			['10 cm\u00b2', '10 cm2'],
		],
	},
	{
		kind: "status of a shop's order",
		comparable: comparableShopStatus,
		equal: [
			['wc-on-hold', 'on-hold'],
			['PARTIALLY_PAID', 'Partially paid'],
			[' paid ', 'PAID'],
		],
		different: [
			['paid', 'unpaid'],
			['partially_refunded', 'refunded'],
			['partially_paid', 'partiallypaid'],
			['cancelled', 'canceled'],
			['on-wc-hold', 'on-hold'],
		],
	},
	{
		kind: 'status of the service',
		comparable: comparableServiceStatus,
		equal: [
			['in-process', 'inprocess'],
			['ON_HOLD', 'onhold'],
			['Cancelled', 'canceled'],
		],
		different: [
			['wc-onhold', 'onhold'],
			['shipped', 'partially shipped'],
			['cancelled', 'notcanceled'],
		],
	},
	{
		kind: 'searched text',
		comparable: comparableSearch,
		equal: [
			['Unisex Tee', 'unisex  tee'],
			['Unisex Tee', 'UNISEX\u00a0TEE'],
			['Caf\u00e9', 'cafe\u0301'],
		],
		different: [
			['Café', 'Cafe'],
			['T-Shirt', 'TShirt'],
			['Tee', 'Te e'],
		],
	},
];

describe.each(KINDS)('Two spellings of a $kind', ({ comparable, equal, different }) => {
	it.each(equal)('%j and %j are equal', (one, other) => {
		expect(comparable(one)).toBe(comparable(other));
	});

	it.each(different)('%j and %j are different', (one, other) => {
		expect(comparable(one)).not.toBe(comparable(other));
	});

	it.each([...equal, ...different].flat())('%j stays what it became', (text) => {
		expect(comparable(comparable(text))).toBe(comparable(text));
	});
});

describe('A status of the service', () => {
	it.each([undefined, null, 7, {}, ['shipped']])('%j is none', (value) => {
		expect(comparableServiceStatus(value)).toBe('');
	});
});

describe('A text of thousands of combining marks', () => {
	it.each([
		['SKU', comparableSku],
		['value of an option', comparableOptionValue],
	])(
		'is equal to itself alone as a %s: to normalize it would take the square of its length',
		(_, comparable) => {
			const text = `A${'\u0315'.repeat(2_000)}${'\u0334'.repeat(2_000)}`;
			expect(comparable(text)).toBe(text.toLowerCase());
		},
	);
});
