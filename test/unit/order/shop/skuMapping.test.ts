import { describe, expect, it } from 'vitest';

import { expectPlainWords, refusedWith } from '../../transport/wording.ts';
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

	it.each([
		['a row that is no object', ['A']],
		['an object', {}],
		['a row without the SKU of the shop', [{ sku: 'A' }]],
		[
			'two rows that differ',
			[
				{ shopSku: 'A', sku: 'B' },
				{ shopSku: 'A', sku: 'C' },
			],
		],
		['more rows than are read', Array.from({ length: 20_001 }, () => ({}))],
	])('the refusal of %s says what to do', (_, json) => {
		expectPlainWords(refusedWith(() => skuMappingOf({}, json)));
	});

	it('the mapping may have 20,000 rows', () => {
		const rows = Array.from({ length: 20_000 }, (_, index) => ({ shopSku: `A${index}`, sku: 'B' }));
		expect(skuMappingOf({}, rows).find('A19999')).toMatchObject({
			field: 'SKU Mapping (JSON) at [19999]',
		});
	});

	it.each([
		['a variant by ID and one by SKU', { sku: 'v' }, { variantId: 'v' }],
		['two variants', { sku: 'B' }, { sku: 'C' }],
		['a variant and none', { sku: 'B' }, {}],
		[
			'two print files',
			{ sku: 'B', printFileUrl: URL_A },
			{ sku: 'B', printFileUrl: `${URL_A}?b` },
		],
		['a print file and none', { sku: 'B', printFileUrl: URL_A }, { sku: 'B' }],
	])('rows for one SKU with %s are refused', (_, one, other) => {
		expect(() =>
			skuMappingOf({}, [
				{ shopSku: 'A', ...one },
				{ shopSku: 'A', ...other },
			]),
		).toThrow(
			'SKU Mapping (JSON) at [1] → Shop SKU is "A" again, but differs from SKU Mapping (JSON) at [0]',
		);
	});

	it('rows for one SKU that agree may be in both parameters', () => {
		const row = { shopSku: 'A', variantId: 'v-1', printFileUrl: URL_A };
		expect(skuMappingOf(fields(row), [row]).find('A')).toMatchObject({
			field: 'SKU Mapping → Row 1',
		});
	});

	it('the ID of a variant goes before its SKU', () => {
		const row = { shopSku: 'A', sku: 'TEE', variantId: 'v-1' };
		expect(skuMappingOf({}, [row]).find('A')).toMatchObject({
			variant: { by: 'id', value: 'v-1' },
		});
	});

	it.each(['printFileUrl', 'print_file_url', 'Print File', 'PRINT-FILE'])(
		'a print file may be in the column %j',
		(column) => {
			expect(skuMappingOf({}, [{ shopSku: 'A', [column]: URL_A }]).find('A')).toEqual({
				field: 'SKU Mapping (JSON) at [0]',
				shopSku: 'A',
				printFileUrl: URL_A,
			});
		},
	);

	it('the print file URL goes before another column for the print file', () => {
		const row = { shopSku: 'A', 'Print File': 'name.png', 'Print File URL': URL_A };
		expect(skuMappingOf({}, [row]).find('A')?.printFileUrl).toBe(URL_A);
	});

	it('a row that names only the SKU of the shop is kept, since the line is then known to be for the service', () => {
		expect(skuMappingOf({}, [{ shopSku: 'A' }]).find('A')).toEqual({
			field: 'SKU Mapping (JSON) at [0]',
			shopSku: 'A',
		});
	});

	it('empty rows count in the number of a row', () => {
		const mapping = skuMappingOf(fields({}, { shopSku: 'A' }), [{}, { shopSku: 'B' }]);
		expect(mapping.find('A')?.field).toBe('SKU Mapping → Row 2');
		expect(mapping.find('B')?.field).toBe('SKU Mapping (JSON) at [1]');
	});

	it.each([{ variantId: locator('id', 'v-1') }, { printFileUrl: URL_A }])(
		'a row without the SKU of the shop is not empty with %j',
		(row) => {
			expect(() => skuMappingOf(fields(row), [])).toThrow('Row 1 → Shop SKU is empty');
		},
	);

	it('the mapping finds nothing under what every object inherits', () => {
		const mapping = skuMappingOf({}, '[{"shopSku": "A", "constructor": 1}]');
		for (const sku of ['__proto__', 'constructor', 'toString']) {
			expect(mapping.find(sku)).toBeUndefined();
		}
	});
});
