import { describe, expect, it } from 'vitest';

import type { ApiClient } from '../../../../../nodes/PodFulfilment/transport/client.ts';
import { ServiceError } from '../../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { deadlineIn } from '../../../../../nodes/PodFulfilment/transport/deadlineClient.ts';
import {
	readPagesUntil,
	type PageRun,
} from '../../../../../nodes/PodFulfilment/trigger/polling/read/scan.ts';
import {
	Failures,
	type PollRequests,
} from '../../../../../nodes/PodFulfilment/trigger/polling/read/client.ts';
import type { ScanLink } from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { Reports } from '../../../../../nodes/PodFulfilment/trigger/polling/read/reports.ts';
import { FakeService } from '../fakeService.ts';
import { pollClientOf } from '../poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY = 24 * 3600 * 1000;
const PATH = '/api/orders';

/** Where an earlier poll had to leave off a full scan. */
const linkTo = (next: string): ScanLink => ({
	...{ next, startedAt: NOW / 1000, isNewestFirst: true, descents: 0, hasUnread: false },
});

/** A service with one order per page and day; a negative day is in the future, and `null` is no time. */
function serviceWith(...days: Array<number | null>): FakeService {
	const service = new FakeService(1);
	for (const [index, day] of days.entries()) {
		const createdAt = day === null ? 'Soon' : new Date(NOW - day * DAY).toISOString();
		service.orders.push({ id: `o${index}`, status: 'draft', createdAt, shipments: [] });
	}
	service.beginPoll(NOW);
	return service;
}

interface Reading {
	run: PageRun;
	/** IDs by page, and whether the list was sorted until then. */
	pages: Array<[ids: unknown[], isNewestFirst: boolean]>;
	failures: Failures;
	troubled: Reports;
}

async function read(
	service: FakeService,
	{
		request = {},
		maxRequests = 100,
		stopsAt = 100,
		characters,
	}: {
		request?: { path?: string; link?: ScanLink };
		maxRequests?: number;
		/** After how many pages the caller stops. */
		stopsAt?: number;
		/** Characters of each page. */
		characters?: number;
	} = {},
): Promise<Reading> {
	const failures = new Failures();
	const troubled = new Reports();
	const { client } = service;
	const send: ApiClient['send'] = async (request) => {
		const result = await client.send(request);
		if (result instanceof ServiceError) return result;
		if (characters !== undefined) result.characters = characters;
		return result;
	};
	const requests: PollRequests = {
		client: pollClientOf(
			{ ...client, send },
			deadlineIn(maxRequests, () => service.requests.length),
		),
		failures,
		reports: troubled,
	};
	const pages: Reading['pages'] = [];
	const run = await readPagesUntil(
		requests,
		{ path: PATH, subject: 'the list of orders', ...request },
		(members, { isNewestFirst }) => {
			pages.push([members.map(({ id }) => id), isNewestFirst]);
			return pages.length >= stopsAt;
		},
	);
	return { run, pages, failures, troubled };
}

