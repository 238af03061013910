import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { findVariantBySku } from '../../../../nodes/PodFulfilment/api/catalog/skuIndex.ts';
import {
	isSameSku,
	SkuTable,
	type SkuMatch,
} from '../../../../nodes/PodFulfilment/api/catalog/skuTable.ts';
import { CatalogService, idOf, product, variant } from './catalogService.ts';

describe('A variant that is looked up by its SKU', () => {
	it('a SKU is found as by a search through all products, in any catalog', async () => {
		const sku = fc.constantFrom(
			'A',
			'a',
			' A',
			'B-1',
			'b-1',
			'__proto__',
			'constructor',
			'',
			'É',
			'é',
			'E\u0301',
		);
		const listed = fc.record({
			id: fc.constantFrom('v1', 'v2', 'v3', 'v4', 'v5'),
			sku: fc.oneof(sku, fc.constantFrom(null, undefined, 7, {})),
		});
		const catalogs = fc.array(fc.array(listed, { maxLength: 6 }), { maxLength: 6 });
		await fc.assert(
			fc.asyncProperty(
				catalogs,
				sku,
				fc.integer({ min: 1, max: 4 }),
				async (lists, wanted, size) => {
					// A list shows each of its variants once.
					const products = lists.map((list, index) => {
						const once = new Map(list.map((entry) => [entry.id, entry]));
						return product(
							`p${index}`,
							...[...once.values()].map(({ id, sku: own }) => variant(id, own)),
						);
					});
					const match = await findVariantBySku(new CatalogService(products, size).client(), wanted);

					const all = products.flatMap(({ variants }) => variants);
					const plain = (text: unknown): string =>
						typeof text === 'number' || typeof text === 'string' ? String(text).trim() : '';
					const same = (form: (text: string) => string): Set<unknown> =>
						new Set(
							all
								.filter(
									(one) => plain(one.sku) !== '' && form(plain(one.sku)) === form(wanted.trim()),
								)
								.map(({ id }) => id),
						);
					const exact = same((text) => text);
					const expected =
						exact.size > 0 ? exact : same((text) => text.normalize('NFC').toLowerCase());
					const kinds = ['none', 'one'] as const;
					expect(match.kind).toBe(kinds[expected.size] ?? 'several');
					if (match.kind === 'one') expect(expected).toContain(match.variantId);
					if (match.kind === 'several') expect(match.names).toHaveLength(expected.size);
				},
			),
		);
	});
});

