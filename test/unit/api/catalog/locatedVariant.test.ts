import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	locatedVariantId,
	variantIdOfSku,
} from '../../../../nodes/PodFulfilment/api/catalog/skuIndex.ts';
import { CatalogService, product, variant } from './catalogService.ts';

const FIELD = 'Items → Item 1 → Variant';

const serviceWith = (...variants: IDataObject[]) =>
	new CatalogService([product('p1', ...variants)]);

describe('The ID of a variant that was chosen', () => {
	it.each([
		['v1', 'v1'],
		[' v1 ', 'v1'],
		[7, '7'],
		[{ __rl: true, mode: 'id', value: 'v1' } as const, 'v1'],
		[{ __rl: true, mode: 'list', value: 'v1' } as const, 'v1'],
		[{ __rl: true, mode: 'sku', value: ' ' } as const, ''],
		[undefined, ''],
	])('is the value of %j itself, and the catalog is not read', async (locator, id) => {
		const service = serviceWith(variant('v9', 'v1'));
		expect(await locatedVariantId(service.client(), locator, FIELD)).toBe(id);
		expect(service.paths).toEqual([]);
	});

	it('is that of the variant with the SKU', async () => {
		const service = serviceWith(variant('v1', 'TEE'), variant('v2', 'MUG'));
		const locator = { __rl: true, mode: 'sku', value: ' mug ' } as const;
		expect(await locatedVariantId(service.client(), locator, FIELD)).toBe('v2');
	});
});

describe('A SKU that means no variant', () => {
	it.each<[string, IDataObject[], string, string]>([
		[
			'several variants have',
			[variant('v1', 'TEE', 'Product p1, S'), variant('v2', 'TEE', 'Product p1, M')],
			`${FIELD} is "TEE", which is the SKU of several variants: "Product p1, S" and "Product p1, M"`,
			'Choose the variant from the list, or enter its ID.',
		],
		[
			'no variant has, nor one like it',
			[variant('v1', 'MUG-WHITE')],
			`${FIELD} is "TEE", a SKU that the catalog does not have`,
			'Compare it with the SKUs of the catalog, choose the variant from the list, or enter its ID.',
		],
		[
			'no variant has, but one like it',
			[variant('v1', 'TEA')],
			`${FIELD} is "TEE", a SKU that the catalog does not have`,
			'The nearest is "TEA". Correct the SKU, or choose the variant from the list.',
		],
		[
			'no variant has, but two like it',
			[variant('v1', 'TEA'), variant('v2', 'TED')],
			`${FIELD} is "TEE", a SKU that the catalog does not have`,
			'The nearest are "TEA", "TED". Correct the SKU, or choose the variant from the list.',
		],
	])('is refused with what to do: one that %s', async (_, variants, message, description) => {
		const id = variantIdOfSku(serviceWith(...variants).client(), 'TEE', FIELD);
		await expect(id).rejects.toMatchObject({ message, description });
	});
});