describe('Reading pages', () => {
	it('pages are read to the end of the list, which has no next page', async () => {
		const { run, pages, failures } = await read(serviceWith(1, 2, 3));
		expect(pages).toEqual([
			[['o0'], true],
			[['o1'], true],
			[['o2'], true],
		]);
		expect(run).toEqual({
			end: 'list',
			startedAt: NOW / 1000,
			next: undefined,
			isNewestFirst: true,
			descents: 2,
			pages: 3,
			leftOut: 0,
			hasUnread: false,
			hasNoPage: false,
			isOutOfDate: false,
		});
		expect(failures.worst).toBeUndefined();
	});

	it('pages are read until the caller stops, and the next one is known', async () => {
		const { run, pages } = await read(serviceWith(1, 2, 3), { stopsAt: 2 });
		expect(pages).toHaveLength(2);
		expect(run).toMatchObject({ end: 'stopped', next: `${PATH}?page=3`, descents: 1 });
	});

	it('the end of the list counts when the caller stops there as well', async () => {
		const { run } = await read(serviceWith(1, 2), { stopsAt: 2 });
		expect(run).toMatchObject({ end: 'list', next: undefined });
	});

	it('pages are read until the deadline, and the next one is known', async () => {
		const service = serviceWith(1, 2, 3);
		const { run, pages, failures } = await read(service, { maxRequests: 2 });
		expect(pages).toHaveLength(2);
		expect(run).toMatchObject({ end: 'interrupted', next: `${PATH}?page=3` });
		expect(failures.worst).toBeUndefined();
	});

	it('a poll reads no more of a list than it may hold, and the next one goes on behind it', async () => {
		const days = Array.from({ length: 2_001 }, (_, index) => index);
		const many = await read(serviceWith(...days), { maxRequests: 9_999, stopsAt: 9_999 });
		expect(many.pages).toHaveLength(2_000);
		expect(many.run).toMatchObject({ end: 'interrupted', next: `${PATH}?page=2001` });
		const large = await read(serviceWith(1, 2, 3, 4), { characters: 32 * 1024 * 1024 });
		expect(large.pages).toHaveLength(2);
		expect(large.run).toMatchObject({ end: 'interrupted', next: `${PATH}?page=3` });
	});

	it('no page is read after the deadline', async () => {
		const service = serviceWith(1);
		const { run, pages } = await read(service, { maxRequests: 0 });
		expect({ run, pages, requests: service.requests }).toEqual({
			run: {
				end: 'interrupted',
				startedAt: 0,
				next: PATH,
				isNewestFirst: true,
				descents: 0,
				pages: 0,
				leftOut: 0,
				hasUnread: false,
				hasNoPage: false,
				isOutOfDate: false,
			},
			pages: [],
			requests: [],
		});
	});

	it('the pages before a failed request count, and the failed one is the next', async () => {
		const service = serviceWith(1, 2, 3);
		service.beginPoll(NOW, { shifts: [], failing: [1] });
		const { run, pages, failures } = await read(service);
		expect(pages).toHaveLength(1);
		expect(run).toMatchObject({ end: 'interrupted', next: `${PATH}?page=2` });
		expect(failures.worst?.status).toBe(500);
	});

	it('an error that is not of a request is a bug, and is thrown on', async () => {
		const service = serviceWith(1);
		const bug = new TypeError('x is not a function');
		const requests: PollRequests = {
			client: pollClientOf(
				service.client,
				deadlineIn(1000, () => 0),
			),
			failures: new Failures(),
			reports: new Reports(),
		};
		const reading = readPagesUntil(requests, { path: PATH, subject: 'the list' }, () => {
			throw bug;
		});
		await expect(reading).rejects.toBe(bug);
	});
});

describe('The first page of a reading', () => {
	const LINKED = `${PATH}?page=2`;

	it('it is out of date when an earlier page had linked it and it leads nowhere', async () => {
		const service = serviceWith(1, 2, 3);
		service.forgottenPath = LINKED;
		const linked = await read(service, { request: { link: linkTo(LINKED) } });
		expect(linked.run).toMatchObject({ end: 'interrupted', isOutOfDate: true });
		expect(linked.failures.worst).toBeUndefined();
	});

	it('it is a failure when nothing had linked it, or when the service is at fault', async () => {
		const service = serviceWith(1, 2, 3);
		service.forgottenPath = LINKED;
		const unlinked = await read(service, { request: { path: LINKED } });
		expect(unlinked.run.isOutOfDate).toBe(false);
		expect(unlinked.failures.worst?.status).toBe(404);
		service.beginPoll(NOW, { shifts: [], failing: [0] });
		const failed = await read(service, { request: { link: linkTo(LINKED) } });
		expect(failed.run.isOutOfDate).toBe(false);
		expect(failed.failures.worst?.status).toBe(500);
	});

	it('it is known whether even it could not be read, where the next poll would fail again', async () => {
		const service = serviceWith(1, 2, 3);
		service.beginPoll(NOW, { shifts: [], failing: [0] });
		expect((await read(service)).run.hasNoPage).toBe(true);
		service.beginPoll(NOW, { shifts: [], failing: [1] });
		expect((await read(service)).run.hasNoPage).toBe(false);
		expect((await read(serviceWith(1))).run.hasNoPage).toBe(false);
	});

	it('a later page that leads nowhere is a failure', async () => {
		const service = serviceWith(1, 2, 3);
		service.forgottenPath = `${PATH}?page=3`;
		const { run, failures } = await read(service, { request: { link: linkTo(LINKED) } });
		expect(run).toMatchObject({ end: 'interrupted', next: `${PATH}?page=3` });
		expect(run.isOutOfDate).toBe(false);
		expect(failures.worst?.status).toBe(404);
	});
});

