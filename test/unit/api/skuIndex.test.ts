import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	findVariantBySku,
	findVariantBySkuOrId,
	type SkuMatch,
} from '../../../nodes/PodFulfilment/api/skuIndex.ts';
import { lookUpVariant } from '../../../nodes/PodFulfilment/api/variantLookup.ts';
import { Run, RunAborted } from '../../../nodes/PodFulfilment/transport/run.ts';
import { CatalogService, type ListedProduct } from './catalogService.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const product = (id: string, ...variants: IDataObject[]): ListedProduct => ({
	id,
	name: `Product ${id}`,
	variants,
});

/** A variant as lists show it, with what orders are completed from. */
const variant = (id: string, sku: unknown, name = `Product, variant ${id}`): IDataObject => ({
	id,
	sku: sku as string,
	name,
	inStock: true,
	placements: [{ type: 'front', required: true, technique: 'direct_print' }],
	options: [],
});

const TWO_PRODUCTS = [
	product('p1', variant('v1', 'TEE-BLUE-S'), variant('v2', 'TEE-BLUE-M')),
	product('p2', variant('v3', 'MUG-WHITE')),
];

/** Requests for the catalog's lists. */
const reads = ({ paths }: CatalogService): string[] =>
	paths.filter((path) => path.startsWith('/api/catalog-products'));

const idOf = (match: SkuMatch): string | undefined =>
	match.kind === 'one' ? match.variantId : undefined;

beforeEach(() => {
	vi.useFakeTimers({ now: Date.parse('2026-11-22T06:00:00Z') });
});

afterEach(() => {
	vi.useRealTimers();
});

