import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	decodeState,
	encodeState,
	StateError,
	type StoredState,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/schema.ts';
import {
	newList,
	type OrderEntry,
	type State,
	type TaskEntry,
	idKey,
	statusKey,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';

const NOW = 1_795_000_000;

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const time = fc.integer({ min: 1, max: 2 * NOW });
const status = fc.string().map(statusKey);
const key = fc.string({ minLength: 1 }).map(idKey);
const tracked = { status, told: optional(status), since: time };
const told = optional(fc.record({ count: fc.nat(9), at: time }));

const order: fc.Arbitrary<OrderEntry> = fc.record({
	...tracked,
	createdAt: optional(time),
	updatedAtMs: optional(time),
	reading: fc.constantFrom('new', 'silent', 'reopened', 'due', 'read', 'done', 'skipped'),
	producedSince: optional(time),
	waiting: told,
	late: told,
	parcels: fc.array(fc.tuple(key, fc.record(tracked))).map((parcels) => new Map(parcels)),
});

const task: fc.Arbitrary<TaskEntry> = fc.record({ ...tracked, createdAt: optional(time) });

const stateOf = (orders: Map<string, OrderEntry>, tasks = new Map<string, TaskEntry>()): State => ({
	address: 'https://api.example.com',
	choice: { events: ['order.created'], filters: { orderStatuses: ['shipped'] } },
	now: NOW,
	orders: {
		...newList<OrderEntry>(undefined),
		entries: orders,
		phase: 'steady',
		mark: NOW,
		link: { next: '/x', startedAt: NOW, isNewestFirst: true, descents: 3, hasUnread: false },
	},
	tasks: { ...newList<TaskEntry>(NOW), entries: tasks },
	parcelsSince: NOW,
});

/** As n8n stores it. */
const stored = async (state: State): Promise<StoredState> =>
	JSON.parse(JSON.stringify(await encodeState(state))) as StoredState;

/** An order of the longest IDs and statuses. */
const entry = (status: string): OrderEntry => ({
	status,
	since: NOW,
	createdAt: NOW,
	updatedAtMs: NOW * 1000,
	reading: 'read',
	parcels: new Map(),
});

const uuid = (index: number): string =>
	`1b4e28ba-2fa1-11d2-883f-${String(index).padStart(12, '0')}`;

describe('The stored state', () => {
	it('is what was encoded, whatever IDs and statuses the service has', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(key, order)),
				fc.array(fc.tuple(key, task)),
				async (orders, tasks) => {
					const state = stateOf(new Map(orders), new Map(tasks));
					expect(await decodeState(await stored(state))).toEqual(state);
				},
			),
		);
	});

	it('takes at most 120 bytes for an order without parcels, in a few texts', async () => {
		const orders = new Map(
			Array.from({ length: 2_500 }, (_, index) => [uuid(index), entry('inprocess')]),
		);
		const state = await stored(stateOf(orders));
		const { entries } = state.orders as { entries: string[] };
		expect(entries).toHaveLength(3);
		expect(Buffer.byteLength(JSON.stringify(entries)) / 2_500).toBeLessThan(120);
		expect((await decodeState(state)).orders?.entries.size).toBe(2_500);
	});

	it.each<[string, (state: StoredState) => unknown]>([
		['is no object', () => 'nothing'],
		['lacks its version', ({ version: _, ...rest }) => rest],
		['lacks its address', ({ address: _, ...rest }) => rest],
		['lacks a list', ({ orders: _, ...rest }) => rest],
		['has a list that is none', (state) => ({ ...state, orders: 5 })],
		[
			'has an entry that is no text',
			(state) => ({ ...state, orders: { head: {}, count: 1, entries: [7] } }),
		],
		[
			'has lost a text',
			(state) => ({ ...state, orders: { ...(state.orders as object), entries: [] } }),
		],
		[
			'has a status that none is',
			(state) => ({
				...state,
				orders: { ...(state.orders as object), entries: ['[["a","<b>",0,5]]'] },
			}),
		],
		[
			'has a time that is none',
			(state) => ({
				...state,
				orders: { ...(state.orders as object), entries: ['[["a","draft",0,"5"]]'] },
			}),
		],
		[
			'has another phase',
			(state) => ({ ...state, orders: { ...(state.orders as object), head: { phase: 9 } } }),
		],
	])('is refused where it %s', async (_, damage) => {
		const state = await stored(stateOf(new Map([['a', entry('draft')]])));
		const refused = decodeState(damage(state));
		await expect(refused).rejects.toThrow(StateError);
		await expect(refused).rejects.toThrow('is damaged');
	});

	it('is refused where a newer version stored it', async () => {
		const state = await stored(stateOf(new Map()));
		await expect(decodeState({ ...state, version: 4 })).rejects.toThrow('newer version');
	});

	it('has IDs, statuses and times only: no personal data', async () => {
		const state = await stored(
			stateOf(new Map([[idKey('Jane Doe, Main Street'), entry('draft')]])),
		);
		expect(JSON.stringify(state)).not.toMatch(/Jane|Street/);
	});
});
