import { describe, expect, it } from 'vitest';

import { deadlineIn } from '../../../../../nodes/PodFulfilment/transport/deadlineClient.ts';
import { readList } from '../../../../../nodes/PodFulfilment/trigger/polling/read/readList.ts';
import {
	Failures,
	type PollRequests,
} from '../../../../../nodes/PodFulfilment/trigger/polling/read/requests.ts';
import { ORDERS } from '../../../../../nodes/PodFulfilment/trigger/polling/read/sources.ts';
import { TroubledObjects } from '../../../../../nodes/PodFulfilment/trigger/polling/read/troubledObjects.ts';
import type { ListContext } from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type {
	OrderEntry,
	ScanProgress,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { idKey } from '../../../../../nodes/PodFulfilment/trigger/polling/state/values.ts';
import { FakeService, newestFirst } from '../fakeService.ts';
import { orderEntry } from '../reconcile/polledOrder.ts';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const DAY = 24 * 3600;

const PROGRESS: ScanProgress = { phase: 'verification', emitFrom: NOW - DAY, newFrom: NOW - DAY };

/** A service with orders of these statuses, by their ID. */
function serviceWith(statuses: Record<string, string>, isAbbreviated = false): FakeService {
	const service = new FakeService(10, newestFirst);
	const at = new Date((NOW - 2 * DAY) * 1000).toISOString();
	for (const [id, status] of Object.entries(statuses)) {
		service.orders.push({ id, status, createdAt: at, updatedAt: at, shipments: [] });
	}
	service.isAbbreviated = isAbbreviated;
	return service;
}

interface Reading {
	service: FakeService;
	/** Absent for a list that was never read. */
	known?: Record<string, Partial<OrderEntry>>;
	progress?: ScanProgress;
	failing?: number[];
	maxRequests?: number;
	needingDetails?: string[];
}

async function read({
	service,
	known,
	progress = PROGRESS,
	failing = [],
	maxRequests = 1000,
	needingDetails,
}: Reading) {
	service.beginPoll(NOW * 1000, { shifts: [], failing });
	const requests: PollRequests = {
		client: service.client,
		deadline: deadlineIn(maxRequests, () => service.requests.length),
		failures: new Failures(),
		troubled: new TroubledObjects(),
	};
	const context: ListContext = {
		nowSeconds: NOW,
		isFirstPoll: !known,
		forgetAfterSeconds: 30 * DAY,
		scanProgress: progress,
	};
	const entries = new Map(
		Object.entries(known ?? {}).map(([id, entry]) => [idKey(id), orderEntry(entry)]),
	);
	const list = known && { entries, scanProgress: progress };
	const details = needingDetails && (() => new Set(needingDetails));
	const reading = await readList(ORDERS, list, context, requests, details);
	const singles = service.requests.filter((path) => /orders\//.test(path));
	return {
		reading,
		requests,
		singles: singles.map((path) => path.replace('/api/orders/', '')),
		ids: reading?.members.map(({ id }) => id),
	};
}

describe('What one poll reads of a list', () => {
	it('nothing is known of a list that could not be read, and of an empty one that it is empty', async () => {
		const failed = await read({ service: serviceWith({ a: 'draft' }), failing: [0] });
		expect(failed.reading).toBeUndefined();
		expect(failed.requests.failures.worst?.status).toBe(500);
		const empty = await read({ service: serviceWith({}) });
		expect(empty.reading).toMatchObject({ members: [], deletedIds: [], hasUnread: false });
		const later = await read({ service: serviceWith({}), known: {}, failing: [0] });
		expect(later.reading).toMatchObject({ members: [], hasUnread: false });
	});

	it('complete members are read from pages only', async () => {
		const { singles, ids, reading } = await read({
			service: serviceWith({ a: 'draft', b: 'shipped' }),
			known: { a: { emitted: 'pending' } },
		});
		expect({ singles, ids }).toEqual({ singles: [], ids: ['a', 'b'] });
		expect(reading?.withDetails.size).toBe(0);
		expect(reading).not.toHaveProperty('lastReadByIdKey');
	});

	it('members that the list abbreviates are read by their ID where they are to be emitted', async () => {
		const service = serviceWith(
			{ same: 'pending', changed: 'onhold', waiting: 'pending', existing: 'draft', new: 'onhold' },
			true,
		);
		const at = new Date(NOW * 1000).toISOString();
		Object.assign(service.orders[4] ?? {}, { createdAt: at, updatedAt: at });
		const { singles, reading } = await read({
			service,
			known: {
				same: { emitted: 'pending' },
				changed: { emitted: 'pending' },
				waiting: { emitted: 'draft', observed: 'pending' },
			},
		});
		expect(singles.sort()).toEqual(['changed', 'new', 'waiting']);
		expect(reading).toMatchObject({ hasUnread: false });
		const complete = reading?.members.filter(({ orderItems }) => Array.isArray(orderItems));
		expect(complete?.map(({ id }) => id).sort()).toEqual(['changed', 'new', 'waiting']);
	});

	it('an unknown member that is not tracked is not read by its ID', async () => {
		const service = serviceWith({ old: 'canceled' }, true);
		const long = new Date((NOW - 90 * DAY) * 1000).toISOString();
		Object.assign(service.orders[0] ?? {}, { createdAt: long, updatedAt: long });
		expect((await read({ service, known: {} })).singles).toEqual([]);
	});

	it('a member that could not be read by its ID is not observed, and the scan left something unread', async () => {
		const poll = {
			service: serviceWith({ a: 'onhold' }, true),
			known: { a: { emitted: 'draft' } },
		};
		const failed = await read({ ...poll, failing: [1] });
		expect(failed.ids).toEqual([]);
		expect(failed.reading).toMatchObject({ hasUnread: true, deletedIds: [] });
		const late = await read({ ...poll, maxRequests: 1 });
		expect(late.reading).toMatchObject({ members: [], hasUnread: true });
		expect(late.reading).not.toHaveProperty('lastReadByIdKey');
	});

	it('an unknown member that the list shows and that is not found by its ID is left unread', async () => {
		const service = serviceWith({ a: 'onhold' }, true);
		service.forgottenPath = '/api/orders/a';
		const progress = { ...PROGRESS, emitFrom: NOW - 3 * DAY };
		const { reading } = await read({ service, known: {}, progress });
		expect(reading).toMatchObject({ members: [], hasUnread: true });
	});

	it.each([404, 410])(
		'a member that the list shows and its ID does not find is not gone, but cannot be read: %i',
		async (status) => {
			const service = serviceWith({ a: 'onhold' }, true);
			service.badOrders.set('a', { part: 'order', answer: status as 404 | 410 });
			const { reading, requests } = await read({
				service,
				known: { a: { emitted: 'draft' } },
			});
			expect(reading).toMatchObject({
				members: [],
				deletedIds: [],
				unread: [{ id: 'a' }],
				hasUnread: true,
			});
			expect(requests.troubled.has('order "a"')).toBe(true);
		},
	);

	it('an open member on no page is read by its ID, unless that is not known or it has finished', async () => {
		const service = serviceWith({ a: 'draft' });
		const { singles, reading, requests } = await read({
			service,
			known: {
				a: { emitted: 'draft' },
				open: { emitted: 'draft' },
				done: { emitted: 'canceled', wasReadAfterFinish: true },
				'an ID that is hashed': { emitted: 'draft' },
			},
		});
		expect(singles).toEqual(['open']);
		expect(reading).toMatchObject({ deletedIds: ['open'] });
		// Nothing is left for the next poll.
		expect(reading).not.toHaveProperty('lastReadByIdKey');
		// That it is missing is no failure.
		expect(requests.failures.worst).toBeUndefined();
	});

	it('no member is looked for by its ID while further pages may show it', async () => {
		const service = serviceWith({ a: 'draft', b: 'draft' });
		const known = { gone: { emitted: 'draft' } };
		expect((await read({ service, known, failing: [0] })).singles).toEqual([]);
	});

	it('members are read by their ID in turn when the time is short', async () => {
		const service = serviceWith({});
		const known = Object.fromEntries(
			['o1', 'o2', 'o3', 'o4', 'o5', 'o6', 'o7', 'o8'].map((id) => [id, { emitted: 'draft' }]),
		);
		const first = await read({ service, known, maxRequests: 6 });
		expect(first.singles).toEqual(['o1', 'o2', 'o3', 'o4', 'o5']);
		const lastSingle = first.reading?.lastReadByIdKey;
		expect(lastSingle).toBe('o5');
		const progress = { ...PROGRESS, ...(lastSingle !== undefined && { lastSingle }) };
		const second = await read({ service, known, maxRequests: 6, progress });
		expect(second.singles).toEqual(['o6', 'o7', 'o8', 'o1', 'o2']);
	});

	it('members that the list shows as changed do not wait until all that may have changed are read', async () => {
		const changed = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'];
		const open = Array.from({ length: 40 }, (_, index) => `o${index}`);
		const service = serviceWith(Object.fromEntries(changed.map((id) => [id, 'shipped'])), true);
		for (const id of open) {
			service.orders.push({ id, status: 'draft', shipments: [], listedFrom: Infinity });
		}
		const known = Object.fromEntries([...open, ...changed].map((id) => [id, { emitted: 'draft' }]));
		const progress = { ...PROGRESS, lastSingle: 'o20' };
		const { singles, reading } = await read({ service, known, maxRequests: 9, progress });
		expect(singles.filter((id) => changed.includes(id)).sort()).toEqual(changed);
		// The others go on behind the last one.
		expect(singles.filter((id) => open.includes(id))).toEqual(['o21', 'o22']);
		expect(reading?.lastReadByIdKey).toBe('o22');
	});

	it('a member whose ID cannot be read is troubled, and named by its kind', async () => {
		const service = serviceWith({});
		const { requests } = await read({ service, known: { a: { emitted: 'draft' } }, failing: [1] });
		expect(requests.troubled.has('order "a"')).toBe(true);
		expect(requests.failures.worst).toBeUndefined();
	});

	it('members that need details are read by their ID as well, and stay as the list shows them if that fails', async () => {
		const service = serviceWith({ a: 'draft', b: 'draft', c: 'draft' });
		const known = { a: { emitted: 'draft' }, b: { emitted: 'draft' }, c: { emitted: 'draft' } };
		const poll = { service, known, needingDetails: ['a', 'b', 'gone'] };
		const { singles, ids, reading } = await read({ ...poll, failing: [1] });
		expect(singles).toEqual(['a', 'b']);
		expect(ids).toEqual(['a', 'b', 'c']);
		expect(reading?.withDetails).toEqual(new Set(['a', 'b', 'gone']));
		expect(reading).toMatchObject({ hasUnread: false, deletedIds: [] });
		service.forgottenPath = '/api/orders/a';
		// It is on a page, so it exists.
		expect((await read(poll)).reading).toMatchObject({ deletedIds: [] });
	});
});
