import { describe, expect, it } from 'vitest';

import { nearestTexts } from '../../../../nodes/PodFulfilment/api/catalog/nearestTexts.ts';

describe('nearestTexts', () => {
	it('the nearest texts are found soon among a hundred thousand SKUs that are all alike', () => {
		const alike = Array.from({ length: 100_000 }, (_, index) => `${'x'.repeat(150)}${index}`);
		const startedAt = performance.now();
		nearestTexts(`y${'x'.repeat(150)}`, alike, 3);
		expect(performance.now() - startedAt).toBeLessThan(1_000);
	});
});
