import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	findVariantBySku,
	findVariantBySkuOrId,
	type SkuMatch,
} from '../../../nodes/PodFulfilment/api/skuIndex.ts';
import { lookUpVariant } from '../../../nodes/PodFulfilment/api/variantLookup.ts';
import { Run, RunAborted } from '../../../nodes/PodFulfilment/transport/run.ts';
import { CatalogService, type ListedProduct } from './catalogService.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const product = (id: string, ...variants: IDataObject[]): ListedProduct => ({
	id,
	name: `Product ${id}`,
	variants,
});

/** A variant as lists show it, with what orders are completed from. */
const variant = (id: string, sku: unknown, name = `Product, variant ${id}`): IDataObject => ({
	id,
	sku: sku as string,
	name,
	inStock: true,
	placements: [{ type: 'front', required: true, technique: 'direct_print' }],
	options: [],
});

const TWO_PRODUCTS = [
	product('p1', variant('v1', 'TEE-BLUE-S'), variant('v2', 'TEE-BLUE-M')),
	product('p2', variant('v3', 'MUG-WHITE')),
];

/** Requests for the catalog's lists. */
const reads = ({ paths }: CatalogService): string[] =>
	paths.filter((path) => path.startsWith('/api/catalog-products'));

const idOf = (match: SkuMatch): string | undefined =>
	match.kind === 'one' ? match.variantId : undefined;

beforeEach(() => {
	vi.useFakeTimers({ now: Date.parse('2026-11-22T06:00:00Z') });
});

afterEach(() => {
	vi.useRealTimers();
});

describe('A variant that is looked up by its SKU', () => {
	it('is the one that a search through all products finds, in any catalog', async () => {
		const sku = fc.constantFrom(
			'A',
			'a',
			' A',
			'B-1',
			'b-1',
			'__proto__',
			'constructor',
			'',
			'É',
			'é',
			'E\u0301',
		);
		const listed = fc.record({
			id: fc.constantFrom('v1', 'v2', 'v3', 'v4', 'v5'),
			sku: fc.oneof(sku, fc.constantFrom(null, undefined, 7, {})),
		});
		const catalogs = fc.array(fc.array(listed, { maxLength: 6 }), { maxLength: 6 });
		await fc.assert(
			fc.asyncProperty(
				catalogs,
				sku,
				fc.integer({ min: 1, max: 4 }),
				async (lists, wanted, size) => {
					// A list shows each of its variants once.
					const products = lists.map((list, index) => {
						const once = new Map(list.map((entry) => [entry.id, entry]));
						return product(
							`p${index}`,
							...[...once.values()].map(({ id, sku: own }) => variant(id, own)),
						);
					});
					const match = await findVariantBySku(new CatalogService(products, size).client(), wanted);

					const all = products.flatMap(({ variants }) => variants);
					const plain = (text: unknown): string =>
						typeof text === 'number' || typeof text === 'string' ? String(text).trim() : '';
					const same = (form: (text: string) => string): Set<unknown> =>
						new Set(
							all
								.filter(
									(one) => plain(one.sku) !== '' && form(plain(one.sku)) === form(wanted.trim()),
								)
								.map(({ id }) => id),
						);
					const exact = same((text) => text);
					const expected =
						exact.size > 0 ? exact : same((text) => text.normalize('NFC').toLowerCase());
					const kinds = ['none', 'one'] as const;
					expect(match.kind).toBe(kinds[expected.size] ?? 'several');
					if (match.kind === 'one') expect(expected).toContain(match.variantId);
					if (match.kind === 'several') expect(match.names).toHaveLength(expected.size);
				},
			),
		);
	});
});
