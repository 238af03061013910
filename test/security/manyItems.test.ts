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
	it('items that match none are compared so many times, and not each with each', () => {
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
		expect(reads).toBeLessThan(200_000);
	});

	it('items that are the same in another order are no difference', () => {
		const items = Array.from({ length: 300 }, (_, index) => ({ name: `item ${index}` }));
		const reversed = [...items].reverse();
		expect(differencesOf({ orderItems: items }, { orderItems: reversed })).toEqual([]);
	});
});
