import { describe, expect, it } from 'vitest';

import type { OperationCall } from '../../../nodes/PodFulfilment/execution/operation.ts';
import { readFilteredList } from '../../../nodes/PodFulfilment/resources/getMany.ts';

/** A call to a service with `total` members in pages of `pageSize`, and a count of the pages read. */
function collection(total: number, pageSize: number, parameters: Record<string, unknown>) {
	let pagesRead = 0;
	const address = 'https://api.example.com';
	const send = async ({ path }: { path: string }) => {
		pagesRead += 1;
		const first = Number(new URL(path, address).searchParams.get('from') ?? 0);
		const length = Math.max(0, Math.min(pageSize, total - first));
		const next = first + pageSize;
		return {
			status: 200,
			headers: { page: String(pagesRead) },
			body: {
				'hydra:member': Array.from({ length }, (_, index) => ({ id: first + index })),
				...(next < total && { 'hydra:view': { 'hydra:next': `/api/orders?from=${next}` } }),
			},
		};
	};
	const call = {
		client: { address, send },
		parameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
	} as unknown as OperationCall;
	return { call, pagesRead: () => pagesRead };
}

const request = { path: '/api/orders', subject: 'the list of orders' };

describe('readFilteredList', () => {
	it.each([
		[{ returnAll: true }, 95, 95, 4],
		[{ returnAll: true }, 0, 0, 1],
		[{ returnAll: false, limit: 50 }, 95, 50, 2],
		[{ returnAll: false, limit: 30 }, 95, 30, 1],
		[{ returnAll: false, limit: 31 }, 95, 31, 2],
		[{ returnAll: false, limit: 1 }, 95, 1, 1],
		[{ returnAll: false, limit: 200 }, 95, 95, 4],
		[{}, 95, 50, 2],
	])(
		'with the parameters %j and %i members, readFilteredList returns %i and reads %i pages',
		async (parameters, total, returned, pages) => {
			const { call, pagesRead } = collection(total, 30, parameters);
			const items = await readFilteredList(call, request);
			expect(items).toEqual(Array.from({ length: returned }, (_, id) => ({ id })));
			expect(pagesRead()).toBe(pages);
		},
	);

	it.each(['5', ' 5 ', 5])(
		'readFilteredList accepts the limit %j of an AI agent',
		async (limit) => {
			const { call } = collection(95, 30, { limit });
			expect(await readFilteredList(call, request)).toHaveLength(5);
		},
	);

	it.each([0, -1, 1.5, Number.NaN, 'many', '', [], {}, true])(
		'readFilteredList rejects %j as a limit',
		async (limit) => {
			const { call, pagesRead } = collection(95, 30, { limit });
			await expect(readFilteredList(call, request)).rejects.toMatchObject({
				message: expect.stringMatching(/^Limit is /) as string,
				description: 'Enter a whole number of at least 1, or turn on Return All.',
			});
			expect(pagesRead()).toBe(0);
		},
	);

	it('readFilteredList maps each member together with its page', async () => {
		const { call } = collection(3, 2, { returnAll: true });
		const items = await readFilteredList(call, request, ({ id }, { headers }) => ({
			id,
			page: headers.page,
		}));
		expect(items).toEqual([
			{ id: 0, page: '1' },
			{ id: 1, page: '1' },
			{ id: 2, page: '2' },
		]);
	});
});
