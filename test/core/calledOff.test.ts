import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import shopify from '../../examples/shopify.json' with { type: 'json' };
import wooCommerce from '../../examples/woocommerce.json' with { type: 'json' };
import { TRIGGER } from '../support/shopDay/day.ts';
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
	/** The answer of the shop to a question for its orders. */
	answer: (order: IDataObject) => Response;
}

const SHOPS: Record<string, Shop> = {
	Shopify: {
		example: shopify,
		shop: 'shopify',
		line: (changes) => shopifyLineOf(shirt(node.sandbox).sku, changes),
		order: shopifyOrder,
		calledOff: { cancelled_at: '2026-11-20T09:41:00-05:00' },
		withoutAddress: { shipping_address: null, billing_address: null },
		answer: (order) => Response.json({ orders: [order] }),
	},
	WooCommerce: {
		example: wooCommerce,
		shop: 'wooCommerce',
		line: (changes) => wooCommerceLineOf(shirt(node.sandbox).sku, changes),
		order: wooCommerceOrder,
		calledOff: { status: 'cancelled' },
		withoutAddress: { shipping: {}, billing: {} },
		answer: (order) => Response.json([order]),
	},
};

describe.each(Object.entries(SHOPS))('The example of %s', (_, { example, shop, ...of }) => {
	/** Confirms an order that is due in the shop, and runs the example after the shop shows it as another one. */
	async function runAfter(shown: IDataObject) {
		const placed = await node.run(fromShop(shop, { then: 'confirm' }), {
			items: [of.order([of.line()])],
		});
		expect(placed.error).toBeUndefined();
		const workflow = new ExampleWorkflow(
			example,
			credentialFor(node.sandbox),
			async () => await Promise.resolve(of.answer(shown)),
		);
		const text = await workflow.run(TRIGGER, [{}]).then(
			() => '',
			(error: Error) => error.message,
		);
		const { control } = node.sandbox;
		return {
			statuses: control.orders().map(({ status }) => status),
			text,
			cancels: control.requests().filter(({ path }) => path.endsWith('/cancel')),
		};
	}

	it.each<[string, () => IDataObject[]]>([
		['as it was', () => [of.line()]],
		['with no piece left of each line', () => [of.line({ current_quantity: 0 })]],
	])('cancels an order that was cancelled in the shop, %s', async (__, lines) => {
		const { statuses, text } = await runAfter(of.order(lines(), of.calledOff));
		expect(statuses).toEqual(['canceled']);
		expect(text).toContain('At the service: cancelled');
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
			const { statuses, text, cancels } = await runAfter(shown());
			expect(cancels).toEqual([]);
			expect(statuses).toEqual(['pending']);
			expect(text).toMatch(
				/ could not be compared with this one|exists already with other content/,
			);
		},
	);
});
