import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { pathSegment } from '../../../nodes/PodFulfilment/api/paths.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

/** Any valid id. */
const ids = fc
	.string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
	.map((id) => id.trim())
	.filter((id) => !['', '@', '.', '..'].includes(id));

describe('pathSegment (section 4)', () => {
	it.each([
		['0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88', '0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88'],
		['@A-1001', '@A-1001'],
		['@A_1001-b', '@A_1001-b'],
		['  @A-1001\t', '@A-1001'],
		['A/B', 'A%2FB'],
		['../orders', '..%2Forders'],
		['A\\B', 'A%5CB'],
		['A?B', 'A%3FB'],
		['A#B', 'A%23B'],
		['A%2FB', 'A%252FB'],
		['A B', 'A%20B'],
		['A;B', 'A%3BB'],
		['A&B=C', 'A%26B%3DC'],
		['@A@B', '@A%40B'],
		['A@B', 'A%40B'],
		['@@A', '@%40A'],
		['@..', '@..'],
		['%2e%2e', '%252e%252e'],
		['...', '...'],
		['Größe', 'Gr%C3%B6%C3%9Fe'],
		['注文', '%E6%B3%A8%E6%96%87'],
		['👕', '%F0%9F%91%95'],
		['a\u0000b', 'a%00b'],
		['a\r\nb', 'a%0D%0Ab'],
	])('pathSegment encodes %j as %s', (id, segment) => {
		expect(pathSegment(id, 'Order')).toBe(segment);
	});

	it('a path segment can be decoded to the id, and contains no character that ends a segment', () => {
		fc.assert(
			fc.property(ids, (id) => {
				const segment = pathSegment(id, 'Order');
				expect(decodeURIComponent(segment)).toBe(id);
				expect(segment).not.toMatch(/[/\\?#\s]/);
			}),
		);
	});

	it('a path segment is always the last segment of the address', () => {
		fc.assert(
			fc.property(ids, (id) => {
				const url = new URL(`https://api.example.com/api/orders/${pathSegment(id, 'Order')}`);
				expect(url.origin).toBe('https://api.example.com');
				expect(url.pathname.split('/')).toHaveLength(4);
				expect(url.pathname).toMatch(/^\/api\/orders\/./);
				expect(decodeURIComponent(url.pathname.slice('/api/orders/'.length))).toBe(id);
				expect(url.search + url.hash).toBe('');
			}),
		);
	});

	it.each(['', ' ', '\t\n', '@', ' @ '])('pathSegment rejects %j as empty', (id) => {
		const error = refusedWith(() => pathSegment(id, 'Order Item'));
		expect(error.message).toBe('Order Item is empty');
		expectPlainWords(error);
	});

	it.each(['.', '..', ' .. '])('pathSegment rejects %j, which would lead to another path', (id) => {
		const error = refusedWith(() => pathSegment(id, 'Product'));
		expect(error.message).toContain('Product');
		expect(error.message).toContain(`"${id.trim()}"`);
		expectPlainWords(error);
		expect(() => pathSegment(id, 'Product')).toThrow(UserError);
	});

	it.each(['\ud83d', 'a\udc55', '\ud83d-\udc55'])(
		'pathSegment rejects half a character, which cannot be encoded: %j',
		(id) => {
			const error = refusedWith(() => pathSegment(id, 'Product'));
			expect(error).toEqual({
				message: `Product "${id}" cannot be used`,
				description: 'Enter the product as the service or your shop shows it.',
			});
		},
	);

	it('the error for an empty id says where to look', () => {
		expect(refusedWith(() => pathSegment('', 'Order Item')).description).toBe(
			'Choose an entry from the list, or enter the order item. If the field holds an expression, check that the input item has that value.',
		);
	});
});
