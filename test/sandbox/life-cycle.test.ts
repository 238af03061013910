import { afterEach, describe, expect, it } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index.ts';
import { skipWaits } from '../core/engine/skippedWaits.ts';
import { call, membersOf, placeOrder } from './support/client.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';

skipWaits();

let sandbox: Sandbox;
let receiver: Receiver;
const start = async (options: SandboxOptions = {}): Promise<void> => {
	receiver = await startReceiver();
	sandbox = await startSandbox({ timeScale: 2000, webhook: { url: receiver.url }, ...options });
};
afterEach(async () => {
	await sandbox.close();
	await receiver.close();
});

/** What the webhooks told, in the order it was sent. */
const told = (kind: 'order' | 'shipment', field: string): unknown[] =>
	sandbox.control
		.deliveries()
		.map(({ body }) => (JSON.parse(body) as { data: Record<string, object> }).data[kind])
		.filter((data) => data !== undefined)
		.map((data) => (data as Record<string, unknown>)[field]);

const twoItems = () => {
	const [first, second] = sandbox.control.variants();
	return sandbox.control.exampleOrder({ variantIds: [first?.id ?? '', second?.id ?? ''] });
};

const statusOf = (status: string) => (delivery: { body: string }) =>
	(JSON.parse(delivery.body) as { data: { order?: { status: string } } }).data.order?.status ===
	status;

describe('Section 3: the statuses of an order by hand', () => {
	it('an order that nothing moves stays a draft until it is confirmed, and then pending', async () => {
		await start();
		const { json } = await placeOrder(sandbox);
		await sandbox.control.settled();
		expect(sandbox.control.order(json.id as string).status).toBe('draft');
		await call(sandbox, 'POST', `/api/orders/${json.id as string}/confirm`);
		await sandbox.control.settled();
		expect(told('order', 'status')).toEqual(['draft', 'pending']);
	});

	it('an order goes from draft to shipped, by way of partial when it has several items', async () => {
		await start();
		for (const [body, expected] of [
			[sandbox.control.exampleOrder(), ['pending', 'inprocess', 'fulfilled', 'shipped']],
			[twoItems(), ['pending', 'inprocess', 'partial', 'fulfilled', 'shipped']],
		] as const) {
			const { json } = await call(sandbox, 'POST', '/api/orders', { body });
			const reached: string[] = [];
			for (let step = 0; step < expected.length; step++) {
				reached.push((await sandbox.control.stepOrder(json.id as string)).status);
			}
			expect(reached).toEqual(expected);
			await expect(sandbox.control.stepOrder(json.id as string)).rejects.toThrow(/no next status/);
		}
	});

	it('an order reaches every status by name, and comes back from onhold to where it was', async () => {
		await start();
		const { json } = await placeOrder(sandbox, { externalId: 'step-1' });
		for (const status of [
			'onhold',
			'failed',
			'canceled',
			'partial',
			'draft',
			'inprocess',
		] as const) {
			expect((await sandbox.control.stepOrder('@step-1', status)).status).toBe(status);
			const answer = await call(sandbox, 'GET', `/api/orders/${json.id as string}`);
			expect(answer.json.status).toBe(status);
		}
		await sandbox.control.stepOrder('@step-1', 'onhold');
		expect((await sandbox.control.stepOrder('@step-1')).status).toBe('inprocess');
		await expect(sandbox.control.stepOrder('@step-1', 'lost' as 'draft')).rejects.toThrow(/lost/);
		await expect(sandbox.control.stepOrder('@none')).rejects.toThrow(/no order @none/);
	});
});

describe('Section 3: the statuses of an order on the scaled clock', () => {
	it('an order runs from confirm to shipped, with its shipments', async () => {
		await start({ autoAdvance: true });
		const { json } = await call(sandbox, 'POST', '/api/orders', { body: twoItems() });
		await call(sandbox, 'POST', `/api/orders/${json.id as string}/confirm`);
		await sandbox.control.waitFor('delivery', statusOf('shipped'));
		await sandbox.control.settled();
		expect(told('order', 'status')).toEqual([
			'draft',
			'pending',
			'inprocess',
			'partial',
			'fulfilled',
			'shipped',
		]);
		const shipments = membersOf(
			await call(sandbox, 'GET', `/api/orders/${json.id as string}/shipments`),
		);
		expect(shipments).toHaveLength(2);
		for (const { id, shipmentStatus } of shipments) {
			expect(shipmentStatus).toBe('shipped');
			const states = sandbox.control
				.deliveries()
				.map(({ body }) => JSON.parse(body) as { data: { shipment?: Record<string, unknown> } })
				.filter(({ data }) => data.shipment?.id === id)
				.map(({ data }) => data.shipment?.shipmentStatus);
			expect(states).toEqual(['pending', 'packaged', 'shipped']);
		}
	});

	it('a draft does not move, unless orders are confirmed by themselves', async () => {
		await start({ autoAdvance: true });
		await placeOrder(sandbox, { externalId: 'waits' });
		await sandbox.control.settled();
		expect(sandbox.control.order('@waits').status).toBe('draft');
		await sandbox.control.reset({ autoConfirm: true, webhook: { url: receiver.url } });
		await placeOrder(sandbox, { externalId: 'goes' });
		await sandbox.control.waitFor('delivery', statusOf('shipped'));
		expect(sandbox.control.order('@goes').status).toBe('shipped');
	});

	it('an order is shipped at once when it is fulfilled and its last parcel has left before', async () => {
		await start({ autoAdvance: true });
		await placeOrder(sandbox, { externalId: 'left-early' });
		await sandbox.control.settled();
		const { shipments } = await sandbox.control.stepOrder('@left-early', 'partial');
		await sandbox.control.stepShipment(shipments[0]?.id ?? '', 'shipped');
		await sandbox.control.waitFor('delivery', statusOf('shipped'));
		expect(sandbox.control.order('@left-early').status).toBe('shipped');
	});

	it('an order stops when it is put on hold or canceled', async () => {
		await start({ autoAdvance: true });
		for (const status of ['onhold', 'canceled'] as const) {
			const { json } = await placeOrder(sandbox);
			await sandbox.control.settled();
			await call(sandbox, 'POST', `/api/orders/${json.id as string}/confirm`);
			await sandbox.control.stepOrder(json.id as string, status);
			// Another order overtakes it and arrives: the clock has run on.
			const { json: other } = await placeOrder(sandbox);
			await call(sandbox, 'POST', `/api/orders/${other.id as string}/confirm`);
			await sandbox.control.waitFor(
				'delivery',
				({ body }) => body.includes(other.id as string) && body.includes('"status":"shipped"'),
			);
			expect(sandbox.control.order(json.id as string).status).toBe(status);
		}
	});
});

