import { describe, expect, it } from 'vitest';

import type { CatalogVariant } from '../../nodes/PodFulfilment/api/catalog/catalogVariant.ts';
import { Findings } from '../../nodes/PodFulfilment/order/findings.ts';
import { labelsIn } from '../../nodes/PodFulfilment/order/compose/fieldLabel.ts';
import { completeItem } from '../../nodes/PodFulfilment/order/compose/completion.ts';
import { failedValidation } from '../../nodes/PodFulfilment/order/failedOrder.ts';
import { concealed } from '../../nodes/PodFulfilment/order/shop/compareShopOrder.ts';
import { lineOptions } from '../../nodes/PodFulfilment/order/shop/lines/options.ts';
import { linePlacements } from '../../nodes/PodFulfilment/order/shop/lines/placements.ts';
import { readOtherOrder } from '../support/byLevel.ts';
import { ourLine } from '../unit/order/shop/lines/composeWith.ts';

// Work is counted, not timed: reads of the entries of an input. The bench measures the times ('largest inputs').

/** Reads of each entry, whatever the size of the input. */
const MAX_READS = 80;

/** An object of which each read of a property counts. */
const counted = <Value extends object>(value: Value, onRead: () => void): Value =>
	new Proxy(value, {
		get(target, name, receiver) {
			onRead();
			return Reflect.get(target, name, receiver) as unknown;
		},
	});

const FILE = 'https://files.example.com/a.png';

type Numbered = <Value extends object>(valueOf: (index: number) => Value) => Value[];

const variantWith = (numbered: Numbered): CatalogVariant => ({
	...{ name: 'V', itemName: 'V', inStock: true },
	placements: numbered((index) => ({
		...{ type: `place_${index}`, required: true, techniques: ['print'] },
	})),
	options: numbered((index) => ({
		...{ id: `o${index}`, label: `O ${index}`, required: true, values: ['1'] },
	})),
});

const complete = (variant: CatalogVariant, placements: object[], options: object[]): unknown =>
	completeItem(
		{ variantId: 'v', quantity: 1, placements: placements as never, options: options as never },
		variant,
		labelsIn('Item 1'),
		new Findings().check,
	);

const layers = [{ url: FILE, type: 'file' }];

/** Works on an input of a size; what `numbered` makes is counted. */
const WORKS: Array<[name: string, work: (size: number, numbered: Numbered) => unknown]> = [
	[
		'an item whose placements and options the variant has',
		(_, numbered) =>
			complete(
				variantWith(numbered),
				numbered((index) => ({ type: `place_${index}`, layers })),
				numbered((index) => ({ id: `o${index}`, value: '1' })),
			),
	],
	[
		'an item whose placements and options are written in another way',
		(_, numbered) =>
			complete(
				variantWith(numbered),
				numbered((index) => ({ type: `Place ${index}`, layers })),
				numbered((index) => ({ id: `O${index}`, value: '1' })),
			),
	],
	[
		'an item whose placements have no type',
		(_, numbered) =>
			complete(
				variantWith(numbered),
				numbered(() => ({ layers })),
				[],
			),
	],
	[
		'a line whose row of SKU Mapping names all files and options of the variant',
		(_, numbered) => {
			const variant = variantWith(numbered);
			const row = {
				...{ field: 'Row 1', shopKey: 'S' },
				files: numbered((index) => ({ placement: `Place ${index}`, url: FILE, field: 'F' })),
				options: numbered((index) => ({ name: `O ${index}`, value: '1', field: 'F' })),
			};
			const line = {
				label: 'Line 1',
				inProblems: 'Line 1',
				sku: 'S',
				properties: [],
				row,
			} as never;
			const ours = ourLine({ line, variant });
			return [linePlacements(ours), lineOptions(ours)];
		},
	],
	[
		'as many lines as their variant requires placements, of which each names one',
		(size, numbered) => {
			const variant = variantWith(numbered);
			const line = {
				...{ label: 'Line 1', inProblems: 'Line 1', sku: 'S' },
				properties: [{ names: ['Print file place 1'], value: FILE }],
			} as never;
			const ours = ourLine({ line, variant });
			const { check } = new Findings();
			return Array.from({ length: size }, () => check(() => linePlacements(ours)));
		},
	],
	[
		'an order with a finding of the validation on each item',
		(_, numbered) =>
			failedValidation(
				{
					...{ id: '1', status: 'failed' },
					orderItems: numbered((index) => ({
						...{ id: `i${index}`, name: `Cup ${index}` },
						errors: [{ code: 9_000, message: `File ${index}` }],
					})),
				},
				'A-1',
				{ labelOf: (path) => path },
			),
	],
	[
		'differences of a shop order from an existing one',
		(_, numbered) =>
			concealed(
				'wooCommerce',
				numbered((index) => ({
					...{ path: `orderItems[${index}].quantity`, sent: 1, existing: 2 },
				})),
			),
	],
	[
		'an order of Shop Other with many lines',
		(_, numbered) =>
			readOtherOrder(
				{ number: '1', items: numbered((id) => ({ id: `${id}`, sku: 'A', quantity: 1 })) },
				{
					orderNumber: 'number',
					lines: 'items',
					line: { sku: 'sku', quantity: 'quantity', id: 'id', name: 'name', price: 'price' },
					address: {},
				},
			),
	],
];

describe('The entries of an input whose size somebody else decides', () => {
	it.each(WORKS)('are read a few times each, however many there are: %s', (_, work) => {
		for (const size of [500, 2_000]) {
			let reads = 0;
			const onRead = (): void => {
				reads += 1;
			};
			const numbered: Numbered = (valueOf) =>
				counted(
					Array.from({ length: size }, (_entry, index) => counted(valueOf(index), onRead)),
					onRead,
				);
			work(size, numbered);
			expect(reads).toBeGreaterThan(0);
			expect(reads).toBeLessThan(MAX_READS * size);
		}
	});
});