describe('The matches of a SKU', () => {
	const find = async (sku: string, ...variants: IDataObject[]): Promise<SkuMatch> =>
		await findVariantBySku(new CatalogService([product('p1', ...variants)]).client(), sku);

	it('a SKU is found with any spaces around it', async () => {
		expect(idOf(await find(' TEE ', variant('v1', 'TEE')))).toBe('v1');
		expect(idOf(await find('TEE', variant('v1', ' TEE ')))).toBe('v1');
	});

	it('a SKU is found in any capitals, unless the catalog has it in exactly these', async () => {
		expect(idOf(await find('tee', variant('v1', 'TEE')))).toBe('v1');
		const both = [variant('v1', 'TEE'), variant('v2', 'tee')];
		expect(idOf(await find('tee', ...both))).toBe('v2');
		expect(await find('Tee', ...both)).toMatchObject({ kind: 'several' });
	});

	it('several variants with one SKU are told apart by their names, or by their IDs if the names are the same', async () => {
		const named = [variant('v1', 'TEE', 'Product p1, S'), variant('v2', 'TEE', 'M')];
		expect(await find('TEE', ...named)).toEqual({
			kind: 'several',
			names: ['Product p1, S', 'Product p1, M'],
		});
		const alike = [variant('v1', 'TEE', 'Tee'), variant('v2', 'TEE', 'Tee')];
		expect(await find('TEE', ...alike)).toEqual({
			kind: 'several',
			names: ['Product p1, Tee (ID v1)', 'Product p1, Tee (ID v2)'],
		});
	});

	it('a variant that is listed under several products is one match', async () => {
		const shared = variant('v1', 'TEE');
		const service = new CatalogService([product('p1', shared), product('p2', shared)]);
		expect(idOf(await findVariantBySku(service.client(), 'TEE'))).toBe('v1');
	});

	it.each(['__proto__', 'constructor', 'toString'])(
		'no variant is found for the SKU %s',
		async (sku) => {
			expect(await find(sku, variant('v1', 'TEE'))).toEqual({ kind: 'none', nearest: [] });
		},
	);

	it('no variant is found for a SKU of any length, and too long ones of the catalog are left out', async () => {
		const long = 'x'.repeat(1_000_000);
		expect(await find(long, variant('v1', long))).toEqual({ kind: 'none', nearest: [] });
		expect(await find(long.slice(0, 200), variant('v1', long))).toEqual({
			kind: 'none',
			nearest: [],
		});
	});

	it('an unknown SKU comes with the three nearest SKUs, nearest first', async () => {
		const skus = ['TEE-BLUE-XXL', 'TEE-BLUE-M', 'TEE-BLUE-L', 'TEE-BLUE-XL', 'MUG'];
		const variants = skus.map((sku) => variant(`id of ${sku}`, sku));
		const found = await findVariantBySku(
			new CatalogService([product('p1', ...variants)]).client(),
			'tee-blue-',
		);
		expect(found).toEqual({
			kind: 'none',
			nearest: ['TEE-BLUE-M', 'TEE-BLUE-L', 'TEE-BLUE-XL'],
		});
	});
});