describe('A variant that is looked up by its SKU', () => {
	it('is the one that a search through all products finds, in any catalog', async () => {
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

	it('are found whatever the spaces around it', async () => {
		expect(idOf(await find(' TEE ', variant('v1', 'TEE')))).toBe('v1');
		expect(idOf(await find('TEE', variant('v1', ' TEE ')))).toBe('v1');
	});

	it('are found whatever its capitals, unless the catalog has it in exactly these', async () => {
		expect(idOf(await find('tee', variant('v1', 'TEE')))).toBe('v1');
		const both = [variant('v1', 'TEE'), variant('v2', 'tee')];
		expect(idOf(await find('tee', ...both))).toBe('v2');
		expect(await find('Tee', ...both)).toMatchObject({ kind: 'several' });
	});

	it('are told apart by their names, or by their IDs where the names are the same', async () => {
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

	it('are one where a variant stands under several products', async () => {
		const shared = variant('v1', 'TEE');
		const service = new CatalogService([product('p1', shared), product('p2', shared)]);
		expect(idOf(await findVariantBySku(service.client(), 'TEE'))).toBe('v1');
	});

	it.each(['__proto__', 'constructor', 'toString'])('are none for %s', async (sku) => {
		expect(await find(sku, variant('v1', 'TEE'))).toEqual({ kind: 'none', nearest: [] });
	});

	it('are none for a SKU of any length, and leave out those that nobody could enter', async () => {
		const long = 'x'.repeat(1_000_000);
		expect(await find(long, variant('v1', long))).toEqual({ kind: 'none', nearest: [] });
		expect(await find(long.slice(0, 200), variant('v1', long))).toEqual({
			kind: 'none',
			nearest: [],
		});
	});

	it('come with the three nearest SKUs where there are none, nearest first', async () => {
		const skus = ['TEE-BLUE-XXL', 'TEE-BLUE-M', 'TEE-BLUE-L', 'TEE-BLUE-XL', 'MUG'];
		const variants = skus.map((sku) => variant(`id of ${sku}`, sku));
		expect(await find('tee-blue-', ...variants)).toEqual({
			kind: 'none',
			nearest: ['TEE-BLUE-M', 'TEE-BLUE-L', 'TEE-BLUE-XL'],
		});
	});
});

describe('A catalog that is read to find SKUs', () => {
	it('takes one request for each page of products, and one for each page of variants', async () => {
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

	it('lacks a product that was taken out meanwhile, and nothing else', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		service.refused.set('/api/catalog-products/p1/catalog-variants', 404);
		const client = service.client();
		expect(idOf(await findVariantBySku(client, 'MUG-WHITE'))).toBe('v3');
		expect((await findVariantBySku(client, 'TEE-BLUE-S')).kind).toBe('none');
	});

	it('is not empty because no variants can be read', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		for (const id of ['p1', 'p2']) {
			service.refused.set(`/api/catalog-products/${id}/catalog-variants`, 404);
		}
		await expect(findVariantBySku(service.client(), 'TEE-BLUE-S')).rejects.toMatchObject({
			status: 404,
		});
	});

	it('ends where it is too large, however many pages the service has', async () => {
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

	it('is not taken for whole where the service hands out less than it says there is', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		const client = service.client();
		const { send } = client;
		client.send = async (request) => {
			const response = (await send(request)) as { body: IDataObject };
			if (request.path.includes('p1')) response.body['hydra:totalItems'] = 3;
			return response as never;
		};
		await expect(findVariantBySku(client, 'MUG-WHITE')).rejects.toThrow('Only 2 of 3');
	});
});

describe('An index of the catalog', () => {
	it('is read once for all items of a run, also for a thousand SKUs that are unknown', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		const run = new Run(10);
		const matches = await Promise.all(
			Array.from({ length: 1_000 }, async (_, index) =>
				findVariantBySku(service.client(run), index % 2 === 0 ? 'MUG-WHITE' : `none-${index}`),
			),
		);
		expect(matches.filter(({ kind }) => kind === 'one')).toHaveLength(500);
		vi.advanceTimersByTime(5 * MINUTE);
		expect((await findVariantBySku(service.client(run), 'none')).kind).toBe('none');
		expect(reads(service)).toHaveLength(3);
	});

	it('is kept for later runs of the account for ten minutes', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		await findVariantBySku(service.client(), 'MUG-WHITE');
		vi.advanceTimersByTime(10 * MINUTE - 1);
		await findVariantBySku(service.client(), 'MUG-WHITE');
		expect(reads(service)).toHaveLength(3);
		vi.advanceTimersByTime(1);
		await findVariantBySku(service.client(), 'MUG-WHITE');
		expect(reads(service)).toHaveLength(6);
	});

	it('belongs to one account', async () => {
		const one = new CatalogService([product('p1', variant('v1', 'TEE'))]);
		const other = new CatalogService([product('p1', variant('v2', 'TEE'))]);
		const run = new Run(1);
		expect(idOf(await findVariantBySku(one.client(run), 'TEE'))).toBe('v1');
		expect(idOf(await findVariantBySku(other.client(run), 'TEE'))).toBe('v2');
	});

	it('is read again for a SKU that was added since, once for a run', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		await findVariantBySku(service.client(), 'MUG-WHITE');
		service.products = [...TWO_PRODUCTS, product('p3', variant('v9', 'NEW'))];
		vi.advanceTimersByTime(MINUTE);
		const run = new Run(10);
		const found = await Promise.all(
			['NEW', 'NEW', 'UNKNOWN', 'MUG-WHITE'].map(async (sku) =>
				findVariantBySku(service.client(run), sku),
			),
		);
		expect(found.map(idOf)).toEqual(['v9', 'v9', undefined, 'v3']);
		expect(reads(service)).toHaveLength(3 + 4);
	});

	it('is not read again within half a minute for SKUs that are unknown', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		for (let run = 0; run < 20; run += 1) {
			await findVariantBySku(service.client(), 'UNKNOWN');
			vi.advanceTimersByTime(SECOND);
		}
		expect(reads(service)).toHaveLength(3);
		vi.advanceTimersByTime(11 * SECOND);
		await findVariantBySku(service.client(), 'UNKNOWN');
		expect(reads(service)).toHaveLength(6);
	});

	it('is not kept when its reading failed, and the next item reads again, a few times', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		service.refused.set('/api/catalog-products/p2/catalog-variants', 503);
		const run = new Run(1);
		const find = async () => await findVariantBySku(service.client(run), 'MUG-WHITE');
		await expect(find()).rejects.toMatchObject({ status: 503 });
		service.refused.clear();
		expect(idOf(await find())).toBe('v3');

		const broken = new CatalogService(TWO_PRODUCTS);
		broken.refused.set('/api/catalog-products', 503);
		const brokenRun = new Run(1);
		const errors = new Set<unknown>();
		for (let item = 0; item < 100; item += 1) {
			errors.add(await findVariantBySku(broken.client(brokenRun), 'TEE').catch((error) => error));
		}
		expect(reads(broken)).toHaveLength(3);
		// n8n writes the index of the item into each.
		expect(errors.size).toBe(100);
	});

	it('is asked for once in a run that may not read the catalog', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		service.refused.set('/api/catalog-products', 403);
		const run = new Run(1);
		for (let item = 0; item < 10; item += 1) {
			const match = findVariantBySku(service.client(run), 'TEE');
			await expect(match).rejects.toMatchObject({ status: 403 });
		}
		expect(reads(service)).toHaveLength(1);
	});

	it('is read by one of the runs that ask for it at the same time', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		const found = Promise.all(
			Array.from({ length: 50 }, async () => findVariantBySku(service.client(), 'MUG-WHITE')),
		);
		await vi.runAllTimersAsync();
		expect((await found).map(idOf)).toEqual(Array<string>(50).fill('v3'));
		expect(reads(service)).toHaveLength(3);
	});

	it('is read by another run when the one that reads it is cancelled', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		const cancelled = new Run(1);
		service.beforeResponse = () => cancelled.abort();
		const first = findVariantBySku(service.client(cancelled), 'MUG-WHITE').catch(
			(error: unknown) => error,
		);
		const second = findVariantBySku(service.client(), 'MUG-WHITE');
		await vi.runAllTimersAsync();
		expect(await first).toBeInstanceOf(RunAborted);
		expect(idOf(await second)).toBe('v3');
	});

	it('is not waited for by a run that is cancelled itself', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		const reading = service.client();
		reading.send = async () => await new Promise(() => undefined);
		void findVariantBySku(reading, 'MUG-WHITE');
		const run = new Run(1);
		const second = findVariantBySku(service.client(run), 'MUG-WHITE').catch(
			(error: unknown) => error,
		);
		await vi.advanceTimersByTimeAsync(MINUTE);
		run.abort();
		await vi.advanceTimersByTimeAsync(SECOND);
		expect(await second).toBeInstanceOf(RunAborted);
	});

	it('forgets the accounts that were read first when there are more than fifty', async () => {
		const services = Array.from({ length: 52 }, () => new CatalogService(TWO_PRODUCTS));
		for (const service of services) await findVariantBySku(service.client(), 'MUG-WHITE');
		for (const service of services.toReversed()) {
			await findVariantBySku(service.client(), 'MUG-WHITE');
		}
		expect(services.map((service) => reads(service).length).slice(2)).toEqual(
			Array<number>(50).fill(3),
		);
		expect(reads(services[0] as CatalogService)).toHaveLength(6);
	});
});

