import { describe, expect, it } from 'vitest';

import { differencesOf } from '../../nodes/PodFulfilment/api/difference.ts';

/** Items whose quantity counts how often it is read. */
function countedItems(count: number, name: (index: number) => string, onRead: () => void) {
	return Array.from({ length: count }, (_, index) => ({
		get name() {
			onRead();
			return name(index);
		},
	}));
}

describe('An existing order of many items', () => {
	it('items that match none are read a few times each, and not once for each other one', () => {
		let reads = 0;
		const sent = countedItems(
			3_000,
			(index) => `sent ${index}`,
			() => undefined,
		);
		const existing = countedItems(
			3_000,
			(index) => `existing ${index}`,
			() => (reads += 1),
		);
		const differences = differencesOf({ orderItems: sent }, { orderItems: existing });
		expect(differences).toHaveLength(3_000);
		expect(reads).toBeLessThan(10 * 3_000);
	});

	it('large items that match none are read a few times each, and not once for each other one', () => {
		let reads = 0;
		const itemsOf = (name: string, onRead: () => void) =>
			Array.from({ length: 300 }, (_, index) => ({
				variantId: 'v-1',
				placements: [
					{
						placementOptions: Array.from({ length: 150 }, (_option, number) => ({
							name: `option ${number}`,
							get value() {
								onRead();
								return true;
							},
						})),
					},
				],
				name: `${name} ${index}`,
			}));
		const sent = itemsOf('sent', () => undefined);
		const existing = itemsOf('existing', () => (reads += 1));
		expect(differencesOf({ orderItems: sent }, { orderItems: existing })).toHaveLength(300);
		expect(reads).toBeLessThan(10 * 300 * 150);
	});

	it('items that are the same in another order are no difference', () => {
		const items = Array.from({ length: 3_000 }, (_, index) => ({ name: `item ${index}` }));
		const reversed = [...items].reverse();
		expect(differencesOf({ orderItems: items }, { orderItems: reversed })).toEqual([]);
	});
});
