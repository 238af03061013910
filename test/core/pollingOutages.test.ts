import { describe, expect, it } from 'vitest';

import { changeIdsOf } from './engine/polling.ts';
import { addOrder, begin, DAY, MINUTE, nextPoll, pass, usePolling } from './pollingSupport.ts';
import { withoutBackOff } from './orderRuns.ts';

const polling = usePolling();
withoutBackOff();

/** Nobody listens there. */
const CLOSED = 'http://127.0.0.1:9';

describe('An activation', () => {
	it.each([500, 503, 429])(
		'an activation fails while the service answers %i, and nothing has begun',
		async (status) => {
			const { control } = polling.sandbox;
			control.injectFault({ status, headers: { 'retry-after': '3600' } });
			const n8n = polling.n8n();
			await expect(n8n.activate()).rejects.toThrow('There was a problem activating the workflow');
			expect(n8n.stored).toBe('{}');
			control.clearFaults();
			const { id } = addOrder(polling, 'draft');
			expect((await n8n.activate()).outputs).toBeNull();
			await control.stepOrder(id, 'pending');
			expect(await nextPoll(n8n)).toEqual([`order/${id}/pending`]);
		},
	);

	it('an activation fails while the service cannot be reached, and says so', async () => {
		const n8n = polling.n8n({}, { account: { baseUrl: CLOSED } });
		await expect(n8n.activate()).rejects.toThrow(/could not be reached|refused the connection/i);
	});

	it('an activation fails with a key that is refused, and says what to do', async () => {
		const n8n = polling.n8n({}, { account: { apiKey: 'another' } });
		await expect(n8n.activate()).rejects.toThrow(/refused the API key.*credential/i);
	});
});

describe('An outage', () => {
	it('an outage is one failed execution after ten minutes and then one an hour, not one for each poll', async () => {
		const { control } = polling.sandbox;
		const { id } = addOrder(polling, 'pending');
		const n8n = await begin(polling.n8n());
		control.injectFault({ status: 500 });
		await control.stepOrder(id, 'onhold');
		const told: number[] = [];
		for (let minute = 1; minute <= 75; minute += 1) {
			pass(MINUTE);
			const { error } = await n8n.poll();
			if (error) told.push(minute);
		}
		expect(told).toEqual([11, 71]);
		expect(n8n.warnings).toHaveLength(73);
		expect(n8n.failures[0]?.message).toMatch(/not available at the moment.*, since 20\d\d-/);
		control.clearFaults();
		expect(await nextPoll(n8n)).toEqual([`order/${id}/onhold`]);
	});

	it.each([
		[401, 500],
		[403, 500],
	])('an outage is reported at once when the key is refused: %i', async (status, other) => {
		const { control } = polling.sandbox;
		const { id } = addOrder(polling, 'pending');
		const n8n = await begin(polling.n8n());
		control.injectFault({ status });
		pass(MINUTE);
		expect((await n8n.poll()).error?.message).toContain('refused the API key');
		pass(MINUTE);
		expect((await n8n.poll()).error).toBeUndefined();
		control.clearFaults();
		control.injectFault({ status: other });
		await control.stepOrder(id, 'onhold');
		pass(MINUTE);
		expect((await n8n.poll()).error).toBeUndefined();
		control.clearFaults();
		expect(await nextPoll(n8n)).toEqual([`order/${id}/onhold`]);
	});

	it('an outage is reported at once when the key was revoked, and ends with another key', async () => {
		const { control } = polling.sandbox;
		const apiKey = control.createApiKey();
		const { id } = addOrder(polling, 'pending');
		const n8n = await begin(polling.n8n({}, { account: { apiKey } }));
		control.revokeApiKey(apiKey);
		await control.stepOrder(id, 'onhold');
		pass(MINUTE);
		expect((await n8n.poll()).error?.message).toContain('refused the API key');
		Object.assign(n8n.credential, { apiKey: control.createApiKey() });
		expect(await nextPoll(n8n)).toEqual([`order/${id}/onhold`]);
	});

	it('an outage begins anew after the one before is over', async () => {
		const { control } = polling.sandbox;
		const n8n = await begin(polling.n8n());
		for (let outage = 0; outage < 3; outage += 1) {
			control.injectFault({ status: 502 });
			for (let minute = 0; minute < 9; minute += 1) {
				pass(MINUTE);
				expect((await n8n.poll()).error).toBeUndefined();
			}
			control.clearFaults();
			expect(await nextPoll(n8n)).toEqual([]);
		}
	});
});

