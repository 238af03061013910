import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import shopify from '../../examples/shopify.json' with { type: 'json' };
import wooCommerce from '../../examples/woocommerce.json' with { type: 'json' };
import type { OrderStatus } from '../../sandbox/facts.ts';
import { TRIGGER } from '../support/shopDay/day.ts';
import { shopifyOrder } from '../support/shopOrders/shopify.ts';
import { wooCommerceOrder } from '../support/shopOrders/wooCommerce.ts';
import { ExampleWorkflow, type Call } from './engine/example.ts';
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
	numbered: (index: number) => IDataObject;
	/** Fields of an order with this date. */
	takenAt: (date: string) => IDataObject;
	/** Fields of an order that the shop has as sent. */
	sent: IDataObject;
	/** Fields of an order of which a piece was refunded, without saying which. */
	reduced: IDataObject;
	/** Fields of an order that was refunded in full, without saying which pieces. */
	refunded: IDataObject;
	withoutAddress: IDataObject;
	/** The answer of the shop to a question for its orders, and to what is written. */
	answer: (orders: IDataObject[]) => unknown;
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
		numbered: (index) => ({
			id: 5000 + index,
			name: `#${2000 + index}`,
			order_number: 2000 + index,
		}),
		takenAt: (date) => ({ created_at: date }),
		answer: (orders) => ({ orders }),
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
		numbered: (index) => ({ id: 5000 + index, number: String(5000 + index) }),
		takenAt: (date) => ({ date_created_gmt: date.slice(0, 19) }),
		answer: (orders) => orders,
		written: (order) => ({ ...order, status: 'completed' }),
	},
};

/** Fields of an order that nobody paid, in either shop. */
const UNPAID = { date_paid: null, date_paid_gmt: null, financial_status: 'pending' };

const WORDS: Partial<Record<OrderStatus, string>> = { inprocess: 'in process' };

describe.each(Object.entries(SHOPS))('The example of %s', (_, { example, shop, ...of }) => {
	/** The example between the service and a shop that shows these orders. */
	function exampleThatReads(shown: IDataObject[], file: unknown = example) {
		const writes: string[] = [];
		const call: Call = async (url, { method = 'GET' } = {}) => {
			if (method !== 'GET') writes.push(url);
			const answer = method === 'GET' ? of.answer(shown) : of.written(shown[0] ?? {});
			return await Promise.resolve(Response.json(answer));
		};
		return { workflow: new ExampleWorkflow(file, credentialFor(node.sandbox), call), writes };
	}

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
		const { workflow, writes } = exampleThatReads([shown]);
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
			expect(text).toContain('cannot be compared: it may be that of another shop');
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

	it('tells to ask the provider about an order that was refunded in full while it is in production here, and of no part', async () => {
		const shown = of.order([of.line()], of.refunded);
		const { text, statuses } = await runAfter(shown, 'inprocess');
		expect(statuses).toEqual(['inprocess']);
		expect(text).toContain('Called off in the shop. Here it is in process: ask the provider.');
		expect(text).not.toContain('Part of the order was refunded');
	});

	it('tells what is to be reviewed, once, and not what needs nobody now', async () => {
		const others = of.line({ id: 99, sku: 'CARD', name: 'Card', properties: [], meta_data: [] });
		const shown = of.order([of.line(), others], of.reduced);
		const { text } = await runAfter(shown);
		expect(text.split('Part of the order was refunded')).toHaveLength(2);
		expect(text).not.toContain('CARD');
	});

	it.each<[string, () => IDataObject]>([
		['', () => of.order([of.line()], { ...of.calledOff, ...UNPAID })],
		[
			' with an unknown SKU and no address',
			() =>
				of.order([of.line({ sku: 'TS-UNKNOWN' })], {
					...{ ...of.calledOff, ...UNPAID, ...of.withoutAddress },
				}),
		],
	])('leaves alone an order that was cancelled before it was paid%s', async (__, shown) => {
		const { workflow, writes } = exampleThatReads([shown()]);
		const { 'Create the Order': items } = await workflow.run(TRIGGER, [{}]);
		expect(items?.length).toBeGreaterThan(0);
		for (const item of items ?? []) expect(item).toMatchObject({ next: 'nothing' });
		expect(node.sandbox.control.orders()).toEqual([]);
		expect(writes).toEqual([]);
	});

	it('places nothing until Not Before is entered, and tells so by its name', async () => {
		// A space is as empty as the example, which ExampleWorkflow completes.
		const file = JSON.parse(
			JSON.stringify(example).replace('"notBefore":""', '"notBefore":" "'),
		) as unknown;
		const { workflow, writes } = exampleThatReads([of.order([of.line()])], file);
		await expect(workflow.run(TRIGGER, [{}])).rejects.toThrow(
			/^(woo|shopify)-\S+: .*Not Before.* is empty/,
		);
		expect(node.sandbox.control.orders()).toEqual([]);
		expect(writes).toEqual([]);
	});

	it('produces nothing of 60 orders that another service produces, and which the shop took before', async () => {
		const running = Array.from({ length: 60 }, (__, index) =>
			of.order([of.line()], { ...of.numbered(index), ...of.takenAt('1999-12-31T12:00:00Z') }),
		);
		const { workflow, writes } = exampleThatReads(running);
		const { 'Create the Order': items } = await workflow.run(TRIGGER, [{}]);
		expect(new Set(items?.map(({ shopOrderId }) => shopOrderId)).size).toBe(60);
		for (const item of items ?? []) expect(item).toMatchObject({ next: 'nothing' });
		expect(node.sandbox.control.orders()).toEqual([]);
		expect(writes).toEqual([]);
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
