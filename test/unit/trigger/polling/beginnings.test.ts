import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeN8n } from './fakeN8n.ts';
import { FakeService, newestFirst } from './fakeService.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let service: FakeService;

beforeEach(() => {
	vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
	service = new FakeService(10, newestFirst);
	add('a', 'inprocess');
});
afterEach(() => {
	vi.useRealTimers();
});

function add(id: string, status: string): void {
	const createdAt = new Date().toISOString();
	service.orders.push({ id, status, createdAt, updatedAt: createdAt, shipments: [] });
}

function change(id: string, status: string): void {
	const order = service.orders.find((one) => one.id === id);
	Object.assign(order ?? {}, { status, updatedAt: new Date().toISOString() });
}

const wait = (time: number): void => {
	vi.setSystemTime(Date.now() + time);
};

/** What a poll throws, as the editor shows it. */
async function reportOf(n8n: FakeN8n): Promise<{ message: string; description: string }> {
	try {
		expect(await n8n.poll()).toBe('thrown');
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		return { message, description };
	}
	throw new Error('Nothing was thrown');
}

/** A trigger that has polled twice. */
async function started(): Promise<FakeN8n> {
	const n8n = new FakeN8n(service).activate();
	await n8n.poll();
	wait(MINUTE);
	await n8n.poll();
	wait(MINUTE);
	return n8n;
}

describe('A trigger that reads its first pages', () => {
	it.each([2, 10])(
		'tells what happens in the second of the first answer once a later page shows it: pages of %i',
		async (pageSize) => {
			service = new FakeService(pageSize);
			for (const id of ['a', 'b', 'c', 'd', 'e']) add(id, 'draft');
			wait(HOUR);
			const n8n = new FakeN8n(service).activate();
			const answer = service.http.bind(service);
			service.http = (path) => {
				const answered = answer(path);
				if (service.requests.length === 1) {
					wait(400);
					add('new', 'draft');
					change('e', 'pending');
				}
				return answered;
			};
			const told: unknown[] = await n8n.changeIds();
			for (let poll = 0; poll < 3; poll += 1) {
				wait(MINUTE);
				told.push(...(await n8n.changeIds()));
			}
			expect(told).toEqual(['order/e/pending', 'order/new/created']);
		},
	);
});

const BEGUN_ANEW =
	'This trigger has begun anew: changes before its last poll did not start the workflow';

describe('A trigger whose credential leads to another service', () => {
	const OTHER = 'https://live.example.com';

	it('nothing of the other service is emitted, which is said once, and then every change is', async () => {
		const n8n = await started();
		n8n.credential = { baseUrl: OTHER, apiKey: 'key-2' };
		service.orders.splice(0);
		for (let number = 0; number < 9; number += 1) add(`live-${number}`, 'pending');
		wait(MINUTE);
		expect(await n8n.poll()).toBeNull();
		// If n8n restarts now, this is all that is said.
		expect(n8n.warnings).toEqual([`POD Fulfilment Polling Trigger: ${BEGUN_ANEW}`]);
		wait(MINUTE);
		change('live-1', 'onhold');
		const { message, description } = await reportOf(n8n);
		expect(message).toBe(BEGUN_ANEW);
		expect(description).toContain(
			`Its credential now leads to ${OTHER} instead of https://api.example.com`,
		);
		expect(description).toContain('From now on, every change starts the workflow.');
		wait(MINUTE);
		expect(await n8n.changeIds()).toEqual(['order/live-1/onhold']);
		wait(MINUTE);
		expect(await n8n.poll()).toBeNull();
	});

	it('a start date does not bring the orders of the other service', async () => {
		const n8n = await started();
		n8n.parameters.options = { startFrom: '2026-01-01' };
		n8n.credential = { baseUrl: OTHER, apiKey: 'key-2' };
		expect(await n8n.poll()).toBeNull();
	});

	it('the activation does not fail with it: it is said by the poll after that', async () => {
		const n8n = await started();
		n8n.credential = { baseUrl: OTHER, apiKey: 'key-2' };
		expect(await n8n.activate().poll()).toBeNull();
		expect(await n8n.activate().poll()).toBeNull();
		wait(MINUTE);
		expect((await reportOf(n8n)).message).toBe(BEGUN_ANEW);
	});

	it('nothing begins anew while the other service cannot be read', async () => {
		const n8n = await started();
		const before = JSON.stringify(n8n.nodeData);
		n8n.credential = { baseUrl: OTHER, apiKey: 'key-2' };
		service.failsWith = 401;
		await reportOf(n8n);
		expect(JSON.stringify(n8n.nodeData)).toBe(before);
		n8n.credential = { baseUrl: 'https://api.example.com', apiKey: 'key-1' };
		service.failsWith = undefined;
		change('a', 'shipped');
		wait(MINUTE);
		expect(await n8n.changeIds()).toEqual(['order/a/shipped']);
	});

	it.each(['https://api.example.com/', 'https://api.example.com/api', ' https://API.example.com'])(
		'another way to write the same address is the same service: %s',
		async (baseUrl) => {
			const n8n = await started();
			n8n.credential = { baseUrl, apiKey: 'key-1' };
			change('a', 'shipped');
			expect(await n8n.changeIds()).toEqual(['order/a/shipped']);
		},
	);

	it.each([1, 2])(
		'a state of version %i, which was never released, begins anew',
		async (version) => {
			const n8n = await started();
			n8n.nodeData.polling = { version, orders: { entries: { a: 'onhold' } } };
			expect(await n8n.poll()).toBeNull();
			wait(MINUTE);
			change('a', 'shipped');
			expect(await n8n.changeIds()).toEqual(['order/a/shipped']);
			expect(n8n.nodeData.polling).toMatchObject({
				version: 3,
				address: 'https://api.example.com',
			});
		},
	);
});

