import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { findVariantBySku } from '../../../../nodes/PodFulfilment/api/catalog/skuIndex.ts';
import { CatalogService, idOf, product, TWO_PRODUCTS, variant } from './catalogService.ts';

describe('A catalog that is read to find SKUs', () => {
	it('reading the catalog takes one request for each page of products, and one for each page of variants', async () => {
		const many = Array.from({ length: 7 }, (_, index) => variant(`v${index}`, `SKU-${index}`));
		const service = new CatalogService([...TWO_PRODUCTS, product('p3', ...many)], 2);
		expect(idOf(await findVariantBySku(service.client(), 'SKU-6'))).toBe('v6');
		expect(service.paths.toSorted()).toEqual([
			'/api/catalog-products',
			'/api/catalog-products/p1/catalog-variants',
			'/api/catalog-products/p2/catalog-variants',
			'/api/catalog-products/p3/catalog-variants',
			'/api/catalog-products/p3/catalog-variants?page=2',
			'/api/catalog-products/p3/catalog-variants?page=3',
			'/api/catalog-products/p3/catalog-variants?page=4',
			'/api/catalog-products?page=2',
		]);
	});

	it('a product that is removed while the catalog is read is left out, and nothing else', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		service.refused.set('/api/catalog-products/p1/catalog-variants', 404);
		const client = service.client();
		expect(idOf(await findVariantBySku(client, 'MUG-WHITE'))).toBe('v3');
		expect((await findVariantBySku(client, 'TEE-BLUE-S')).kind).toBe('none');
	});

	it('a catalog of which no variants can be read is an error', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		for (const id of ['p1', 'p2']) {
			service.refused.set(`/api/catalog-products/${id}/catalog-variants`, 404);
		}
		await expect(findVariantBySku(service.client(), 'TEE-BLUE-S')).rejects.toMatchObject({
			status: 404,
		});
	});

	it('reading stops when the catalog is too large, however many pages the service has', async () => {
		const service = new CatalogService([]);
		const client = service.client();
		let id = 0;
		client.send = async ({ path }) => {
			service.paths.push(path);
			const member = Array.from({ length: 1_000 }, () => ({ id: `p${(id += 1)}` }));
			const isProducts = !path.includes('catalog-variants');
			const next = `/api/catalog-products?page=${id}`;
			const body = { 'hydra:member': isProducts ? member : [], ...(isProducts && { next }) };
			return await Promise.resolve({ status: 200, headers: {}, body, sentAtMs: 0 });
		};
		await expect(findVariantBySku(client, 'TEE')).rejects.toThrow(/catalog is too large/);
		expect(service.paths.length).toBeLessThan(6_000);
	});

	it('a list that ends before all of its entries were read is an error', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		const client = service.client();
		const { send } = client;
		client.send = async (request) => {
			const response = (await send(request)) as { body: IDataObject };
			if (request.path.includes('p1')) response.body['hydra:totalItems'] = 3;
			return response as never;
		};
		await expect(findVariantBySku(client, 'MUG-WHITE')).rejects.toMatchObject({
			message: expect.stringContaining('Only 2 of 3') as string,
			description: expect.stringContaining('choose the variant from the list') as string,
		});
	});
});