describe('A page that answers 500', () => {
	it('a page that answers 500 costs only what is on it: what was read counts, and the rest comes with a later poll', async () => {
		const { control } = polling.sandbox;
		await control.reset({ pageSize: 5, seed: { orders: 0 } });
		const orders = control.addOrders({ count: 15, statuses: ['pending'] });
		const n8n = await begin(polling.n8n());
		const [oldest, newest] = [orders[0]?.id ?? '', orders[14]?.id ?? ''];
		control.injectFault({ match: { path: '/api/orders', query: { page: '2' } }, status: 500 });
		await control.stepOrder(oldest, 'onhold');
		await control.stepOrder(newest, 'onhold');
		expect(await nextPoll(n8n)).toEqual([`order/${newest}/onhold`]);
		expect(await nextPoll(n8n)).toEqual([]);
		control.clearFaults();
		expect(await nextPoll(n8n)).toEqual([`order/${oldest}/onhold`]);
		expect(n8n.failures).toEqual([]);
	});

	it('a page that answers 500 at the first poll loses nothing that changes meanwhile', async () => {
		const { control } = polling.sandbox;
		await control.reset({ pageSize: 5, seed: { orders: 0 } });
		const orders = control.addOrders({ count: 15, statuses: ['pending'], newestDaysAgo: 1 });
		control.injectFault({ match: { path: '/api/orders', query: { page: '3' } }, status: 500 });
		const n8n = polling.n8n();
		await n8n.activate();
		pass(MINUTE);
		const oldest = orders[0]?.id ?? '';
		await control.stepOrder(oldest, 'onhold');
		expect(await nextPoll(n8n)).toEqual([]);
		control.clearFaults();
		expect(await nextPoll(n8n)).toEqual([`order/${oldest}/onhold`]);
		for (let poll = 0; poll < 4; poll += 1) expect(await nextPoll(n8n)).toEqual([]);
	});

	it('an error for the shipments of one order holds back nothing else', async () => {
		const { control } = polling.sandbox;
		const [one, other] = control.addOrders({ count: 2, statuses: ['inprocess'] });
		const n8n = await begin(polling.n8n({ events: ['order.updated', 'shipment.created'] }));
		control.injectFault({ match: { path: `/api/orders/${one?.id}/shipments` }, status: 500 });
		for (const order of [one, other]) await control.stepOrder(order?.id ?? '', 'fulfilled');
		const shipmentOf = (id = ''): string => `shipment/${control.shipments(id)[0]?.id}/pending`;
		expect((await nextPoll(n8n)).toSorted()).toEqual(
			[
				`order/${one?.id}/fulfilled`,
				`order/${other?.id}/fulfilled`,
				shipmentOf(other?.id),
			].toSorted(),
		);
		control.clearFaults();
		expect(await nextPoll(n8n)).toEqual([shipmentOf(one?.id)]);
	});
});

describe('A storm of 429', () => {
	it('a storm of 429 delays changes, and loses none', async () => {
		const { control } = polling.sandbox;
		await control.reset({ pageSize: 5, seed: { orders: 0 } });
		const orders = control.addOrders({ count: 30, statuses: ['pending'] });
		const n8n = await begin(polling.n8n({ events: ['order.updated', 'shipment.created'] }));
		const expected: string[] = [];
		for (const { id } of orders.filter((_, index) => index % 3 === 0)) {
			await control.stepOrder(id, 'fulfilled');
			expected.push(`order/${id}/fulfilled`, `shipment/${control.shipments(id)[0]?.id}/pending`);
		}
		control.setRateLimit({ requests: 4, perMilliseconds: 250 });
		control.clearRecords();
		const told: string[] = [];
		for (let poll = 0; poll < 12 && told.length < expected.length; poll += 1) {
			told.push(...(await nextPoll(n8n)));
		}
		expect(control.requests().some(({ status }) => status === 429)).toBe(true);
		expect(told.toSorted()).toEqual(expected.toSorted());
		expect(n8n.failures).toEqual([]);
	});

	it('a 429 that asks to wait longer than a poll ends the poll at once', async () => {
		const { control } = polling.sandbox;
		const { id } = addOrder(polling, 'pending');
		const n8n = await begin(polling.n8n());
		await control.stepOrder(id, 'onhold');
		control.injectFault({ status: 429, headers: { 'retry-after': '3600' } });
		control.clearRecords();
		expect(await nextPoll(n8n)).toEqual([]);
		expect(control.requests()).toHaveLength(1);
		expect(n8n.warnings).toHaveLength(1);
		control.clearFaults();
		expect(await nextPoll(n8n)).toEqual([`order/${id}/onhold`]);
	});
});

describe('An invalid start date', () => {
	it('an invalid start date fails the activation', async () => {
		const n8n = polling.n8n({ options: { startFrom: 'some day' } });
		await expect(n8n.activate()).rejects.toThrow('Start From is "some day", which is not a date');
		pass(DAY);
		n8n.node.parameters.options = {};
		expect(changeIdsOf((await n8n.activate()).outputs)).toEqual([]);
	});
});
