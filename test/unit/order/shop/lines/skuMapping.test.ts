import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { expectPlainWords, refusedWith, wordingOf } from '../../../transport/wording.ts';
import type { MappedSku } from '../../../../../nodes/PodFulfilment/order/shop/lines/mappingRow.ts';
import {
	sharedSkuMapping,
	skuMappingOf,
} from '../../../../../nodes/PodFulfilment/order/shop/lines/skuMapping.ts';
import type { ApiClient } from '../../../../../nodes/PodFulfilment/transport/client.ts';
import { Run } from '../../../../../nodes/PodFulfilment/transport/run.ts';

const URL_A = 'https://files.example.com/a.png';
const locator = (mode: string, value: string) => ({ __rl: true, mode, value });
const fields = (...row: object[]) => ({ row });

describe('A row that an expression should have filled', () => {
	it.each([
		[{ shopSku: '{{ $json.sku }}' }, 'shopSku'],
		[{ shopSku: 'A', variantId: '{{ $json.variant }}' }, 'variantId'],
		[{ shopSku: 'A', printFileUrl: 'https://x.example/{{ $json.sku }}.png' }, 'printFileUrl'],
		[{ shopSku: 'A', options: { dial: '{{ $json.dial }}' } }, 'options.dial'],
	])('is refused by its column: %j', (row, column) => {
		expect(() => skuMappingOf({}, [row])).toThrow(
			`SKU Mapping (JSON) at [0] → ${column} holds an expression that was not evaluated`,
		);
	});
});

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
		expect(mapping.rowsOf('A')[0]).toEqual({
			field: 'SKU Mapping → Row 1 (A)',
			sku: 'TEE',
			files: [{ placement: '', url: URL_A, field: 'SKU Mapping → Row 1 (A) → Print File' }],
			options: [],
		});
		expect(mapping.rowsOf('B')[0]).toMatchObject({ variantId: 'v-1', files: [] });
		expect(mapping.rowsOf('C')[0]).not.toHaveProperty('variantId');
		expect(mapping.rowsOf('D')[0]).toEqual({
			field: 'SKU Mapping (JSON) at [0]',
			sku: 'TEE',
			files: [],
			options: [],
		});
		expect(mapping.rowsOf('12')[0]).toMatchObject({
			variantId: 'v-2',
			files: [{ url: URL_A, field: 'SKU Mapping (JSON) at [1] → Print file' }],
		});
	});

	it.each(['Cup', 'CUP', ' cup '])('a row is found by its SKU in any capitals: %j', (sku) => {
		expect(skuMappingOf({}, [{ shopSku: 'Cup', sku: 'C' }]).rowsOf(sku)[0]?.sku).toBe('C');
	});

	it.each([undefined, null, '', '[]', []])('the mapping is empty without rows: %j', (json) => {
		expect(skuMappingOf({}, json).rowsOf('A')[0]).toBeUndefined();
	});

	it('the mapping skips empty rows, also those of which only columns of others are filled', () => {
		const row = { shopSku: 'A', variantId: locator('id', 'v-1') };
		const empty = [
			{},
			{ row_number: 2 },
			{ id: 3, createdAt: '2026-11-20', shopSku: ' ', sku: null },
		];
		expect(skuMappingOf(fields({ shopSku: '' }, row), empty).rowsOf('A')[0]).toBeDefined();
	});

	it.each([
		[
			'a row without the SKU of the shop',
			fields({ printFileUrl: URL_A }),
			[],
			'SKU Mapping → Row 1 → Shop SKU is empty',
		],
		...[
			{ sku: 'TEE-M' },
			{ variantId: 'v-1' },
			{ printFileUrl: URL_A },
			{ files: { front: URL_A } },
			{ options: { dial: 'black' } },
			{ when: { Size: 'M' } },
		].map((row) => [
			...[`a row of JSON that has ${Object.keys(row).join()} alone`, {}, [row]],
			'SKU Mapping (JSON) at [0] → Shop SKU is empty',
		]),
		['an object', {}, {}, 'SKU Mapping (JSON) is {}, but must be a list'],
		['a row that is no object', {}, ['A'], 'SKU Mapping (JSON) at [0] is "A"'],
		['no JSON', {}, '[{', 'SKU Mapping (JSON) is not valid JSON'],
		[
			'two rows that say different things',
			fields({ shopSku: 'A', printFileUrl: URL_A }),
			[{ shopSku: 'A', printFileUrl: `${URL_A}?b` }],
			'SKU Mapping (JSON) at [0] → Shop SKU is "A", which SKU Mapping → Row 1 (A) has too',
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
		expect(skuMappingOf({}, rows).rowsOf('A19999')[0]).toMatchObject({
			field: 'SKU Mapping (JSON) at [19999]',
		});
	});

	it.each([
		['A', { sku: 'C' }],
		['a', { sku: 'B' }],
		[' A ', { sku: 'B', printFileUrl: URL_A }],
		['A', { sku: 'B' }],
	])('a second row for one SKU is refused: %j with %j', (shopSku, other) => {
		expect(() =>
			skuMappingOf({}, [
				{ shopSku: 'A', sku: 'B' },
				{ shopSku, ...other },
			]),
		).toThrow(
			`SKU Mapping (JSON) at [1] → Shop SKU is "${shopSku.trim()}", which SKU Mapping (JSON) at [0] has too`,
		);
	});

	it.each(['printFileUrl', 'print_file_url', 'Print File', 'PRINT-FILE', 'files'])(
		'a print file may be in the column %j',
		(column) => {
			expect(skuMappingOf({}, [{ shopSku: 'A', [column]: ` ${URL_A}` }]).rowsOf('A')[0]).toEqual({
				field: 'SKU Mapping (JSON) at [0]',
				files: [{ placement: '', url: URL_A, field: `SKU Mapping (JSON) at [0] → ${column}` }],
				options: [],
			});
		},
	);

	it.each(['mug[1].png', '{front}.png', '%5B1%5D.png?box=[0,0]'])(
		'a print file may have brackets in its address: %s',
		(name) => {
			const url = `https://files.example.com/${name}`;
			for (const column of ['files', 'printFileUrl']) {
				const [row] = skuMappingOf({}, [{ shopSku: 'A', [column]: url }]).rowsOf('A');
				expect(row?.files).toMatchObject([{ url }]);
			}
		},
	);

	it.each(['', ' ', '\n', null, undefined])(
		'a column that is unknown, or means the same as another, may be empty: %j',
		(empty) => {
			const row = { shopSku: 'A', Variant: empty, 'Print File': empty, printFileUrl: URL_A };
			const json = [{ ...row, files: empty, SKU: empty, sku: 'TEE', file_name: empty }];
			expect(skuMappingOf({}, json).rowsOf('A')).toMatchObject([
				{ sku: 'TEE', files: [{ url: URL_A, field: 'SKU Mapping (JSON) at [0] → printFileUrl' }] },
			]);
		},
	);

	it.each([
		['an object', { front: URL_A, back: `${URL_A}?b`, left: null }],
		['the text of one, as cells have it', ` {"front": "${URL_A}", "back": "${URL_A}?b"}`],
	])('files by placement may be %s', (_, files) => {
		expect(skuMappingOf({}, [{ shopSku: 'A', Files: files }]).rowsOf('A')[0]?.files).toEqual([
			{ placement: 'front', url: URL_A, field: 'SKU Mapping (JSON) at [0] → Files.front' },
			{ placement: 'back', url: `${URL_A}?b`, field: 'SKU Mapping (JSON) at [0] → Files.back' },
		]);
	});

	it.each([
		['an object', { dial_color: 'black', size: 12, strap: '' }],
		['the text of one', '{"dial_color":"black","size":12}'],
	])('options may be %s', (_, options) => {
		const given = skuMappingOf({}, [{ shopSku: 'A', options }]).rowsOf('A')[0]?.options;
		expect(given?.map(({ name, value }) => [name, value])).toEqual([
			['dial_color', 'black'],
			['size', '12'],
		]);
	});

	it('options may be rows of the editor', () => {
		const option = [
			{ id: locator('list', 'dial_color'), value: locator('name', ' black ') },
			{ id: locator('list', ''), value: locator('list', '') },
		];
		expect(
			skuMappingOf(fields({ shopSku: 'A', options: { option } }), []).rowsOf('A')[0]?.options,
		).toEqual([
			{
				name: 'dial_color',
				value: 'black',
				field: 'SKU Mapping → Row 1 (A) → Product Options → Option 1',
			},
		]);
	});

	it('a URL is kept whole, however long it is', () => {
		const url = `${URL_A}?signature=${'a'.repeat(4_000)}`;
		expect(
			skuMappingOf({}, [{ shopSku: 'A', printFileUrl: url }]).rowsOf('A')[0]?.files[0]?.url,
		).toBe(url);
		const row = { shopSku: 'B', printFileUrl: url };
		expect(skuMappingOf(fields(row), []).rowsOf('B')[0]?.files[0]?.url).toBe(url);
	});

	const AT_0 = 'SKU Mapping (JSON) at [0]';

	it.each([
		['a list as SKU', { shopSku: ['A'] }, `${AT_0} → shopSku is ["A"], but must be text`],
		['a fraction as SKU', { sku: 1.5 }, `${AT_0} → sku is 1.5, but must be text`],
		['a flag as ID', { 'Variant ID': true }, `${AT_0} → Variant ID is true, but must be text`],
		['a number without its last digits', { sku: 1e21 }, `${AT_0} → sku is 1e+21, but must be text`],
		['a SKU without end', { sku: 'A'.repeat(1_001) }, `${AT_0} → sku is "AAA`],
		[
			'a number as file',
			{ printFileUrl: 7 },
			`${AT_0} → printFileUrl is 7, but must be the address`,
		],
		['a list as file', { 'Print File': [URL_A] }, `${AT_0} → Print File is ["https://`],
		[
			'a list of files',
			{ files: [URL_A] },
			`${AT_0} → files is ["${URL_A}"], but must be an object`,
		],
		['a list as file of a placement', { files: { front: [URL_A] } }, `${AT_0} → files.front is [`],
		['two files for a placement', { files: { front: 'a', Front: 'b' } }, `names "Front" twice`],
		[
			'a file for no placement',
			{ files: { ' ': 'a' } },
			`${AT_0} → files has an entry without a name`,
		],
		['broken JSON as files', { files: '{"front": ' }, `${AT_0} → files is not valid JSON`],
		[
			'a text as options',
			{ options: 'black' },
			`${AT_0} → options is "black", but must be an object`,
		],
		[
			'a flag as option',
			{ options: { dial: true } },
			`${AT_0} → options.dial is true, but must be text`,
		],
		[
			'a list of options',
			{ options: [{ id: 'dial' }] },
			`${AT_0} → options is [{"id":"dial"}], but must be an object`,
		],
		[
			'a value of no option',
			{ options: { '': 'x' } },
			`${AT_0} → options. has a value without a name`,
		],
		['a text as conditions', { when: 'Size' }, `${AT_0} → when is "Size", but must be an object`],
		[
			'a list of conditions',
			{ when: [{ Size: 'S' }] },
			`${AT_0} → when is [{"Size":"S"}], but must`,
		],
		[
			'a condition without a value',
			{ when: '{"Size": ""}' },
			`${AT_0} → when has no value for "Size"`,
		],
		['a condition of nothing', { when: { Size: null } }, `${AT_0} → when has no value for "Size"`],
		[
			'a list as a condition',
			{ when: { Size: ['S', 'M'] } },
			`${AT_0} → when is ["S","M"], but must`,
		],
		['two conditions for one name', { when: { Size: 'S', size: 'M' } }, 'names "size" twice'],
		['a value for no name', { when: { ' ': 'S' } }, `${AT_0} → when has a value without a name`],
		['a name of signs', { when: { '-': 'S' } }, `${AT_0} → when has an entry without a name`],
		['two values of an option', { options: { dial: 'a', DIAL: 'b' } }, 'names "DIAL" twice'],
		[
			'an unknown column for a file',
			{ file: URL_A },
			`${AT_0} has the column "file", which is unknown`,
		],
		['an unknown column for a URL', { URL: URL_A }, `${AT_0} has the column "URL"`],
		['an unknown column for a SKU', { 'Variant SKU': 'x' }, `${AT_0} has the column "Variant SKU"`],
		['an unknown column for a variant', { variant: 'x' }, `${AT_0} has the column "variant"`],
		['an unknown column for an option', { 'Option 1': 'x' }, `${AT_0} has the column "Option 1"`],
		[
			'two columns for one thing',
			{ 'Print File': 'name.png', 'Print File URL': URL_A },
			`${AT_0} has the columns "Print File" and "Print File URL", which mean the same`,
		],
		[
			'a file and files',
			{ 'Print File': URL_A, files: { back: URL_A } },
			`${AT_0} has the columns "Print File" and "files"`,
		],
	])('a row of the JSON is refused with %s', (_, row, message) => {
		const refuseRow = () => skuMappingOf({}, [{ shopSku: 'A', ...row }]);
		expect(refuseRow).toThrow(message);
		expectPlainWords(refusedWith(refuseRow));
	});

	it.each([
		['a list as SKU', { shopSku: ['A'] }, 'SKU Mapping → Row 1 → Shop SKU is ["A"]'],
		[
			'a list as variant',
			{ shopSku: 'A', variantId: { __rl: true, mode: 'id', value: ['v'] } },
			'SKU Mapping → Row 1 (A) → Variant is ["v"]',
		],
		[
			'a list as file',
			{ shopSku: 'A', printFileUrl: [URL_A] },
			'SKU Mapping → Row 1 (A) → Print File',
		],
		[
			'an option without a value',
			{ shopSku: 'A', options: { option: [{ id: locator('name', 'dial'), value: '' }] } },
			'SKU Mapping → Row 1 (A) → Product Options → Option 1 has no value',
		],
		[
			'a condition without a value',
			{ shopSku: 'A', when: { condition: [{ name: 'Size', value: '' }] } },
			'SKU Mapping → Row 1 (A) → When has no value for "Size"',
		],
		[
			'a condition without a name',
			{ shopSku: 'A', when: { condition: [{ name: ' ', value: 'S' }] } },
			'SKU Mapping → Row 1 (A) → When has a value without a name',
		],
		[
			'a list as the name of a condition',
			{ shopSku: 'A', when: { condition: [{ name: ['Size'], value: 'S' }] } },
			'SKU Mapping → Row 1 (A) → When is ["Size"], but must be text',
		],
	])('a row of the editor is refused with %s', (_, row, message) => {
		const refuseRow = () => skuMappingOf(fields(row), []);
		expect(refuseRow).toThrow(message);
		expectPlainWords(refusedWith(refuseRow));
	});

	it.each([
		['an object', { Size: '2XL', Side: 'Back' }],
		['that object as text', '{"Size": "2XL", "Side": "Back"}'],
	])('the conditions of a row of the JSON are %s', (_, when) => {
		expect(skuMappingOf({}, [{ shopSku: 'A', When: when }]).rowsOf('a')[0]?.when).toMatchObject([
			{ name: 'Size', value: '2XL' },
			{ name: 'Side', value: 'Back' },
		]);
	});

	it('the conditions of a row of the editor are rows of names and values', () => {
		const condition = [
			{ name: ' Size ', value: 7 },
			{ name: '', value: '' },
			{ name: 'Ticked', value: true },
		];
		const mapping = skuMappingOf(fields({ shopSku: 'A', when: { condition } }), []);
		expect(mapping.rowsOf('A')[0]?.when).toMatchObject([
			{ name: 'Size', value: '7' },
			{ name: 'Ticked', value: 'true' },
		]);
	});

	it.each([undefined, null, '', {}, '{}'])('a row has no conditions with %j', (when) => {
		const [row] = skuMappingOf({}, [{ shopSku: 'A', when }]).rowsOf('A');
		expect(row).not.toHaveProperty('when');
	});

	it('a SKU has as many rows with conditions as it needs, and one without', () => {
		const rows = [
			{ shopSku: 'A', sku: 'B', when: { Size: 'S' } },
			{ shopSku: 'a', printFileUrl: URL_A },
			{ shopSku: 'A', sku: 'C', when: { Size: 'M' } },
		];
		expect(skuMappingOf({}, rows).rowsOf('A')).toHaveLength(3);
		const refused = refusedWith(() => skuMappingOf({}, [...rows, { shopSku: 'A', sku: 'D' }]));
		expect(refused.message).toBe(
			'SKU Mapping (JSON) at [3] → Shop SKU is "A", which SKU Mapping (JSON) at [1] has too',
		);
		expect(refused.description).toContain("under 'When'");
	});

	it('a row without the SKU of the shop is not empty with conditions', () => {
		expect(() => skuMappingOf({}, [{ when: { Size: 'S' } }])).toThrow('Shop SKU is empty');
	});

	it('any row is used as it is written, or refused with its row', () => {
		const cell = fc.oneof(
			fc.string({ maxLength: 8 }),
			fc.constantFrom(URL_A, `${URL_A}?${'x'.repeat(2_000)}`, '7', ''),
			fc.integer(),
			fc.double(),
			fc.boolean(),
			fc.constant(null),
			fc.array(fc.string(), { maxLength: 2 }),
			fc.dictionary(fc.constantFrom('front', 'back'), fc.string(), { maxKeys: 2 }),
		);
		const column = fc.constantFrom(
			'sku',
			'Variant ID',
			'printFileUrl',
			'print_file',
			'fileUrl',
			'id',
		);
		fc.assert(
			fc.property(fc.dictionary(column, cell, { maxKeys: 3 }), (row) => {
				let found: MappedSku | undefined;
				try {
					found = skuMappingOf({}, [{ shopSku: 'A', ...row }]).rowsOf('A')[0];
				} catch (error) {
					expect(String((error as Error).message)).toContain(AT_0);
					return;
				}
				const written = (value: unknown) =>
					value === undefined || value === null || String(value).trim() === ''
						? undefined
						: String(value).trim();
				expect(found?.sku).toBe(written(row.sku));
				expect(found?.variantId).toBe(written(row['Variant ID']));
				expect(found?.files[0]?.url).toBe(written(row.printFileUrl) ?? written(row.print_file));
				expect(written(row.fileUrl)).toBeUndefined();
			}),
		);
	});

	it('a row that names only the SKU of the shop is kept, since the line is then known to be for the service', () => {
		expect(skuMappingOf({}, [{ shopSku: 'A' }]).rowsOf('A')[0]).toEqual({
			field: 'SKU Mapping (JSON) at [0]',
			files: [],
			options: [],
		});
	});

	it('empty rows count in the number of a row', () => {
		const mapping = skuMappingOf(fields({}, { shopSku: 'A' }), [{}, { shopSku: 'B' }]);
		expect(mapping.rowsOf('A')[0]?.field).toBe('SKU Mapping → Row 2 (A)');
		expect(mapping.rowsOf('B')[0]?.field).toBe('SKU Mapping (JSON) at [1]');
	});

	it.each([{ variantId: locator('id', 'v-1') }, { printFileUrl: URL_A }])(
		'a row without the SKU of the shop is not empty with %j',
		(row) => {
			expect(() => skuMappingOf(fields(row), [])).toThrow('Row 1 → Shop SKU is empty');
		},
	);

	it('the mapping finds nothing under what every object inherits', () => {
		const mapping = skuMappingOf({}, '[{"shopSku": "A", "sku": "TEE-M"}]');
		for (const sku of ['__proto__', 'constructor', 'toString']) {
			expect(mapping.rowsOf(sku)[0]).toBeUndefined();
		}
	});
});

