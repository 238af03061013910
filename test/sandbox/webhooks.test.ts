import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { skipWaits } from '../core/engine/skippedWaits.ts';
import { call, placeOrder, TIMESTAMP, UUID } from './support/client.ts';
import { type Received, type Receiver, startReceiver } from './support/receiver.ts';

const SECRET = 'the-shared-secret-ü';
skipWaits();

let sandbox: Sandbox;
let receiver: Receiver;
beforeAll(async () => {
	receiver = await startReceiver();
	sandbox = await startSandbox({
		timeScale: 1000,
		webhook: { url: receiver.url, signingSecret: SECRET },
	});
});
beforeEach(async () => {
	await sandbox.control.reset();
	receiver.received.length = 0;
});
afterAll(async () => {
	await sandbox.close();
	await receiver.close();
});

/** The events received of a type. */
const events = (type: string): Received[] =>
	receiver.received.filter(({ json }) => json.type === type);

/** Section 6, written anew: hex HMAC SHA256 over timestamp, dot, raw body. */
function expectedSignature(secret: string, { headers, rawBody }: Received): string {
	const timestamp = String(headers['x-service-request-timestamp']);
	return createHmac('sha256', secret)
		.update(Buffer.concat([Buffer.from(`${timestamp}.`), rawBody]))
		.digest('hex');
}

describe('Section 6: request headers', () => {
	it('the headers are those of the specification, with a signature over the bytes received', async () => {
		const before = Math.floor(Date.now() / 1000);
		await placeOrder(sandbox, { externalId: 'signed' });
		await sandbox.control.settled();
		const [received] = events('order.created');
		if (!received) throw new Error('Nothing was received');
		expect(received.method).toBe('POST');
		expect(received.headers).toMatchObject({
			'content-type': 'application/json',
			'user-agent': expect.stringMatching(/\w/),
			'x-account-id': sandbox.accounts.demo.id,
			'x-webhook-id': expect.stringMatching(UUID),
			'x-service-request-signature': expect.stringMatching(/^[0-9a-f]{64}$/),
			'x-service-request-timestamp': expect.stringMatching(/^\d{10}$/),
		});
		expect(received.headers['x-service-request-signature']).toBe(
			expectedSignature(SECRET, received),
		);
		const timestamp = Number(received.headers['x-service-request-timestamp']);
		expect(timestamp).toBeGreaterThanOrEqual(before);
		expect(timestamp).toBeLessThanOrEqual(Date.now() / 1000);
	});

	it('the signature covers characters beyond ASCII as they are sent', async () => {
		await sandbox.control.sendEvent({ type: 'order.updated', data: { order: { id: 'Zoë ✓' } } });
		const [received] = receiver.received;
		if (!received) throw new Error('Nothing was received');
		expect(received.rawBody.toString('utf8')).toContain('Zoë ✓');
		expect(received.headers['x-service-request-signature']).toBe(
			expectedSignature(SECRET, received),
		);
	});

	it('the headers carry the brand of the provider', async () => {
		await sandbox.control.reset({ headerBrand: 'Acme' });
		await sandbox.control.sendEvent({ type: 'any', data: {} });
		const { headers } = receiver.received[0] ?? {};
		expect(headers).toHaveProperty('x-acme-request-signature');
		expect(headers).toHaveProperty('x-acme-request-timestamp');
		expect(headers).not.toHaveProperty('x-service-request-signature');
		await sandbox.control.reset({ headerBrand: 'Service' });
	});
});

