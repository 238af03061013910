import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { findVariantBySku } from '../../../../nodes/PodFulfilment/api/catalog/skuIndex.ts';
import type { SkuMatch } from '../../../../nodes/PodFulfilment/api/catalog/skuTable.ts';
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
		expect(await find('tee-blue-', ...variants)).toEqual({
			kind: 'none',
			nearest: ['TEE-BLUE-M', 'TEE-BLUE-L', 'TEE-BLUE-XL'],
		});
	});
});
