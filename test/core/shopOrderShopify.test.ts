import { asGraphql } from '../support/shopOrders/shopifyGraphql.ts';
import { describe, expect, it } from 'vitest';

import { shopifyLine, shopifyOrder, shopifyRefund } from '../support/shopOrders/shopify.ts';
import { mug, shirt, shopifyLineOf, useShopSandbox } from './shopOrders.ts';
import { printFile } from './support.ts';

const { node, shirtSku, mugSku, place, orderCount } = useShopSandbox();

describe('An order of Shopify', () => {
	it('an order is placed as it is, with nothing typed', async () => {
		const order = shopifyOrder([
			shopifyLineOf(shirtSku(), { quantity: 2 }),
			shopifyLineOf(mugSku(), { id: 466_157_050, name: 'Team Mug', price: '14.90' }),
		]);
		const { json, error } = await place('shopify', order);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ externalId: 'shopify-1001-450789469', status: 'draft' });
		expect(json[0]).not.toHaveProperty('warnings');
		const stored = node.sandbox.control.order('@shopify-1001-450789469');
		expect(stored.recipient).toEqual({
			name: 'Bob Norman',
			address1: 'Chestnut Street 92',
			city: 'Louisville',
			zip: '40202',
			stateCode: 'KY',
			stateName: 'Kentucky',
			countryCode: 'US',
			phone: '+1(502)-459-2181',
			email: 'bob.norman@mail.example.com',
		});
		expect(stored.items).toMatchObject([
			{
				externalId: '466157049',
				variantId: shirt(node.sandbox).id,
				quantity: 2,
				name: 'IPod Nano - 8gb - green',
				retailPrice: '199.00',
				placements: [{ type: 'front', layers: [{ url: printFile }] }],
			},
			{
				externalId: '466157050',
				variantId: mug(node.sandbox).id,
				quantity: 1,
				name: 'Team Mug',
				retailPrice: '14.90',
				placements: [{ type: 'main', layers: [{ url: printFile }] }],
			},
		]);
	});

	it.each([{ then: 'check' }, { then: 'draft' }, { then: 'confirm' }])(
		"the buyer's note is in the item, and reviewed by nobody: %j",
		async (parameters) => {
			const order = shopifyOrder([shopifyLineOf(shirtSku())], { note: ' For M &amp; L ' });
			const { json } = await place('shopify', order, parameters);
			expect(json[0]).toMatchObject({ buyerNote: 'For M & L' });
			expect(json[0]).not.toHaveProperty('toReview');
		},
	);

	it('an order passes the validation after placement (section 7)', async () => {
		await place('shopify', shopifyOrder([shopifyLineOf(shirtSku())]));
		await node.sandbox.control.settled();
		expect(node.sandbox.control.order('@shopify-1001-450789469').status).toBe('draft');
	});

	it('a SKU may be the ID of the variant, and have any capitals', async () => {
		const order = shopifyOrder([
			shopifyLineOf(shirt(node.sandbox).id),
			shopifyLineOf(` ${mugSku().toLowerCase()} `, { id: 2 }),
		]);
		const { error } = await place('shopify', order);
		expect(error).toBeUndefined();
		expect(node.sandbox.control.order('@shopify-1001-450789469').items).toHaveLength(2);
	});

	it('an order has the External ID that was entered', async () => {
		await place('shopify', shopifyOrder([shopifyLineOf(shirtSku())]), { externalId: 'shop2-7' });
		expect(node.sandbox.control.order('@shop2-7').items).toHaveLength(1);
	});

	it('an order prints several placements, each with its own file', async () => {
		const properties = [
			{ name: 'Print file front', value: printFile },
			{ name: 'print-file_BACK', value: `${printFile}?back` },
			{ name: 'Print file note', value: 'with love' },
			{ name: 'Gift wrap', value: null },
		];
		const { error } = await place(
			'shopify',
			shopifyOrder([shopifyLineOf(shirtSku(), { properties })]),
		);
		expect(error).toBeUndefined();
		expect(node.sandbox.control.order('@shopify-1001-450789469').items).toMatchObject([
			{
				placements: [
					{ type: 'front', layers: [{ url: printFile }] },
					{ type: 'back', layers: [{ url: `${printFile}?back` }] },
				],
			},
		]);
	});

	it('a line that is not for the service is left out, and the item says so', async () => {
		const order = shopifyOrder([
			shopifyLineOf(shirtSku()),
			shopifyLine({ id: 2, name: 'Sticker', sku: 'STICKER-1' }),
			shopifyLine({ id: 3, name: 'Poster', sku: null }),
			shopifyLineOf(shirtSku(), { id: 4, name: 'Gift Card', gift_card: true }),
			shopifyLineOf(mugSku(), { id: 5, name: 'Refunded Mug', quantity: 2 }),
		]);
		order.refunds = [shopifyRefund(5, 2)];
		const { json, error } = await place('shopify', order, { unknownLines: 'leaveOut' });
		expect(error).toBeUndefined();
		expect(json[0]?.warnings).toEqual([
			'Line 2 (Sticker, SKU STICKER-1) was left out: no variant has the SKU "STICKER-1"',
			'Line 3 (Poster) was left out: it has no SKU, and SKU Mapping has no row for its variant ID "39072856" or product ID "632910392"',
			`Line 4 (Gift Card, SKU ${shirtSku()}) was left out: it is a gift card`,
			`Line 5 (Refunded Mug, SKU ${mugSku()}) was left out: it was refunded or removed`,
		]);
		expect(node.sandbox.control.order('@shopify-1001-450789469').items).toHaveLength(1);
	});

	it('a line that is not shipped is left out, and stops the order when it names a print file', async () => {
		const lines = [
			shopifyLineOf(shirtSku()),
			shopifyLine({ id: 3, name: 'E-Book', sku: 'BOOK', requires_shipping: false }),
		];
		const marked = shopifyLineOf(mugSku(), { id: 2, name: 'Team Mug', requires_shipping: false });
		const refused = await place('shopify', shopifyOrder([...lines, marked]));
		expect(refused.error?.message).toContain(
			`Order #1001, line 3 (Team Mug, SKU ${mugSku()}) names a print file, but is marked as not shipped in the shop`,
		);
		expect(orderCount()).toBe(0);
		const { json, error } = await place('shopify', shopifyOrder(lines));
		expect(error).toBeUndefined();
		expect(json[0]?.warnings).toEqual([
			'Line 2 (E-Book, SKU BOOK) was left out: it is not shipped',
		]);
	});

	it('an order of GraphQL is the order of REST, which a second run finds', async () => {
		const order = shopifyOrder([shopifyLineOf(shirtSku(), { quantity: 2 })]);
		const first = await place('shopify', order);
		const second = await place('shopify', { data: { order: asGraphql(order) } });
		expect([first.error, second.error]).toEqual([undefined, undefined]);
		expect(second.json[0]?.id).toBe(first.json[0]?.id);
		expect(orderCount()).toBe(1);
	});

	it('an order of 300 lines is placed whole', async () => {
		const lines = Array.from({ length: 300 }, (_, index) =>
			shopifyLineOf(index % 2 === 0 ? shirtSku() : mugSku(), {
				id: index + 1,
				quantity: index + 1,
			}),
		);
		const { error } = await place('shopify', shopifyOrder(lines));
		expect(error).toBeUndefined();
		const { items } = node.sandbox.control.order('@shopify-1001-450789469');
		expect(items.map(({ quantity }) => quantity)).toEqual(lines.map((_, index) => index + 1));
	});
});
