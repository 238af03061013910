import type { NodeApiError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { changeIdsOf } from './engine/polling.ts';
import { ALL_EVENTS, addOrder, begin, nextPoll, usePolling } from './pollingSupport.ts';

const polling = usePolling();

describe('Fetch Test Event', () => {
	it('Fetch Test Event shows the newest real example of each event, and does not touch the state', async () => {
		const { control } = polling.sandbox;
		control.addOrders({ count: 2, statuses: ['inprocess'], newestDaysAgo: 20 });
		control.addOrders({ count: 1, statuses: ['shipped'], newestDaysAgo: 1 });
		addOrder(polling, 'draft');
		const [, late, shipped, newest] = control.orders();
		const task = control.mockupTasks().at(-1);
		const examples: Record<string, string> = {
			'order.created': `order/${newest?.id}/created`,
			'order.updated': `order/${shipped?.id}/shipped`,
			'mockup_task.finished': `mockupTask/${task?.id}/${task?.status}`,
			'shipment.created': `shipment/${shipped?.shipments[0]?.id}/shipped`,
			'order.late': `order/${late?.id}/late`,
		};
		const n8n = await begin(polling.n8n({ events: ALL_EVENTS }));
		const all = await n8n.fetchTestEvent();
		expect(changeIdsOf(all).toSorted()).toEqual(Object.values(examples).toSorted());

		for (const event of ALL_EVENTS) {
			n8n.node.parameters.events = [event];
			const [items] = await n8n.fetchTestEvent();
			expect(items?.map(({ json }) => [json.event, json.changeId])).toEqual([
				[event, examples[event]],
			]);
		}
		expect(await nextPoll(n8n)).toEqual([]);
	});

	it('Fetch Test Event puts each example on the output of its event', async () => {
		polling.sandbox.control.addOrders({ count: 1, statuses: ['shipped'] });
		const outputs = await polling
			.n8n({ events: ['shipment.created', 'order.created'], outputs: 'perEvent' })
			.fetchTestEvent();
		expect(outputs.map((items) => items.map(({ json }) => json.event))).toEqual([
			['order.created'],
			['shipment.created'],
		]);
	});

	it('Fetch Test Event shows only what the filters let pass', async () => {
		polling.sandbox.control.addOrders({ count: 4, statuses: ['onhold', 'failed'] });
		const onhold = polling.sandbox.control.orders()[2]?.id;
		const n8n = polling.n8n({ events: ['order.updated'], filters: { orderStatuses: ['onhold'] } });
		expect(changeIdsOf(await n8n.fetchTestEvent())).toEqual([`order/${onhold}/onhold`]);
	});

	it('Fetch Test Event finds whole examples when lists are abbreviated', async () => {
		addOrder(polling, 'pending');
		polling.sandbox.control.setReads({ members: 'abbreviated' });
		const [items] = await polling.n8n().fetchTestEvent();
		expect(items).toHaveLength(2);
		for (const { json } of items ?? []) {
			expect(json.order).toMatchObject({ externalId: expect.any(String), orderItems: [{}] });
		}
	});

	it('Fetch Test Event says what is wrong when there is nothing yet, or the key is refused', async () => {
		await expect(polling.n8n().fetchTestEvent()).rejects.toThrow(
			'There is no example of the chosen events yet',
		);
		const n8n = polling.n8n({}, { account: { apiKey: 'another' } });
		await expect(n8n.fetchTestEvent()).rejects.toThrow('refused the API key');
	});

	it('Fetch Test Event says once what is wrong, since the editor shows message and description', async () => {
		const n8n = polling.n8n({}, { account: { apiKey: 'another' } });
		const { message, description } = (await n8n
			.fetchTestEvent()
			.catch((error: unknown) => error)) as NodeApiError;
		expect(description).not.toBe('');
		expect(message).not.toContain(description);
		expect(description).not.toContain(message);
	});
});
