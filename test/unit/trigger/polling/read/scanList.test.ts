import { describe, expect, it } from 'vitest';

import { deadlineIn } from '../../../../../nodes/PodFulfilment/transport/deadlineClient.ts';
import {
	Failures,
	type PollRequests,
} from '../../../../../nodes/PodFulfilment/trigger/polling/read/requests.ts';
import { scanList } from '../../../../../nodes/PodFulfilment/trigger/polling/read/scan.ts';
import { ORDERS } from '../../../../../nodes/PodFulfilment/trigger/polling/read/sources.ts';
import { TroubledObjects } from '../../../../../nodes/PodFulfilment/trigger/polling/read/troubledObjects.ts';
import type { ListContext } from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type {
	OrderEntry,
	ScanCursor,
	ScanProgress,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { FakeService, newestFirst, type Behaviour } from '../fakeService.ts';
import { orderEntry } from '../reconcile/polledOrder.ts';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;

const PAGE_SIZE = 4;

const STEADY: ScanProgress = {
	phase: 'steady',
	emitFrom: 0,
	newFrom: 0,
	isNewestFirst: true,
	fullScanAt: NOW - HOUR,
};

const createdAt = (number: number): number => NOW - number * 3 * HOUR;

/** A service with so many orders, one every three hours, the newest being `o1`. */
function serviceWith(count: number, sort = newestFirst): FakeService {
	const service = new FakeService(PAGE_SIZE, sort);
	for (let number = 1; number <= count; number += 1) {
		const time = new Date(createdAt(number) * 1000).toISOString();
		service.orders.push({ id: `o${number}`, status: 'shipped', createdAt: time, shipments: [] });
	}
	return service;
}

/** Entries of orders, those of some numbers open. */
function entriesOf(count: number, open: number[] = []): Map<string, OrderEntry> {
	return new Map(
		Array.from({ length: count }, (_, index) => {
			const isOpen = open.includes(index + 1);
			return [
				`o${index + 1}`,
				orderEntry({
					emitted: isOpen ? 'pending' : 'canceled',
					createdAt: createdAt(index + 1),
					wasReadAfterFinish: !isOpen,
				}),
			];
		}),
	);
}

interface Scan {
	service: FakeService;
	/** Absent for a list that was never read. */
	progress?: ScanProgress;
	entries?: Map<string, OrderEntry>;
	behaviour?: Behaviour;
	maxRequests?: number;
}

/** The paths that a scan asked for, by the number of their page, and what it found. */
async function scanned({ service, progress, entries, behaviour, maxRequests = 1000 }: Scan) {
	service.beginPoll(NOW * 1000, behaviour);
	const requests: PollRequests = {
		client: service.client,
		deadline: deadlineIn(maxRequests, () => service.requests.length),
		failures: new Failures(),
		troubled: new TroubledObjects(),
	};
	const context: ListContext = {
		nowSeconds: NOW,
		isFirstPoll: progress === undefined,
		forgetAfterSeconds: 30 * DAY,
		scanProgress: progress ?? STEADY,
	};
	const list = progress && { entries: entries ?? new Map(), scanProgress: progress };
	const result = await scanList(ORDERS, list, context, requests);
	const pages = service.requests.map((path) => Number(/page=(\d+)/.exec(path)?.[1] ?? 1));
	return { ...result, pages, ids: result.members.map(({ id }) => id) };
}

describe('A full scan', () => {
	it('all pages are read of a list that was never read, and say whether it is sorted newest first', async () => {
		const sorted = await scanned({ service: serviceWith(24) });
		expect(sorted.pages).toEqual([1, 2, 3, 4, 5, 6]);
		expect(sorted.ids).toHaveLength(24);
		expect(sorted).toMatchObject({ isCovered: true, highWaterMark: 0 });
		expect(sorted.scan).toEqual({
			startedAt: NOW,
			isComplete: true,
			isNewestFirst: true,
			isShort: false,
		});
		const unsorted = await scanned({ service: serviceWith(24, (orders) => [...orders].reverse()) });
		expect(unsorted.scan).toMatchObject({ isComplete: true, isNewestFirst: false });
	});

	it('a list is sorted newest first once createdAt fell twenty times', async () => {
		expect((await scanned({ service: serviceWith(20) })).scan?.isNewestFirst).toBe(false);
		expect((await scanned({ service: serviceWith(21) })).scan?.isNewestFirst).toBe(true);
	});

	it('a list with fewer members than its total is short', async () => {
		// The second page begins a member further on.
		const behaviour = { shifts: [0, 1], failing: [] };
		expect((await scanned({ service: serviceWith(9), behaviour })).scan).toMatchObject({
			isComplete: true,
			isShort: true,
		});
	});

	it('a scan that runs out of time says where the next one goes on', async () => {
		const first = await scanned({ service: serviceWith(40), maxRequests: 3 });
		expect(first.pages).toEqual([1, 2, 3]);
		expect(first).toMatchObject({ isCovered: false });
		expect(first).not.toHaveProperty('highWaterMark');
		const cursor = {
			next: '/api/orders?page=4',
			startedAt: NOW,
			isNewestFirst: true,
			descents: 11,
			count: 12,
		};
		expect(first.scan).toEqual({
			startedAt: NOW,
			isComplete: false,
			isNewestFirst: false,
			isShort: true,
			cursor,
		});
	});

	it('a scan goes on where the last one left off, and counts what that one read', async () => {
		const scan: ScanCursor = {
			next: '/api/orders?page=3',
			startedAt: NOW - 60,
			isNewestFirst: true,
			descents: 7,
			count: 8,
		};
		const progress = { ...STEADY, phase: 'verification' as const, scan };
		const rest = await scanned({ service: serviceWith(22), progress, entries: entriesOf(8) });
		// The page behind is asked for, too, since these have fewer members than the total.
		expect(rest.pages).toEqual([3, 4, 5, 6, 7]);
		// Not all pages were read by this poll.
		expect(rest).toMatchObject({ isCovered: false });
		expect(rest).not.toHaveProperty('highWaterMark');
		expect(rest.scan).toEqual({
			startedAt: NOW - 60,
			isComplete: true,
			// The step from the eighth to the ninth member was not seen.
			isNewestFirst: true,
			isShort: false,
		});
		const unsorted = { ...progress, scan: { ...scan, isNewestFirst: false } };
		expect(
			(await scanned({ service: serviceWith(22), progress: unsorted })).scan?.isNewestFirst,
		).toBe(false);
	});

	it('a scan starts over when nothing was read, or when its page is out of date or cannot be read', async () => {
		const failing = { shifts: [], failing: [0] };
		const nothing = await scanned({ service: serviceWith(40), behaviour: failing });
		expect(nothing).toMatchObject({ ids: [], isCovered: false, scan: { isComplete: false } });
		expect(nothing.scan).not.toHaveProperty('cursor');
		const scan: ScanCursor = {
			next: '/api/orders?page=3',
			startedAt: NOW - 60,
			isNewestFirst: false,
			descents: 7,
			count: 8,
		};
		const progress = { ...STEADY, scan };
		const failed = await scanned({ service: serviceWith(40), progress, behaviour: failing });
		expect(failed.pages).toEqual([3]);
		expect(failed.scan).not.toHaveProperty('cursor');
		const service = serviceWith(40);
		service.forgottenPath = scan.next;
		const gone = await scanned({ service, progress });
		expect(gone.pages).toEqual([3]);
		expect(gone.scan).not.toHaveProperty('cursor');
	});

	it('the newest orders are read first where a scan of a sorted list goes on', async () => {
		const scan: ScanCursor = {
			next: '/api/orders?page=6',
			startedAt: NOW - 60,
			isNewestFirst: true,
			descents: 20,
			count: 20,
		};
		const service = serviceWith(40);
		const sorted = { service, progress: { ...STEADY, scan }, entries: entriesOf(20) };
		const goesOn = await scanned(sorted);
		expect(goesOn.pages).toEqual([1, 6, 7, 8, 9, 10, 11]);
		expect(goesOn).toMatchObject({ isCovered: true, highWaterMark: createdAt(1) });
		expect(goesOn.scan).toMatchObject({ startedAt: NOW - 60, isComplete: true, isShort: false });
		for (const unsorted of [
			{ ...scan, descents: 19 },
			{ ...scan, isNewestFirst: false },
		]) {
			const progress = { ...STEADY, scan: unsorted };
			expect((await scanned({ ...sorted, progress })).pages).toEqual([6, 7, 8, 9, 10, 11]);
		}
	});

	it('the newest orders take no more than two fifths of the time from a scan that goes on', async () => {
		const scan: ScanCursor = {
			next: '/api/orders?page=20',
			startedAt: NOW - 60,
			isNewestFirst: true,
			descents: 70,
			count: 76,
		};
		const service = serviceWith(120);
		// Nothing is known of the newest 60.
		const entries = new Map([...entriesOf(76)].slice(60));
		const { pages } = await scanned({
			service,
			progress: { ...STEADY, scan },
			entries,
			maxRequests: 10,
		});
		expect(pages).toEqual([1, 2, 3, 4, 20, 21, 22, 23, 24, 25]);
	});
});

describe('An incremental scan', () => {
	const scan = async (poll: Partial<Scan> & { open?: number[]; known?: number } = {}) =>
		await scanned({
			service: serviceWith(40),
			progress: STEADY,
			entries: entriesOf(poll.known ?? 40, poll.open),
			...poll,
		});

	it('a scan reads down to an hour before the newest member that was known', async () => {
		const all = await scan();
		expect(all.pages).toEqual([1]);
		expect(all).toMatchObject({ isCovered: true, highWaterMark: createdAt(1) });
		expect(all.scan).toBeUndefined();
		// The newest known is the last of the second page.
		const entries = new Map([...entriesOf(40)].slice(7));
		expect((await scan({ entries })).pages).toEqual([1, 2, 3]);
		const justBehind = new Map([...entriesOf(40)].slice(6));
		expect((await scan({ entries: justBehind })).pages).toEqual([1, 2]);
	});

	it('a scan reads down to the mark of the last one, as pages may have shifted then', async () => {
		const progress = { ...STEADY, highWaterMark: createdAt(10) };
		const { pages, highWaterMark } = await scan({ progress });
		expect(pages).toEqual([1, 2, 3]);
		expect(highWaterMark).toBe(createdAt(1));
		const newer = { ...STEADY, highWaterMark: NOW };
		expect((await scan({ progress: newer })).pages).toEqual([1]);
	});

	it('a member from the future does not hide those that are new, of a service whose clock is behind either', async () => {
		const newest = (await scan({ entries: entriesOf(40) })).highWaterMark;
		const entries = entriesOf(40);
		entries.set('soon', orderEntry({ createdAt: NOW + HOUR }));
		expect((await scan({ entries })).highWaterMark).toBe(NOW);
		entries.set('future', orderEntry({ createdAt: NOW + 9 * DAY }));
		entries.delete('soon');
		expect((await scan({ entries })).highWaterMark).toBe(newest);
	});

	it('a scan goes on to members that are open, where that takes fewer requests than one for each', async () => {
		expect((await scan({ open: [4] })).pages).toEqual([1]);
		expect((await scan({ open: [30] })).pages).toEqual([1]);
		expect((await scan({ open: [5, 6, 7] })).pages).toEqual([1, 2]);
		expect((await scan({ open: [10, 11, 12, 13] })).pages).toEqual([1, 2, 3]);
		expect((await scan({ open: [2, 3, 30] })).pages).toEqual([1]);
	});

	it('a scan of a list that turns out not to be sorted becomes a full one', async () => {
		const service = serviceWith(12, (orders) => {
			const sorted = newestFirst(orders);
			return [...sorted.slice(1, 3), ...sorted.slice(0, 1), ...sorted.slice(3)];
		});
		const full = await scan({ service, known: 12 });
		expect(full.pages).toEqual([1, 2, 3]);
		expect(full).toMatchObject({ isCovered: true, highWaterMark: createdAt(1) });
		expect(full.scan).toMatchObject({ startedAt: NOW, isComplete: true, isNewestFirst: false });
		const interrupted = await scan({ service, known: 12, maxRequests: 2 });
		expect(interrupted.scan).toMatchObject({
			isComplete: false,
			cursor: { next: '/api/orders?page=3', isNewestFirst: false, count: 8 },
		});
	});

	it('a scan that reaches the end of the list is a full one', async () => {
		const service = serviceWith(4);
		expect((await scan({ service, known: 4 })).scan).toMatchObject({
			startedAt: NOW,
			isComplete: true,
		});
	});

	it('a scan that is interrupted before the mark goes on there with the next poll', async () => {
		const progress = { ...STEADY, highWaterMark: createdAt(20) };
		const { isCovered, scan: rest, ...reading } = await scan({ progress, maxRequests: 2 });
		expect(isCovered).toBe(false);
		expect(reading).not.toHaveProperty('highWaterMark');
		expect(rest).toMatchObject({
			isComplete: false,
			cursor: { next: '/api/orders?page=3', startedAt: NOW, descents: 7, count: 8 },
		});
	});

	it('a scan of members without createdAt finds no mark, and reads the whole list', async () => {
		const service = serviceWith(12);
		for (const order of service.orders) delete order.createdAt;
		expect((await scan({ service, known: 12 })).pages).toEqual([1, 2, 3]);
	});

	it('an entry without createdAt is not looked for on pages', async () => {
		const entries = entriesOf(40);
		for (const id of ['x', 'y', 'z']) {
			entries.set(id, orderEntry({ emitted: 'pending', createdAt: undefined }));
		}
		expect((await scan({ entries })).pages).toEqual([1]);
	});
});