describe('A trigger that is renamed', () => {
	it('it says once that it has begun anew, and then emits every change', async () => {
		const n8n = await started();
		n8n.name = 'Orders';
		n8n.activate();
		change('a', 'onhold');
		expect(await n8n.poll()).toBeNull();
		wait(MINUTE);
		change('a', 'shipped');
		const { message, description } = await reportOf(n8n);
		expect(message).toBe(BEGUN_ANEW);
		expect(description).toContain('It was renamed from "Polling" to "Orders"');
		wait(MINUTE);
		expect(await n8n.changeIds()).toEqual(['order/a/shipped']);
		n8n.activate();
		wait(MINUTE);
		expect(await n8n.poll()).toBeNull();
		wait(MINUTE);
		expect(await n8n.poll()).toBeNull();
	});

	it('with its old name back, it goes on where it was', async () => {
		const n8n = await started();
		n8n.name = 'Orders';
		change('a', 'onhold');
		await n8n.poll();
		await reportOf(n8n);
		n8n.name = 'Polling';
		wait(MINUTE);
		expect(await n8n.changeIds()).toEqual(['order/a/onhold']);
	});

	it('a name that another node had begins without a word', async () => {
		await started();
		const other = new FakeN8n(service);
		other.staticData = {
			global: { podFulfilmentPollingTriggers: { 'another-node': ['Polling'] } },
		};
		expect(await other.poll()).toBeNull();
		wait(MINUTE);
		expect(await other.poll()).toBeNull();
	});

	it('several triggers of a workflow keep their names apart', async () => {
		const n8n = await started();
		const names = n8n.staticData.global?.podFulfilmentPollingTriggers as object;
		n8n.staticData.global = { podFulfilmentPollingTriggers: { ...names, other: ['Tasks'] } };
		n8n.name = 'Orders';
		await n8n.poll();
		const after = n8n.staticData.global.podFulfilmentPollingTriggers;
		expect(
			Object.values(after as object)
				.flat()
				.sort(),
		).toEqual(['Orders', 'Tasks']);
	});
});

describe('Triggers of a workflow that have one ID, as nodes that were copied as JSON', () => {
	/** Two triggers of a workflow, which have polled. */
	async function startedTwo(): Promise<[FakeN8n, FakeN8n]> {
		const one = await started();
		const other = new FakeN8n(service);
		Object.assign(other, { id: one.id, name: 'Copy', staticData: one.staticData });
		for (const n8n of [one, other]) n8n.connected = ['Polling', 'Copy'];
		expect(await other.activate().poll()).toBeNull();
		wait(MINUTE);
		expect(await other.poll()).toBeNull();
		wait(MINUTE);
		return [one, other];
	}

	/** Gives nodes other names, activates the workflow anew, and lets all of its nodes poll twice. Returns what they say. */
	async function saidAfter(
		all: FakeN8n[],
		names: Array<[node: FakeN8n, name: string]>,
	): Promise<Map<FakeN8n, string>> {
		for (const [node, name] of names) node.name = name;
		const connected = all.map(({ name }) => name);
		for (const node of all) Object.assign(node.activate(), { connected });
		const said = new Map<FakeN8n, string>();
		for (const node of [...all, ...all]) {
			wait(MINUTE);
			await node.poll().then(
				(outputs) => expect(outputs).toBeNull(),
				(error: { message: string; description: string }) => {
					expect(error.message).toBe(BEGUN_ANEW);
					said.set(node, error.description);
				},
			);
		}
		return said;
	}

	it.each([0, 1])('number %i says that it has begun anew under another name', async (index) => {
		const both = await startedTwo();
		const renamed = both[index] as FakeN8n;
		const before = renamed.name;
		renamed.parameters.options = { startFrom: '2026-01-01' };
		for (const all of [both, [...both].reverse()]) {
			const name = `${renamed.name} anew`;
			const said = await saidAfter(all, [[renamed, name]]);
			expect([...said.keys()]).toEqual([renamed]);
			if (all === both) expect(said.get(renamed)).toContain(`from "${before}" to "${name}"`);
		}
	});

	it.each([false, true])(
		'both say so where both have another name, reversed: %s',
		async (isReversed) => {
			const both = await startedTwo();
			const all = isReversed ? [...both].reverse() : both;
			const said = await saidAfter(all, [
				[both[0], 'First'],
				[both[1], 'Second'],
			]);
			expect(said.size).toBe(2);
			for (const text of said.values()) expect(text).toContain('from "Polling" or "Copy" to "');
			expect(await saidAfter(all, [])).toEqual(new Map());
		},
	);

	it('a copy that is added begins without a word, and with its start date', async () => {
		const one = await started();
		const other = new FakeN8n(service, { options: { startFrom: '2026-01-01' } });
		Object.assign(other, { id: one.id, name: 'Copy', staticData: one.staticData });
		for (const n8n of [one, other]) n8n.connected = ['Polling', 'Copy'];
		expect(await other.activate().changeIds()).toContain('order/a/created');
		expect(await one.changeIds()).toEqual([]);
	});
});

