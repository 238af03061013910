import { describe, expect, it } from 'vitest';

import { changeIdsOf } from './engine/polling.ts';
import { startProxy } from './proxy.ts';
import {
	addOrder,
	begin,
	DAY,
	MINUTE,
	nextPoll,
	ordersIn,
	pass,
	storedState,
	usePolling,
} from './pollingSupport.ts';

const polling = usePolling();

/** A way to the service on which the answer to the next request can be held back. */
async function heldService() {
	let held: Promise<void> | undefined;
	const baseUrl = await startProxy(polling.sandbox.url, () => {
		const after = held;
		held = undefined;
		return { after };
	});
	const holdNext = () => {
		const { promise, resolve } = Promise.withResolvers<void>();
		held = promise;
		return { release: resolve };
	};
	return { baseUrl, holdNext };
}

describe('The first poll', () => {
	it('the first poll starts nothing, and what changes afterwards comes once', async () => {
		const { control } = polling.sandbox;
		control.addOrders({ count: 40, spreadDays: 90 });
		const n8n = polling.n8n({ events: ['order.created', 'order.updated', 'shipment.created'] });
		expect(await n8n.activate()).toEqual({ outputs: null });
		expect(await nextPoll(n8n)).toEqual([]);
		const { id } = addOrder(polling, 'draft');
		expect(await nextPoll(n8n)).toEqual([`order/${id}/created`]);
		expect(await nextPoll(n8n)).toEqual([]);
	});

	it('the first poll leaves a state that outlives n8n as JSON', async () => {
		const { control } = polling.sandbox;
		const { id } = addOrder(polling, 'pending');
		const n8n = polling.n8n();
		await n8n.activate();
		expect(JSON.parse(n8n.stored)).toHaveProperty(['node:Polling', 'polling', 'version'], 3);
		pass(3 * DAY);
		await control.stepOrder(id, 'inprocess');
		expect(changeIdsOf((await n8n.restart()).outputs)).toEqual([`order/${id}/inprocess`]);
		expect(changeIdsOf((await n8n.restart()).outputs)).toEqual([]);
	});

	it('the state has IDs, statuses and times, and nothing of the customer', async () => {
		const { control } = polling.sandbox;
		control.addOrders({ count: 9 });
		const n8n = polling.n8n({
			events: ['order.created', 'shipment.created', 'mockup_task.finished'],
		});
		await n8n.activate();
		const [order] = control.orders();
		const personal = [order?.externalId, ...Object.values(order?.recipient ?? {})];
		expect(personal.length).toBeGreaterThan(5);
		for (const value of personal) expect(n8n.stored).not.toContain(value);
		expect(ordersIn(storedState(n8n))).toHaveLength(9);
	});
});

describe('A poll before n8n is killed', () => {
	it('nothing comes again and nothing is lost when n8n is killed after a poll without items', async () => {
		const { id } = addOrder(polling, 'pending');
		const n8n = await begin(polling.n8n());
		expect(await nextPoll(n8n)).toEqual([]);
		await polling.sandbox.control.stepOrder(id, 'onhold');
		expect(changeIdsOf((await n8n.restart()).outputs)).toEqual([`order/${id}/onhold`]);
	});

	it('a change comes again under its changeId when n8n is killed before it stored the state', async () => {
		const { id } = addOrder(polling, 'pending');
		const n8n = await begin(polling.n8n());
		await polling.sandbox.control.stepOrder(id, 'onhold');
		n8n.isStoring = false;
		expect(await nextPoll(n8n)).toEqual([`order/${id}/onhold`]);
		expect(changeIdsOf((await n8n.restart()).outputs)).toEqual([`order/${id}/onhold`]);
		expect(changeIdsOf((await n8n.restart()).outputs)).toEqual([]);
	});

	it('a change does not come again when n8n is killed after it stored the state', async () => {
		const { id } = addOrder(polling, 'pending');
		const n8n = await begin(polling.n8n());
		await polling.sandbox.control.stepOrder(id, 'onhold');
		expect(await nextPoll(n8n)).toEqual([`order/${id}/onhold`]);
		expect(changeIdsOf((await n8n.restart()).outputs)).toEqual([]);
	});

	it('a change comes once when n8n is killed in the middle of a poll', async () => {
		const { control } = polling.sandbox;
		const { id } = addOrder(polling, 'pending');
		const service = await heldService();
		const n8n = await begin(polling.n8n({}, { account: { baseUrl: service.baseUrl } }));
		await control.stepOrder(id, 'onhold');
		control.clearRecords();
		const answer = service.holdNext();
		const cutOff = n8n.poll();
		await expect.poll(() => control.requests().length).toBe(1);
		expect(changeIdsOf((await n8n.restart()).outputs)).toEqual([`order/${id}/onhold`]);
		answer.release();
		expect((await cutOff).outputs).toBeNull();
		expect(await nextPoll(n8n)).toEqual([]);
	});
});

