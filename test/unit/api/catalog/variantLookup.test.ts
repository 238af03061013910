import { describe, expect, it, vi } from 'vitest';
import { lookUpVariant } from '../../../../nodes/PodFulfilment/api/catalog/variantLookup.ts';
import { Run } from '../../../../nodes/PodFulfilment/transport/run.ts';
import type { ApiClient } from '../../../../nodes/PodFulfilment/transport/client.ts';
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
