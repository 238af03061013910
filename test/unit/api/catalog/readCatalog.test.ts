import type { IDataObject } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { readCatalog } from '../../../../nodes/PodFulfilment/api/catalog/skuIndexCache.ts';
import { findVariantBySku } from '../../../../nodes/PodFulfilment/api/catalog/skuIndex.ts';
import { Run } from '../../../../nodes/PodFulfilment/transport/run.ts';
import { expectPlainWords, wordingOf } from '../../transport/wording.ts';
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
			return await Promise.resolve({ status: 200, headers: {}, body });
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

/** The variants that were read, by their IDs, with the names of their products; or the error. */
async function readAll(service: CatalogService, run = new Run(5)) {
	const variants: Array<[unknown, string]> = [];
	const error = await readCatalog(service.client(run), (listed, productName) => {
		variants.push([listed.id, productName]);
	}).catch((thrown: unknown) => thrown);
	return { variants, error };
}

describe('Reading all variants of a catalog', () => {
	afterEach(() => {
		vi.useRealTimers();
	});

	it('each variant comes with the name of its product', async () => {
		const products = [
			{ ...product('p1', variant('v1', 'A')), name: ' Tee ' },
			product('p2', variant('v2', 'B')),
		];
		expect(await readAll(new CatalogService(products))).toEqual({
			variants: [
				['v1', 'Tee'],
				['v2', 'Product p2'],
			],
			error: undefined,
		});
	});

	it('as many products are read at once as the run allows requests', async () => {
		const products = Array.from({ length: 9 }, (_, index) => product(`p${index}`));
		for (const concurrency of [1, 4]) {
			const service = new CatalogService(products);
			const client = service.client(new Run(concurrency));
			const { send } = client;
			let [inFlight, most] = [0, 0];
			client.send = async (request) => {
				inFlight += 1;
				most = Math.max(most, inFlight);
				await new Promise((resolve) => {
					setImmediate(resolve);
				});
				const result = await send(request);
				inFlight -= 1;
				return result;
			};
			await readCatalog(client, () => undefined);
			expect(most).toBe(concurrency);
		}
	});

	it.each([404, 410])('a product that is gone (%i) is left out', async (status) => {
		const service = new CatalogService(TWO_PRODUCTS);
		service.refused.set('/api/catalog-products/p1/catalog-variants', status);
		expect(await readAll(service)).toEqual({ variants: [['v3', 'Product p2']], error: undefined });
	});

	it.each([403, 409, 503])('any other refusal (%i) is an error', async (status) => {
		const service = new CatalogService(TWO_PRODUCTS);
		service.refused.set('/api/catalog-products/p1/catalog-variants', status);
		expect((await readAll(service)).error).toMatchObject({ status });
	});

	it('an empty catalog is no error', async () => {
		expect(await readAll(new CatalogService([]))).toEqual({ variants: [], error: undefined });
	});

	it('nothing more is requested after an error', async () => {
		const products = Array.from({ length: 9 }, (_, index) => product(`p${index}`));
		const service = new CatalogService(products);
		service.refused.set('/api/catalog-products/p1/catalog-variants', 403);
		await readAll(service, new Run(1));
		expect(service.paths.at(-1)).toBe('/api/catalog-products/p1/catalog-variants');
	});

	it('the pages of one product are not read on after an error of another', async () => {
		const many = Array.from({ length: 9 }, (_, index) => variant(`v${index}`, `SKU-${index}`));
		const service = new CatalogService([product('p1', ...many), product('p2')], 2);
		service.refused.set('/api/catalog-products/p2/catalog-variants', 403);
		await readAll(service, new Run(2));
		expect(service.paths).not.toContain('/api/catalog-products/p1/catalog-variants?page=3');
	});

	it('an error of the second page of products is passed on', async () => {
		const service = new CatalogService([...TWO_PRODUCTS, product('p3')], 2);
		const client = service.client();
		const { send } = client;
		client.send = async (request) => {
			if (request.path.endsWith('?page=2')) service.refused.set('/api/catalog-products', 503);
			return await send(request);
		};
		await expect(readCatalog(client, () => undefined)).rejects.toMatchObject({ status: 503 });
	});

	it('an error that is none of the service is passed on', async () => {
		const client = new CatalogService(TWO_PRODUCTS).client();
		const failure = new TypeError('no name');
		const reading = readCatalog(client, () => {
			throw failure;
		});
		await expect(reading).rejects.toBe(failure);
	});

	const listing = (count: number) => ({
		status: 200,
		headers: {},
		body: Array.from({ length: count }, (_, index) => ({ id: index })),
	});

	it.each([
		[5_000, true],
		[5_001, false],
	])('a catalog of %i products is read to its end: %s', async (count, isRead) => {
		const client = new CatalogService([]).client();
		client.send = async ({ path }) =>
			await Promise.resolve(listing(path === '/api/catalog-products' ? count : 0));
		const error = await readCatalog(client, () => undefined).catch((thrown: unknown) => thrown);
		if (isRead) expect(error).toBeUndefined();
		else {
			const { message, description } = wordingOf(error);
			expect(message).toBe('The catalog is too large to find a variant by its SKU');
			expect(description).toContain('more than 5000 products or 100000 variants. Choose the');
			expectPlainWords({ message, description });
		}
	});

	it.each([
		[100_000, true],
		[100_001, false],
	])('a catalog of %i variants is read to its end: %s', async (count, isRead) => {
		const client = new CatalogService([]).client();
		client.send = async ({ path }) =>
			await Promise.resolve(listing(path === '/api/catalog-products' ? 1 : count));
		let variants = 0;
		const error = await readCatalog(client, () => {
			variants += 1;
		}).catch((thrown: unknown) => thrown);
		expect(variants).toBe(100_000);
		if (isRead) expect(error).toBeUndefined();
		else expect(error).toMatchObject({ outcome: 'unreadable' });
	});

	it.each([
		['within 15 minutes', 15 * 60_000, true],
		['not within 15 minutes', 15 * 60_000 + 1, false],
	])('a catalog that answers %s is read or refused', async (_, milliseconds, isRead) => {
		vi.useFakeTimers();
		const service = new CatalogService([product('p1', variant('v1', 'TEE'))]);
		service.beforeResponse = (path) => {
			if (path === '/api/catalog-products') vi.advanceTimersByTime(milliseconds);
		};
		const { error } = await readAll(service);
		expect(service.paths).toHaveLength(isRead ? 2 : 1);
		if (isRead) expect(error).toBeUndefined();
		else {
			const { message, description } = wordingOf(error);
			expect(error).toMatchObject({ outcome: 'unreadable' });
			expect(message).toBe('Reading the catalog to find a variant by its SKU takes too long');
			expect(description).toContain('after 15 minutes. Choose the variant from the list or');
			expectPlainWords({ message, description });
		}
	});

	it('a product whose variants take too long to read is refused as well', async () => {
		vi.useFakeTimers();
		const service = new CatalogService([product('p1', variant('v1', 'TEE'))]);
		service.beforeResponse = () => vi.advanceTimersByTime(10 * 60_000);
		expect((await readAll(service)).error).toMatchObject({
			message: 'Reading the catalog to find a variant by its SKU takes too long',
		});
	});

	it('the errors of its lists name what they list', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		const client = service.client();
		const subjects: string[] = [];
		const { send } = client;
		client.send = async (request) => {
			subjects.push(request.subject);
			return await send(request);
		};
		await readCatalog(client, () => undefined);
		expect(subjects).toEqual([
			'the catalog',
			'the variants of product "p1"',
			'the variants of product "p2"',
		]);
	});
});
