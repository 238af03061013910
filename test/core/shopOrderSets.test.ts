import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shopifyLine, shopifyOrder } from '../support/shopOrders/shopify.ts';
import { wooCommerceLine, wooCommerceOrder } from '../support/shopOrders/wooCommerce.ts';
import { mug, shirt, useShopSandbox } from './shopOrders.ts';
import { locate, printFile, requestsPastCatalog } from './support.ts';

const { node, mugSku, place, orderCount } = useShopSandbox();

/** The product of the sandbox's shirts, and its variants. */
const shirts = () => {
	const { productId } = shirt(node.sandbox);
	const variants = node.sandbox.control.variants().filter((one) => one.productId === productId);
	return { productId, variants };
};

/** Colour and size of a variant: its name is 'Unisex Organic T-Shirt - Navy / XL'. */
const wordsOf = ({ name }: { name: string }): [string, string] => {
	const [colour = '', size = ''] = (name.split(' - ').at(-1) ?? '').split(' / ');
	return [colour, size];
};

const productRow = (changes: IDataObject = {}): INodeParameters => ({
	shopSku: 'TEE',
	productId: locate('list', shirts().productId),
	printFileUrl: printFile,
	...(changes as INodeParameters),
});

describe("A row for a product of the sandbox's catalog", () => {
	/** The words of three shops. */
	const ORDERS: Array<[string, string, (words: [string, string], id: number) => IDataObject]> = [
		[
			'one property each',
			'wooCommerce',
			([colour, size], id) =>
				wooCommerceLine({
					...{ id, sku: 'TEE', variation_id: id },
					meta_data: [
						{
							key: 'pa_color',
							value: colour.toLowerCase(),
							display_key: 'Color',
							display_value: colour,
						},
						{ key: 'pa_size', value: size.toLowerCase(), display_key: 'Size', display_value: size },
					],
				}),
		],
		[
			'one title',
			'shopify',
			([colour, size], id) =>
				shopifyLine({
					...{ id, sku: 'TEE', variant_id: id, properties: [] },
					variant_title: `${size} / ${colour}`,
				}),
		],
		[
			'one value',
			'shopify',
			([colour, size], id) =>
				shopifyLine({
					...{ id, sku: 'TEE', variant_id: id, variant_title: null },
					properties: [{ name: 'Style', value: `${colour} / ${size}` }],
				}),
		],
	];
	const orderOf = (shop: string, lines: IDataObject[]): IDataObject =>
		shop === 'shopify' ? shopifyOrder(lines) : wooCommerceOrder(lines);

	it.each(ORDERS)('orders each of its variants rightly: %s', async (_, shop, lineOf) => {
		const variants = shirts().variants.filter(({ inStock }) => inStock);
		expect(variants.length).toBeGreaterThan(30);
		const order = orderOf(
			shop,
			variants.map((variant, index) => lineOf(wordsOf(variant), index + 1)),
		);
		const { json, error } = await place(shop, order, { skuMapping: { row: [productRow()] } });
		expect(error).toBeUndefined();
		expect(json[0]?.toReview ?? []).toEqual([]);
		const [placed] = node.sandbox.control.orders();
		expect(placed?.items.map(({ variantId }) => variantId)).toEqual(variants.map(({ id }) => id));
	});

	it.each(ORDERS)('stops for a word that none has: %s', async (_, shop, lineOf) => {
		for (const words of [
			['Purple', 'M'],
			['Navy', '9XL'],
			['Dark Navy', 'M'],
		] as Array<[string, string]>) {
			const { error } = await place(shop, orderOf(shop, [lineOf(words, 1)]), {
				skuMapping: { row: [productRow()] },
			});
			expect(error?.message).toContain(
				'does not say which variant of the product in SKU Mapping → Row 1 (TEE)',
			);
			expect(error?.message).toContain(words[0]);
			expect(error?.description).toContain('"navy"');
		}
		expect(orderCount()).toBe(0);
	});
});

