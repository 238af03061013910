import { describe, expect, it } from 'vitest';

import { shopifyLine, shopifyOrder } from '../support/shopOrders/shopify.ts';
import { fromShop, mug, shirt, shopifyLineOf, useShopSandbox } from './shopOrders.ts';
import { printFile } from './support.ts';

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
			fromShop('shopify', { shopOrder: '={{ $json.order }}', skuMappingJson: '={{ $json.rows }}' }),
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
			shopifyLine({ sku: shirtSku() }),
			shopifyLineOf('STICKER', { id: 2 }),
		]);
		const { json, error } = await place('shopify', order, {
			unknownLines: 'leaveOut',
			printFileFrom: 'template',
			printFileTemplate: 'https://files.example.com/{sku}.png',
		});
		expect(error).toBeUndefined();
		expect(json[0]?.warnings).toHaveLength(1);
	});

	it.each([
		['={{ "" }}', 'Print File Template is empty'],
		['https://files.example.com/{name}.png', 'has the placeholder {name}, which is unknown'],
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
