import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { startAction, ENGINES } from '../core/engine/execution.ts';
import { openList } from '../core/engine/list.ts';
import { credentialFor } from '../core/engine/run.ts';
import { useSandbox } from '../core/support.ts';
import { REPETITIONS } from '../support/repetitions.ts';
import { SEED } from '../support/seed.ts';
import { sendJson, useServers, type Listening } from './support/servers.ts';

const node = useSandbox();
const listen = useServers();

const credentialAt = (baseUrl: string) => credentialFor(node.sandbox, { baseUrl });

const getMany = (limit: number): INodeParameters => ({
	resource: 'order',
	operation: 'getAll',
	returnAll: limit === 0,
	...(limit > 0 && { limit }),
	simplify: false,
});

type Members = (page: number) => unknown[];

/** A service whose pages all link to a next one. */
const endless = async (members: Members, total?: number): Promise<Listening> => {
	let page = 0;
	return await listen((request, response) => {
		page += 1;
		sendJson(response, {
			...(total !== undefined && { 'hydra:totalItems': total }),
			'hydra:member': members(page),
			'hydra:view': {
				'hydra:next': `${new URL(request.url ?? '', 'http://x').pathname}?page=${page + 1}`,
			},
		});
	});
};

const membersWithoutEnd: Array<[kind: string, members: Members]> = [
	['are empty', () => []],
	['are the same', () => [{ id: '1' }, { id: '2' }]],
	['hold nothing but null', () => [null, null]],
];

describe.each(ENGINES)('Pages without an end, on the engine of %s', (engine) => {
	/** @param limit 0 for Return All */
	const read = async (url: string, limit: number) =>
		await startAction({ parameters: getMany(limit), credential: credentialAt(url), engine })
			.finished;

	it.each(membersWithoutEnd)('pages that %s are read three times at most', async (_, members) => {
		for (const limit of [0, 1, 1_000]) {
			const { url, requests } = await endless(members);
			const { error } = await read(url, limit);
			expect(error).toBeUndefined();
			expect(requests.length).toBeLessThanOrEqual(3);
		}
	});

	it('reading pages ends, whatever each of them holds', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.array(fc.constantFrom(null, 7, 'x', '1', '2', '3'), { maxLength: 4 }), {
					minLength: 1,
					maxLength: 6,
				}),
				fc.option(fc.integer({ min: -1, max: 1_000 }), { nil: undefined }),
				fc.nat(5),
				async (pages, total, limit) => {
					const { url, requests } = await endless(
						(page) =>
							(pages[page % pages.length] ?? []).map((id) =>
								typeof id === 'string' && id !== 'x' ? { id } : id,
							),
						total,
					);
					await read(url, limit);
					// Two pages in a row without a new member end a list, and there are three members.
					expect(requests.length).toBeLessThanOrEqual(3 * 2 + 3);
				},
			),
			{ seed: SEED, numRuns: REPETITIONS.hostilePages },
		);
	});

	it('pages with ever new members are read as far as the limit', async () => {
		const { url, requests } = await endless((page) => [{ id: `${page}-1` }, { id: `${page}-2` }]);
		const { json: items, error } = await read(url, 7);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(7);
		expect(requests).toHaveLength(4);
	});

	it('one page of as many members as are read is not refused', async () => {
		// n8n's own declarative engine hands items on as arguments of one call, which end at some 120,000; a page has fewer.
		const length = 45_000;
		const members = Array.from({ length }, (_, id) => ({ id }));
		const { url } = await listen((_request, response) => sendJson(response, members));
		const { json: items, error } = await read(url, 0);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(members.length);
	});
});

describe('A list of the editor', () => {
	/** The lists that read pages, with what an entry needs to match nothing that a user looks for. */
	const LISTS = [
		'searchOrders',
		'searchProducts',
		'searchMockupTasks',
		'searchFinishedMockupTasks',
		'searchVariants',
	];

	it.each(LISTS)('the list %s reads so many pages without an end, and no more', async (list) => {
		const { url, requests } = await endless((page) => [{ id: `member-${page}`, name: 'Shirt' }]);
		const result = await openList(list, { credential: credentialAt(url), filter: 'none of these' })
			.then(() => 'a list')
			.catch((error: unknown) => (error as Error).message);
		expect(result).toMatch(
			/^a list$|^Nothing found for "none of these" among the first \d+ entries/,
		);
		expect(requests.length).toBeGreaterThan(50);
		expect(requests.length).toBeLessThanOrEqual(110);
	});

	it.each(LISTS)('the list %s shows a thousand entries of one page at most', async (list) => {
		const members = Array.from({ length: 15_000 }, (_, id) => ({ id: `m-${id}`, name: 'Shirt' }));
		const { url } = await listen((_request, response) => sendJson(response, members));
		const { results } = await openList(list, { credential: credentialAt(url) });
		expect(results.length).toBeGreaterThan(0);
		expect(results.length).toBeLessThanOrEqual(1_000);
	});
});
