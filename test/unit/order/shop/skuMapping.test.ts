import { describe, expect, it } from 'vitest';

import { skuMappingOf } from '../../../../nodes/PodFulfilment/order/shop/skuMapping.ts';

const URL_A = 'https://files.example.com/a.png';
const locator = (mode: string, value: string) => ({ __rl: true, mode, value });
const fields = (...row: object[]) => ({ row });

describe('The SKU mapping', () => {
	it('the mapping has the rows of the editor and those of the JSON', () => {
		const mapping = skuMappingOf(
			fields(
				{ shopSku: ' A ', variantId: locator('sku', 'TEE'), printFileUrl: URL_A },
				{ shopSku: 'B', variantId: locator('list', 'v-1'), printFileUrl: '' },
				{ shopSku: 'C', variantId: locator('list', ''), printFileUrl: URL_A },
			),
			JSON.stringify([
				{ shopSku: 'D', sku: 'TEE' },
				{ 'Shop SKU': 12, variant_id: 'v-2', 'Print file': URL_A },
			]),
		);
		expect(mapping.find('A')).toMatchObject({
			field: 'SKU Mapping → Row 1',
			variant: { by: 'sku', value: 'TEE' },
			printFileUrl: URL_A,
		});
		expect(mapping.find('B')).toMatchObject({ variant: { by: 'id', value: 'v-1' } });
		expect(mapping.find('B')).not.toHaveProperty('printFileUrl');
		expect(mapping.find('C')).not.toHaveProperty('variant');
		expect(mapping.find('D')).toMatchObject({
			field: 'SKU Mapping (JSON) at [0]',
			variant: { by: 'sku', value: 'TEE' },
		});
		expect(mapping.find('12')).toMatchObject({
			variant: { by: 'id', value: 'v-2' },
			printFileUrl: URL_A,
		});
	});

	it('the mapping takes capitals into account only when SKUs differ in nothing else', () => {
		const mapping = skuMappingOf({}, [
			{ shopSku: 'tee', sku: 'A' },
			{ shopSku: 'TEE', sku: 'B' },
			{ shopSku: 'Cup', sku: 'C' },
		]);
		expect(mapping.find('TEE')?.variant?.value).toBe('B');
		expect(mapping.find('Tee')).toBeUndefined();
		expect(mapping.find('CUP')?.variant?.value).toBe('C');
	});

	it.each([undefined, null, '', '[]', []])('the mapping is empty without rows: %j', (json) => {
		expect(skuMappingOf({}, json).find('A')).toBeUndefined();
	});

	it('the mapping skips empty rows, and those that repeat another', () => {
		const row = { shopSku: 'A', variantId: locator('id', 'v-1') };
		expect(skuMappingOf(fields({ shopSku: '' }, row, row), [{}]).find('A')).toBeDefined();
	});

	it.each([
		[
			'a row without the SKU of the shop',
			fields({ printFileUrl: URL_A }),
			[],
			'SKU Mapping → Row 1 → Shop SKU is empty',
		],
		['an object', {}, {}, 'SKU Mapping (JSON) is {}, but must be a list'],
		['a row that is no object', {}, ['A'], 'SKU Mapping (JSON) at [0] is "A"'],
		['no JSON', {}, '[{', 'SKU Mapping (JSON) is not valid JSON'],
		[
			'two rows that say different things',
			fields({ shopSku: 'A', printFileUrl: URL_A }),
			[{ shopSku: 'A', printFileUrl: `${URL_A}?b` }],
			'SKU Mapping (JSON) at [0] → Shop SKU is "A" again, but differs from SKU Mapping → Row 1',
		],
		['more rows than are read', {}, Array.from({ length: 20_001 }, () => ({})), 'has 20001 rows'],
	])('the mapping is refused with %s', (_, rows, json, message) => {
		expect(() => skuMappingOf(rows, json)).toThrow(message);
	});

	it('the mapping finds nothing under what every object inherits', () => {
		const mapping = skuMappingOf({}, '[{"shopSku": "A", "constructor": 1}]');
		for (const sku of ['__proto__', 'constructor', 'toString']) {
			expect(mapping.find(sku)).toBeUndefined();
		}
	});
});
