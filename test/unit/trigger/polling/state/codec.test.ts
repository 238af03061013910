import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	decodeState,
	encodeState,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/codec.ts';
import type {
	OrderEntry,
	Repeated,
	ScanProgress,
	ShipmentEntry,
	Snapshot,
	StoredState,
	TaskEntry,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';

const ADDRESS = 'https://api.example.com';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const CURSOR = {
	next: '/api/orders?page=4',
	startedAt: 1_790_000_005,
	isNewestFirst: true,
	descents: 21,
	count: 300,
	hasUnread: true,
};

/** The state of a list and its shipments as version 1 stored it, in users' static data. */
const VERSION_1 = {
	version: 1,
	orders: {
		entries: {
			a: 'inprocess;partial;tlpwu8;tfrksg;tlpwu9;tlpwua;mz1;glbc|s=packaged;shipped;tlpwub|t=pending',
		},
		progress: {
			phase: 'steady',
			emitFrom: 1_790_000_000,
			newFrom: 1_780_000_000,
			newestCreatedAt: 1_790_000_001,
			lastChangedAt: 1_790_000_002,
			highWaterMark: 1_790_000_003,
			fullScanAt: 1_790_000_004,
			scan: CURSOR,
			isNewestFirst: true,
			shortScans: 1,
			lastSingle: 'a',
			lastShipments: 'b',
		},
	},
	tasks: {
		entries: { m: 'pending;;tlpwu8;tfrksg;g' },
		progress: { phase: 'baseline', emitFrom: 1_790_000_000, newFrom: 1_790_000_000 },
	},
	shipmentsFrom: 1_790_000_004,
} as const satisfies StoredState;

/** A state as this version stores it, with every field that there is. Its names and letters must never change. */
const VERSION_2 = {
	version: 2,
	address: ADDRESS,
	holds: ['orders', 'tasks', 'shipments'],
	orders: {
		entries: {
			a: 'inprocess;partial;tlpwu8;tfrksg;tlpwu9;tlpwua;mz1;glbcf;mz2;tlpwub,2;onhold;tlpwu8;tlpwu9,1;tlpwua,3;mz3|s=packaged;shipped;tlpwub|t=pending',
			b: 'shipped;;tlpwu8;tfrksg;;;mz1;ca;=',
		},
		progress: {
			phase: 'steady',
			startFrom: 1_789_000_000,
			emitFrom: 1_790_000_000,
			newFrom: 1_780_000_000,
			forgottenBefore: 1_781_000_000,
			newestKnown: 1_790_000_007,
			knownBefore: 1_789_999_999,
			unsettledSince: 1_790_000_008,
			newestCreatedAt: 1_790_000_001,
			lastChangedAt: 1_790_000_002,
			highWaterMark: 1_790_000_003,
			fullScanAt: 1_790_000_004,
			scan: CURSOR,
			isNewestFirst: true,
			shortScans: 1,
			lastSingle: 'a',
			lastShipments: 'b',
			lastRoutine: 'c',
		},
	},
	tasks: {
		entries: { m: 'completed;;tlpwu8;tfrksg;gu;tlpwub,2;pending' },
		progress: { phase: 'baseline', emitFrom: 1_790_000_000, newFrom: 1_790_000_000 },
	},
	shipmentsFrom: 1_790_000_004,
	shipmentsBegan: 1_790_000_006,
	chosen: { events: ['order.created'], filters: {} },
	chosenBefore: { events: [], filters: { orderStatuses: ['onhold', 'shipped'] } },
} satisfies StoredState;

describe('The format of the state', () => {
	it('a state of version 1 is read, with what it lacks unknown', async () => {
		const { orders, tasks, shipmentsFrom, shipmentsBegan } = await decodeState(VERSION_1);
		expect(orders?.entries.get('a')).toEqual({
			emitted: 'inprocess',
			observed: 'partial',
			since: 1_790_000_000,
			createdAt: 1_780_000_000,
			newSince: 1_790_000_001,
			inProductionSince: 1_790_000_002,
			shipmentsVersion: 'mz1',
			isDeletedAtService: true,
			isLateDecided: true,
			needsShipmentBaseline: true,
			wasReadAfterFinish: true,
			wasForgotten: false,
			shipments: new Map([
				['s', { emitted: 'packaged', observed: 'shipped', since: 1_790_000_003 }],
				['t', { emitted: 'pending', since: 0 }],
			]),
		});
		// It told what was forgotten by what was new.
		expect(orders?.scanProgress).toEqual({
			...VERSION_1.orders.progress,
			forgottenBefore: VERSION_1.orders.progress.newFrom,
		});
		expect(tasks?.scanProgress).toEqual({
			...VERSION_1.tasks.progress,
			forgottenBefore: VERSION_1.tasks.progress.newFrom,
		});
		expect(tasks?.entries.get('m')).toEqual({
			emitted: 'pending',
			since: 1_790_000_000,
			createdAt: 1_780_000_000,
			isDeletedAtService: true,
		});
		expect({ shipmentsFrom, shipmentsBegan }).toEqual({
			shipmentsFrom: 1_790_000_004,
			shipmentsBegan: 1_790_000_004,
		});
	});

	it('a state of this version is read as it was stored, and stored again unchanged', async () => {
		const snapshot = await decodeState(VERSION_2);
		const { orders, tasks } = snapshot;
		expect(orders?.entries.get('a')).toEqual({
			emitted: 'inprocess',
			observed: 'partial',
			since: 1_790_000_000,
			createdAt: 1_780_000_000,
			newSince: 1_790_000_001,
			inProductionSince: 1_790_000_002,
			shipmentsVersion: 'mz1',
			isDeletedAtService: true,
			isLateDecided: true,
			needsShipmentBaseline: true,
			wasReadAfterFinish: true,
			wasForgotten: true,
			updatedAtMs: Number.parseInt('mz2', 36),
			missing: { atSeconds: 1_790_000_003, count: 2 },
			doubted: 'onhold',
			waitingSince: 1_790_000_000,
			waiting: { atSeconds: 1_790_000_001, count: 1 },
			late: { atSeconds: 1_790_000_002, count: 3 },
			canceledAtMs: Number.parseInt('mz3', 36),
			shipments: new Map([
				['s', { emitted: 'packaged', observed: 'shipped', since: 1_790_000_003 }],
				['t', { emitted: 'pending', since: 0 }],
			]),
		});
		expect(orders?.entries.get('b')).toMatchObject({
			updatedAtMs: Number.parseInt('mz1', 36),
			isUnsettled: true,
			areShipmentsUnsettled: true,
		});
		expect(orders?.scanProgress).toEqual(VERSION_2.orders.progress);
		expect(tasks?.entries.get('m')).toEqual({
			emitted: 'completed',
			since: 1_790_000_000,
			createdAt: 1_780_000_000,
			isDeletedAtService: true,
			isUnsettled: true,
			missing: { atSeconds: 1_790_000_003, count: 2 },
			doubted: 'pending',
		});
		expect(tasks?.scanProgress).toEqual(VERSION_2.tasks.progress);
		expect(JSON.stringify(await encodeState(snapshot, ADDRESS))).toBe(JSON.stringify(VERSION_2));
	});

	it('what n8n observed at times that lie ahead, before its clock was put right, was observed by now', async () => {
		const now = 1_790_000_000;
		const ahead = now + 1000;
		const repeated = { atSeconds: ahead, count: 2 };
		const order: OrderEntry = {
			emitted: 'pending',
			observed: 'onhold',
			since: ahead,
			createdAt: ahead,
			newSince: ahead,
			inProductionSince: ahead,
			isDeletedAtService: false,
			isLateDecided: false,
			late: repeated,
			waitingSince: ahead,
			waiting: repeated,
			missing: repeated,
			updatedAtMs: 1000 * ahead,
			needsShipmentBaseline: false,
			wasForgotten: false,
			wasReadAfterFinish: false,
			shipmentsVersion: '',
			shipments: new Map([['s', { emitted: '', observed: 'shipped', since: ahead }]]),
		};
		const { emitted, since, createdAt, missing } = order;
		const task: TaskEntry = { emitted, since, createdAt, missing, isDeletedAtService: false };
		const scanProgress: ScanProgress = { phase: 'steady', emitFrom: ahead, newFrom: ahead };
		const stored = await encodeState(
			{
				orders: { entries: new Map([['a', order]]), scanProgress },
				tasks: { entries: new Map([['m', task]]), scanProgress },
				shipmentsFrom: ahead,
				shipmentsBegan: ahead,
			},
			ADDRESS,
		);
		const read = await decodeState(stored, now);
		const past = { atSeconds: now, count: 2 };
		expect(read.orders?.entries.get('a')).toEqual({
			...order,
			since: now,
			newSince: now,
			inProductionSince: now,
			waitingSince: now,
			late: past,
			waiting: past,
			missing: past,
			shipments: new Map([['s', { emitted: '', observed: 'shipped', since: now }]]),
		});
		expect(read.tasks?.entries.get('m')).toMatchObject({ since: now, missing: past, createdAt });
		expect(read).toMatchObject({ shipmentsBegan: now, shipmentsFrom: ahead });
	});

	it('there is nothing to read before the first poll, and no field is stored that is not known', async () => {
		expect(await decodeState(undefined)).toEqual({});
		expect(await encodeState({}, ADDRESS)).toEqual({ version: 2, address: ADDRESS, holds: [] });
	});

	const time = fc.integer({ min: 1, max: 9_999_999_999 });
	const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
		fc.option(value, { nil: undefined });
	const status = fc.constantFrom('draft', 'inprocess', 'shipped', '~abcdefghij', 'on_hold-2');
	const emittedStatus = fc.constantFrom('', 'draft', 'shipped', '~abcdefghij');
	const key = fc.stringMatching(/^[A-Za-z0-9][\w-]{0,35}$/);
	const repeated: fc.Arbitrary<Repeated> = fc.record({
		atSeconds: time,
		count: fc.nat(1000),
	});
	// Where nothing waits to be emitted, the time of a shipment is not kept.
	const shipment: fc.Arbitrary<ShipmentEntry> = fc.oneof(
		fc.record({ emitted: emittedStatus, since: fc.constant(0) }),
		fc.record({ emitted: emittedStatus, observed: status, since: time }),
		fc.record({ emitted: emittedStatus, since: fc.constant(0), doubted: status }),
		fc.record({ emitted: emittedStatus, since: fc.constant(0), left: status }),
		fc.record({
			emitted: emittedStatus,
			observed: status,
			since: time,
			doubted: status,
			left: status,
		}),
	);
	const task: fc.Arbitrary<TaskEntry> = fc
		.record({
			emitted: emittedStatus,
			observed: optional(status),
			doubted: optional(status),
			since: fc.nat(2_000_000_000),
			createdAt: optional(time),
			missing: optional(repeated),
			isDeletedAtService: fc.boolean(),
			isUnsettled: optional(fc.constant(true)),
		})
		.map(withoutUndefined);
	const order: fc.Arbitrary<OrderEntry> = fc
		.record({
			emitted: emittedStatus,
			observed: optional(status),
			doubted: optional(status),
			since: fc.nat(2_000_000_000),
			createdAt: optional(time),
			newSince: optional(time),
			inProductionSince: optional(time),
			isDeletedAtService: fc.boolean(),
			isUnsettled: optional(fc.constant(true)),
			isLateDecided: fc.boolean(),
			needsShipmentBaseline: fc.boolean(),
			areShipmentsUnsettled: optional(fc.constant(true)),
			wasForgotten: fc.boolean(),
			wasReadAfterFinish: fc.boolean(),
			missing: optional(repeated),
			late: optional(repeated),
			waitingSince: optional(time),
			waiting: optional(repeated),
			updatedAtMs: optional(fc.nat(2_000_000_000_000)),
			canceledAtMs: optional(fc.nat(2_000_000_000_000)),
			shipmentsVersion: fc.constantFrom('', '-', 'mz1', '~abcdefghij'),
			shipments: fc.dictionary(key, shipment).map((entries) => new Map(Object.entries(entries))),
		})
		.map(withoutUndefined);
	const progress: fc.Arbitrary<ScanProgress> = fc.record(
		{
			phase: fc.constantFrom('baseline', 'verification', 'steady'),
			emitFrom: time,
			newFrom: fc.integer(),
			startFrom: time,
			forgottenBefore: time,
			newestKnown: time,
			knownBefore: fc.integer(),
		},
		{ requiredKeys: ['phase', 'emitFrom', 'newFrom'] },
	);
	const listOf = <Entry>(entry: fc.Arbitrary<Entry>) =>
		fc.record({
			entries: fc.dictionary(key, entry).map((entries) => new Map(Object.entries(entries))),
			scanProgress: progress,
		});

	const selection = fc.record({
		events: fc.array(fc.constantFrom('order.created', 'shipment.created')),
		filters: fc.record({ orderStatuses: fc.array(status) }, { requiredKeys: [] }),
	});

	/** Drops what is absent: a decoded entry names its absent fields, too. */
	function withoutUndefined<Value extends object>(value: Value): Value {
		const known = Object.entries(value).filter(([, one]) => one !== undefined);
		return Object.fromEntries(known) as Value;
	}

	it('every state is the same after n8n has stored it', async () => {
		const snapshots: fc.Arbitrary<Snapshot> = fc
			.record({
				orders: optional(listOf(order)),
				tasks: optional(listOf(task)),
				shipmentsFrom: optional(time),
				chosen: optional(selection),
				chosenBefore: optional(selection),
			})
			.chain((snapshot) =>
				optional(time).map((shipmentsBegan) =>
					withoutUndefined({
						...snapshot,
						// Shipments are watched with their orders only.
						shipmentsFrom: snapshot.orders && snapshot.shipmentsFrom,
						...(snapshot.orders &&
							snapshot.shipmentsFrom !== undefined && {
								shipmentsBegan: shipmentsBegan ?? snapshot.shipmentsFrom,
							}),
					}),
				),
			);
		await fc.assert(
			fc.asyncProperty(snapshots, async (snapshot) => {
				const stored: unknown = JSON.parse(JSON.stringify(await encodeState(snapshot, ADDRESS)));
				expect(await decodeState(stored)).toEqual(snapshot);
				expect(await encodeState(await decodeState(stored), ADDRESS)).toEqual(stored);
			}),
		);
	});

	it('an order that has finished takes at most 100 bytes, whatever happened to it, until 2038', async () => {
		const until2038 = fc.integer({ min: 1, max: 36 ** 6 - 1 });
		const finished = fc.record({
			id: fc.uuid(),
			status: fc.constantFrom('shipped', 'fulfilled', 'canceled', 'failed'),
			since: until2038,
			updatedAt: until2038,
			waitingSince: until2038,
			waiting: fc.record({ atSeconds: until2038, count: fc.nat(9) }),
			areShipmentsRead: fc.boolean(),
			isDeleted: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(finished, async ({ id, status, since, updatedAt, ...order }) => {
				const updatedAtMs = updatedAt * 1000;
				const entry: OrderEntry = {
					emitted: status,
					since,
					createdAt: since,
					updatedAtMs,
					isDeletedAtService: order.isDeleted,
					isLateDecided: true,
					needsShipmentBaseline: !order.areShipmentsRead,
					wasForgotten: !order.areShipmentsRead,
					...(!order.isDeleted && { isUnsettled: true, areShipmentsUnsettled: true }),
					wasReadAfterFinish: true,
					shipmentsVersion: order.areShipmentsRead ? updatedAtMs.toString(36) : '',
					// Of those that have finished, only a failed one waits for somebody.
					...(status === 'failed' && {
						waitingSince: order.waitingSince,
						waiting: order.waiting,
					}),
					shipments: new Map(),
				};
				const scanProgress: ScanProgress = { phase: 'steady', emitFrom: 0, newFrom: 0 };
				const { orders } = await encodeState(
					{ orders: { entries: new Map([[id, entry]]), scanProgress } },
					ADDRESS,
				);
				expect(bytesOf(orders?.entries)).toBeLessThanOrEqual(100);
			}),
		);
	});
});
