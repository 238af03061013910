import { getGlobalState, setGlobalState, type INodeParameters } from 'n8n-workflow';
import { describe, expect, it, onTestFinished } from 'vitest';

import { changeIdsOf } from './engine/polling.ts';
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

const idsInState = (n8n: Parameters<typeof storedState>[0]): string[] => ordersIn(storedState(n8n));

describe('Start From', () => {
	it('Start From tells what has changed since then, oldest first, and nothing of it again', async () => {
		const { control } = polling.sandbox;
		// Ten, eight, six, four and two days ago.
		const orders = control.addOrders({
			count: 5,
			statuses: ['inprocess'],
			spreadDays: 8,
			newestDaysAgo: 2,
		});
		await control.stepOrder(orders[0]?.id ?? '', 'canceled');
		pass(MINUTE);
		const startFrom = new Date(Date.now() - 5 * DAY).toISOString();
		const n8n = polling.n8n({ options: { startFrom } });
		const { outputs } = await n8n.activate();
		const id = (index: number) => orders[index]?.id;
		expect(changeIdsOf(outputs)).toEqual([
			`order/${id(3)}/created`,
			`order/${id(3)}/inprocess`,
			`order/${id(4)}/created`,
			`order/${id(4)}/inprocess`,
			`order/${id(0)}/canceled`,
		]);
		expect(await nextPoll(n8n)).toEqual([]);
		expect(changeIdsOf((await n8n.restart()).outputs)).toEqual([]);
	});

	it.each([
		['of the workflow', 'America/New_York', 'Asia/Tokyo'],
		["of n8n where the workflow's is 'DEFAULT'", 'Asia/Tokyo', 'DEFAULT'],
	])('Start From is a date of the time zone %s', async (_which, defaultTimezone, timezone) => {
		const before = getGlobalState();
		setGlobalState({ defaultTimezone });
		onTestFinished(() => setGlobalState(before));
		const { createdAt, id } = addOrder(polling, 'draft');
		// What a person in Tokyo, nine hours ahead, enters for the minute before.
		const startFrom = new Date(Date.parse(createdAt) - MINUTE + 9 * 60 * MINUTE)
			.toISOString()
			.slice(0, 19);
		const inTokyo = polling.n8n({ options: { startFrom } }, { timezone });
		expect(changeIdsOf((await inTokyo.activate()).outputs)).toEqual([`order/${id}/created`]);
	});
});

describe('Emit After', () => {
	it('holds a change back until it has lasted that long, and starts over when it changes again', async () => {
		const { control } = polling.sandbox;
		const { id } = addOrder(polling, 'pending');
		const n8n = await begin(polling.n8n({ options: { emitAfterMinutes: 20 } }));
		await control.stepOrder(id, 'inprocess');
		expect(await nextPoll(n8n)).toEqual([]);
		pass(18 * MINUTE);
		await control.stepOrder(id, 'onhold');
		expect(await nextPoll(n8n)).toEqual([]);
		pass(18 * MINUTE);
		expect(await nextPoll(n8n)).toEqual([]);
		expect(await nextPoll(n8n)).toEqual([`order/${id}/onhold`]);
		expect(await nextPoll(n8n)).toEqual([]);
	});

	it('Emit After tells nothing of a status that has gone back meanwhile', async () => {
		const { control } = polling.sandbox;
		const { id } = addOrder(polling, 'pending');
		const n8n = await begin(polling.n8n({ options: { emitAfterMinutes: 20 } }));
		await control.stepOrder(id, 'onhold');
		expect(await nextPoll(n8n)).toEqual([]);
		await control.stepOrder(id, 'pending');
		pass(30 * MINUTE);
		expect(await nextPoll(n8n)).toEqual([]);
		pass(30 * MINUTE);
		expect(await nextPoll(n8n)).toEqual([]);
	});
});