describe('The order of a list', () => {
	it.each<[string, Array<number | null>, boolean, number]>([
		['is newest first while times fall', [1, 2, 3], true, 2],
		['is newest first while times are the same, which proves nothing', [1, 1, 1], true, 0],
		['is not newest first once a time rises', [1, 3, 2, 4], false, 2],
		['is unknown where a member has no time', [1, null, 2], false, 0],
		['is unknown where the first member has no time', [null, 1, 2], false, 1],
	])('the order %s', async (_, days, isNewestFirst, descents) => {
		const { run, pages } = await read(serviceWith(...days));
		expect(run).toMatchObject({ isNewestFirst, descents });
		expect(pages.at(-1)?.[1]).toBe(isNewestFirst);
		expect(pages).toHaveLength(days.length);
	});
});

/** What a list may have in place of a member. */
const WITHOUT_ID = [
	[{ id: null, status: 'draft' }],
	[{ '@id': '/api/orders/a', status: 'draft' }],
	[{ id: { value: 'a' } }, { id: ' ' }],
	['/api/orders/a'],
	[[]],
	[5, true],
].map((entries) => [entries]);

const SUBJECT = 'entries of the list of orders';

describe('Entries of a list that have no ID', () => {
	it.each(WITHOUT_ID)(
		'they are left out and counted, and the others are read: %j',
		async (entries) => {
			for (const page of [1, 2, 3]) {
				const service = serviceWith(1, 2, 3);
				service.oddEntries = { page, entries };
				const { run, pages, failures, troubled } = await read(service, {
					request: { link: linkTo(PATH) },
				});
				expect(pages.map(([ids]) => ids)).toEqual([['o0'], ['o1'], ['o2']]);
				expect(run).toMatchObject({ end: 'list', leftOut: entries.length, isNewestFirst: true });
				expect(failures.worst).toBeUndefined();
				expect(troubled.has(SUBJECT)).toBe(true);
				// Nothing is missing that a further page could have.
				expect(service.requests).toHaveLength(3);
			}
		},
	);

	it.each(WITHOUT_ID)('a first page that has nothing else is refused: %j', async (entries) => {
		const service = serviceWith();
		service.oddEntries = { page: 1, entries };
		const { run, failures } = await read(service);
		expect(run).toMatchObject({ hasNoPage: true });
		expect(failures.worst?.message).toBe('The answer of the service is not what was expected');
	});

	it('a later page may have nothing else', async () => {
		const service = serviceWith(1, 2);
		service.hasEndlessPages = true;
		service.oddEntries = { page: 3, entries: [{ id: null }] };
		const { run, failures } = await read(service);
		expect(run).toMatchObject({ end: 'list', leftOut: 1 });
		expect(failures.worst).toBeUndefined();
	});

	it('they are no trouble any more once the list was read without them', async () => {
		const service = serviceWith(1, 2);
		service.oddEntries = { page: 2, entries: [{ id: null }] };
		const { troubled } = await read(service);
		expect(troubled.has(SUBJECT)).toBe(true);
		const failures = new Failures();
		const client = pollClientOf(
			service.client,
			deadlineIn(1, () => 0),
		);
		const requests = { client, failures, reports: troubled };
		const list = { path: PATH, subject: 'the list of orders' };
		// The first page alone does not show it.
		await readPagesUntil(requests, list, () => true);
		expect(troubled.has(SUBJECT)).toBe(true);
		service.oddEntries = { page: 2, entries: [] };
		await readPagesUntil(requests, list, () => false);
		expect(troubled.has(SUBJECT)).toBe(false);
	});
});