describe('Section 6: envelopes and payloads', () => {
	it('order.created is sent in snake_case with dashboard and organization', async () => {
		const { json } = await placeOrder(sandbox, { externalId: 'created-1' });
		await sandbox.control.settled();
		expect(events('order.created').map((event) => event.json)).toEqual([
			{
				data: {
					order: {
						id: json.id,
						status: 'draft',
						created_at: json.createdAt,
						updated_at: json.updatedAt,
						external_id: 'created-1',
						dashboard_url: expect.stringMatching(/^https:\/\//),
						organization_id: sandbox.accounts.demo.id,
					},
				},
				type: 'order.created',
				retries: 0,
				occurred_at: expect.stringMatching(TIMESTAMP),
			},
		]);
	});

	it.each([
		'pending',
		'canceled',
		'failed',
		'inprocess',
		'onhold',
		'partial',
		'fulfilled',
		'shipped',
	] as const)('order.updated is sent when an order reaches %s', async (status) => {
		const { json } = await placeOrder(sandbox, { externalId: `reaches-${status}` });
		await sandbox.control.settled();
		await sandbox.control.stepOrder(json.id as string, status);
		await sandbox.control.settled();
		expect(events('order.updated').map((event) => event.json)).toEqual([
			{
				data: { order: { id: json.id, status, external_id: `reaches-${status}` } },
				type: 'order.updated',
				retries: 0,
				occurred_at: expect.stringMatching(TIMESTAMP),
			},
		]);
	});

	it('order.updated follows the calls of the client: confirm and cancel', async () => {
		const { json } = await placeOrder(sandbox);
		await sandbox.control.settled();
		await call(sandbox, 'POST', `/api/orders/${json.id as string}/confirm`);
		await call(sandbox, 'POST', `/api/orders/${json.id as string}/cancel`);
		await sandbox.control.settled();
		// Deliveries do not wait for each other: they may arrive in any order.
		expect(events('order.updated').map((event) => event.json.data)).toEqual(
			expect.arrayContaining([
				{ order: expect.objectContaining({ status: 'pending' }) },
				{ order: expect.objectContaining({ status: 'canceled' }) },
			]),
		);
		expect(events('order.updated')).toHaveLength(2);
	});

	it('order.updated tells of a validation that failed', async () => {
		await placeOrder(sandbox, { externalId: 'fails', recipient: { name: 'Nobody' } });
		await sandbox.control.settled();
		expect(events('order.updated').map((event) => event.json.data)).toEqual([
			{ order: { id: expect.any(String), status: 'failed', external_id: 'fails' } },
		]);
	});

	it('no event tells of a draft that was changed', async () => {
		await placeOrder(sandbox, { externalId: 'quiet' });
		await call(sandbox, 'PATCH', '/api/orders/@quiet', { body: { recipient: { city: 'Bonn' } } });
		await sandbox.control.settled();
		expect(receiver.received.map(({ json }) => json.type)).toEqual(['order.created']);
	});

	it.each(['pending', 'canceled', 'packaged', 'shipped', 'returned'] as const)(
		'shipment.created is sent when a shipment reaches %s, with its order',
		async (status) => {
			const { json } = await placeOrder(sandbox);
			const order = await sandbox.control.stepOrder(json.id as string, 'fulfilled');
			const [shipment] = order.shipments;
			if (status !== 'pending') await sandbox.control.stepShipment(shipment?.id ?? '', status);
			await sandbox.control.settled();
			const event = events('shipment.created').find(
				({ json: { data } }) =>
					(data as { shipment: { shipmentStatus: string } }).shipment.shipmentStatus === status,
			);
			expect(event?.json).toEqual({
				data: {
					shipment: {
						id: shipment?.id,
						carrier: shipment?.carrier,
						orderId: order.id,
						service: 'STANDARD',
						shippedAt: status === 'shipped' ? expect.stringMatching(TIMESTAMP) : null,
						trackingId: shipment?.trackingId,
						trackingUrl: shipment?.trackingUrl,
						shipmentStatus: status,
					},
				},
				type: 'shipment.created',
				retries: 0,
				occurred_at: expect.stringMatching(TIMESTAMP),
			});
		},
	);

	it.each(['pending', 'completed', 'failed'] as const)(
		'mockup_task.finished is sent when a task reaches %s, with occurredAt and statistics',
		async (status) => {
			const task = await sandbox.control.createMockupTask();
			if (status !== 'pending') await sandbox.control.stepMockupTask(task.id, status);
			await sandbox.control.settled();
			const { headers } = await call(sandbox, 'GET', '/api/mockup-tasks');
			const event = events('mockup_task.finished').find(
				({ json: { data } }) =>
					(data as { mockupTask: { status: string } }).mockupTask.status === status,
			);
			expect(event?.json).toEqual({
				data: {
					mockupTask: {
						id: task.id,
						status,
						createdAt: expect.stringMatching(TIMESTAMP),
						finishedAt: status === 'pending' ? null : expect.stringMatching(TIMESTAMP),
						failureReasons: status === 'failed' ? [expect.any(String)] : [],
						catalogVariantMockups:
							status === 'completed'
								? [{ catalogVariantId: task.variantIds[0], mockups: [expect.any(Object)] }]
								: [],
					},
				},
				type: 'mockup_task.finished',
				retries: 0,
				occurredAt: expect.stringMatching(TIMESTAMP),
				statistics: { countPerMonth: Number(headers.get('x-svc-credits-used')) },
			});
		},
	);

	it('events go to the account they belong to and to no other', async () => {
		const other = await startReceiver();
		try {
			await sandbox.control.setWebhook({
				url: other.url,
				signingSecret: 'secret-of-other',
				account: 'other',
			});
			await placeOrder(sandbox, { externalId: 'mine' });
			await placeOrder(sandbox, { externalId: 'theirs' }, { apiKey: 'sandbox-other-key' });
			await sandbox.control.settled();
			const ids = ({ received }: Receiver) =>
				received.map(
					({ json }) => (json.data as { order: { external_id: string } }).order.external_id,
				);
			expect(ids(receiver)).toEqual(['mine']);
			expect(ids(other)).toEqual(['theirs']);
			const [received] = other.received;
			if (!received) throw new Error('Nothing was received');
			expect(received.headers['x-account-id']).toBe(sandbox.accounts.other.id);
			expect(received.headers['x-webhook-id']).not.toBe(
				receiver.received[0]?.headers['x-webhook-id'],
			);
			expect(received.headers['x-service-request-signature']).toBe(
				expectedSignature('secret-of-other', received),
			);
		} finally {
			await other.close();
		}
	});
});

describe('Section 6: events by hand', () => {
	it('an event by hand is forged with another secret, and sent once', async () => {
		receiver.answer = (response) => response.writeHead(401).end();
		const delivery = await sandbox.control.sendEvent({
			type: 'order.updated',
			data: { order: { id: 'x' } },
			signingSecret: 'guessed',
		});
		receiver.answer = (response) => response.writeHead(200).end();
		const [received] = receiver.received;
		if (!received) throw new Error('Nothing was received');
		expect(received.headers['x-service-request-signature']).toBe(
			expectedSignature('guessed', received),
		);
		expect(delivery).toMatchObject({ status: 401, attempt: 1, nextAttemptAt: null });
	});

	it('an event by hand may be stale, of an unknown type, with envelope members and headers of its own', async () => {
		await sandbox.control.sendEvent({
			type: 'label.printed',
			data: { label: { pages: 2 } },
			envelope: { region: 'eu', occurred_at: '2020-01-01T00:00:00+00:00' },
			timestamp: '1577836800',
			headers: { 'X-Extra': 'yes' },
		});
		const [received] = receiver.received;
		if (!received) throw new Error('Nothing was received');
		expect(received.json).toEqual({
			data: { label: { pages: 2 } },
			type: 'label.printed',
			retries: 0,
			occurred_at: '2020-01-01T00:00:00+00:00',
			region: 'eu',
		});
		expect(received.headers).toMatchObject({
			'x-service-request-timestamp': '1577836800',
			'x-extra': 'yes',
		});
		expect(received.headers['x-service-request-signature']).toBe(
			expectedSignature(SECRET, received),
		);
	});

	it('an event by hand has any body as it is', async () => {
		await sandbox.control.sendEvent({ type: 'any', body: 'no envelope' });
		expect(receiver.received[0]?.rawBody.toString()).toBe('no envelope');
	});

	it('an event by hand tells of the newest order, shipment and task when no data is given', async () => {
		await sandbox.control.reset({ seed: { orders: 9 } });
		for (const type of [
			'order.created',
			'order.updated',
			'shipment.created',
			'mockup_task.finished',
		]) {
			await sandbox.control.sendEvent({ type });
		}
		expect(receiver.received.map(({ json }) => Object.keys(json.data as object))).toEqual([
			['order'],
			['order'],
			['shipment'],
			['mockupTask'],
		]);
		await expect(sandbox.control.sendEvent({ type: 'label.printed' })).rejects.toThrow(/data/);
		await sandbox.control.reset({ seed: { orders: 0 } });
	});

	it('an event by hand needs a webhook URL', async () => {
		await sandbox.control.setWebhook({ url: '' });
		await expect(sandbox.control.sendEvent({ type: 'any', data: {} })).rejects.toThrow(
			/setWebhook/,
		);
		await expect(sandbox.control.setWebhook({ url: 'nowhere' })).rejects.toThrow(/not a URL/);
	});

	it('an event by hand is delivered again on demand, from a first attempt on', async () => {
		const first = await sandbox.control.sendEvent({ type: 'any', data: { n: 1 } });
		const second = await sandbox.control.redeliver(first.id);
		expect(second).toMatchObject({ id: first.id, attempt: 1, retries: 0, status: 200 });
		expect(receiver.received[1]?.rawBody).toEqual(receiver.received[0]?.rawBody);
		await expect(sandbox.control.redeliver('none')).rejects.toThrow(/no delivery none/);
	});
});
