import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { skipWaits } from '../core/engine/skippedWaits.ts';
import { call, placeOrder } from './support/client.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';

skipWaits();

let sandbox: Sandbox;
let receiver: Receiver;
beforeAll(async () => {
	receiver = await startReceiver();
	sandbox = await startSandbox({ timeScale: 1000 });
});
beforeEach(async () => await sandbox.control.reset());
afterAll(async () => {
	await sandbox.close();
	await receiver.close();
});

const verb = async (method: string, path: string, body?: unknown) =>
	await call(sandbox, method, `/_sandbox${path}`, {
		apiKey: null,
		...(body !== undefined && {
			body,
			headers: { 'content-type': 'application/json' },
		}),
	});

describe('The control surface as a library', () => {
	it('the log keeps every request with its body, and no key', async () => {
		await placeOrder(sandbox, { externalId: 'logged' });
		await call(sandbox, 'GET', '/api/orders/%40logged?page=2', { headers: { 'x-extra': 'yes' } });
		await call(sandbox, 'POST', '/api/orders', { body: 'not json' });
		const [post, get, broken] = sandbox.control.requests();
		expect(post).toMatchObject({
			method: 'POST',
			path: '/api/orders',
			query: {},
			body: { externalId: 'logged' },
			status: 201,
			inFlight: 1,
			startedAt: expect.any(String),
			finishedAt: expect.any(String),
		});
		expect(get).toMatchObject({
			path: '/api/orders/%40logged',
			query: { page: '2' },
			body: undefined,
			status: 200,
			headers: {
				accept: 'application/ld+json',
				'x-extra': 'yes',
				authorization: 'Bearer [redacted]',
			},
		});
		expect(broken).toMatchObject({ body: 'not json', status: 400 });
		expect(JSON.stringify(sandbox.control.requests())).not.toContain('sandbox-demo-key');
	});

	it('the peak counts the requests that were open at the same moment', async () => {
		sandbox.control.injectFault({ delayMilliseconds: 60, times: 5 });
		await Promise.all(
			Array.from({ length: 5 }, async () => await call(sandbox, 'GET', '/api/orders')),
		);
		expect(sandbox.control.peakInFlight()).toBe(5);
		sandbox.control.clearRecords();
		for (let count = 0; count < 5; count++) await call(sandbox, 'GET', '/api/orders');
		expect(sandbox.control.peakInFlight()).toBe(1);
		expect(sandbox.control.requests()).toHaveLength(5);
	});

	it('waitFor waits for a record that is still to come, and finds one of the past', async () => {
		const coming = sandbox.control.waitFor('request', ({ path }) => path === '/api/mockup-tasks');
		await call(sandbox, 'GET', '/api/mockup-tasks');
		const record = await coming;
		expect(record.status).toBe(200);
		expect(
			await sandbox.control.waitFor('request', ({ path }) => path === '/api/mockup-tasks'),
		).toBe(record);
	});

	it('waitFor says how long it waited in vain', async () => {
		await expect(sandbox.control.waitFor('delivery', () => true, 20)).rejects.toThrow(
			'No such delivery within 20 ms (0 were seen)',
		);
	});

	it('the sandbox is settled when validation and the deliveries that follow have ended', async () => {
		receiver.received.length = 0;
		await sandbox.control.setWebhook({ url: receiver.url });
		await placeOrder(sandbox, { recipient: {} });
		await sandbox.control.settled();
		expect(receiver.received.map(({ json }) => json.type).sort()).toEqual([
			'order.created',
			'order.updated',
		]);
		expect(sandbox.control.deliveries().map(({ status }) => status)).toEqual([200, 200]);
	});

	it('a reset restores orders, records, faults and webhook as at the start', async () => {
		await sandbox.control.setWebhook({ url: receiver.url });
		await placeOrder(sandbox, { externalId: 'forgotten' });
		sandbox.control.injectFault({ status: 500 });
		await sandbox.control.reset({ seed: { orders: 2 } });
		expect(sandbox.control.orders().map(({ externalId }) => externalId)).toEqual([
			'demo-00001',
			'demo-00002',
		]);
		expect(sandbox.control.requests()).toEqual([]);
		expect(sandbox.control.deliveries()).toEqual([]);
		expect(sandbox.control.faults()).toEqual([]);
		expect(sandbox.control.accounts()[0]?.webhook).toBeUndefined();
		await sandbox.control.reset({ seed: { orders: 0 } });
		expect((await call(sandbox, 'GET', '/api/orders/@demo-00001')).status).toBe(404);
	});
});

