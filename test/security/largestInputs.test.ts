import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readOtherOrder } from '../../nodes/PodFulfilment/order/shop/other/readOtherOrder.ts';
import { sharedSkuMapping } from '../../nodes/PodFulfilment/order/shop/lines/skuMapping.ts';
import type { ApiClient } from '../../nodes/PodFulfilment/transport/client.ts';
import { Run } from '../../nodes/PodFulfilment/transport/run.ts';
import { LARGEST_INPUTS } from '../support/largestInputs.ts';

describe('An input whose size a customer, a shop or the service decides', () => {
	// Work that grows with the square of it takes longer than the time limit of a test; the bench measures the growth.
	it.each(LARGEST_INPUTS)(
		'is worked on to its end at four times its largest size: $name',
		(input) => {
			expect(input.prepare(4 * input.size)).not.toThrow();
		},
	);

	it('is read up to 250 properties of a line, however they are nested', () => {
		const line: IDataObject = { sku: 'A', quantity: 1 };
		for (let index = 0; index < 1_000; index += 1) line[`o${index}`] = { a: 1, b: 2 };
		const paths = {
			orderNumber: 'number',
			lines: 'items',
			line: { sku: 'sku', quantity: 'quantity', id: 'id', name: 'name', price: 'price' },
			address: {},
		};
		const { lines } = readOtherOrder({ number: '1', items: [line] }, paths);
		expect(lines[0]?.properties).toHaveLength(250);
		expect(lines[0]?.unreadProperties).toBe(1_752);
	});
});

describe('SKU Mapping of many items', () => {
	const clientOf = (run: Run, account = 'a'): ApiClient => ({ run, account }) as ApiClient;
	const rows = (shopSku: string): string => JSON.stringify([{ shopSku, sku: 'TEE-M' }]);

	it('is read once in a run, and again in another one or when it differs', () => {
		const run = new Run(5);
		const first = sharedSkuMapping(clientOf(run), {}, rows('A'));
		expect(sharedSkuMapping(clientOf(run), {}, rows('A'))).toBe(first);
		expect(sharedSkuMapping(clientOf(run), {}, rows('B'))).not.toBe(first);
		expect(sharedSkuMapping(clientOf(run), { row: [{ shopSku: 'C' }] }, rows('A'))).not.toBe(first);
		expect(sharedSkuMapping(clientOf(new Run(5)), {}, rows('A'))).not.toBe(first);
	});

	it('keeps few mappings where each item has its own', () => {
		const run = new Run(5);
		const first = sharedSkuMapping(clientOf(run), {}, rows('A'));
		for (let index = 0; index < 10; index += 1) {
			sharedSkuMapping(clientOf(run), {}, rows(`B-${index}`));
		}
		expect(sharedSkuMapping(clientOf(run), {}, rows('A'))).not.toBe(first);
	});

	it('is refused for each item with an error of its own', () => {
		const run = new Run(5);
		const refused = (): unknown => {
			try {
				return sharedSkuMapping(clientOf(run), {}, '[{ "sku": "TEE-M" }]');
			} catch (error) {
				return error;
			}
		};
		const [first, second] = [refused(), refused()];
		expect(first).toMatchObject({ message: expect.stringContaining('Shop SKU') as string });
		expect(second).toEqual(first);
		expect(second).not.toBe(first);
	});
});
