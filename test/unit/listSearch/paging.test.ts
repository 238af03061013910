import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import {
	searchMockupTasks,
	searchOrders,
} from '../../../nodes/PodFulfilment/listSearch/collections.ts';
import { searchVariants } from '../../../nodes/PodFulfilment/listSearch/variant.ts';
import { editorWith, ordersFrom, pageOf, type Editor } from './editor.ts';

type Search = typeof searchOrders;

/** Opens a list and scrolls to its end. Throws after ten pages, which is more than any of these lists has. */
async function scrollThrough(
	search: Search,
	{ caller }: Editor,
	filter?: string,
): Promise<INodeListSearchItems[]> {
	const results: INodeListSearchItems[] = [];
	let token: string | undefined;
	for (let page = 0; page < 10; page += 1) {
		const found = await search.call(caller, filter, token);
		results.push(...found.results);
		token = found.paginationToken as string | undefined;
		if (token === undefined) return results;
	}
	throw new Error('The list never ends');
}

const valuesOf = (results: INodeListSearchItems[]) => results.map(({ value }) => value);

describe('A list of the editor', () => {
	it('a list returns enough results to scroll, however small the pages of the service are', async () => {
		const editor = editorWith((path) => {
			const page = Number(/page=(\d+)/.exec(path)?.[1] ?? 1);
			return pageOf(ordersFrom(page * 5, 5), `/api/orders?page=${page + 1}`);
		});
		const { results, paginationToken } = await searchOrders.call(editor.caller);
		expect(results).toHaveLength(20);
		expect(paginationToken).toEqual(expect.any(String));
		expect(editor.requestedUrls).toHaveLength(4);
		const more = await searchOrders.call(editor.caller, '', paginationToken as string);
		expect(more.results[0]?.value).toBe('id-25');
	});

	it('a list reads no page twice if the last page links to the first', async () => {
		const pages: Record<string, IDataObject> = {
			'/api/orders': pageOf(ordersFrom(1, 30), '/api/orders?page=2'),
			'/api/orders?page=1': pageOf(ordersFrom(1, 30), '/api/orders?page=2'),
			'/api/orders?page=2': pageOf(ordersFrom(31, 30), '/api/orders?page=1'),
		};
		const editor = editorWith((path) => pages[path]);
		const results = await scrollThrough(searchOrders, editor);
		expect(results).toHaveLength(60);
		expect(new Set(valuesOf(results)).size).toBe(60);
	});

	it('a list ends if a page links to itself', async () => {
		const editor = editorWith(() => pageOf(ordersFrom(1, 30), '/api/orders'));
		expect(await scrollThrough(searchOrders, editor)).toHaveLength(30);
	});

	it('the list of all variants ends if the pages of products form a circle', async () => {
		const products = (first: number) =>
			Array.from({ length: 6 }, (_, index) => ({ id: `p${first + index}`, name: 'Shirt' }));
		const editor = editorWith((path) => {
			const product = /catalog-products\/(\w+)\/catalog-variants$/.exec(path)?.[1];
			if (product) {
				const sizes = ['S', 'M', 'L', 'XL', 'XXL'];
				return pageOf(sizes.map((name) => ({ id: `${product}-${name}`, name, inStock: true })));
			}
			const isSecondPage = path.endsWith('?page=2');
			return pageOf(
				products(isSecondPage ? 7 : 1),
				`/api/catalog-products?page=${isSecondPage ? 1 : 2}`,
			);
		});
		const results = await scrollThrough(searchVariants, editor);
		expect(new Set(valuesOf(results)).size).toBe(60);
		expect(results).toHaveLength(60);
	});

	it.each([
		'https://elsewhere.example/api/orders',
		'//elsewhere.example/api/orders',
		'@elsewhere.example/api/orders',
		'.elsewhere.example/api/orders',
		'/\\elsewhere.example/api/orders',
		':8443/api/orders',
	])('a list never sends the key to another host, whatever the token is: %s', async (to) => {
		const editor = editorWith(() => pageOf(ordersFrom(1, 1)));
		for (const token of [to, JSON.stringify({ next: to, begun: [] })]) {
			for (const search of [searchOrders, searchMockupTasks, searchVariants]) {
				await search.call(editor.caller, '', token);
			}
		}
		expect(editor.requestedUrls.length).toBeGreaterThan(0);
		for (const address of editor.requestedUrls) {
			expect(new URL(address).origin).toBe('https://api.example.com');
		}
	});

	it.each(['', '{', 'null', '[]', '7', '{"next":7,"begun":[]}', '{"next":"/api/orders"}'])(
		'a list starts from the beginning for an invalid token: %j',
		async (token) => {
			const editor = editorWith(() => pageOf(ordersFrom(1, 3)));
			const { results } = await searchMockupTasks.call(editor.caller, '', token);
			expect(results).toHaveLength(3);
			expect(editor.requestedUrls).toEqual(['https://api.example.com/api/mockup-tasks']);
		},
	);
});

