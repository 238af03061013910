/** Inputs of which somebody else decides how large they are, and the work that the nodes do on them. */
import type { IDataObject } from 'n8n-workflow';

import { differencesOf } from '../../nodes/PodFulfilment/api/difference.ts';
import { validationLines } from '../../nodes/PodFulfilment/order/place/failedValidation.ts';
import { lineOptions } from '../../nodes/PodFulfilment/order/shop/lineOptions.ts';
import { readOtherOrder } from '../../nodes/PodFulfilment/order/shop/other.ts';
import { namedFilesOf } from '../../nodes/PodFulfilment/order/shop/printFiles.ts';
import { readShopifyOrder } from '../../nodes/PodFulfilment/order/shop/shopify.ts';
import { skuMappingOf } from '../../nodes/PodFulfilment/order/shop/skuMapping.ts';
import { readWooCommerceOrder } from '../../nodes/PodFulfilment/order/shop/wooCommerce.ts';
import { comparedItems } from '../../nodes/PodFulfilment/order/source/shopOrderItems.ts';
import { shopifyOrder } from './shopOrders/shopify.ts';

/** Work on an input that has grown to a size. */
export interface LargestInput {
	name: string;
	/** The smaller of the two sizes that are compared; the other one is four times as large. */
	size: number;
	/** Makes the input, and returns the work on it. */
	prepare(size: number): () => unknown;
}

const numbered = <Value>(count: number, valueOf: (index: number) => Value): Value[] =>
	Array.from({ length: count }, (_, index) => valueOf(index));

const READING = { sendTestOrders: true };

const PATHS = {
	orderNumber: 'number',
	lines: 'items',
	line: { sku: 'sku', quantity: 'quantity', id: 'id', name: 'name', price: 'price' },
	address: { name: 'name' },
};

const FILE = 'https://files.example.com/a.png';

const itemsOf = (count: number, file: string): IDataObject[] =>
	numbered(count, (index) => ({
		variantId: 'v-1',
		quantity: 1,
		placements: [{ type: 'front', layers: [{ url: `https://files.example.com/${file}${index}` }] }],
	}));

export const LARGEST_INPUTS: readonly LargestInput[] = [
	{
		name: 'properties of a line of Shop Other, nested',
		size: 20_000,
		prepare(size) {
			const line: IDataObject = { sku: 'A', quantity: 1 };
			for (let group = 0; group < size / 200; group += 1) {
				line[`Print file ${group}`] = Object.fromEntries(
					numbered(200, (index) => [`o${index}`, `${FILE}?${index}`]),
				);
			}
			return () => {
				const { lines } = readOtherOrder({ number: '1', items: [line] }, PATHS);
				return namedFilesOf(lines[0]?.properties ?? [], 'Print file');
			};
		},
	},
	{
		name: 'letters of the name of a property',
		size: 20_000,
		prepare(size) {
			const items = [{ sku: 'A', quantity: 1, [`Print file ${'png'.repeat(size)}x`]: FILE }];
			return () => {
				const { lines } = readOtherOrder({ number: '1', items }, PATHS);
				return namedFilesOf(lines[0]?.properties ?? [], 'Print file');
			};
		},
	},
	{
		name: 'lines of WooCommerce with as many lines of refunds',
		size: 1_000,
		prepare(size) {
			const order = {
				id: 1,
				billing: {},
				line_items: numbered(size, (id) => ({ id, product_id: id, quantity: 2 })),
				refunds: [{ line_items: numbered(size, (id) => ({ product_id: id, quantity: -1 })) }],
			};
			return () => readWooCommerceOrder(order, READING);
		},
	},
	{
		name: 'lines of Shopify with as many lines of refunds',
		size: 1_000,
		prepare(size) {
			const order = {
				...shopifyOrder(numbered(size, (id) => ({ id, quantity: 2 }))),
				refunds: [
					{ refund_line_items: numbered(size, (id) => ({ line_item_id: id, quantity: 1 })) },
				],
			};
			return () => readShopifyOrder(order, READING);
		},
	},
	{
		name: 'rows of SKU Mapping',
		size: 5_000,
		prepare(size) {
			const rows = numbered(size, (index) => ({
				shopSku: `S-${index}`,
				sku: 'TEE-M',
				printFileUrl: FILE,
			}));
			return () => skuMappingOf({}, rows);
		},
	},
	{
		name: 'files and options of a row of SKU Mapping',
		size: 2_000,
		prepare(size) {
			const entries = Object.fromEntries(numbered(size, (index) => [`p${index}`, FILE]));
			return () => skuMappingOf({}, [{ shopSku: 'S', files: entries, options: entries }]);
		},
	},
	{
		name: 'options of a variant, in rows of properties',
		size: 2_000,
		prepare(size) {
			const values = numbered(size, (index) => `o${index}`);
			const variant = {
				name: 'V',
				inStock: true,
				placements: [],
				options: values.map((id) => ({ id, label: id, required: false, values: [] })),
			};
			const properties = values
				.slice(-250)
				.map((name) => ({ names: [name, `pa_${name}`], value: '1' }));
			return () =>
				numbered(size / 100, () =>
					lineOptions({ label: 'Line 1', properties }, undefined, variant),
				);
		},
	},
	{
		name: 'items of an order that match none of an existing one',
		size: 1_500,
		prepare(size) {
			const [sent, existing] = [itemsOf(size, 'a'), itemsOf(size, 'b')];
			return () => differencesOf({ orderItems: sent }, { orderItems: existing });
		},
	},
	{
		name: 'items of an order that match those of an existing one in another order',
		size: 1_500,
		prepare(size) {
			const [sent, existing] = [itemsOf(size, 'a'), itemsOf(size, 'a').reverse()];
			return () => differencesOf({ orderItems: sent }, { orderItems: existing });
		},
	},
	{
		name: 'lines that are compared with those of an existing order',
		size: 1_500,
		prepare(size) {
			const items = itemsOf(size, 'a').map((item, index) => ({ ...item, externalId: `${index}` }));
			const compared = items.map((item) => ({ label: 'L', item, kept: 1, due: 1 })) as never;
			const uncomparedIds = numbered(size, (index) => `u${index}`);
			return () => comparedItems({ orderItems: items }, { compared, uncomparedIds });
		},
	},
	{
		name: 'findings of the validation, one for each item',
		size: 5_000,
		prepare(size) {
			const orderItems = numbered(size, (index) => ({
				id: `i${index}`,
				errors: [{ code: 1001, message: `File ${index}` }],
			}));
			return () => validationLines({ id: '1', orderItems }, (path) => path);
		},
	},
];

const ROUNDS = 5;

/** Shortest time of some rounds of work, in ms of this thread. */
function shortestMs(work: () => unknown): number {
	const times = numbered(ROUNDS, () => {
		const startMs = performance.now();
		work();
		return performance.now() - startMs;
	});
	return Math.min(...times);
}

/** Times of the work on an input, and on one that is four times as large. */
export function growthOf({ size, prepare }: LargestInput): { fewMs: number; manyMs: number } {
	const [few, many] = [prepare(size), prepare(4 * size)];
	// Twice, so that the first of the rounds finds the code compiled.
	few();
	return { fewMs: shortestMs(few), manyMs: shortestMs(many) };
}
