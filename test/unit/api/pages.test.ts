import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { readPages, readWholeList, type Page } from '../../../nodes/PodFulfilment/api/pages.ts';
import { readFilteredList } from '../../../nodes/PodFulfilment/resources/getMany.ts';
import type { OperationCall } from '../../../nodes/PodFulfilment/execution/operation.ts';
import type { ApiClient } from '../../../nodes/PodFulfilment/transport/client.ts';
import { ServiceError } from '../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { SEED } from '../../support/seed.ts';
import { caller } from '../transport/caller.ts';
import { expectPlainWords, wordingOf } from '../transport/wording.ts';

const ADDRESS = 'https://api.example.com';
const REQUEST = { path: '/api/orders', subject: 'the list of orders' };

/** Response to a path: a body, or the status of an error. */
type Respond = (path: string) => unknown;

function clientOf(respond: Respond): { client: ApiClient; paths: string[] } {
	const paths: string[] = [];
	const client = {
		caller,
		address: ADDRESS,
		send: async ({ path }: { path: string }) => {
			paths.push(path);
			const body = respond(path);
			return await Promise.resolve(
				typeof body === 'number'
					? new ServiceError({
							outcome: 'refused',
							status: body,
							message: 'Rejected',
							description: 'Rejected.',
						})
					: { status: 200, headers: {}, body },
			);
		},
	} as unknown as ApiClient;
	return { client, paths };
}

/** Reads with a limit, or all where there is none. */
async function read(respond: Respond, limit?: number) {
	const { client, paths } = clientOf(respond);
	const call = {
		client,
		parameter: (name: string) => (name === 'limit' ? limit : limit === undefined),
	} as unknown as OperationCall;
	const result = await readFilteredList(call, REQUEST).catch((error: unknown) => error);
	return {
		paths,
		ids: Array.isArray(result) ? result.map(({ id }) => Number(id)) : undefined,
		error: result instanceof ServiceError ? result : undefined,
	};
}

const pageOf = (path: string): number =>
	Number(new URL(path, ADDRESS).searchParams.get('page') ?? 1);

const range = (from: number, to: number): number[] =>
	Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

const members = (ids: number[]) => ids.map((id) => ({ id: String(id) }));

/** The ids of a page of a list, counted from 1. */
const idsOnPage = (page: number, size: number, count: number): number[] =>
	range((page - 1) * size + 1, Math.min(page * size, count));

describe('A list that says how many members it has, but links no next page', () => {
	const respond: Respond = (path) => ({
		'hydra:totalItems': 65,
		'hydra:member': members(idsOnPage(pageOf(path), 30, 65)),
	});

	it('a list with a total but no link is read to its end by page numbers', async () => {
		const { ids, paths } = await read(respond);
		expect(ids).toEqual(range(1, 65));
		expect(paths).toEqual(['/api/orders', '/api/orders?page=2', '/api/orders?page=3']);
	});

	it('a list with a total but no link is read no further than the limit', async () => {
		expect(await read(respond, 30)).toMatchObject({ ids: range(1, 30), paths: ['/api/orders'] });
		expect((await read(respond, 50)).ids).toEqual(range(1, 50));
	});

	it.each<[string, Respond]>([
		['the same page again', () => respond('/api/orders')],
		['an empty page', (path) => (pageOf(path) === 1 ? respond(path) : { 'hydra:member': [] })],
		['404', (path) => (pageOf(path) === 1 ? respond(path) : 404)],
		['400', (path) => (pageOf(path) === 1 ? respond(path) : 400)],
	])(
		'reading stops with both numbers when the page number brings %s, unless the limit is met',
		async (_, contrary) => {
			const { error } = await read(contrary);
			expect(error?.message).toBe('Only 30 of 65 entries of the list of orders could be read');
			expectPlainWords(wordingOf(error as ServiceError));
			expect((await read(contrary, 30)).ids).toEqual(range(1, 30));
			expect((await read(contrary, 31)).error?.message).toContain('30 of 65');
		},
	);

	it('reading passes on other errors of the page', async () => {
		const { error } = await read((path) => (pageOf(path) === 1 ? respond(path) : 401));
		expect(error?.status).toBe(401);
	});
});

