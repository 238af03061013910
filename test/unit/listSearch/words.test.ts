import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { searchOrders } from '../../../nodes/PodFulfilment/listSearch/collections.ts';
import { matchesFilter } from '../../../nodes/PodFulfilment/listSearch/searchCollection.ts';
import {
	searchVariants,
	searchVariantsOfProduct,
} from '../../../nodes/PodFulfilment/listSearch/variant.ts';
import { editorWith, pageOf } from './editor.ts';

const VARIANTS = [
	{ id: 'v1', name: 'Unisex T-Shirt - White / S', sku: 'T-S001-WHITE-S', inStock: true },
	{ id: 'v2', name: 'Unisex T-Shirt - White / M', sku: 'T-S001-WHITE-M', inStock: false },
	{ id: 'v3', name: 'Unisex T-Shirt - Navy / M', sku: 'T-S001-NAVY-M', inStock: true },
];

const FILTERS: Array<[string, string[]]> = [
	['white m', ['v2']],
	['m white', ['v2']],
	['shirt white', ['v1', 'v2']],
	['WHITE  shirt s', ['v1', 'v2']],
	['navy t-s001', ['v3']],
	['unisex', ['v1', 'v2', 'v3']],
	['t-shirt - white / m', ['v2']],
	['navy-m', ['v3']],
	['avy', ['v3']],
	['white l', []],
	['v1', ['v1']],
];

describe('The search for a variant', () => {
	it.each(FILTERS)('"%s" finds %j of the selected product', async (filter, ids) => {
		const editor = editorWith(() => pageOf(VARIANTS), {
			'&productId': { __rl: true, mode: 'list', value: 'p', cachedResultName: 'Unisex T-Shirt' },
		});
		const { results } = await searchVariantsOfProduct.call(editor.caller, filter);
		expect(results.map(({ value }) => value)).toEqual(ids);
	});

	it.each(FILTERS)('"%s" finds %j among the variants of all products', async (filter, ids) => {
		const editor = editorWith((path) =>
			pageOf(
				path.endsWith('/catalog-variants')
					? // Names that do not repeat that of the product.
						VARIANTS.map(({ name, ...variant }) => ({ ...variant, name: name.slice(17) }))
					: [{ id: 'p', name: 'Unisex T-Shirt' }],
			),
		);
		const { results } = await searchVariants.call(editor.caller, filter);
		expect(results.map(({ value }) => value)).toEqual(ids);
	});

	it('no label changes with the stock of its variant', async () => {
		const labels = async (inStock: boolean) => {
			const editor = editorWith(() => pageOf(VARIANTS.map((one) => ({ ...one, inStock }))), {
				'&productId': { __rl: true, mode: 'id', value: 'p' },
			});
			return (await searchVariantsOfProduct.call(editor.caller)).results;
		};
		expect(await labels(true)).toEqual(await labels(false));
	});
});

describe('The search for an order', () => {
	it('an order is found by its status, with which its label ends', async () => {
		const order = { id: 'o1', externalId: 'A-1', status: 'onhold' };
		const editor = editorWith((path) => (path === '/api/orders' ? pageOf([order]) : undefined));
		expect((await searchOrders.call(editor.caller, 'on hold')).results).toEqual([
			{ name: 'A-1 · on hold', value: 'o1' },
		]);
		expect((await searchOrders.call(editor.caller, 'A-2')).results).toEqual([]);
	});
});

describe('Whether an entry is what a filter looks for', () => {
	const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);

	it('it is, for some of its words in any order', () => {
		const chosen = fc
			.array(word, { minLength: 1, maxLength: 6 })
			.chain((words) => fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: 1 })));
		fc.assert(
			fc.property(chosen, ([words, some]) => {
				const entry = { name: words.join(' / '), value: 'id' };
				expect(matchesFilter(entry, some.join('  ').toUpperCase())).toBe(true);
			}),
		);
	});

	it('it is not, for a word that it does not have', () => {
		fc.assert(
			fc.property(fc.array(word, { minLength: 1 }), (words) => {
				const entry = { name: words.join(' '), value: 'id' };
				expect(matchesFilter(entry, `${words[0]} øøø`)).toBe(false);
			}),
		);
	});
});
