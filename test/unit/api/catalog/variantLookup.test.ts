import { describe, expect, it, vi } from 'vitest';
import {
	listedVariantCache,
	lookUpVariant,
	tryVariant,
} from '../../../../nodes/PodFulfilment/api/catalog/variantLookup.ts';
import { Run } from '../../../../nodes/PodFulfilment/transport/run.ts';
import type { ApiClient } from '../../../../nodes/PodFulfilment/transport/client.ts';
import { CatalogService, product, variant } from './catalogService.ts';
import { catalogVariantOf } from '../../../../nodes/PodFulfilment/api/catalog/catalogVariant.ts';

/** Spec section 2, CatalogProductVariant in a response of the service. */
const RESPONSE_BODY = {
	'@id': '/api/catalog-product-variants/v1',
	'@type': 'CatalogProductVariant',
	id: 'v1',
	sku: 'CLK-30-OAK',
	name: 'Wall clock, oak, 30 cm',
	image: 'https://files.example.com/clock.png',
	placements: [
		{
			type: 'main',
			required: true,
			technique: 'direct_print',
			techniques: ['direct_print', 'sublimation'],
			area: {
				width: 3000,
				height: 2400.5,
				section: { top: 0, right: 3000, bottom: 2400.5, left: 0 },
			},
			visibleArea: { top: 10, left: 10, width: 2980, height: 2380 },
		},
		{ type: 'back', required: false, technique: 'engraving', techniques: [] },
	],
	inStock: true,
	options: [
		{
			id: 'dial_color',
			type: 'string',
			label: 'Dial colour',
			required: true,
			values: [
				{ value: 'black', image: { url: 'https://files.example.com/black.png', alt: 'Black' } },
				{ value: 'white', image: { url: 'https://files.example.com/white.png', alt: 'White' } },
			],
		},
	],
};

describe('A catalog variant (section 2, CatalogProductVariant)', () => {
	it('a catalog variant is parsed with its placements, techniques, areas, options and values', () => {
		const { name, placements, options } = catalogVariantOf(RESPONSE_BODY);
		expect(name).toBe('Wall clock, oak, 30 cm');
		expect(placements).toMatchObject([
			{
				type: 'main',
				required: true,
				technique: 'direct_print',
				area: { width: 3000, height: 2400.5 },
			},
			{ type: 'back', required: false, technique: 'engraving' },
		]);
		expect(placements[0]?.techniques).toEqual(
			expect.arrayContaining(['direct_print', 'sublimation']),
		);
		expect(placements[1]?.techniques).toEqual(['engraving']);
		expect(placements[1]).not.toHaveProperty('area');
		expect(options).toEqual([
			{ id: 'dial_color', label: 'Dial colour', required: true, values: ['black', 'white'] },
		]);
	});

	it.each([
		[{}],
		[{ name: null, placements: null, options: null }],
		[{ placements: {}, options: 'none' }],
		[{ placements: ['main', null], options: [7] }],
	])(
		'a catalog variant has no placements and options if they are missing or invalid: %j',
		(body) => {
			expect(catalogVariantOf(body)).toEqual({
				name: '',
				itemName: '',
				inStock: true,
				placements: [],
				options: [],
			});
		},
	);

	it('an area without a size is left out', () => {
		const [placement] = catalogVariantOf({
			placements: [{ type: 'main', area: { width: 'wide', height: 2400 } }],
		}).placements;
		expect(placement).toEqual({ type: 'main', required: false, techniques: [] });
	});
});

describe('A look-up in the catalog', () => {
	it('a lookup is cached separately for each account', async () => {
		const run = new Run(1);
		const accountNamed = (account: string) => {
			const send = vi.fn(async () => ({
				status: 200,
				headers: {},
				body: { id: 'v1', name: account },
			}));
			return { send, client: { run, account, send } as unknown as ApiClient };
		};
		const [one, other] = [accountNamed('one'), accountNamed('other')];
		for (const { client } of [one, other, one, other]) {
			expect((await lookUpVariant(client, 'v1')).name).toBe(client.account);
		}
		expect(one.send).toHaveBeenCalledTimes(1);
		expect(other.send).toHaveBeenCalledTimes(1);
	});
});