describe('A list that changes while it is read', () => {
	const linked = (path: string, ids: number[], total: number) => ({
		totalItems: total,
		member: members(ids),
		view: { next: `/api/orders?page=${pageOf(path) + 1}` },
	});

	it('a list is complete when a member was added at its beginning while it was read', async () => {
		const { ids } = await read((path) => {
			if (pageOf(path) === 1) return linked(path, [5, 4, 3], 5);
			// Number 6 moved 3 from the first page to the second.
			return { totalItems: 6, member: members([3, 2, 1]) };
		});
		expect(ids).toEqual([5, 4, 3, 2, 1]);
	});
});

describe('Pages without an end', () => {
	it('reading ends at the second page in a row without a new member', async () => {
		const { ids, paths } = await read((path) => ({
			member: pageOf(path) === 1 ? members([1]) : [],
			view: { next: `/api/orders?page=${pageOf(path) + 1}` },
		}));
		expect(ids).toEqual([1]);
		expect(paths).toHaveLength(3);
	});

	it('reading ends with an error when 10,000 pages each had a new member', async () => {
		const { error, paths } = await read((path) => ({
			member: members([pageOf(path)]),
			view: { next: `/api/orders?page=${pageOf(path) + 1}` },
		}));
		expect(error?.message).toBe('The pages of the list of orders do not end');
		expectPlainWords(wordingOf(error as ServiceError));
		expect(paths).toHaveLength(10_000);
	});
});

describe('readPages', () => {
	/** How a service may page a list: by links of any kind, by page numbers, or not at all. */
	const links = fc.constantFrom<(next: string, address: string) => object>(
		(next) => ({ 'hydra:view': { 'hydra:next': next } }),
		(next) => ({ view: { next } }),
		(next) => ({ next }),
		(next) => ({ next: { '@id': next } }),
		(next) => ({ _links: { next: { href: next } } }),
		(next) => ({ view: { next: `http://10.0.0.7:8080${next}` } }),
		(next) => ({ view: { next: `https://elsewhere.example/inner${next}` } }),
		() => ({}),
	);

	it('readPages returns each member once and none is missing, however the list is paged', async () => {
		await fc.assert(
			fc.asyncProperty(
				links,
				fc.integer({ min: 0, max: 100 }),
				fc.integer({ min: 1, max: 40 }),
				fc.integer({ min: 0, max: 5 }),
				fc.boolean(),
				async (link, count, size, overlap, loops) => {
					const last = Math.max(1, Math.ceil(count / size));
					const { client } = clientOf((path) => {
						const page = pageOf(path);
						// Members may stand on two pages.
						const from = Math.max(1, (page - 1) * size + 1 - overlap);
						const next = page < last ? page + 1 : loops ? 1 : undefined;
						return {
							'hydra:totalItems': count,
							'hydra:member': members(range(from, Math.min(page * size, count))),
							...(next !== undefined && link(`/api/orders?page=${next}`, ADDRESS)),
						};
					});
					const ids: number[] = [];
					for await (const page of readPages(client, REQUEST)) {
						ids.push(...page.members.map(({ id }) => Number(id)));
					}
					expect(ids).toEqual(range(1, count));
				},
			),
			{ seed: SEED, numRuns: 500 },
		);
	});
});

describe('A list that grows while it is read', () => {
	/** What Return All brings where an order is placed at the beginning of the list before each further page. */
	async function readGrowing(knowsNumbers: boolean, size: number, count: number, added: number) {
		let [first, requests] = [1, 0];
		const result = await read((path) => {
			if (requests > 0 && requests <= added) first -= 1;
			requests += 1;
			const standing = range(first, count);
			const from = knowsNumbers ? (pageOf(path) - 1) * size : 0;
			return {
				'hydra:totalItems': standing.length,
				'hydra:member': members(standing.slice(from, from + size)),
			};
		});
		return { ...result, atTheBeginning: range(1, count) };
	}

	it('a list that grows is whole, or the error has both numbers, whether the service knows page numbers or not', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.boolean(),
				fc.integer({ min: 1, max: 10 }),
				fc.integer({ min: 0, max: 40 }),
				fc.integer({ min: 0, max: 6 }),
				async (knowsNumbers, size, count, added) => {
					const { ids, error, atTheBeginning } = await readGrowing(
						knowsNumbers,
						size,
						count,
						added,
					);
					if (error) {
						// An addition of a whole page makes a page look like the one before.
						if (knowsNumbers) expect(size).toBe(1);
						expect(error.message).toMatch(/^Only \d+ of \d+ entries/);
					} else {
						expect(ids).toEqual(expect.arrayContaining(atTheBeginning));
					}
				},
			),
			{ seed: SEED, numRuns: 500 },
		);
	});
});

