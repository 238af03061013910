import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeN8n } from './fakeN8n.ts';
import { FakeService } from './fakeService.ts';

const MINUTE = 60_000;

let service: FakeService;

beforeEach(() => {
	service = new FakeService(10);
	vi.useFakeTimers({ toFake: ['Date'] });
	vi.setSystemTime(Date.UTC(2026, 10, 20, 12));
});

afterEach(() => {
	vi.useRealTimers();
});

const pass = (): void => {
	vi.setSystemTime(Date.now() + MINUTE);
};

function addOrder(id: string): string {
	pass();
	const time = new Date().toISOString();
	service.orders.unshift({ id, status: 'draft', createdAt: time, updatedAt: time, shipments: [] });
	return `order/${id}/created`;
}

async function begun(): Promise<FakeN8n> {
	const n8n = new FakeN8n(service).activate();
	await n8n.poll();
	pass();
	await n8n.poll();
	return n8n;
}

/** One poll of each, a minute later. */
async function pollEach(...all: FakeN8n[]): Promise<unknown[]> {
	pass();
	const told: unknown[] = [];
	for (const n8n of all) told.push(...(await n8n.changeIds()));
	return told;
}

describe('A node that is registered twice', () => {
	it('tells each change once: the registration that came last polls', async () => {
		const first = await begun();
		const second = first.registerAgain();
		await second.poll();
		for (const id of ['a', 'b', 'c']) {
			const changeId = addOrder(id);
			expect(await pollEach(first, second)).toEqual([changeId]);
		}
	});

	it('tells nothing of a poll that was under way when it was registered again', async () => {
		const first = await begun();
		const changeId = addOrder('a');
		let open = (): void => undefined;
		first.gate = new Promise<void>((resolve) => {
			open = resolve;
		});
		const underWay = first.changeIds();
		const second = first.registerAgain();
		expect(await second.changeIds()).toEqual([changeId]);
		open();
		expect(await underWay).toEqual([]);
	});

	it('goes on with the first registration once the other one has let two polls pass', async () => {
		const first = await begun();
		await first.registerAgain().poll();
		const changeId = addOrder('a');
		expect(await pollEach(first)).toEqual([]);
		expect(await pollEach(first)).toEqual([]);
		expect(await pollEach(first)).toEqual([changeId]);
		expect(await pollEach(first)).toEqual([]);
	});
});

describe('Two nodes with one ID', () => {
	async function twoNodes(): Promise<[FakeN8n, FakeN8n]> {
		const one = new FakeN8n(service).activate();
		const other = new FakeN8n(service);
		Object.assign(other, { id: one.id, name: 'Copy', staticData: one.staticData });
		one.connected = ['Polling', 'Copy'];
		other.connected = one.connected;
		await one.poll();
		await other.activate().poll();
		pass();
		return [one, other];
	}

	it('both poll, also at the same moment', async () => {
		const [one, other] = await twoNodes();
		await pollEach(one, other);
		const changeId = addOrder('a');
		pass();
		const told = await Promise.all([one.changeIds(), other.changeIds()]);
		expect(told).toEqual([[changeId], [changeId]]);
	});

	it('nothing is said to have been renamed', async () => {
		const [one, other] = await twoNodes();
		for (let poll = 0; poll < 3; poll += 1) expect(await pollEach(one, other)).toEqual([]);
		expect([...one.warnings, ...other.warnings]).toEqual([]);
	});
});