describe('A variant whose look-up fails', () => {
	const PATH = '/api/catalog-product-variants/v1';

	it.each([400, 404, 410, 422])('is unknown after %i', async (status) => {
		const service = new CatalogService([]);
		service.refused.set(PATH, status);
		expect(await tryVariant(service.client(), 'v1')).toBeUndefined();
	});

	it.each([401, 403, 409, 500, 503])(
		'may be known after %i, which is passed on',
		async (status) => {
			const service = new CatalogService([]);
			service.refused.set(PATH, status);
			await expect(tryVariant(service.client(), 'v1')).rejects.toMatchObject({ status });
		},
	);

	it('is asked for once in a run when the service refuses', async () => {
		const service = new CatalogService([]);
		const client = service.client();
		for (let item = 0; item < 3; item += 1) {
			await expect(lookUpVariant(client, 'v1')).rejects.toMatchObject({ status: 404 });
		}
		expect(service.paths).toEqual([PATH]);
	});

	it('is asked for again by the next item when the service was busy', async () => {
		const service = new CatalogService([product('p1', variant('v1', 'TEE'))]);
		service.refused.set(PATH, 503);
		const client = service.client();
		const failed = [lookUpVariant(client, 'v1'), lookUpVariant(client, 'v1')];
		for (const lookup of failed) await expect(lookup).rejects.toMatchObject({ status: 503 });
		expect(service.paths).toEqual([PATH]);
		service.refused.clear();
		expect(await lookUpVariant(client, 'v1')).toMatchObject({ sku: 'TEE' });
		expect(service.paths).toEqual([PATH, PATH]);
	});

	it('keeps a look-up that succeeded since', async () => {
		const service = new CatalogService([product('p1', variant('v1', 'TEE'))]);
		const client = service.client();
		service.refused.set(PATH, 503);
		const failing = lookUpVariant(client, 'v1').catch((error: unknown) => error);
		// The catalog was read meanwhile.
		listedVariantCache(client)(variant('v1', 'TEE'));
		expect(await failing).toMatchObject({ status: 503 });
		expect(await lookUpVariant(client, 'v1')).toMatchObject({ sku: 'TEE' });
		expect(service.paths).toEqual([PATH]);
	});
});

describe('A variant as a list of the catalog shows it', () => {
	it.each<[string, object]>([
		['no placements', { placements: [] }],
		['placements that are no list', { placements: {} }],
		['options that are no list', { options: null }],
	])('is read by its ID when it has %s: the list may show less', async (_, part) => {
		const whole = variant('v1', 'TEE');
		const service = new CatalogService([product('p1', whole)]);
		const client = service.client();
		listedVariantCache(client)({ ...whole, ...part });
		expect((await lookUpVariant(client, 'v1')).placements).toHaveLength(1);
		expect(service.paths).toEqual(['/api/catalog-product-variants/v1']);
	});

	it('has its own name and SKU, and its own placements and options', async () => {
		const service = new CatalogService([]);
		const client = service.client();
		const add = listedVariantCache(client);
		add(variant('v1', 'TEE-S', 'Small'));
		add(variant('v2', 'TEE-M', 'Medium'));
		add({ ...variant('v3', null, 'Back'), placements: [{ type: 'back' }] });
		expect(await lookUpVariant(client, 'v1')).toMatchObject({ name: 'Small', sku: 'TEE-S' });
		expect(await lookUpVariant(client, 'v2')).toMatchObject({ name: 'Medium', sku: 'TEE-M' });
		expect(await lookUpVariant(client, 'v3')).toMatchObject({ placements: [{ type: 'back' }] });
		expect(service.paths).toEqual([]);
	});
});