describe('A variant whose SKU was found', () => {
	it('is not read again to complete an order in the same run', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		const client = service.client();
		await findVariantBySku(client, 'TEE-BLUE-M');
		expect(await lookUpVariant(client, 'v2')).toEqual({
			name: 'Product, variant v2',
			inStock: true,
			placements: [
				{ type: 'front', required: true, technique: 'direct_print', techniques: ['direct_print'] },
			],
			options: [],
		});
		expect(reads(service)).toEqual(service.paths);
	});

	it('is read by its ID in a later run: what an order is completed from is never older than its run', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		await findVariantBySku(service.client(), 'TEE-BLUE-M');
		const later = service.client();
		await findVariantBySku(later, 'TEE-BLUE-M');
		await lookUpVariant(later, 'v2');
		expect(service.paths.at(-1)).toBe('/api/catalog-product-variants/v2');
	});

	it('is read by its ID where the list shows a part of it only', async () => {
		const { placements: _placements, ...part } = variant('v1', 'TEE');
		const service = new CatalogService([product('p1', part)]);
		const client = service.client();
		await findVariantBySku(client, 'TEE');
		await lookUpVariant(client, 'v1');
		expect(service.paths.at(-1)).toBe('/api/catalog-product-variants/v1');
	});
});

describe('A text that is a SKU or an ID', () => {
	const ID = '0198c2f4-5b3e-7f44-a6d8-1c9e0b2f7a63';

	it('is a SKU first', async () => {
		const service = new CatalogService([product('p1', variant('v1', 'v2'), variant('v2', 'TEE'))]);
		expect(idOf(await findVariantBySkuOrId(service.client(), 'v2'))).toBe('v1');
	});

	it('is an ID where no variant has it as its SKU, also of a variant without a SKU', async () => {
		const service = new CatalogService([product('p1', variant('v1', null))]);
		expect(await findVariantBySkuOrId(service.client(), ' v1 ')).toEqual({
			kind: 'one',
			variantId: 'v1',
			name: 'Product p1, Product, variant v1',
		});
	});

	it('takes one request where it has the form of an ID, which completing the order repeats not', async () => {
		const service = new CatalogService([product('p1', variant(ID, 'TEE'))]);
		const client = service.client();
		expect(idOf(await findVariantBySkuOrId(client, ID))).toBe(ID);
		await lookUpVariant(client, ID);
		expect(service.paths).toEqual([`/api/catalog-product-variants/${ID}`]);
	});

	it('is looked for among the SKUs where it only has the form of an ID', async () => {
		const service = new CatalogService([product('p1', variant('v1', ID))]);
		expect(idOf(await findVariantBySkuOrId(service.client(), ID))).toBe('v1');
	});

	it('is none of them', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		expect(await findVariantBySkuOrId(service.client(), 'MUG-WHITTE')).toEqual({
			kind: 'none',
			nearest: ['MUG-WHITE'],
		});
	});
});