describe('A gift set of a mug and a shirt', () => {
	const id = '@shopify-1001-450789469';

	const rows = (): INodeParameters => ({
		skuMapping: {
			row: [
				{
					...{ shopSku: 'GIFT', variantId: locate('sku', mugSku()), printFileUrl: printFile },
					isPart: true,
				},
				productRow({ shopSku: 'GIFT', isPart: true, pieces: 3 }),
			],
		},
	});

	const order = (changes: IDataObject = {}, of: IDataObject = {}) => {
		const [colour, size] = wordsOf(shirt(node.sandbox));
		return shopifyOrder(
			[
				shopifyLine({
					...{ id: 7, sku: 'GIFT', quantity: 2, current_quantity: 2, fulfillable_quantity: 2 },
					...{ name: 'Gift set', variant_title: null },
					properties: [
						{ name: 'Shirt colour', value: colour },
						{ name: 'Shirt size', value: size },
					],
					...changes,
				}),
			],
			of,
		);
	};

	const items = () =>
		node.sandbox.control
			.order(id)
			.items.map(({ externalId, quantity, variantId }) => [externalId, quantity, variantId]);

	const placedItems = () => [
		['7', 2, mug(node.sandbox).id],
		['7-2', 6, shirt(node.sandbox).id],
	];

	it('is placed as two items, and exists where it runs again', async () => {
		const first = await place('shopify', order(), rows());
		expect(first.error).toBeUndefined();
		expect(first.json).toMatchObject([{ outcome: 'placed' }]);
		expect(items()).toEqual(placedItems());
		const again = await place('shopify', order(), rows());
		expect(again.error).toBeUndefined();
		expect(again.json).toMatchObject([{ outcome: 'existing' }]);
		expect(orderCount()).toBe(1);
	});

	it('an order that exists costs one request with Expect Existing', async () => {
		await place('shopify', order(), rows());
		node.sandbox.control.clearRecords();
		const { json } = await place('shopify', order(), {
			...rows(),
			options: { expectExisting: true },
		});
		expect(json).toMatchObject([{ outcome: 'existing' }]);
		expect(requestsPastCatalog(node.sandbox).map(({ method }) => method)).toEqual(['GET']);
	});

	it('another variant, fewer sets and a part that was added are told, and nothing is placed', async () => {
		await place('shopify', order(), rows());
		const other = shirts().variants.find((one) => one.inStock && one.id !== shirt(node.sandbox).id);
		const [colour, size] = wordsOf(other ?? { name: '' });
		const inOther = await place(
			'shopify',
			order({ properties: [{ name: 'Shirt', value: `${colour} / ${size}` }] }),
			rows(),
		);
		expect(inOther.error?.description ?? inOther.error?.message).toContain('part 2');

		const fewer = await place(
			'shopify',
			order({ current_quantity: 1, fulfillable_quantity: 1 }),
			rows(),
		);
		const told = `${fewer.error?.message}\n${fewer.error?.description}`;
		expect(told).toContain('part 1 was changed in the shop: 1 piece in the shop, 2 here');
		expect(told).toContain('part 2 was changed in the shop: 3 pieces in the shop, 6 here');

		const { row } = rows().skuMapping as { row: INodeParameters[] };
		const [, , third] = shirts().variants;
		const added = await place('shopify', order(), {
			skuMapping: {
				row: [
					...row,
					{
						...{
							shopSku: 'GIFT',
							variantId: locate('id', third?.id ?? ''),
							printFileUrl: printFile,
						},
						isPart: true,
					},
				],
			},
			options: { ignoredProperties: '' },
		});
		expect(`${added.error?.message}\n${added.error?.description}`).toContain(
			'part 3 was added in the shop after the order was placed: 2 pieces in the shop, 0 here',
		);
		expect(orderCount()).toBe(1);
		expect(items()).toEqual(placedItems());
	});

	it('an order that was placed before its line was made a set shows what was added', async () => {
		const { row } = rows().skuMapping as { row: INodeParameters[] };
		await place('shopify', order(), {
			skuMapping: { row: row.slice(0, 1).map((one) => ({ ...one, isPart: false })) },
			options: { ignoredProperties: 'Shirt colour, Shirt size' },
		});
		expect(items().map(([externalId]) => externalId)).toEqual(['7']);
		const { error } = await place('shopify', order(), rows());
		expect(`${error?.message}\n${error?.description}`).toContain('part 2 was added in the shop');
		expect(orderCount()).toBe(1);
	});

	it('one part is reprinted by itself, and the order is refunded', async () => {
		await place('shopify', order(), { ...rows(), then: 'confirm' });
		for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
			if (node.sandbox.control.order(id).status !== status) {
				await node.sandbox.control.stepOrder(id, status);
			}
		}
		const orderId = locate('externalId', 'shopify-1001-450789469');
		const reprint = await node.run({
			...{ resource: 'order', operation: 'reprint', orderId },
			...{ externalId: 'shopify-1001-450789469-R1', shipping: 'STANDARD', itemIds: ['7-2'] },
		});
		expect(reprint.error).toBeUndefined();
		expect(
			node.sandbox.control
				.order('@shopify-1001-450789469-R1')
				.items.map(({ externalId, quantity, variantId }) => [externalId, quantity, variantId]),
		).toEqual([['7-2', 6, shirt(node.sandbox).id]]);
		const refund = await node.run({ resource: 'order', operation: 'refund', orderId });
		expect(refund.error).toBeUndefined();
	});

	it('a set that the shop called off is known by any of its parts', async () => {
		await place('shopify', order(), rows());
		const { json, error } = await place(
			'shopify',
			order(
				{ current_quantity: 0, fulfillable_quantity: 0 },
				{ cancelled_at: '2026-11-26T10:00:00Z' },
			),
			{ ...rows(), orderWithoutLines: 'skip' },
		);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ outcome: 'existing', calledOff: true }]);
	});

	it('pieces that left in the shop are no change', async () => {
		await place('shopify', order(), rows());
		const { json, error } = await place(
			'shopify',
			order(
				{ fulfillable_quantity: 1, fulfillment_status: 'partial' },
				{ fulfillment_status: 'partial' },
			),
			rows(),
		);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ outcome: 'existing' }]);
	});
});

