import { describe, expect, it } from 'vitest';

import { inSlices } from '../../../../../nodes/PodFulfilment/trigger/polling/state/slices.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('Work in slices', () => {
	it('work in slices reaches every item, in order', async () => {
		const reached: number[] = [];
		await inSlices(numbers(10_000), (item) => reached.push(item));
		expect(reached).toEqual(numbers(10_000));
	});

	it('work in slices lets n8n do something else before all is done', async () => {
		let done = 0;
		const other = new Promise<number>((resolve) => {
			setImmediate(() => resolve(done));
		});
		await inSlices(numbers(10_000), () => {
			done += 1;
		});
		expect(await other).toBeLessThan(10_000);
	});

	it('work in slices waits for nothing when there are few items', async () => {
		let hasPaused = false;
		setImmediate(() => {
			hasPaused = true;
		});
		await inSlices(numbers(1000), () => undefined);
		expect(hasPaused).toBe(false);
	});
});