describe('A search in a list', () => {
	it('a search finds an order by its exact external ID with one request', async () => {
		const editor = editorWith((path) =>
			path === '/api/orders/@order-900' ? ordersFrom(900, 1)[0] : undefined,
		);
		const { results } = await searchOrders.call(editor.caller, ' order-900 ');
		expect(valuesOf(results)).toEqual(['id-900']);
		expect(editor.requestedUrls).toHaveLength(1);
	});

	it('a search reads pages until there are enough results to scroll', async () => {
		const editor = editorWith((path) => {
			if (path.startsWith('/api/orders/')) return undefined;
			const page = Number(/page=(\d+)/.exec(path)?.[1] ?? 1);
			const next = page < 40 ? `/api/orders?page=${page + 1}` : undefined;
			const match = { ...ordersFrom(page, 1)[0], recipient: { name: 'Ada Example' } };
			return pageOf([...ordersFrom(page * 1000, 9), match], next);
		});
		const { results, paginationToken } = await searchOrders.call(editor.caller, 'ada');
		expect(results).toHaveLength(20);
		const more = await searchOrders.call(editor.caller, 'ada', paginationToken as string);
		expect(more.results).toHaveLength(20);
		expect(more).not.toHaveProperty('paginationToken');
	});

	it.each(['IN PROCESS', 'inprocess', 'jane roe', 'RDER-2', 'id-2'])(
		'a search finds %j as part of the name, or as the beginning of the ID',
		async (filter) => {
			const editor = editorWith((path) =>
				path === '/api/orders' ? pageOf(ordersFrom(2, 1)) : undefined,
			);
			const { results } = await searchOrders.call(editor.caller, filter);
			expect(results).toEqual([{ name: 'order-2 · Jane Roe · in process', value: 'id-2' }]);
		},
	);

	it('a search fails with an explanation if time is up and nothing was found', async () => {
		const start = Date.now();
		const now = vi.spyOn(Date, 'now');
		try {
			const editor = editorWith((path) => {
				if (path.startsWith('/api/orders/')) return undefined;
				const page = Number(/page=(\d+)/.exec(path)?.[1] ?? 1);
				// Each page takes a second.
				now.mockReturnValue(start + page * 1000);
				return pageOf(ordersFrom(page * 30, 30), `/api/orders?page=${page + 1}`);
			});
			await expect(searchOrders.call(editor.caller, 'nobody')).rejects.toMatchObject({
				message: expect.stringMatching(
					/^Nothing found for "nobody" among the first \d+ entries$/,
				) as string,
				description: expect.stringContaining('Enter the ID') as string,
			});
			expect(editor.requestedUrls.length).toBeLessThan(20);
		} finally {
			now.mockRestore();
		}
	});

	it('a search returns nothing if nothing matches', async () => {
		const editor = editorWith((path) =>
			path === '/api/orders' ? pageOf(ordersFrom(2, 1)) : undefined,
		);
		expect(await searchOrders.call(editor.caller, 'nobody')).toEqual({ results: [] });
	});
});