describe('A total that counts more than can be read', () => {
	it.each([
		['an empty entry', [{ id: 1 }, null, { id: 2 }]],
		['an entry that comes twice', [{ id: 1 }, { id: 1 }, { id: 2 }]],
	])('Return All stops at a total that counts more than can be read: %s', async (_, members) => {
		const { error } = await read(() => ({ 'hydra:totalItems': 3, 'hydra:member': members }));
		expect(error?.message).toContain('2 of 3');
	});
});

/** All pages until the last one, or until the error. */
async function readAll(respond: Respond, readList = readPages) {
	const { client, paths } = clientOf(respond);
	const pages: Page[] = [];
	const reading = (async () => {
		for await (const page of readList(client, REQUEST)) pages.push(page);
	})();
	const error = await reading.then(
		() => undefined,
		(thrown: unknown) => thrown as ServiceError,
	);
	return { pages, paths, error };
}

describe('A page', () => {
	it('has its members, the headers, the total, and the path of the next page', async () => {
		const first = { member: members([1]), totalItems: 2, view: { next: '?page=2' } };
		const { pages } = await readAll((path) => (pageOf(path) === 1 ? first : members([2])));
		expect(pages).toEqual([
			{ members: members([1]), headers: {}, total: 2, next: '/api/orders?page=2' },
			{ members: members([2]), headers: {} },
		]);
		expect(pages[1]).not.toHaveProperty('total');
		expect(pages[1]).not.toHaveProperty('next');
	});

	it('that is no list is an error, which says what was expected', async () => {
		const { error } = await readAll(() => ({ orders: [] }));
		expect(error).toMatchObject({
			outcome: 'unreadable',
			description: expect.stringContaining(
				`GET ${ADDRESS}/api/orders should have been answered with a list of objects that have an ID.`,
			) as string,
		});
	});

	it.each([400, 404, 422])('that was linked must not be refused with %i', async (status) => {
		const linked = { member: members([1]), view: { next: '?page=2' } };
		const { error } = await readAll((path) => (pageOf(path) === 1 ? linked : status));
		expect(error?.status).toBe(status);
	});

	it.each([400, 404, 422])('whose number was guessed may be refused with %i', async (status) => {
		const first = { member: members([1]), totalItems: 2 };
		const { error, pages } = await readAll((path) => (pageOf(path) === 1 ? first : status));
		expect(error).toBeUndefined();
		expect(pages).toHaveLength(1);
	});

	it.each([401, 403, 409, 410, 500])(
		'whose number was guessed is an error when it is refused with %i',
		async (status) => {
			const first = { member: members([1]), totalItems: 2 };
			const { error } = await readAll((path) => (pageOf(path) === 1 ? first : status));
			expect(error?.status).toBe(status);
		},
	);
});

describe('A list whose last page links back to the first', () => {
	it.each(['/api/orders', '/api/orders?page=1'])('is read once, linked as %s', async (back) => {
		const { paths } = await readAll((path) => ({
			member: members([pageOf(path)]),
			view: {
				'@id': `/api/orders?page=${pageOf(path)}`,
				next: pageOf(path) === 1 ? '?page=2' : back,
			},
		}));
		expect(paths).toEqual(['/api/orders', '/api/orders?page=2']);
	});
});

describe('A page number that was guessed', () => {
	/** A list with a total of 9, whose pages are these. */
	const listOf =
		(...pages: number[][]): Respond =>
		(path) => ({ totalItems: 9, member: members(pages[pageOf(path) - 1] ?? []) });

	it.each<[string, number[], true | undefined]>([
		['the page before again', [1, 2], true],
		['the page before in another order', [2, 1], undefined],
		['a part of the page before', [1], undefined],
		['an empty page', [], undefined],
	])('that brings %s ends the list, repeated: %s', async (_, again, isRepeated) => {
		const { pages } = await readAll(listOf([1, 2], again));
		expect(pages).toHaveLength(2);
		expect(pages[1]?.members).toEqual([]);
		expect(pages[1]?.isRepeated).toBe(isRepeated);
	});

	it('is compared with the page before it, not with the first', async () => {
		const { pages } = await readAll(listOf([1, 2], [3, 4], [3, 4]));
		expect(pages.map(({ isRepeated }) => isRepeated)).toEqual([undefined, undefined, true]);
		const first = await readAll(listOf([1, 2], [3, 4], [1, 2]));
		expect(first.pages.map(({ isRepeated }) => isRepeated)).toEqual(Array(3).fill(undefined));
	});

	it('is known to a service that links pages: what it brings again is no sign that it is not', async () => {
		const { pages } = await readAll((path) => {
			const page = pageOf(path);
			if (page === 1) return { totalItems: 9, member: members([1]), view: { next: '?page=2' } };
			return { totalItems: 9, member: members([2]) };
		});
		expect(pages).toHaveLength(3);
		expect(pages[2]).not.toHaveProperty('isRepeated');
	});

	it('is not needed when as many members were read as the service says there are', async () => {
		const { paths } = await readAll(() => ({ totalItems: 2, member: members([1, 2]) }));
		expect(paths).toEqual(['/api/orders']);
	});
});

