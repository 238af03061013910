import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shopifyLine, shopifyOrder } from '../support/shopOrders/shopify.ts';
import { printFileMeta, wooCommerceOrder } from '../support/shopOrders/wooCommerce.ts';
import {
	fromShop,
	mug,
	shirt,
	shopifyLineOf,
	useShopSandbox,
	wooCommerceLineOf,
} from './shopOrders.ts';
import { printFile, variantWith } from './support.ts';

const { node, shirtSku, mugSku, place, orderCount } = useShopSandbox();

describe('SKUs that a shop has for itself', () => {
	const order = () =>
		shopifyOrder([shopifyLine({ sku: 'TEE-M' }), shopifyLine({ id: 2, sku: 'CUP' })]);

	it('SKUs are mapped in rows, by SKU, by ID and from the list', async () => {
		const { error } = await place('shopify', order(), {
			skuMapping: {
				row: [
					{
						shopSku: 'TEE-M',
						variantId: { __rl: true, mode: 'sku', value: shirtSku() },
						printFileUrl: printFile,
					},
					{
						shopSku: 'CUP',
						variantId: { __rl: true, mode: 'list', value: mug(node.sandbox).id },
						printFileUrl: `${printFile}?cup`,
					},
				],
			},
		});
		expect(error).toBeUndefined();
		expect(node.sandbox.control.order('@shopify-1001-450789469').items).toMatchObject([
			{ variantId: shirt(node.sandbox).id, placements: [{ layers: [{ url: printFile }] }] },
			{ variantId: mug(node.sandbox).id, placements: [{ layers: [{ url: `${printFile}?cup` }] }] },
		]);
	});

	it('SKUs are mapped by the rows of a spreadsheet, whatever its columns look like', async () => {
		const rows = [
			{ row_number: 2, 'Shop SKU': 'TEE-M', SKU: shirtSku(), 'Print File URL': printFile },
			{
				row_number: 3,
				shop_sku: 'CUP',
				'Variant ID': mug(node.sandbox).id,
				'print-file': printFile,
			},
		];
		const { error } = await node.run(
			fromShop('shopify', {
				shopOrder: '={{ $json.order }}',
				options: { skuMappingJson: '={{ $json.rows }}' },
			}),
			{ items: [{ order: order(), rows }] },
		);
		expect(error).toBeUndefined();
		expect(node.sandbox.control.order('@shopify-1001-450789469').items).toHaveLength(2);
	});

	it('a mapped SKU goes before a variant that has the same SKU', async () => {
		await place('shopify', shopifyOrder([shopifyLineOf(shirtSku())]), {
			skuMapping: {
				row: [{ shopSku: shirtSku(), variantId: { __rl: true, mode: 'sku', value: mugSku() } }],
			},
		});
		expect(node.sandbox.control.order('@shopify-1001-450789469').items[0]?.variantId).toBe(
			mug(node.sandbox).id,
		);
	});
});

describe('A template of print files', () => {
	it('a template is filled with SKU, IDs and number, encoded for a URL', async () => {
		const order = shopifyOrder([shopifyLine({ sku: 'TEE M/ü' })]);
		const { error } = await place('shopify', order, {
			printFileFrom: 'template',
			printFileTemplate: 'https://files.example.com/{orderNumber}/{lineId}/{variantId}/{sku}.png',
			skuMapping: {
				row: [{ shopSku: 'TEE M/ü', variantId: { __rl: true, mode: 'sku', value: shirtSku() } }],
			},
		});
		expect(error).toBeUndefined();
		expect(node.sandbox.control.order('@shopify-1001-450789469').items).toMatchObject([
			{
				placements: [
					{
						layers: [
							{
								url: `https://files.example.com/1001/466157049/${shirt(node.sandbox).id}/TEE%20M%2F%C3%BC.png`,
							},
						],
					},
				],
			},
		]);
	});

	it('a template names no print file by itself: an unknown line is left out', async () => {
		const order = shopifyOrder([
			shopifyLine({ sku: shirtSku(), variant_title: null }),
			shopifyLineOf('STICKER', { id: 2 }),
		]);
		const { json, error } = await place('shopify', order, {
			unknownLines: 'leaveOut',
			printFileFrom: 'template',
			printFileTemplate: 'https://files.example.com/{sku}.png',
		});
		expect(error).toBeUndefined();
		expect(json[0]?.warnings).toEqual([
			expect.stringMatching(/^Line 2 .* was left out: no variant has the SKU "STICKER"/),
		]);
	});

	it.each([
		['={{ "" }}', 'Print File Template is empty'],
		['https://files.example.com/{name}.png', 'has "{name}", which is no placeholder that is known'],
		['{sku}.png', 'Print File Template is "x.png"'],
	])('a template is refused when it is %j', async (printFileTemplate, message) => {
		const { error } = await place('shopify', shopifyOrder([shopifyLineOf(shirtSku())]), {
			printFileFrom: 'template',
			printFileTemplate,
		});
		expect(error?.message).toContain(message);
		expect(orderCount()).toBe(0);
	});
});

