import { describe, expect, it } from 'vitest';

import { get } from '../../../../nodes/PodFulfilment/resources/catalogVariant/get.ts';
import { getAll } from '../../../../nodes/PodFulfilment/resources/catalogVariant/getAll.ts';
import { found, listOf, locate, runOperation } from '../runOperation.ts';

const blue = {
	'@id': '/api/catalog-product-variants/v1',
	id: 'v1',
	sku: 'TEE-BLUE',
	name: 'Tee, blue',
	inStock: true,
	placements: [{ type: 'front', required: true, technique: 'direct_print', techniques: [] }],
	options: [],
};
const simplified = {
	id: 'v1',
	sku: 'TEE-BLUE',
	name: 'Tee, blue',
	inStock: true,
	placements: [
		{ type: 'front', required: true, technique: 'direct_print', techniques: ['direct_print'] },
	],
	options: [],
};
const soldOut = { id: 'v2', name: 'Tee, red', inStock: false, placements: [], options: [] };
const unknownStock = { id: 'v3', name: 'Tee, green', placements: [], options: [] };

describe('Get of a catalog variant', () => {
	it('the variant is returned simplified', async () => {
		const { json, sent } = await runOperation(get, { variantId: locate('id', 'v1') }, [
			found(blue),
		]);
		expect(sent).toEqual(['GET /api/catalog-product-variants/v1']);
		expect(json).toEqual([simplified]);
	});

	it('the variant is returned as the service has it when Simplify is off', async () => {
		const parameters = { variantId: locate('id', 'v1'), simplify: false };
		expect((await runOperation(get, parameters, [found(blue)])).json).toEqual([blue]);
	});

	it('a SKU is looked up in the catalog, and its variant read', async () => {
		const { json, sent } = await runOperation(get, { variantId: locate('sku', 'TEE-BLUE') }, [
			listOf({ id: 'p1', name: 'Tee' }),
			listOf(blue),
			found(blue),
		]);
		expect(sent.at(-1)).toBe('GET /api/catalog-product-variants/v1');
		expect(json).toEqual([simplified]);
	});

	it('the error for a SKU that no variant has names the field', async () => {
		const { error } = await runOperation(get, { variantId: locate('sku', 'TEE-PINK') }, [
			listOf({ id: 'p1', name: 'Tee' }),
			listOf(blue),
		]);
		expect(error?.message).toBe('Variant is "TEE-PINK", a SKU that the catalog does not have');
	});
});

describe('Get Many of catalog variants', () => {
	const all = [blue, soldOut, unknownStock];
	const idsFor = async (filters: object): Promise<{ ids: unknown[]; hints: string[] }> => {
		const { json, hints } = await runOperation(
			getAll,
			{ productId: locate('id', 'p1'), filters: { ...filters } },
			[listOf(...all)],
		);
		return { ids: json.map(({ id }) => id), hints };
	};

	it('the variants of the product are returned simplified', async () => {
		const { json, sent } = await runOperation(getAll, { productId: locate('id', 'p1') }, [
			listOf(blue),
		]);
		expect(sent).toEqual(['GET /api/catalog-products/p1/catalog-variants']);
		expect(json).toEqual([simplified]);
	});

	it.each([{}, { inStock: '' }, { inStock: null }])(
		'the filters %j let all variants pass',
		async (filters) => {
			expect((await idsFor(filters)).ids).toEqual(['v1', 'v2', 'v3']);
		},
	);

	it('In Stock returns the variants in stock, and a hint names one without a stock value', async () => {
		const { ids, hints } = await idsFor({ inStock: true });
		expect(ids).toEqual(['v1', 'v3']);
		expect(hints).toEqual([
			'3 variants were read, and 2 passed the filters.',
			"1 variant passed although 'In Stock' could not be checked: v3 (empty).",
		]);
	});

	it('In Stock returns the variants out of stock when it is turned off', async () => {
		expect((await idsFor({ inStock: false })).ids).toEqual(['v2']);
	});

	it('a stock value that is neither true nor false is refused before anything is read', async () => {
		const parameters = { productId: locate('id', 'p1'), filters: { inStock: 'some' } };
		const { error, sent } = await runOperation(getAll, parameters, []);
		expect(error?.message).toBe('Filters → In Stock is "some", but must be true or false');
		expect(sent).toEqual([]);
	});

	it('a product that the service does not have is named in the error', async () => {
		const { error } = await runOperation(getAll, { productId: locate('id', 'p9') }, [
			{ status: 404 },
		]);
		expect(error?.message).toBe('Product "p9" was not found');
	});
});
