import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWooCommerce, type WooCommerce } from '../../../sandbox/shops/index.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { skipWaits } from '../../core/engine/skippedWaits.ts';
import { callWoo } from './support/client.ts';

skipWaits();

let shop: WooCommerce;
let receiver: Receiver;
beforeEach(async () => {
	receiver = await startReceiver();
	shop = await startWooCommerce({ timeScale: 1000 });
	const body = { topic: 'order.created', delivery_url: receiver.url, secret: 's' };
	await callWoo(shop, 'POST', '/webhooks', body);
	receiver.received.length = 0;
});
afterEach(async () => {
	await shop.close();
	await receiver.close();
});

const orderMany = (count: number): void => {
	for (let number = 0; number < count; number += 1) shop.control.order();
};

describe('Faults of webhooks', () => {
	it('a share of the webhooks is lost, and named', async () => {
		shop.control.setWebhookFaults({ lost: 0.5 });
		orderMany(60);
		await shop.control.settled();
		const lost = shop.control.lostWebhooks().length;
		expect(lost).toBeGreaterThan(15);
		expect(lost).toBeLessThan(45);
		expect(receiver.received).toHaveLength(60 - lost);
	});

	it('a late webhook is sent after its time, with the order as it is then', async () => {
		shop.control.setWebhookFaults({ late: 1, lateSeconds: 100 });
		const { id } = shop.control.order();
		shop.control.cancel(id);
		await shop.control.settled();
		expect(receiver.received).toEqual([]);
		await shop.control.waitForDelivery(({ topic }) => topic === 'order.created');
		expect(receiver.received[0]?.json).toMatchObject({ id, status: 'cancelled' });
	});

	it('a duplicated webhook is sent two to nine times', async () => {
		shop.control.setWebhookFaults({ duplicated: 1 });
		const counts = [];
		for (let number = 0; number < 20; number += 1) {
			const before = receiver.received.length;
			shop.control.order();
			await shop.control.settled();
			counts.push(receiver.received.length - before);
		}
		expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
		expect(Math.max(...counts)).toBeLessThanOrEqual(9);
		expect(new Set(counts).size).toBeGreaterThan(3);
	});

	it.each([
		[true, 3],
		[false, 1],
	])('with atOnce %s, %d copies are on their way at the same time', async (atOnce, expected) => {
		shop.control.setWebhookFaults({ duplicated: 1, copies: 3, atOnce });
		const open: ServerResponse[] = [];
		let peak = 0;
		receiver.answer = (response) => {
			peak = Math.max(peak, open.push(response));
			// A busy machine may bring the copies of one moment far apart: they are answered once as many are there as expected.
			if (open.length < expected) return;
			setTimeout(() => {
				for (const answered of open.splice(0)) answered.writeHead(200).end();
			}, 50);
		};
		shop.control.order();
		await shop.control.settled();
		expect(receiver.received).toHaveLength(3);
		expect(peak).toBe(expected);
	});

	it('calls of an unreachable receiver count as failures', async () => {
		shop.control.setWebhookFaults({ unreachable: true });
		orderMany(7);
		await shop.control.settled();
		expect(shop.control.webhooks()).toMatchObject([{ status: 'disabled', failures: 7 }]);
		expect(receiver.received).toEqual([]);
	});

	it('the same seed loses the same webhooks', async () => {
		const received = async (): Promise<number[]> => {
			const other = await startWooCommerce({ seed: 7 });
			await callWoo(other, 'POST', '/webhooks', {
				topic: 'order.created',
				delivery_url: receiver.url,
			});
			receiver.received.length = 0;
			other.control.setWebhookFaults({ lost: 0.5 });
			for (let number = 0; number < 20; number += 1) other.control.order();
			await other.control.settled();
			await other.close();
			return receiver.received.map(({ json }) => json.id as number).sort((one, two) => one - two);
		};
		const first = await received();
		expect(first.length).toBeGreaterThan(0);
		expect(await received()).toEqual(first);
	});

	it.each([{ lost: 2 }, { copies: 10 }, { copies: 1 }, { late: 1, lateSeconds: -1 }])(
		'the faults %j are refused',
		(faults) => {
			expect(() => shop.control.setWebhookFaults(faults)).toThrow(RangeError);
		},
	);
});