describe('Sections 2 and 3: shipments', () => {
	it('shipments appear when an order becomes partial or fulfilled, and leave when it is shipped', async () => {
		await start();
		const { json } = await call(sandbox, 'POST', '/api/orders', { body: twoItems() });
		const id = json.id as string;
		const list = async () => {
			const answer = await call(sandbox, 'GET', `/api/orders/${id}/shipments`);
			return membersOf(answer).map(({ shipmentStatus }) => shipmentStatus);
		};
		expect(await list()).toEqual([]);
		await sandbox.control.stepOrder(id, 'partial');
		expect(await list()).toEqual(['pending']);
		await sandbox.control.stepOrder(id, 'fulfilled');
		expect(await list()).toEqual(['pending', 'pending']);
		await sandbox.control.stepOrder(id, 'shipped');
		expect(await list()).toEqual(['shipped', 'shipped']);
	});

	it('shipments are listed with every field of the specification', async () => {
		await start();
		await placeOrder(sandbox, { externalId: 'fields' });
		await sandbox.control.stepOrder('@fields', 'fulfilled');
		const pending = await call(sandbox, 'GET', '/api/orders/@fields/shipments');
		const order = sandbox.control.order('@fields');
		expect(pending.json).toMatchObject({
			'@context': '/api/contexts/Shipment',
			'@id': `/api/orders/${order.id}/shipments`,
			'@type': 'hydra:Collection',
			'hydra:totalItems': 1,
		});
		expect(membersOf(pending)[0]).toEqual({
			'@id': expect.stringMatching(/^\/api\//),
			'@type': 'Shipment',
			id: order.shipments[0]?.id,
			carrier: expect.stringMatching(/^(DHL|UPS|GLS)$/),
			service: 'STANDARD',
			shipmentStatus: 'pending',
			shippedAt: null,
			trackingUrl: `${sandbox.url}/_sandbox/parcels/${order.shipments[0]?.trackingId}`,
			trackingId: expect.stringMatching(/^[0-9A-Z]{8,}$/),
		});
		await sandbox.control.stepOrder('@fields');
		const [shipped] = membersOf(await call(sandbox, 'GET', '/api/orders/@fields/shipments'));
		expect(shipped?.shippedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
	});

	it('shipments go with DHL when the service is DHL_EXPRESS, and with all three carriers otherwise', async () => {
		await start({ seed: { orders: 200 } });
		const carriers = new Set(
			sandbox.control.orders().flatMap(({ shipments }) => shipments.map(({ carrier }) => carrier)),
		);
		expect([...carriers].sort()).toEqual(['DHL', 'GLS', 'UPS']);
		for (let count = 0; count < 10; count++) {
			const { json } = await placeOrder(sandbox, { shipping: 'DHL_EXPRESS' });
			const { shipments } = await sandbox.control.stepOrder(json.id as string, 'fulfilled');
			expect(shipments[0]).toMatchObject({ carrier: 'DHL', service: 'DHL_EXPRESS' });
		}
	});

	it('shipments step from pending to packaged, shipped and returned, or to any by name', async () => {
		await start();
		await placeOrder(sandbox, { externalId: 'parcel' });
		const { shipments } = await sandbox.control.stepOrder('@parcel', 'fulfilled');
		const id = shipments[0]?.id ?? '';
		const reached: string[] = [];
		for (let step = 0; step < 3; step++) {
			reached.push((await sandbox.control.stepShipment(id)).shipmentStatus);
		}
		expect(reached).toEqual(['packaged', 'shipped', 'returned']);
		await expect(sandbox.control.stepShipment(id)).rejects.toThrow(/no next status/);
		expect((await sandbox.control.stepShipment(id, 'canceled')).shipmentStatus).toBe('canceled');
		await sandbox.control.settled();
		expect(told('shipment', 'shipmentStatus')).toEqual([
			'pending',
			'packaged',
			'shipped',
			'returned',
			'canceled',
		]);
	});

	it('shipments are canceled with their order as long as they have not left', async () => {
		await start();
		await placeOrder(sandbox, { externalId: 'recalled' });
		await sandbox.control.stepOrder('@recalled', 'fulfilled');
		await sandbox.control.stepOrder('@recalled', 'canceled');
		expect(sandbox.control.shipments('@recalled')[0]?.shipmentStatus).toBe('canceled');
	});
});
