import { describe, expect, it, vi } from 'vitest';

import { startProxy } from './proxy.ts';
import { addOrder, begin, DAY, nextPoll, pass, storedState, usePolling } from './pollingSupport.ts';
import type { PollingN8n } from './engine/polling.ts';

const polling = usePolling();

/** How long the slow service takes for each request, by the clock of n8n and of the sandbox. */
const REQUEST_MS = 4_000;

/** The base address of the sandbox behind a way that can be made slow. */
async function slowWay(): Promise<{
	baseUrl: string;
	paths: string[];
	set(isSlow: boolean): void;
}> {
	const paths: string[] = [];
	let isSlow = false;
	const baseUrl = await startProxy(polling.sandbox.url, ({ path }) => {
		paths.push(path);
		if (isSlow) vi.setSystemTime(Date.now() + REQUEST_MS);
		return undefined;
	});
	return {
		baseUrl,
		paths,
		set: (slow) => {
			isSlow = slow;
		},
	};
}

const nextPageOf = (n8n: PollingN8n): unknown =>
	(
		n8n.workflow.getStaticData('node', n8n.node).polling as ReturnType<typeof storedState> & {
			orders: { head: { link?: { next: string } } };
		}
	).orders.head.link?.next;

describe('A poll of a slow service', () => {
	it.each([
		['36 s, under its scheduler', 36_000],
		['5 minutes, without', 300_000],
	])('a poll ends within the time that n8n allows: %s', async (_, budgetMs) => {
		const { control } = polling.sandbox;
		await control.reset({ pageSize: 2, seed: { orders: 0 } });
		control.addOrders({ count: 180, statuses: ['pending'], newestDaysAgo: 1 });
		const way = await slowWay();
		const n8n = polling.n8n({}, { budgetMs, account: { baseUrl: way.baseUrl } });
		await begin(n8n);
		pass(2 * DAY);
		// By it the trigger knows that a day has passed: the next poll reads the whole list.
		await n8n.poll();
		way.paths.length = 0;
		way.set(true);
		const startedAt = Date.now();
		await n8n.poll();
		expect(Date.now() - startedAt).toBeLessThanOrEqual(budgetMs);
		expect(way.paths.length).toBeGreaterThan(5);
	});

	it('the poll at activation takes 30 s, goes on where it was cut off, and then tells what changed meanwhile', async () => {
		const { control } = polling.sandbox;
		await control.reset({ pageSize: 5, seed: { orders: 0 } });
		const orders = control.addOrders({ count: 50, statuses: ['pending'], newestDaysAgo: 1 });
		const way = await slowWay();
		way.set(true);
		const n8n = polling.n8n({}, { account: { baseUrl: way.baseUrl } });
		const startedAt = Date.now();
		expect((await n8n.activate()).outputs).toBeNull();
		expect(Date.now() - startedAt).toBeLessThanOrEqual(30_000);
		const next = nextPageOf(n8n);
		expect(next).toMatch(/^\/api\/orders\?page=\d+$/);

		// One that was noted, and one that was not yet.
		await control.stepOrder(orders[49]?.id ?? '', 'onhold');
		await control.stepOrder(orders[0]?.id ?? '', 'onhold');
		way.set(false);
		way.paths.length = 0;
		const told: string[] = [];
		for (let poll = 0; poll < 4; poll += 1) told.push(...(await nextPoll(n8n)));
		// The front is read anew, and the rest from there on.
		expect(way.paths).toContain(next);
		expect(told.toSorted()).toEqual(
			[`order/${orders[0]?.id}/onhold`, `order/${orders[49]?.id}/onhold`].toSorted(),
		);
		expect(nextPageOf(n8n)).toBeUndefined();
	});

	it('polls get through the whole list in the course of time, however little one reads', async () => {
		const { control } = polling.sandbox;
		await control.reset({ pageSize: 2, seed: { orders: 0 } });
		const orders = control.addOrders({ count: 40, statuses: ['pending'], newestDaysAgo: 1 });
		const way = await slowWay();
		const n8n = polling.n8n({}, { budgetMs: 36_000, account: { baseUrl: way.baseUrl } });
		await begin(n8n);
		await n8n.poll();
		way.set(true);
		const changed = orders.filter((_, index) => index % 7 === 0).map(({ id }) => id);
		for (const id of changed) await control.stepOrder(id, 'onhold');
		const created = addOrder(polling, 'draft').id;
		const expected = [...changed.map((id) => `order/${id}/onhold`), `order/${created}/created`];
		const told: string[] = [];
		for (let poll = 0; poll < 20 && told.length < expected.length; poll += 1) {
			told.push(...(await nextPoll(n8n)));
		}
		expect(told.toSorted()).toEqual(expected.toSorted());
		expect(n8n.failures).toEqual([]);
	});
});