describe('Another execution of the workflow', () => {
	it('changes come again and none is lost when another execution stores its older copy of the state', async () => {
		const { control } = polling.sandbox;
		const { id } = addOrder(polling, 'pending');
		const other = addOrder(polling, 'pending').id;
		const n8n = await begin(polling.n8n());
		const execution = n8n.loadWorkflow();
		await control.stepOrder(id, 'onhold');
		expect(await nextPoll(n8n)).toEqual([`order/${id}/onhold`]);
		execution.getStaticData('global').count = 1;
		n8n.save(execution);
		// What runs has its state in memory.
		expect(await nextPoll(n8n)).toEqual([]);
		await control.stepOrder(other, 'canceled');
		pass(MINUTE);
		expect(changeIdsOf((await n8n.restart()).outputs).toSorted()).toEqual(
			[`order/${id}/onhold`, `order/${other}/canceled`].toSorted(),
		);
		expect(await nextPoll(n8n)).toEqual([]);
	});
});

describe('A deactivation', () => {
	it('a deactivation loses nothing: what changed meanwhile comes with the activation', async () => {
		const { id } = addOrder(polling, 'pending');
		const n8n = await begin(polling.n8n());
		await n8n.deactivate();
		pass(DAY);
		await polling.sandbox.control.stepOrder(id, 'canceled');
		const created = addOrder(polling, 'draft').id;
		expect(changeIdsOf((await n8n.activate()).outputs).toSorted()).toEqual(
			[`order/${created}/created`, `order/${id}/canceled`].toSorted(),
		);
	});

	it('an event that is chosen later begins then, without what happened before', async () => {
		const { control } = polling.sandbox;
		const { id } = addOrder(polling, 'shipped');
		const n8n = await begin(polling.n8n());
		await n8n.deactivate();
		n8n.node.parameters.events = ['order.updated', 'shipment.created'];
		expect(changeIdsOf((await n8n.activate()).outputs)).toEqual([]);
		const [shipment] = control.shipments(id);
		await control.stepShipment(shipment?.id ?? '', 'returned');
		expect(await nextPoll(n8n)).toEqual([`shipment/${shipment?.id}/returned`]);
	});
});

describe('Two polls of one node', () => {
	it('two polls of one node do not run at once: the second one is left out', async () => {
		const { control } = polling.sandbox;
		const { id } = addOrder(polling, 'pending');
		const service = await heldService();
		const n8n = await begin(polling.n8n({}, { account: { baseUrl: service.baseUrl } }));
		await control.stepOrder(id, 'onhold');
		control.clearRecords();
		const answer = service.holdNext();
		const first = n8n.poll();
		await expect.poll(() => control.requests().length).toBe(1);
		expect((await n8n.poll()).outputs).toBeNull();
		expect(control.requests()).toHaveLength(1);
		answer.release();
		expect(changeIdsOf((await first).outputs)).toEqual([`order/${id}/onhold`]);
		expect(n8n.emitted).toHaveLength(1);
		expect(await nextPoll(n8n)).toEqual([]);
	});

	it('polls of two nodes run at once', async () => {
		const { control } = polling.sandbox;
		const { id } = addOrder(polling, 'pending');
		const all = [await begin(polling.n8n()), await begin(polling.n8n())];
		await control.stepOrder(id, 'onhold');
		control.injectFault({ delayMilliseconds: 100, times: 2 });
		const polled = await Promise.all(all.map(async (n8n) => await n8n.changeIds()));
		expect(polled).toEqual([[`order/${id}/onhold`], [`order/${id}/onhold`]]);
	});
});