describe('A size or a side that the SKU does not have', () => {
	const properties = (values: Record<string, string>) => ({
		properties: [
			{ name: 'Print file', value: printFile },
			...Object.entries(values).map(([name, value]) => ({ name, value })),
		],
	});

	/** A shirt of the sandbox in two sizes, which have the same placements. */
	const shirtIn = (size: string): { id: string; sku: string } =>
		variantWith(
			node.sandbox,
			({ sku, placements, options }) =>
				sku.endsWith(`-NAVY-${size}`) &&
				placements.some(({ type }) => type === 'back') &&
				options.length === 0,
		);

	/** What becomes of an order, and what Check Only says of it. */
	const decide = async (shop: string, order: IDataObject, others: INodeParameters = {}) => {
		const checked = await place(shop, order, { ...others, then: 'check' });
		expect(orderCount()).toBe(0);
		const placed = await place(shop, order, { ...others, then: 'confirm' });
		expect(checked.json[0]?.toReview).toEqual(placed.json[0]?.toReview);
		return { placed, checked: checked.json[0] };
	};

	it.each<[string, string, (sku: string) => IDataObject, string[]]>([
		[
			"Shopify's copied product",
			'shopify',
			(sku) => shopifyOrder([shopifyLineOf(sku, { variant_title: '2XL / Navy' })]),
			['"variant_title" is "2XL / Navy"'],
		],
		[
			'properties of an option app',
			'shopify',
			(sku) =>
				shopifyOrder([
					shopifyLineOf(sku, { id: 1, ...properties({ Size: 'S' }) }),
					shopifyLineOf(sku, { id: 2, ...properties({ Size: '2XL (+$2.00)' }) }),
				]),
			['"Size" is "S"', '"Size" is "2XL"'],
		],
		[
			'a side in a property',
			'shopify',
			(sku) => shopifyOrder([shopifyLineOf(sku, properties({ 'Print on': 'Back' }))]),
			['"Print on" is "Back"'],
		],
		[
			'an attribute of WooCommerce',
			'wooCommerce',
			(sku) =>
				wooCommerceOrder([
					wooCommerceLineOf(sku, {
						meta_data: [
							printFileMeta(printFile),
							...[
								{ id: 3, key: 'pa_size', value: 'xxl', display_key: 'Size', display_value: 'XXL' },
							],
							...[{ id: 4, key: 'Druck', value: 'Front & Back' }],
						],
					}),
				]),
			['"Size" is "xxl"', '"Druck" is'],
		],
	])('leaves a draft to review: %s', async (_, shop, orderOf, shown) => {
		const { placed, checked } = await decide(shop, orderOf(shirtIn('M').sku));
		expect(placed.error).toBeUndefined();
		expect(placed.json[0]).toMatchObject({ outcome: 'placed', status: 'draft' });
		expect(checked?.problems).toEqual([]);
		const toReview = placed.json[0]?.toReview as string[];
		expect(toReview).toHaveLength(shown.length);
		for (const [index, text] of shown.entries()) expect(toReview[index]).toContain(text);
	});

	it('is confirmed where rows of SKU Mapping decide by it', async () => {
		const order = shopifyOrder([
			shopifyLineOf('TEE', { id: 1, ...properties({ Size: 'S' }) }),
			shopifyLineOf('TEE', { id: 2, ...properties({ Size: '2XL', Side: 'Back' }) }),
		]);
		const when = (...condition: Array<{ name: string; value: string }>) => ({ condition });
		const { placed } = await decide('shopify', order, {
			skuMapping: {
				row: [
					{
						shopSku: 'TEE',
						variantId: { __rl: true, mode: 'sku', value: shirtIn('S').sku },
						when: when({ name: 'size', value: 's' }),
					},
					{
						shopSku: 'TEE',
						variantId: { __rl: true, mode: 'id', value: shirtIn('2XL').id },
						when: when({ name: 'Size', value: '2XL' }, { name: 'Side', value: 'Back' }),
					},
				],
			},
		});
		expect(placed.error).toBeUndefined();
		expect(placed.json[0]).toMatchObject({ status: 'pending' });
		expect(node.sandbox.control.order('@shopify-1001-450789469').items).toMatchObject([
			{ variantId: shirtIn('S').id },
			{ variantId: shirtIn('2XL').id },
		]);
	});

	it('stops the order where no row of SKU Mapping has it', async () => {
		const order = shopifyOrder([shopifyLineOf('TEE', properties({ Size: '3XL' }))]);
		const skuMappingJson = [
			{ shopSku: 'TEE', sku: shirtIn('S').sku, when: { Size: 'S' } },
			{ shopSku: 'TEE', sku: shirtIn('M').sku, when: '{"Size": "M"}' },
		];
		const { placed, checked } = await decide('shopify', order, {
			unknownLines: 'leaveOut',
			options: { skuMappingJson: JSON.stringify(skuMappingJson) },
		});
		expect(placed.error?.message).toContain('"Size" is "3XL"');
		expect(checked?.problems).toEqual([expect.stringContaining('"Size" is "3XL"')]);
		expect(orderCount()).toBe(0);
	});
});

describe('An option that nobody may have paid for', () => {
	const keyring = () => variantWith(node.sandbox, ({ options }) => options[0]?.id === 'gift_box');

	const run = async (options: INodeParameters) => {
		const property = { name: 'ｇift BOX', value: 'Kraft' };
		const order = shopifyOrder([
			shopifyLineOf(keyring().sku, {
				properties: [{ name: 'Print file', value: printFile }, property],
			}),
		]);
		const { json, error } = await place('shopify', order, {
			then: 'confirm',
			options,
		});
		expect(error).toBeUndefined();
		return json[0];
	};

	it('leaves a draft to review, and the message names the option that allows it', async () => {
		expect(await run({})).toMatchObject({
			status: 'draft',
			toReview: [expect.stringContaining('Options From Properties')],
		});
	});

	it('is confirmed where Options From Properties lists it', async () => {
		const item = await run({ lineOptions: 'strap, Gift box' });
		expect(item).toMatchObject({ status: 'pending' });
		expect(item).not.toHaveProperty('toReview');
	});
});