describe('Faults of requests', () => {
	it('a 429 and a 503 are answered as often as they were ordered', async () => {
		const retryAfter = { 'retry-after': '1' };
		shop.control.injectFault({
			match: { path: '*/orders' },
			status: 429,
			headers: retryAfter,
			times: 1,
		});
		shop.control.injectFault({ match: { path: '*/orders' }, status: 503, times: 1 });
		const answers = [];
		for (let count = 0; count < 3; count += 1) answers.push(await callWoo(shop, 'GET', '/orders'));
		expect(answers.map(({ status }) => status)).toEqual([429, 503, 200]);
		expect(answers[0]?.headers.get('retry-after')).toBe('1');
		expect(answers[1]?.body).toMatchObject({ data: { status: 503 } });
	});

	it('an answer can be lost after the change was made', async () => {
		const { id } = shop.control.order();
		shop.control.injectFault({ match: { method: 'PUT' }, reset: 'afterCommit', times: 1 });
		await expect(callWoo(shop, 'PUT', `/orders/${id}`, { status: 'completed' })).rejects.toThrow();
		expect(shop.control.getOrder(id).status).toBe('completed');
	});

	it('with latency, requests take as long as ordered and overlap', async () => {
		shop.control.setLatency({ fromMilliseconds: 60, toMilliseconds: 60 });
		const startedAt = performance.now();
		await callWoo(shop, 'GET', '/orders');
		expect(performance.now() - startedAt).toBe(60);
		const { id } = shop.control.order();
		const note = { note: 'a note', customer_note: true };
		// Both look before either writes.
		const readThenWrite = async () => {
			const { body } = await callWoo<unknown[]>(shop, 'GET', `/orders/${id}/notes?type=customer`);
			if (body.length === 0) await callWoo(shop, 'POST', `/orders/${id}/notes`, note);
		};
		await Promise.all([readThenWrite(), readThenWrite()]);
		expect(shop.control.customerNotes(id)).toHaveLength(2);
	});
});

describe('The control verbs over HTTP', () => {
	const verb = async (method: string, path: string, body?: unknown) => {
		const response = await fetch(`${shop.url}/_shop${path}`, {
			method,
			...(body !== undefined && {
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			}),
		});
		return { status: response.status, body: (await response.json()) as Record<string, unknown> };
	};

	it('a customer orders, edits and cancels without a key', async () => {
		const { status, body } = await verb('POST', '/orders');
		expect(status).toBe(200);
		const path = `/orders/${String(body.id)}`;
		await verb('POST', `${path}/edit`, { customer: { city: 'Bonn' } });
		await verb('POST', `${path}/cancel`);
		expect((await verb('GET', path)).body).toMatchObject({
			status: 'cancelled',
			shipping: { city: 'Bonn' },
		});
	});

	it('an unknown member, an unknown order and a wrong fault are refused with 400', async () => {
		expect((await verb('POST', '/orders', { sku: 'A' })).status).toBe(400);
		expect((await verb('POST', '/orders/1/cancel')).body).toEqual({
			message: 'There is no order 1',
		});
		expect((await verb('POST', '/webhook-faults', { lost: 2 })).status).toBe(400);
	});

	it('a page of another origin cannot order, and no other name than localhost is answered', async () => {
		const headers = { origin: 'https://evil.example' };
		const response = await fetch(`${shop.url}/_shop/orders`, { method: 'POST', headers });
		expect(response.status).toBe(403);
		expect(shop.control.orders()).toEqual([]);
	});
});