describe('SKU Mapping of many items', () => {
	const clientOf = (run: Run): ApiClient => ({ run, account: 'a' }) as ApiClient;
	const rows = (shopSku: string): string => JSON.stringify([{ shopSku, sku: 'TEE-M' }]);

	it('is read once in a run, and again in another one or when it differs', () => {
		const run = new Run(5);
		const first = sharedSkuMapping(clientOf(run), {}, rows('A'));
		expect(sharedSkuMapping(clientOf(run), {}, rows('A'))).toBe(first);
		expect(sharedSkuMapping(clientOf(run), {}, rows('B'))).not.toBe(first);
		expect(sharedSkuMapping(clientOf(run), fields({ shopSku: 'C' }), rows('A'))).not.toBe(first);
		expect(sharedSkuMapping(clientOf(new Run(5)), {}, rows('A'))).not.toBe(first);
	});

	it('is kept while items use it, and of those that one item has each, few are', () => {
		const run = new Run(5);
		const [first, second] = ['A', 'B'].map((sku) => sharedSkuMapping(clientOf(run), {}, rows(sku)));
		for (let index = 0; index < 10; index += 1) {
			sharedSkuMapping(clientOf(run), {}, rows(`C-${index}`));
			expect(sharedSkuMapping(clientOf(run), {}, rows('A'))).toBe(first);
		}
		expect(sharedSkuMapping(clientOf(run), {}, rows('B'))).not.toBe(second);
	});

	it('is refused for each item with an error of its own', () => {
		const run = new Run(5);
		const refused = (): unknown => {
			try {
				return sharedSkuMapping(clientOf(run), {}, '[{ "sku": "TEE-M" }]');
			} catch (error) {
				return error;
			}
		};
		const [first, second] = [refused(), refused()];
		expect(second).toEqual(first);
		expect(second).not.toBe(first);
	});

	it('is that of the item, whatever the items before it have', () => {
		const circular: unknown[] = [];
		circular.push(circular);
		const mappings = fc.tuple(
			fc.constantFrom<object>(
				...[{}, fields({ shopSku: 'A', variantId: 'v-1' }), fields({ sku: 'B' })],
				...['A', 'B'].map((shopSku) => fields({ shopSku, note: circular })),
			),
			fc.constantFrom<unknown>(
				...[undefined, null, '', 'null', 'undefined', '[]', '[{', 7, 7n, circular],
				...['A', 'B'].flatMap((sku) => [rows(sku), JSON.parse(rows(sku))]),
				...[[{ sku: 'B' }], [{ shopSku: 'A', sku: 'B', printFileUrl: URL_A }]],
			),
		);
		const readWith = (read: () => ReturnType<typeof skuMappingOf>) => {
			try {
				const mapping = read();
				return ['A', 'B'].map((sku) => mapping.rowsOf(sku));
			} catch (error) {
				return wordingOf(error);
			}
		};
		fc.assert(
			fc.property(fc.array(mappings, { maxLength: 12 }), (items) => {
				const client = clientOf(new Run(5));
				for (const [row, json] of items) {
					expect(readWith(() => sharedSkuMapping(client, row, json))).toEqual(
						readWith(() => skuMappingOf(row, json)),
					);
				}
			}),
		);
	});
});

it('SKU Mapping names what the rows of SKUs ask for, and nothing for rows that ask for nothing', () => {
	const mapping = skuMappingOf({}, [
		{ shopSku: 'A', sku: 'B', when: { Size: 'S', Side: 'Back' } },
		{ shopSku: 'A', printFileUrl: URL_A },
		{ shopSku: 'C', when: { Color: 'Navy' } },
		{ shopSku: 'D', when: { Cut: 'Wide' } },
	]);
	expect(['a', 'B', 'C', undefined].flatMap((sku) => mapping.conditionNames(sku))).toEqual([
		...['Size', 'Side', 'Color'],
	]);
});
