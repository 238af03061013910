import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import shopify from '../../examples/shopify.json' with { type: 'json' };
import wooCommerce from '../../examples/woocommerce.json' with { type: 'json' };
import type { OrderStatus } from '../../sandbox/facts.ts';
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
	/** Fields of an order that the shop has as sent. */
	sent: IDataObject;
	/** Fields of an order of which a piece was refunded, without saying which. */
	reduced: IDataObject;
	/** Fields of an order that was refunded in full, without saying which pieces. */
	refunded: IDataObject;
	withoutAddress: IDataObject;
	/** The answer of the shop to a question for its orders, and to what is written. */
	answer: (order: IDataObject) => unknown;
	written: (order: IDataObject) => unknown;
}

const SHOPS: Record<string, Shop> = {
	Shopify: {
		example: shopify,
		shop: 'shopify',
		line: (changes) => shopifyLineOf(shirt(node.sandbox).sku, changes),
		order: shopifyOrder,
		calledOff: { cancelled_at: '2026-11-20T09:41:00-05:00' },
		withoutAddress: { shipping_address: null, billing_address: null },
		sent: { fulfillment_status: 'fulfilled' },
		reduced: { financial_status: 'partially_refunded' },
		refunded: {
			financial_status: 'refunded',
			refunds: [{ id: 1, refund_line_items: [], transactions: [{ amount: '24.90' }] }],
		},
		answer: (order) => ({ orders: [order] }),
		written: () => ({
			data: {
				order: { fulfillmentOrders: { nodes: [] } },
				fulfillmentCreate: { fulfillment: { id: 1 }, userErrors: [] },
			},
		}),
	},
	WooCommerce: {
		example: wooCommerce,
		shop: 'wooCommerce',
		line: (changes) => wooCommerceLineOf(shirt(node.sandbox).sku, changes),
		order: wooCommerceOrder,
		calledOff: { status: 'cancelled' },
		withoutAddress: { shipping: {}, billing: {} },
		sent: { date_completed: '2026-11-20T09:41:00' },
		reduced: { refunds: [{ id: 1, total: '-5.00' }] },
		refunded: { status: 'refunded', refunds: [{ id: 1, total: '-29.35' }] },
		answer: (order) => [order],
		written: (order) => ({ ...order, status: 'completed' }),
	},
};

const WORDS: Partial<Record<OrderStatus, string>> = { inprocess: 'in process' };

describe.each(Object.entries(SHOPS))('The example of %s', (_, { example, shop, ...of }) => {
	/**
	 * Confirms an order that is due in the shop, lets the service go on with it, and runs the example twice after the shop
	 * shows it as another one.
	 */
	async function runAfter(shown: IDataObject, ...steps: OrderStatus[]) {
		const placed = await node.run(fromShop(shop, { then: 'confirm' }), {
			items: [of.order([of.line()])],
		});
		expect(placed.error).toBeUndefined();
		const { control } = node.sandbox;
		for (const step of steps) await control.stepOrder(String(placed.json[0]?.id), step);
		for (const { id } of control.shipments(String(placed.json[0]?.id))) {
			if (steps.includes('fulfilled')) await control.stepShipment(id, 'shipped');
		}
		const writes: string[] = [];
		const workflow = new ExampleWorkflow(
			example,
			credentialFor(node.sandbox),
			async (url, { method = 'GET' } = {}) => {
				if (method !== 'GET') writes.push(url);
				return await Promise.resolve(
					Response.json(method === 'GET' ? of.answer(shown) : of.written(shown)),
				);
			},
		);
		const tell = async (): Promise<string> =>
			await workflow.run(TRIGGER, [{}]).then(
				() => '',
				(error: Error) => error.message,
			);
		return {
			text: [await tell(), await tell()].join('\n'),
			statuses: control.orders().map(({ status }) => status),
			cancels: control.requests().filter(({ path }) => path.endsWith('/cancel')),
			...{ writes, tell },
		};
	}

	it.each<[string, () => IDataObject[]]>([
		['as it was', () => [of.line()]],
		['with no piece left of each line', () => [of.line({ current_quantity: 0 })]],
	])('cancels an order that was cancelled in the shop, %s', async (__, lines) => {
		const { statuses, text } = await runAfter(of.order(lines(), of.calledOff));
		expect(statuses).toEqual(['canceled']);
		expect(text).toContain('Called off in the shop. Here it is cancelled');
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

	it.each<[OrderStatus, OrderStatus[]]>([
		['inprocess', []],
		['fulfilled', ['inprocess']],
	])('tells of a cancelled order that is %s here, and cancels nothing', async (status, before) => {
		const { statuses, text, cancels } = await runAfter(
			of.order([of.line()], of.calledOff),
			...before,
			status,
		);
		expect(cancels).toEqual([]);
		expect(statuses).toEqual([status]);
		expect(text).toContain(`Called off in the shop. Here it is ${WORDS[status] ?? status}`);
	});

	it('tells of a cancelled order that the shop has as sent while it is in production here', async () => {
		const shown = of.order([of.line()], { ...of.calledOff, ...of.sent });
		expect((await runAfter(shown, 'inprocess')).text).toContain('Here it is in process');
	});

	it('tells to cancel an order that was refunded in full while it is in production here, and of no part', async () => {
		const shown = of.order([of.line()], of.refunded);
		const { text, statuses } = await runAfter(shown, 'inprocess');
		expect(statuses).toEqual(['inprocess']);
		expect(text).toContain('was refunded in the shop and is inprocess here: cancel it with Order');
		expect(text).not.toContain('Part of the order was refunded');
	});

	it('tells both what is to be reviewed and what else is known', async () => {
		const others = of.line({ id: 99, sku: 'CARD', name: 'Card', properties: [], meta_data: [] });
		const shown = of.order([of.line(), others], of.reduced);
		const { text } = await runAfter(shown);
		const told = ['Part of the order was refunded', 'Line 2 (Card, SKU CARD) was left out'];
		for (const words of told) expect(text.split(words).length).toBe(2);
	});

	it('tells nothing of an order that was sent, and that the customer sent back', async () => {
		const shown = of.order([of.line()], { ...of.calledOff, ...of.sent });
		expect((await runAfter(shown, 'inprocess', 'fulfilled')).text.trim()).toBe('');
	});

	it('tells of a refund that names no line, and has the order sent two days after all parcels left', async () => {
		const shown = of.order([of.line()], of.reduced);
		const { text, writes, tell } = await runAfter(shown, 'inprocess', 'fulfilled');
		expect(text).toContain('Part of the order was refunded');
		expect(writes).toEqual([]);
		const now = Date.now() + 49 * 3_600_000;
		vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now });
		onTestFinished(() => void vi.useRealTimers());
		await tell();
		expect(writes).not.toEqual([]);
	});
});
