/** The example for goods with an artwork of their own: placed once it is there, and its proof mailed once. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import example from '../../examples/personalised-goods.json' with { type: 'json' };
import { startWooCommerce, type WooCommerce } from '../../sandbox/shops/index.ts';
import { pngOf } from '../support/printFiles/pictures.ts';
import { TRIGGER } from '../support/shopDay/day.ts';
import { wooCommerceDay } from '../support/shopDay/shop.ts';
import { ExampleWorkflow } from './engine/example.ts';
import { credentialFor } from './engine/run.ts';
import { useFileServer } from './fileServer.ts';
import { orderParameters, runNode } from './orderRuns.ts';
import { mug } from './shopOrders.ts';
import { useSandbox } from './support.ts';

const node = useSandbox();
const files = useFileServer();

const PAID = Date.parse('2026-11-23T08:00:00Z');
const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;

let shop: WooCommerce;
let workflow: ExampleWorkflow;

/** The folder of the designer, in which nothing is. */
let folder: string;

beforeEach(async ({ task }) => {
	vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: PAID });
	shop = await startWooCommerce();
	folder = files.put(`/${task.id}/`, '');
	const text = JSON.stringify(example).replaceAll('https://files.example.com/artwork/', folder);
	workflow = new ExampleWorkflow(
		JSON.parse(text),
		credentialFor(node.sandbox),
		wooCommerceDay(shop).call,
	);
});
afterEach(async () => {
	vi.useRealTimers();
	await shop.close();
});

/** A customer orders a mug. The address at which its artwork is expected, and how to put it there. */
function order() {
	const { sku, name, placements } = mug(node.sandbox);
	const { id, lines } = shop.control.order({
		lines: [{ sku, name, quantity: 2, printFile: null }],
	});
	const url = `${folder}${id}-${lines[0]?.id}.png`;
	const area = placements.find(({ required }) => required)?.area ?? { width: 0, height: 0 };
	return {
		...{ id, url, externalId: `woo-${id}` },
		draw: (factor = 1): void => {
			const size = { width: area.width * factor, height: area.height * factor };
			files.put(new URL(url).pathname, pngOf(size));
		},
	};
}

interface Mail {
	subject: string;
	text: string;
}

/** Runs the example at a time after the order was paid. Returns the mails that it sends. */
async function runAfter(milliseconds: number): Promise<Mail[]> {
	vi.setSystemTime(PAID + milliseconds);
	const { 'Mail the Proof': mails = [] } = await workflow.run(TRIGGER, [{}]);
	return mails as unknown as Mail[];
}

const placed = () => node.sandbox.control.orders();

const requestsToPlace = (): number =>
	node.sandbox.control
		.requests()
		.filter(({ method, path }) => method === 'POST' && path === '/api/orders').length;

describe('The example for personalised goods', () => {
	it('places an order whose artwork comes an hour late by itself, mails its proof once, and completes it once it left', async () => {
		const { id, url, externalId, draw } = order();
		for (const quarter of [0, 1, 2, 3]) {
			expect(await runAfter(quarter * QUARTER_MS)).toEqual([]);
			expect(placed()).toEqual([]);
		}
		expect(requestsToPlace()).toBe(0);
		draw();
		const mails = await runAfter(HOUR_MS);
		expect(placed()).toMatchObject([{ externalId, status: 'draft' }]);
		const orderId = String(placed()[0]?.id);
		expect(mails).toEqual([
			{
				subject: `Order ${id} waits for you`,
				text: `It is a draft that waits for your confirmation: Order → Confirm.\n\n2 × ${mug(node.sandbox).name}: ${url}\n\nID of the order here: ${orderId}`,
			},
		]);
		for (const quarter of [5, 6]) expect(await runAfter(quarter * QUARTER_MS)).toEqual([]);
		expect(requestsToPlace()).toBe(1);
		expect(placed()).toMatchObject([{ status: 'draft' }]);

		await runNode(node, orderParameters('confirm', externalId));
		expect(await runAfter(2 * HOUR_MS)).toEqual([]);
		expect(shop.control.getOrder(id).status).toBe('processing');
		await node.sandbox.control.stepOrder(orderId, 'fulfilled');
		for (const shipment of node.sandbox.control.shipments(orderId)) {
			await node.sandbox.control.stepShipment(shipment.id, 'shipped');
		}
		expect(await runAfter(3 * HOUR_MS)).toEqual([]);
		expect(shop.control.getOrder(id).status).toBe('completed');
		expect(requestsToPlace()).toBe(1);
	});

	it('tells once of artwork that is missing after 24 hours, and places the order when it comes', async () => {
		const { id, url, externalId, draw } = order();
		expect(await runAfter(24 * HOUR_MS - QUARTER_MS)).toEqual([]);
		expect(await runAfter(24 * HOUR_MS)).toMatchObject([
			{
				subject: `Order woo-${id} waits for you`,
				text: expect.stringContaining(`No artwork yet: "${url}".`) as string,
			},
		]);
		for (const hour of [25, 48, 49]) expect(await runAfter(hour * HOUR_MS)).toEqual([]);
		expect(placed()).toEqual([]);
		draw();
		expect(await runAfter(50 * HOUR_MS)).toMatchObject([
			{ text: expect.stringContaining(url) as string },
		]);
		expect(await runAfter(51 * HOUR_MS)).toEqual([]);
		expect(placed()).toMatchObject([{ externalId, status: 'draft' }]);
		expect(requestsToPlace()).toBe(1);
	});

	it('says in the mail of the proof what is wrong with the file', async () => {
		const { draw } = order();
		draw(0.5);
		expect(await runAfter(0)).toMatchObject([
			{ text: expect.stringMatching(/^It is a draft\. .*it is smaller\. Look at it/) as string },
		]);
		expect(await runAfter(QUARTER_MS)).toEqual([]);
		expect(placed()).toMatchObject([{ status: 'draft' }]);
	});

	it('orders nothing of what is called off before its artwork is there, and cancels its draft after', async () => {
		const early = order();
		const late = order();
		late.draw();
		expect(await runAfter(0)).toHaveLength(1);
		shop.control.cancel(early.id);
		shop.control.cancel(late.id);
		early.draw();
		expect(await runAfter(QUARTER_MS)).toEqual([]);
		expect(placed()).toMatchObject([{ externalId: late.externalId, status: 'canceled' }]);
	});
});
