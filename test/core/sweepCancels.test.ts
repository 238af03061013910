import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import shopifySweep from '../../examples/shopify-sweep.json' with { type: 'json' };
import wooCommerceSweep from '../../examples/woocommerce-sweep.json' with { type: 'json' };
import { shopifyOrder } from '../support/shopOrders/shopify.ts';
import { wooCommerceOrder } from '../support/shopOrders/wooCommerce.ts';
import { ExampleWorkflow } from './engine/example.ts';
import { credentialFor } from './engine/run.ts';
import { fromShop, mug, shirt, shopifyLineOf, wooCommerceLineOf } from './shopOrders.ts';
import { useSandbox } from './support.ts';

const node = useSandbox();

interface Shop {
	example: unknown;
	shop: string;
	line: (changes?: IDataObject) => IDataObject;
	order: (lines: IDataObject[], changes?: IDataObject) => IDataObject;
	calledOff: IDataObject;
	withoutAddress: IDataObject;
	/** The answer of the shop to the sweep's question for the orders that changed. */
	answer: (order: IDataObject) => Response;
}

const SHOPS: Record<string, Shop> = {
	Shopify: {
		example: shopifySweep,
		shop: 'shopify',
		line: (changes) => shopifyLineOf(shirt(node.sandbox).sku, changes),
		order: shopifyOrder,
		calledOff: { cancelled_at: '2026-11-20T09:41:00-05:00' },
		withoutAddress: { shipping_address: null, billing_address: null },
		answer: (order) => Response.json({ orders: [order] }),
	},
	WooCommerce: {
		example: wooCommerceSweep,
		shop: 'wooCommerce',
		line: (changes) => wooCommerceLineOf(shirt(node.sandbox).sku, changes),
		order: wooCommerceOrder,
		calledOff: { status: 'cancelled' },
		withoutAddress: { shipping: {}, billing: {} },
		answer: (order) => Response.json([order]),
	},
};

describe.each(Object.entries(SHOPS))('The sweep of %s', (_, { example, shop, ...of }) => {
	/** Confirms an order that is due in the shop, and runs the sweep after the shop shows it as another one. */
	async function sweepAfter(shown: IDataObject) {
		const placed = await node.run(fromShop(shop, { then: 'confirm' }), {
			items: [of.order([of.line()])],
		});
		expect(placed.error).toBeUndefined();
		const sweep = new ExampleWorkflow(
			example,
			credentialFor(node.sandbox),
			async () => await Promise.resolve(of.answer(shown)),
		);
		const outputs = await sweep.run('Every Hour', [{}]);
		return {
			statuses: node.sandbox.control.orders().map(({ status }) => status),
			text: String(outputs['One Message']?.[0]?.text),
			canceled: outputs['Cancel the Order'] ?? [],
		};
	}

	it.each<[string, () => IDataObject[]]>([
		['as it was', () => [of.line()]],
		['with no piece left of each line', () => [of.line({ current_quantity: 0 })]],
	])('cancels an order that was cancelled in the shop, %s', async (__, lines) => {
		const { statuses, text } = await sweepAfter(of.order(lines(), of.calledOff));
		expect(statuses).toEqual(['canceled']);
		expect(text).toContain('was cancelled or refunded in the shop, and is canceled here too.');
	});

	it.each<[string, () => IDataObject]>([
		['an e-book', () => of.order([of.line({ sku: 'EBOOK' })], of.calledOff)],
		[
			'an e-book without an address',
			() => of.order([of.line({ sku: 'EBOOK' })], { ...of.calledOff, ...of.withoutAddress }),
		],
		['nothing at all', () => of.order([], { ...of.calledOff, ...of.withoutAddress })],
		['another product', () => of.order([of.line({ sku: mug(node.sandbox).sku })], of.calledOff)],
		['another line', () => of.order([of.line({ id: 99 })], of.calledOff)],
	])(
		'tells of a cancelled order of the same number with %s, and cancels nothing',
		async (__, shown) => {
			const { statuses, text, canceled } = await sweepAfter(shown());
			expect(canceled).toEqual([]);
			expect(statuses).toEqual(['pending']);
			expect(text).toMatch(
				/ is pending here, and may be that of another shop, so it was not canceled/,
			);
		},
	);
});