describe('Late After', () => {
	const parameters = { events: ['order.late'] };

	it('Late After tells an order once that is in production for longer, with the second poll when it was late before', async () => {
		const { control } = polling.sandbox;
		const [late, inTime] = control.addOrders({
			count: 2,
			statuses: ['inprocess'],
			spreadDays: 4,
			newestDaysAgo: 4,
		});
		const n8n = polling.n8n(parameters);
		expect(changeIdsOf((await n8n.activate()).outputs)).toEqual([]);
		expect(await nextPoll(n8n)).toEqual([`order/${late?.id}/late`]);
		pass(2 * DAY);
		expect(await nextPoll(n8n)).toEqual([]);
		pass(DAY);
		expect(await nextPoll(n8n)).toEqual([`order/${inTime?.id}/late`]);
		pass(DAY);
		expect(await nextPoll(n8n)).toEqual([]);
	});

	it('Late After counts from the poll that saw the order go into production, by the days that were chosen', async () => {
		const { control } = polling.sandbox;
		const [order] = control.addOrders({ count: 1, statuses: ['pending'], newestDaysAgo: 20 });
		const n8n = await begin(polling.n8n({ ...parameters, options: { lateAfterDays: 2 } }));
		await control.stepOrder(order?.id ?? '', 'inprocess');
		expect(await nextPoll(n8n)).toEqual([]);
		pass(2 * DAY - MINUTE);
		expect(await nextPoll(n8n)).toEqual([]);
		expect(await nextPoll(n8n)).toEqual([`order/${order?.id}/late`]);
	});

	it('Late After does not tell an order of which a parcel has left', async () => {
		const { control } = polling.sandbox;
		const { id } = addOrder(polling, 'inprocess');
		const n8n = await begin(polling.n8n(parameters));
		await control.stepOrder(id, 'partial');
		await control.stepShipment(control.shipments(id)[0]?.id ?? '', 'shipped');
		for (let day = 0; day < 10; day += 1) {
			pass(DAY);
			expect(await nextPoll(n8n)).toEqual([]);
		}
	});
});

describe('Forget After', () => {
	it('forgets an order that was finished for that long, emits nothing of it, and emits it when it is reopened', async () => {
		const { control } = polling.sandbox;
		const [order] = control.addOrders({ count: 1, statuses: ['inprocess'], newestDaysAgo: 3 });
		const id = order?.id ?? '';
		const n8n = await begin(polling.n8n({ options: { forgetAfterDays: 10 } }));
		await control.stepOrder(id, 'shipped');
		expect(await nextPoll(n8n)).toEqual([`order/${id}/shipped`]);
		const other = addOrder(polling, 'draft').id;
		expect(await nextPoll(n8n)).toEqual([`order/${other}/created`]);
		expect(idsInState(n8n)).toContain(id);

		pass(11 * DAY);
		// Each has to emit something: n8n stores no state otherwise.
		for (const status of ['pending', 'inprocess', 'onhold'] as const) {
			await control.stepOrder(other, status);
			expect(await nextPoll(n8n)).toEqual([`order/${other}/${status}`]);
		}
		expect(idsInState(n8n)).toEqual([other]);
		expect(changeIdsOf((await n8n.restart()).outputs)).toEqual([]);

		await control.stepOrder(id, 'inprocess');
		expect(await nextPoll(n8n)).toEqual([`order/${id}/inprocess`]);
	});
});

describe('Events and filters that change', () => {
	it.each<[string, INodeParameters, INodeParameters]>([
		['an event that is chosen later', { events: ['order.late'] }, {}],
		['a filter that is taken away', { filters: { orderStatuses: ['shipped'] } }, { filters: {} }],
	])(
		'%s tells nothing that happened since n8n stored the state, and all that happens then',
		async (_what, before, after) => {
			const { control } = polling.sandbox;
			const { id } = addOrder(polling, 'pending');
			const n8n = await begin(polling.n8n(before));
			const { stored } = n8n;
			await control.stepOrder(id, 'inprocess');
			const since = addOrder(polling, 'draft').id;
			for (let days = 0; days < 3; days += 1) {
				pass(DAY);
				expect(await nextPoll(n8n)).toEqual([]);
			}
			// Polls without items are not stored.
			expect(n8n.stored).toBe(stored);

			Object.assign(n8n.node.parameters, { events: ['order.created', 'order.updated'] }, after);
			await n8n.deactivate();
			expect(changeIdsOf((await n8n.activate()).outputs)).toEqual([]);
			expect(await nextPoll(n8n)).toEqual([]);
			expect(changeIdsOf((await n8n.restart()).outputs)).toEqual([]);
			await control.stepOrder(since, 'pending');
			expect(await nextPoll(n8n)).toEqual([`order/${since}/pending`]);
		},
	);
});