describe('A list that is read for too long', () => {
	it('ends with an error after an hour, which names the number of pages', async () => {
		vi.useFakeTimers();
		try {
			const { error, paths } = await readAll((path) => {
				vi.advanceTimersByTime(60_000);
				return { member: members([pageOf(path)]), next: `?page=${pageOf(path) + 1}` };
			});
			expect(paths).toHaveLength(60);
			expect(error?.description).toContain('after 60 pages');
		} finally {
			vi.useRealTimers();
		}
	});
});

describe('The request for a page', () => {
	const isListOf = async (path: string): Promise<unknown> => {
		const send = vi.fn<ApiClient['send']>(
			async () => await Promise.resolve({ status: 200, headers: {}, body: [] }),
		);
		const client = { caller, address: ADDRESS, send } as unknown as ApiClient;
		await readPages(client, { path, subject: 'the list' }).next();
		return send.mock.calls[0]?.[0].isList;
	};

	it.each([
		'/api/orders',
		'/api/catalog-products',
		'/api/mockup-tasks',
		'/api/orders?itemsPerPage=50',
		'/api/orders?itemsPerPage=50&page=1',
		'/api/orders?cursor=abc',
	])('is about a whole list that the service has when its path is %s', async (path) => {
		expect(await isListOf(path)).toBe(true);
	});

	it.each([
		'/api/orders?page=2',
		'/api/orders?itemsPerPage=50&page=12',
		'/api/orders/o1/shipments',
		'/api/catalog-products/p1/catalog-variants',
	])('is not when its path is %s', async (path) => {
		expect(await isListOf(path)).toBe(false);
	});
});

describe('A list that must be whole', () => {
	const whole = async (...pages: Array<[total: number | undefined, ids: number[]]>) =>
		await readAll((path) => {
			const page = pageOf(path);
			const [totalItems, ids = []] = pages[page - 1] ?? [];
			return {
				totalItems,
				member: members(ids),
				...(page < pages.length && { next: `?page=${page + 1}` }),
			};
		}, readWholeList);

	it.each<[string, Parameters<typeof whole>]>([
		['has no total', [[undefined, [1]]]],
		[
			'has as many members as its total',
			[
				[3, [1, 2]],
				[3, [3]],
			],
		],
		['has more members than its total', [[1, [1, 2]]]],
		[
			'lost a member while it was read',
			[
				[3, [1, 2]],
				[2, []],
				[2, []],
			],
		],
		[
			'got a member while it was read',
			[
				[2, [1]],
				[3, [2]],
				[3, []],
				[3, []],
			],
		],
		[
			'has a total on its first page alone',
			[
				[2, [1]],
				[undefined, [2]],
			],
		],
	])('is whole when it %s', async (_, pages) => {
		expect((await whole(...pages)).error).toBeUndefined();
	});

	it('lacks a member when it has fewer than the least total of its pages', async () => {
		const { error } = await whole([4, [1, 2]], [3, []], [undefined, []]);
		expect(error?.message).toBe('Only 2 of 3 entries of the list of orders could be read');
	});

	it('lacks a member when the service shows another total on a page that it repeats', async () => {
		// A service without page numbers: a member that was added took the place of one that was never read.
		let requests = 0;
		const { error } = await readAll(() => {
			requests += 1;
			return { totalItems: requests === 1 ? 2 : 3, member: members([1]) };
		}, readWholeList);
		expect(error?.message).toContain('Only 1 of 3 entries');
	});
});
