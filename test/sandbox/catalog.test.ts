import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { call, membersOf, UUID } from './support/client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());

/** All members of a collection, by following its pages. */
async function all(path: string): Promise<Array<Record<string, unknown>>> {
	const members: Array<Record<string, unknown>> = [];
	let next: string | undefined = path;
	while (next) {
		const answer = await call(sandbox, 'GET', next);
		members.push(...membersOf(answer));
		next = (answer.json['hydra:view'] as Record<string, string>)['hydra:next'];
	}
	return members;
}

describe('Section 2: CatalogProduct', () => {
	it('a product has every field of the specification, in the collection and by itself', async () => {
		const [member] = await all('/api/catalog-products');
		const id = member?.id as string;
		expect(member).toEqual({
			'@id': `/api/catalog-products/${id}`,
			'@type': 'CatalogProduct',
			id: expect.stringMatching(UUID),
			name: 'Unisex Organic T-Shirt',
			description: expect.stringContaining('<strong>'),
			brand: 'Nordwear',
			image: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/.+\.svg$/),
			variantCount: 42,
			variants: `/api/catalog-products/${id}/catalog-variants`,
		});
		const answer = await call(sandbox, 'GET', `/api/catalog-products/${id}`);
		expect(answer.status).toBe(200);
		expect(answer.json).toEqual({ '@context': '/api/contexts/CatalogProduct', ...member });
	});

	it('the catalog has at least 25 products and 300 variants, and some brands are empty', async () => {
		const products = await all('/api/catalog-products');
		expect(products.length).toBeGreaterThanOrEqual(25);
		const counts = products.map(({ variantCount }) => variantCount as number);
		expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(300);
		expect(products.some(({ brand }) => brand === '')).toBe(true);
		for (const { variants, variantCount } of products) {
			expect(await all(variants as string)).toHaveLength(variantCount as number);
		}
	});

	it('a product is found by a part of its name', async () => {
		const answer = await call(sandbox, 'GET', '/api/catalog-products?search=WALL%20clock');
		expect(membersOf(answer).map(({ name }) => name)).toEqual([
			'Wooden Wall Clock',
			'Round Wall Clock',
		]);
	});

	it('the products have the same identifiers in every run, and are as many as asked for', async () => {
		const second = await startSandbox({ seed: { products: 60 } });
		try {
			const ids = second.control.products().map(({ id }) => id);
			expect(new Set(ids).size).toBe(60);
			expect(ids.slice(0, 26)).toEqual(sandbox.control.products().map(({ id }) => id));
		} finally {
			await second.close();
		}
	});
});

describe('Section 2: CatalogProductVariant', () => {
	it('a variant has every field of the specification, in the collection and by itself', async () => {
		const clock = sandbox.control.products().find(({ name }) => name === 'Wooden Wall Clock');
		const path = `/api/catalog-products/${clock?.id}/catalog-variants`;
		const answer = await call(sandbox, 'GET', path);
		expect(answer.json).toMatchObject({
			'@context': '/api/contexts/CatalogProductVariant',
			'@id': path,
			'@type': 'hydra:Collection',
		});
		const [member] = membersOf(answer);
		const id = member?.id as string;
		expect(member).toEqual({
			'@id': `/api/catalog-product-variants/${id}`,
			'@type': 'CatalogProductVariant',
			id: expect.stringMatching(UUID),
			sku: expect.stringMatching(/^[A-Z0-9-]+$/),
			name: 'Wooden Wall Clock - Birch / 30 cm',
			image: expect.stringMatching(/^http/),
			placements: [
				{
					type: 'main',
					required: true,
					technique: 'direct_print',
					techniques: ['direct_print'],
					area: {
						width: 3000,
						height: 3000,
						section: { top: 150, right: 150, bottom: 150, left: 150 },
					},
					visibleArea: { top: 150, left: 150, width: 2700, height: 2700 },
				},
			],
			inStock: true,
			options: [
				{
					id: 'dial_color',
					type: 'string',
					label: 'Dial colour',
					required: true,
					values: ['black', 'white', 'silver', 'gold'].map((value) => ({
						value,
						image: { url: expect.stringMatching(/^http/), alt: `Dial colour: ${value}` },
					})),
				},
				expect.objectContaining({ id: 'hand_style', required: false }),
			],
		});
		const single = await call(sandbox, 'GET', `/api/catalog-product-variants/${id}`);
		expect(single.json).toEqual({ '@context': '/api/contexts/CatalogProductVariant', ...member });
	});

	it('the variants cover several placements, techniques, options, and some are out of stock', () => {
		const variants = sandbox.control.variants();
		const placements = variants.flatMap((variant) => variant.placements);
		const types = new Set(placements.map(({ type }) => type));
		const techniques = new Set(placements.flatMap((placement) => placement.techniques));
		expect([...types]).toEqual(
			expect.arrayContaining(['front', 'back', 'sleeve_left', 'label_inside', 'main']),
		);
		expect([...techniques]).toEqual(
			expect.arrayContaining([
				'direct_print',
				'dtg',
				'embroidery',
				'sublimation',
				'laser_engraving',
			]),
		);
		const outOfStock = variants.filter(({ inStock }) => !inStock);
		expect(outOfStock.length).toBeGreaterThan(5);
		expect(outOfStock.length).toBeLessThan(variants.length / 5);
		expect(new Set(variants.map(({ sku }) => sku)).size).toBe(variants.length);
	});

	it('the pictures of the variants can be loaded', async () => {
		const urls = new Set(
			sandbox.control
				.variants()
				.flatMap(({ image, options }) => [
					image,
					...options.flatMap(({ values }) => values.map((value) => value.image.url)),
				]),
		);
		for (const url of urls) {
			const response = await fetch(url);
			expect(response.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
			expect(await response.text()).toMatch(/^<svg /);
		}
	});

	it('a variant in stock can be ordered whatever its placements and options are', async () => {
		for (const product of sandbox.control.products()) {
			const variant = product.variants.find(({ inStock }) => inStock);
			const body = sandbox.control.exampleOrder({ variantIds: [variant?.id ?? ''] });
			const answer = await call(sandbox, 'POST', '/api/orders', { body });
			expect(answer.status, product.name).toBe(201);
		}
	});
});
