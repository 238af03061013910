import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	findVariantBySku,
	findVariantBySkuOrId,
} from '../../../../nodes/PodFulfilment/api/catalog/skuIndex.ts';
import { SkuTable } from '../../../../nodes/PodFulfilment/api/catalog/skuTable.ts';
import { lookUpVariant } from '../../../../nodes/PodFulfilment/api/catalog/variantLookup.ts';
import { Run, RunAborted } from '../../../../nodes/PodFulfilment/transport/run.ts';
import { CatalogService, idOf, product, TWO_PRODUCTS, variant } from './catalogService.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Requests for the catalog's lists. */
const reads = ({ paths }: CatalogService): string[] =>
	paths.filter((path) => path.startsWith('/api/catalog-products'));

beforeEach(() => {
	vi.useFakeTimers({ now: Date.parse('2026-11-22T06:00:00Z'), toFake: ['Date'] });
});

afterEach(() => {
	vi.useRealTimers();
});

describe('An index of the catalog', () => {
	it('all items of a run share one read of the catalog, also with a thousand unknown SKUs', async () => {
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

	it('later runs of the account use a cached index for ten minutes', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		await findVariantBySku(service.client(), 'MUG-WHITE');
		vi.advanceTimersByTime(10 * MINUTE - 1);
		await findVariantBySku(service.client(), 'MUG-WHITE');
		expect(reads(service)).toHaveLength(3);
		vi.advanceTimersByTime(1);
		await findVariantBySku(service.client(), 'MUG-WHITE');
		expect(reads(service)).toHaveLength(6);
	});

	it('a run that takes longer than the cache keeps its index to the end', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		const run = new Run(1);
		for (let item = 0; item < 3; item += 1) {
			expect(idOf(await findVariantBySku(service.client(run), 'MUG-WHITE'))).toBe('v3');
			vi.advanceTimersByTime(20 * MINUTE);
		}
		expect((await findVariantBySku(service.client(run), 'UNKNOWN')).kind).toBe('none');
		expect(reads(service)).toHaveLength(3);
	});

	it('the index belongs to one account', async () => {
		const one = new CatalogService([product('p1', variant('v1', 'TEE'))]);
		const other = new CatalogService([product('p1', variant('v2', 'TEE'))]);
		const run = new Run(1);
		expect(idOf(await findVariantBySku(one.client(run), 'TEE'))).toBe('v1');
		expect(idOf(await findVariantBySku(other.client(run), 'TEE'))).toBe('v2');
	});

	it('a SKU that was added after the index was read is found by one more read for a run', async () => {
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

	it('an unknown SKU makes no run read again an index of the last half minute', async () => {
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

	it('other runs still use the cached index while a newer one is read, and after that read has failed', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		await findVariantBySku(service.client(), 'MUG-WHITE');
		vi.advanceTimersByTime(MINUTE);
		const { promise: response, resolve: respond } = Promise.withResolvers<undefined>();
		const reading = service.client();
		const { send } = reading;
		reading.send = async (request) => {
			await response;
			return await send(request);
		};
		const missing = findVariantBySku(reading, 'UNKNOWN').catch((error: unknown) => error);
		expect(idOf(await findVariantBySku(service.client(), 'MUG-WHITE'))).toBe('v3');
		service.refused.set('/api/catalog-products', 503);
		respond(undefined);
		expect(await missing).toMatchObject({ status: 503 });
		expect(idOf(await findVariantBySku(service.client(), 'MUG-WHITE'))).toBe('v3');
		expect(reads(service)).toHaveLength(3 + 1);
	});

	it('after a failed read the next item of the run reads again, three times in all', async () => {
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
		for (let item = 0; item < 100; item += 1) {
			await expect(findVariantBySku(broken.client(brokenRun), 'TEE')).rejects.toThrow();
		}
		expect(reads(broken)).toHaveLength(3);
	});

	it('a run that may not read the catalog tries once', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		service.refused.set('/api/catalog-products', 403);
		const run = new Run(1);
		for (let item = 0; item < 10; item += 1) {
			const match = findVariantBySku(service.client(run), 'TEE');
			await expect(match).rejects.toMatchObject({ status: 403 });
		}
		expect(reads(service)).toHaveLength(1);
	});

	it('fifty runs that need the catalog at the same time share one read', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		const found = Promise.all(
			Array.from({ length: 50 }, async () => findVariantBySku(service.client(), 'MUG-WHITE')),
		);
		await vi.runAllTimersAsync();
		expect((await found).map(idOf)).toEqual(Array<string>(50).fill('v3'));
		expect(reads(service)).toHaveLength(3);
	});

	it('a run reads the catalog itself when the run whose read it waited for is cancelled', async () => {
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

	it('a cancelled run stops waiting for the read of another run', async () => {
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

	it('with more than fifty accounts, the indexes that were read first are removed', async () => {
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

	it('with more than 100,000 variants in all, the indexes that were read first are removed', async () => {
		const services = Array.from({ length: 3 }, () => {
			const variants = Array.from({ length: 40_000 }, (_, index) => ({
				id: `v${index}`,
				sku: index,
			}));
			return new CatalogService([product('p1', ...variants)], variants.length);
		});
		for (const service of services) await findVariantBySku(service.client(), '7');
		for (const service of services.toReversed()) await findVariantBySku(service.client(), '7');
		expect(services.map((service) => reads(service).length)).toEqual([4, 2, 2]);
	});
});

describe('A variant whose SKU was found', () => {
	it('a variant that was found by its SKU is not read again to complete an order in the same run', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		const client = service.client();
		await findVariantBySku(client, 'TEE-BLUE-M');
		expect(await lookUpVariant(client, 'v2')).toEqual({
			name: 'Product, variant v2',
			itemName: 'Product p1 – Product, variant v2',
			itemNameById: 'Product, variant v2',
			sku: 'TEE-BLUE-M',
			inStock: true,
			placements: [
				{ type: 'front', required: true, technique: 'direct_print', techniques: ['direct_print'] },
			],
			options: [],
		});
		expect(reads(service)).toEqual(service.paths);
	});

	it('a later run reads the variant by its ID, so that no order is completed from older data than its run', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		await findVariantBySku(service.client(), 'TEE-BLUE-M');
		const later = service.client();
		await findVariantBySku(later, 'TEE-BLUE-M');
		await lookUpVariant(later, 'v2');
		expect(service.paths.at(-1)).toBe('/api/catalog-product-variants/v2');
	});

	it('a run that waited for a read that began before it reads the variant by its ID', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		const first = service.client();
		const { send } = first;
		const { promise: response, resolve: respond } = Promise.withResolvers<undefined>();
		first.send = async (request) => {
			await response;
			return await send(request);
		};
		const found = [findVariantBySku(first, 'TEE-BLUE-M')];
		await vi.advanceTimersByTimeAsync(SECOND);
		const second = service.client();
		found.push(findVariantBySku(second, 'TEE-BLUE-M'));
		respond(undefined);
		await vi.advanceTimersByTimeAsync(SECOND);
		expect((await Promise.all(found)).map(idOf)).toEqual(['v2', 'v2']);
		await lookUpVariant(first, 'v2');
		await lookUpVariant(second, 'v2');
		expect(service.paths.slice(3)).toEqual(['/api/catalog-product-variants/v2']);
	});

	it('a variant that does not fit into what a run keeps of the catalog is read by its ID', async () => {
		const ids = ['v1', 'v2', 'v3'];
		const variants = ids.map((id) => ({
			...variant(id, `SKU-${id}`),
			options: [{ id: 'text', label: id.padEnd(9_000_000), values: [] }],
		}));
		const service = new CatalogService([product('p1', ...variants)]);
		const client = service.client();
		for (const id of ids) {
			await findVariantBySku(client, `SKU-${id}`);
			await lookUpVariant(client, id);
		}
		expect(service.paths.slice(2)).toEqual(['/api/catalog-product-variants/v3']);
	});

	it('a variant of which the list shows only a part is read by its ID', async () => {
		const { placements: _placements, ...part } = variant('v1', 'TEE');
		const service = new CatalogService([product('p1', part)]);
		const client = service.client();
		await findVariantBySku(client, 'TEE');
		await lookUpVariant(client, 'v1');
		expect(service.paths.at(-1)).toBe('/api/catalog-product-variants/v1');
	});
});

describe('A SKU of a cached index', () => {
	/** Two minutes later; the catalog was changed in between. */
	async function afterChange(...variants: IDataObject[]): Promise<CatalogService> {
		const service = new CatalogService([product('p1', variant('v1', 'TEE'), variant('v2', 'OLD'))]);
		await findVariantBySku(service.client(), 'TEE');
		service.products = [product('p1', ...variants)];
		service.paths.length = 0;
		vi.advanceTimersByTime(2 * MINUTE);
		return service;
	}

	it.each([
		['moved to another variant', [variant('v1', 'TEE-1'), variant('v2', 'TEE')], 'v2'],
		['is that of another variant, and its own is gone', [variant('v2', 'TEE')], 'v2'],
		['was taken from its variant', [variant('v1', 'TEE-1')], undefined],
	])(
		'a SKU of a cached index is not ordered as before when it %s since',
		async (_, variants, expected) => {
			for (const find of [findVariantBySku, findVariantBySkuOrId]) {
				const service = await afterChange(...variants);
				const run = new Run(5);
				// Also of the items that come after the newer reading.
				for (let item = 0; item < 3; item += 1) {
					expect(idOf(await find(service.client(run), 'tee '))).toBe(expected);
				}
				expect(reads(service)).toHaveLength(2);
			}
		},
	);

	it('a SKU of a cached index is checked once in a run, by the request that completes the order', async () => {
		const service = await afterChange(variant('v1', 'TEE'), variant('v2', 'OLD'));
		const run = new Run(5);
		for (let item = 0; item < 3; item += 1) {
			expect(idOf(await findVariantBySku(service.client(run), 'TEE'))).toBe('v1');
			await lookUpVariant(service.client(run), 'v1');
		}
		expect(service.paths).toEqual(['/api/catalog-product-variants/v1']);
	});

	it('a SKU of a cached index is accepted when its variant shows no SKU', async () => {
		const service = await afterChange(variant('v1', null), variant('v2', 'OLD'));
		expect(idOf(await findVariantBySku(service.client(), 'TEE'))).toBe('v1');
		expect(reads(service)).toEqual([]);
	});

	it('a SKU of a cached index is not ordered when its variant cannot be read', async () => {
		const service = await afterChange(variant('v1', 'TEE'));
		service.refused.set('/api/catalog-product-variants/v1', 503);
		const match = findVariantBySku(service.client(), 'TEE');
		await expect(match).rejects.toMatchObject({ status: 503 });
	});
});

describe('A text that is a SKU or an ID', () => {
	const ID = '0198c2f4-5b3e-7f44-a6d8-1c9e0b2f7a63';

	it('a text that is a SKU and an ID means the SKU', async () => {
		const service = new CatalogService([product('p1', variant('v1', 'v2'), variant('v2', 'TEE'))]);
		expect(idOf(await findVariantBySkuOrId(service.client(), 'v2'))).toBe('v1');
	});

	it('a text that no variant has as its SKU means an ID, also of a variant without a SKU', async () => {
		const service = new CatalogService([product('p1', variant('v1', null))]);
		expect(await findVariantBySkuOrId(service.client(), ' v1 ')).toEqual({
			kind: 'one',
			variantId: 'v1',
			name: 'Product p1, Product, variant v1',
		});
	});

	it('a text in the form of an ID takes one request, which completing the order does not repeat', async () => {
		const service = new CatalogService([product('p1', variant(ID, 'TEE'))]);
		const client = service.client();
		expect(idOf(await findVariantBySkuOrId(client, ID))).toBe(ID);
		await lookUpVariant(client, ID);
		expect(service.paths).toEqual([`/api/catalog-product-variants/${ID}`]);
	});

	it('a text in the form of an ID that no variant has is looked up as a SKU', async () => {
		const service = new CatalogService([product('p1', variant('v1', ID))]);
		expect(idOf(await findVariantBySkuOrId(service.client(), ID))).toBe('v1');
	});

	it('a text that is neither a SKU nor an ID comes with the nearest SKUs', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		expect(await findVariantBySkuOrId(service.client(), 'MUG-WHITTE')).toEqual({
			kind: 'none',
			nearest: ['MUG-WHITE'],
		});
	});

	it('the nearest SKUs are looked for as often as the messages of an order list them', async () => {
		const nearest = vi.spyOn(SkuTable.prototype, 'nearest');
		const service = new CatalogService(TWO_PRODUCTS);
		const client = service.client();
		const matches = await Promise.all(
			Array.from({ length: 1_000 }, async (_, index) =>
				findVariantBySkuOrId(client, `MUG-WHITTE-${index}`),
			),
		);
		expect(nearest).toHaveBeenCalledTimes(20);
		expect(matches[0]).toEqual({ kind: 'none', nearest: ['MUG-WHITE'] });
		expect(matches[999]).toEqual({ kind: 'none', nearest: [] });
		await findVariantBySkuOrId({ ...client }, 'MUG-WHITTE');
		expect(nearest).toHaveBeenCalledTimes(21);
		nearest.mockRestore();
	});
});

describe('What a cached index says', () => {
	const ID = '0198c2f4-5b3e-7f44-a6d8-1c9e0b2f7a63';

	it('of an unknown SKU holds for exactly half a minute', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		await findVariantBySku(service.client(), 'MUG-WHITE');
		vi.advanceTimersByTime(30 * SECOND);
		await findVariantBySku(service.client(), 'UNKNOWN');
		expect(reads(service)).toHaveLength(3);
		vi.advanceTimersByTime(1);
		await findVariantBySku(service.client(), 'UNKNOWN');
		expect(reads(service)).toHaveLength(6);
	});

	it('of a SKU that several variants have holds as long as it is cached', async () => {
		const service = new CatalogService([product('p1', variant('v1', 'TEE'), variant('v2', 'TEE'))]);
		for (let run = 0; run < 3; run += 1) {
			expect((await findVariantBySku(service.client(), 'TEE')).kind).toBe('several');
			vi.advanceTimersByTime(3 * MINUTE);
		}
		expect(service.paths).toHaveLength(2);
	});

	it('of an ID holds although its variant has another SKU', async () => {
		const service = new CatalogService([product('p1', variant('v1', 'TEE'))]);
		await findVariantBySkuOrId(service.client(), 'v1');
		vi.advanceTimersByTime(2 * MINUTE);
		expect(idOf(await findVariantBySkuOrId(service.client(), ' v1 '))).toBe('v1');
		expect(reads(service)).toHaveLength(2);
	});

	it.each([`${ID}0`, `0${ID}`, ID.replaceAll('-', ''), ID.replace('0', 'g')])(
		'is asked first for a text that is not quite in the form of an ID: %s',
		async (text) => {
			const service = new CatalogService([product('p1', variant('v1', 'TEE'))]);
			await findVariantBySkuOrId(service.client(), text);
			expect(service.paths).toEqual(reads(service));
		},
	);

	it('is asked after a variant for a text in the form of an ID, in any capitals and with spaces around', async () => {
		const service = new CatalogService([product('p1', variant(ID.toUpperCase(), 'TEE', 'Tee'))]);
		expect(await findVariantBySkuOrId(service.client(), ` ${ID.toUpperCase()} `)).toEqual({
			kind: 'one',
			variantId: ID.toUpperCase(),
			name: 'Tee',
		});
		expect(reads(service)).toEqual([]);
	});
});

describe('Reads of the catalog that fail', () => {
	it('for good make the items of the run fail without another read', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		const run = new Run(1);
		const client = service.client(run);
		// A body that is no list.
		client.send = async ({ path }) => {
			service.paths.push(path);
			return await Promise.resolve({ status: 200, headers: {}, body: {} });
		};
		for (let item = 0; item < 3; item += 1) {
			await expect(findVariantBySku(client, 'TEE')).rejects.toMatchObject({
				outcome: 'unreadable',
			});
		}
		expect(service.paths).toHaveLength(1);
	});

	it('are waited for three times by another run, which then reads the catalog at the same time as others', async () => {
		const service = new CatalogService(TWO_PRODUCTS);
		service.refused.set('/api/catalog-products', 503);
		let inFlight = 0;
		const inFlightAtStart: number[] = [];
		const runs = Array.from({ length: 6 }, async () => {
			const client = service.client();
			const { send } = client;
			client.send = async (request) => {
				inFlight += 1;
				inFlightAtStart.push(inFlight);
				await new Promise((resolve) => {
					setTimeout(resolve, SECOND);
				});
				inFlight -= 1;
				return await send(request);
			};
			return await findVariantBySku(client, 'TEE').catch((error: unknown) => error);
		});
		const settled = Promise.all(runs);
		await vi.runAllTimersAsync();
		expect(await settled).toMatchObject(Array(6).fill({ status: 503 }));
		expect(inFlightAtStart).toEqual([1, 1, 1, 1, 2, 3]);
	});
});