describe('A line without an SKU', () => {
	it.each([
		['shopify', { variant_id: 4711, product_id: 22 }, '4711'],
		['shopify', { variant_id: 4711, product_id: 22 }, '22'],
		['wooCommerce', { variation_id: 4711, product_id: 22 }, '4711'],
		['wooCommerce', { variation_id: 0, product_id: 22 }, '22'],
	])('is ordered by a row for an ID of the shop: %s %j', async (shop, ids, shopSku) => {
		const order =
			shop === 'shopify'
				? shopifyOrder([shopifyLine({ sku: null, properties: [], variant_title: null, ...ids })])
				: wooCommerceOrder([wooCommerceLine({ sku: '', meta_data: [], ...ids })]);
		const row = { shopSku, variantId: locate('sku', mugSku()), printFileUrl: printFile };
		const { error } = await place(shop, order, { skuMapping: { row: [row] } });
		expect(error).toBeUndefined();
		const [placed] = node.sandbox.control.orders();
		expect(placed?.items).toMatchObject([{ variantId: mug(node.sandbox).id }]);
	});

	it('is named with the IDs that it has', async () => {
		const order = shopifyOrder([
			shopifyLine({
				sku: mugSku(),
				properties: [{ name: 'Print file', value: printFile }],
				variant_title: null,
			}),
			shopifyLine({ id: 2, sku: null, variant_id: 4711, product_id: 22 }),
		]);
		const { error } = await place('shopify', order);
		expect(error?.message).toContain(
			'it has no SKU, and SKU Mapping has no row for its variant ID "4711" or product ID "22"',
		);
	});
});