describe('A table of SKUs', () => {
	const tableOf = (...variants: Array<[IDataObject, productName?: string]>): SkuTable => {
		const table = new SkuTable();
		for (const [listed, productName = ''] of variants) table.add(listed, productName, productName);
		return table;
	};
	const nameOf = (listed: IDataObject, productName?: string): string | undefined => {
		const match = tableOf([listed, productName]).findId('v1');
		return match?.kind === 'one' ? match.name : undefined;
	};

	it.each<[string, IDataObject, string | undefined, string]>([
		['its own name', { id: 'v1', name: ' Tee, S ' }, undefined, 'Tee, S'],
		['the name of its product in front', { id: 'v1', name: 'S' }, 'Tee', 'Tee, S'],
		['its own name if that contains the product', { id: 'v1', name: 'Tee, S' }, 'Tee', 'Tee, S'],
		['its ID if it has no name', { id: 'v1', name: ' ' }, 'Tee', 'v1'],
		['its ID if its name is no text', { id: 'v1', name: 7 }, 'Tee', 'v1'],
	])('names a variant by %s', (_, listed, productName, name) => {
		expect(nameOf(listed, productName)).toBe(name);
	});

	it('shortens a name to 200 characters', () => {
		expect(nameOf({ id: 'v1', name: 'x'.repeat(200) })).toBe('x'.repeat(200));
		expect(nameOf({ id: 'v1', name: 'x'.repeat(201) })).toBe(`${'x'.repeat(199)}…`);
	});

	it.each([undefined, null, '', ' ', {}, true, 'x'.repeat(201)])(
		'leaves out a variant with the ID %j',
		(id) => {
			const table = tableOf([{ id, sku: 'TEE' } as IDataObject]);
			expect(table.size).toBe(0);
			expect(table.find('TEE').kind).toBe('none');
		},
	);

	it.each([
		[7, '7'],
		[' v1 ', 'v1'],
		['x'.repeat(200), 'x'.repeat(200)],
	])('holds a variant with the ID %j', (id, variantId) => {
		const table = tableOf([{ id, sku: 'TEE' }]);
		expect(table.find('TEE')).toMatchObject({ kind: 'one', variantId });
		expect(table.findId(` ${variantId} `)).toMatchObject({ variantId });
	});

	it('counts its variants, each once, also without a SKU', () => {
		const table = tableOf(
			[{ id: 'v1', sku: 'TEE' }],
			[{ id: 'v1', sku: 'TEE' }],
			[{ id: 'v2' }],
			[{ id: 'v3', sku: 'x'.repeat(201) }],
		);
		expect(table.size).toBe(3);
	});

	it('finds a variant by both SKUs that two lists give it, and keeps its first name', () => {
		const table = tableOf(
			[{ id: 'v1', sku: 'OLD', name: 'Tee' }, 'Shirts'],
			[{ id: 'v1', sku: 'NEW', name: 'Tee' }, 'Sale'],
		);
		const found = { kind: 'one', variantId: 'v1', name: 'Shirts, Tee' };
		expect(table.find('OLD')).toEqual(found);
		expect(table.find('NEW')).toEqual(found);
		expect(table.size).toBe(1);
	});

	it('finds no variant by an ID that it does not have', () => {
		expect(tableOf([{ id: 'v1' }]).findId('v2')).toBeUndefined();
	});

	it.each(['', ' ', 'x'.repeat(201)])('finds nothing, and nothing near, for %j', (sku) => {
		expect(tableOf([{ id: 'v1', sku: 'x'.repeat(199) }]).find(sku)).toEqual({
			kind: 'none',
			nearest: [],
		});
	});

	it('finds a SKU of 200 characters', () => {
		const sku = 'x'.repeat(200);
		expect(tableOf([{ id: 'v1', sku }]).find(sku)).toMatchObject({ variantId: 'v1' });
	});

	it('names at most ten variants of one SKU, with their IDs as soon as two have one name', () => {
		const named = (count: number, name: (index: number) => string) =>
			tableOf(
				...Array.from({ length: count }, (_, index): [IDataObject] => [
					{ id: `v${index}`, sku: 'TEE', name: name(index) },
				]),
			).find('TEE');
		expect(named(11, (index) => `Tee ${index}`)).toEqual({
			kind: 'several',
			names: Array.from({ length: 10 }, (_, index) => `Tee ${index}`),
		});
		expect(named(3, (index) => (index === 2 ? 'Mug' : 'Tee'))).toEqual({
			kind: 'several',
			names: ['Tee (ID v0)', 'Tee (ID v1)', 'Mug (ID v2)'],
		});
	});

	it.each([
		['12345', '0000000012345'],
		['0000000012345', '12345'],
		['0', '000000'],
	])('%s is near %s, which has other leading zeros', (sku, other) => {
		const table = tableOf([{ id: 'v1', sku: other }], [{ id: 'v2', sku: 'TEE' }]);
		expect(table.find(sku)).toEqual({ kind: 'none', nearest: [] });
		expect(table.nearest(sku)).toEqual([other]);
	});

	it('compares SKUs without regard to capitals and spaces around', () => {
		expect(isSameSku('Tee ', ' tEE')).toBe(true);
		expect(isSameSku('T EE', 'TEE')).toBe(false);
	});
});

describe('The variants of a product', () => {
	it('are all that are listed under it, once, also those of another product', () => {
		const table = new SkuTable();
		const add = (id: string, productId: string) => {
			table.add({ id, sku: `SKU-${id}`, name: id }, 'Tee', productId);
		};
		for (const id of ['a', 'b', 'a']) add(id, 'tee');
		for (const id of ['b', 'c']) add(id, 'sale');
		const idsOf = (productId: string) => table.variantsOf(productId).map(({ id }) => id);
		expect(idsOf('tee')).toEqual(['a', 'b']);
		expect(idsOf(' sale ')).toEqual(['b', 'c']);
		expect(idsOf('cap')).toEqual([]);
		expect(table.variantsOf('tee')[1]).toMatchObject({ sku: 'SKU-b', name: 'Tee, b' });
		expect(table.siblingsOf('b')?.variants.map(({ sku }) => sku)).toEqual(['SKU-a', 'SKU-b']);
	});
});