describe('The control surface over HTTP', () => {
	it('the page has only links that lead somewhere', async () => {
		const page = await (await fetch(`${sandbox.url}/`)).text();
		const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, path]) => path ?? '');
		expect(links.length).toBeGreaterThan(5);
		for (const path of links) {
			expect((await call(sandbox, 'GET', path, { apiKey: null })).status, path).toBe(200);
		}
	});

	it('the list of verbs needs no key', async () => {
		const answer = await verb('GET', '');
		expect(answer.status).toBe(200);
		expect(answer.json.verbs).toEqual(expect.arrayContaining(['POST /reset', 'POST /faults']));
	});

	it('the verbs step orders, shipments and mockup tasks', async () => {
		await placeOrder(sandbox, { externalId: 'http-1' });
		expect((await verb('POST', '/orders/@http-1/step')).json.status).toBe('pending');
		const fulfilled = await verb('POST', '/orders/@http-1/step', { status: 'fulfilled' });
		const [shipment] = fulfilled.json.shipments as Array<{ id: string }>;
		const stepped = await verb('POST', `/shipments/${shipment?.id}/step`, { status: 'shipped' });
		expect(stepped.json.shipmentStatus).toBe('shipped');
		const task = await verb('POST', '/mockup-tasks', {});
		const done = await verb('POST', `/mockup-tasks/${task.json.id as string}/step`);
		expect(done.json.status).toBe('completed');
		await verb('POST', `/mockup-tasks/${task.json.id as string}/expire`);
		const gone = await call(sandbox, 'GET', `/api/mockup-tasks/${task.json.id as string}`);
		expect(gone.status).toBe(410);
	});

	it('the verbs set the webhook, send events, show and repeat deliveries', async () => {
		receiver.received.length = 0;
		await verb('POST', '/webhook', { url: receiver.url, signingSecret: 'over-http' });
		const sent = await verb('POST', '/events', { type: 'any', data: {} });
		expect(sent.json).toMatchObject({ type: 'any', status: 200 });
		await verb('POST', `/deliveries/${sent.json.id as string}/redeliver`);
		const deliveries = (await verb('GET', '/deliveries')).json as unknown as object[];
		expect(deliveries).toHaveLength(2);
		const waited = await verb('POST', '/wait-for', { kind: 'delivery', match: { type: 'any' } });
		expect(waited.json.id).toBe(sent.json.id);
		expect(sandbox.accounts.demo.signingSecret).toBe('over-http');
	});

	it('the verbs inject and clear faults, set the rate limit, keys and the seed', async () => {
		await verb('POST', '/faults', { status: 503 });
		expect((await call(sandbox, 'GET', '/api/orders')).status).toBe(503);
		await verb('DELETE', '/faults');
		await verb('POST', '/rate-limit', { requests: 1, perMilliseconds: 60_000 });
		const statuses = [
			(await call(sandbox, 'GET', '/api/orders')).status,
			(await call(sandbox, 'GET', '/api/orders')).status,
		];
		expect(statuses).toEqual([200, 429]);
		await verb('DELETE', '/rate-limit');
		const { apiKey } = (await verb('POST', '/api-keys', {})).json as { apiKey: string };
		expect((await call(sandbox, 'GET', '/api/orders', { apiKey })).status).toBe(200);
		await verb('DELETE', `/api-keys/${apiKey}`);
		expect((await call(sandbox, 'GET', '/api/orders', { apiKey })).status).toBe(403);
		await verb('POST', '/reset', { seed: { orders: 4 } });
		expect((await verb('GET', '/orders')).json).toHaveLength(4);
		await verb('POST', '/reset', { seed: { orders: 0 } });
	});

	it('the verbs show what happened without being part of it', async () => {
		await call(sandbox, 'GET', '/api/orders');
		await verb('POST', '/settled');
		expect((await verb('GET', '/requests')).json).toHaveLength(1);
		expect((await verb('GET', '/peak-in-flight')).json).toEqual({ peakInFlight: 1 });
		expect((await verb('GET', '/accounts')).json).toHaveLength(3);
		expect((await verb('GET', '/products')).json).toHaveLength(26);
		await verb('DELETE', '/records');
		expect((await verb('GET', '/requests')).json).toHaveLength(0);
	});

	it('the example order can be placed as it is', async () => {
		const variantId = sandbox.control.variants()[50]?.id ?? '';
		const { json } = await verb('GET', `/example-order?externalId=try-1&variantId=${variantId}`);
		expect(json).toMatchObject({ externalId: 'try-1', orderItems: [{ variantId }] });
		expect((await call(sandbox, 'POST', '/api/orders', { body: json })).status).toBe(201);
	});

	it.each([
		['POST', '/orders/@none/step', {}],
		['POST', '/faults', { rate: 7 }],
		['POST', '/webhook', { url: 'nowhere' }],
		['POST', '/reset', { timeScale: 0 }],
		['GET', '/orders?account=nobody', undefined],
	])('the answer is 400 with a message to %s %s %j', async (method, path, body) => {
		const answer = await verb(method, path, body);
		expect(answer.status).toBe(400);
		expect(answer.json.message).toMatch(/\w/);
	});

	it('the sandbox answers under no name but that of this machine', async () => {
		const status = await new Promise((resolve, reject) => {
			httpRequest(
				`${sandbox.url}/_sandbox`,
				{ headers: { host: 'elsewhere.example' } },
				(response) => {
					response.resume();
					resolve(response.statusCode);
				},
			)
				.on('error', reject)
				.end();
		});
		expect(status).toBe(403);
	});
});