describe('A state that cannot be used', () => {
	it.each([
		[{ version: 4 }, 'What this trigger remembers was stored by a newer version of its package'],
		[{ version: 3, orders: 5 }, 'What this trigger remembers is damaged'],
		['nothing', 'What this trigger remembers is damaged'],
	])('it is refused aloud, at once and then hourly, and stays: %j', async (state, message) => {
		const n8n = await started();
		n8n.nodeData.polling = state as IDataObject;
		const refused: number[] = [];
		for (let minute = 0; minute < 130; minute += 1) {
			await n8n.poll().catch((error: Error) => {
				expect(error.message).toContain(message);
				refused.push(minute);
			});
			wait(MINUTE);
		}
		expect(refused).toEqual([0, 60, 120]);
		expect(n8n.nodeData.polling).toEqual(state);
	});

	it('it fails the activation, with what to do in the message', async () => {
		const n8n = await started();
		n8n.nodeData.polling = { version: 4 };
		expect((await reportOf(n8n.activate())).message).toMatch(
			/newer version of its package\. Update n8n-nodes-pod-fulfilment\./,
		);
	});

	it('it is forgotten with a new name, and the trigger begins anew', async () => {
		const n8n = await started();
		n8n.nodeData.polling = { version: 4 };
		n8n.name = 'Orders';
		expect(await n8n.activate().poll()).toBeNull();
		wait(HOUR);
		expect((await reportOf(n8n)).message).toBe(BEGUN_ANEW);
		change('a', 'shipped');
		expect(await n8n.changeIds()).toEqual(['order/a/shipped']);
	});
});

describe('An order that was imported, with an older createdAt', () => {
	const DAY = 24 * HOUR;

	async function importedAt(poll: number, id = 'imported'): Promise<unknown[]> {
		const n8n = new FakeN8n(service).activate();
		const told: unknown[] = [];
		for (let count = 1; count <= 4; count += 1) {
			if (count === poll) {
				add(id, 'pending');
				const createdAt = new Date(Date.now() - 5 * DAY).toISOString();
				Object.assign(service.orders.at(-1) ?? {}, { createdAt, updatedAt: createdAt });
			}
			told.push(...(await n8n.changeIds()));
			wait(MINUTE);
		}
		return told;
	}

	it.each([2, 3, 4])(
		'is new when it appears before poll %i, whatever its times say',
		async (poll) => {
			expect(await importedAt(poll)).toEqual(['order/imported/created', 'order/imported/pending']);
		},
	);

	it('is not told where the pages may have shifted while the first poll read them', async () => {
		service = new FakeService(1, newestFirst);
		add('a', 'inprocess');
		add('b', 'inprocess');
		wait(HOUR);
		expect(await importedAt(2)).toEqual([]);
		expect(await importedAt(3, 'later')).toEqual(['order/later/created', 'order/later/pending']);
	});
});

describe('A list that is answered with 200 and no body, or with null', () => {
	it.each(['', 'null'])(
		'%j is no empty list: nothing is taken for new when it can be read',
		async (body) => {
			const n8n = new FakeN8n(service);
			const answer = vi
				.spyOn(service, 'http')
				.mockReturnValue({ statusCode: 200, headers: {}, body });
			await expect(n8n.activate().poll()).rejects.toThrow();
			answer.mockRestore();
			for (let polls = 0; polls < 3; polls += 1) {
				wait(MINUTE);
				expect(await n8n.activate().changeIds()).toEqual([]);
			}
		},
	);
});
