import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { skipWaits } from '../core/engine/skippedWaits.ts';
import { call, membersOf } from './support/client.ts';
import { startReceiver } from './support/receiver.ts';

const DAY_MILLISECONDS = 24 * 3600 * 1000;

skipWaits();

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(async () => await sandbox.control.reset({ seed: { orders: 0, spreadDays: undefined } }));
afterAll(async () => await sandbox.close());

const ageInDays = ({ createdAt }: { createdAt: string }): number =>
	Math.round((Date.now() - Date.parse(createdAt)) / DAY_MILLISECONDS);

describe('Orders that are added', () => {
	it('added orders have the statuses in turn, and are spread over their days', () => {
		const added = sandbox.control.addOrders({
			count: 4,
			statuses: ['shipped', 'inprocess'],
			spreadDays: 90,
			newestDaysAgo: 10,
		});
		expect(added.map(({ status }) => status)).toEqual([
			'shipped',
			'inprocess',
			'shipped',
			'inprocess',
		]);
		expect(added.map(ageInDays)).toEqual([100, 70, 40, 10]);
		expect(sandbox.control.shipments(added[0]?.id ?? '')).toHaveLength(1);
	});

	it('added orders are listed by their creation, under numbers of their own', async () => {
		sandbox.control.addOrders({ count: 2 });
		sandbox.control.addOrders({ count: 2, newestDaysAgo: 30 });
		const listed = membersOf(await call(sandbox, 'GET', '/api/orders'));
		expect(listed.map(({ externalId }) => externalId)).toEqual([
			'demo-00002',
			'demo-00001',
			'demo-00004',
			'demo-00003',
		]);
	});

	it('added orders send no events', async () => {
		await sandbox.control.setWebhook({ url: 'http://127.0.0.1:9/', unreachable: true });
		sandbox.control.addOrders({ count: 3 });
		await sandbox.control.settled();
		expect(sandbox.control.deliveries()).toEqual([]);
	});

	it('20,000 orders are added in one call over HTTP', async () => {
		const answer = await call(sandbox, 'POST', '/_sandbox/orders', {
			apiKey: null,
			body: { count: 20_000, statuses: ['shipped'], spreadDays: 300 },
		});
		expect(answer.json).toEqual({ added: 20_000 });
		const { json } = await call(sandbox, 'GET', '/api/orders');
		expect(json['hydra:totalItems']).toBe(20_000);
	});

	it('added orders are refused with a status that does not exist', async () => {
		expect(() => sandbox.control.addOrders({ count: 1, statuses: ['lost' as 'draft'] })).toThrow(
			"'lost' is not a status",
		);
	});

	it('added orders may be the seed', async () => {
		await sandbox.control.reset({ seed: { orders: 3, spreadDays: 200 } });
		expect(sandbox.control.orders().map(ageInDays)).toEqual([200, 100, 0]);
	});
});

describe('An order that is removed', () => {
	it('a removed order is gone with its shipments, and its number is not given again', async () => {
		const [order] = sandbox.control.addOrders({ count: 1, statuses: ['shipped'] });
		const id = order?.id ?? '';
		const shipmentId = order?.shipments[0]?.id ?? '';
		await call(sandbox, 'DELETE', `/_sandbox/orders/${id}`, {
			apiKey: null,
			body: {},
			headers: { 'content-type': 'application/json' },
		});
		expect((await call(sandbox, 'GET', `/api/orders/${id}`)).status).toBe(404);
		expect((await call(sandbox, 'GET', '/api/orders/@demo-00001')).status).toBe(404);
		expect(membersOf(await call(sandbox, 'GET', '/api/orders'))).toEqual([]);
		await expect(sandbox.control.stepShipment(shipmentId)).rejects.toThrow('no shipment');
		expect(sandbox.control.addOrders({ count: 1 })[0]?.externalId).toBe('demo-00002');
	});

	it('a removed order advances no further, nor do its shipments', async () => {
		const receiver = await startReceiver();
		// A shipment leaves a minute after it was made: here after 30 ms.
		await sandbox.control.reset({ autoAdvance: true, timeScale: 2_000 });
		await sandbox.control.setWebhook({ url: receiver.url });
		const [removed, kept] = sandbox.control.addOrders({ count: 2, statuses: ['pending'] });
		for (const order of [removed, kept])
			await sandbox.control.stepOrder(order?.id ?? '', 'fulfilled');
		sandbox.control.removeOrder(removed?.id ?? '');
		await expect.poll(() => kept?.status).toBe('shipped');
		await sandbox.control.settled();
		expect(removed?.status).toBe('fulfilled');
		expect(removed?.shipments[0]?.shipmentStatus).toBe('pending');
		await sandbox.control.reset({ autoAdvance: false });
		await receiver.close();
	});
});
