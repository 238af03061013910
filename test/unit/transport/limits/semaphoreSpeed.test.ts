import { describe, expect, it, vi } from 'vitest';

import { Semaphore } from '../../../../nodes/PodFulfilment/transport/limits/semaphore.ts';

describe('Semaphore', () => {
	it('a semaphore stays fast with 100,000 waiting tasks', async () => {
		// A queue that is shifted one by one moves all who wait each time: five thousand million moves for this.
		let moved = 0;
		for (const method of ['shift', 'splice', 'slice'] as const) {
			const original = Array.prototype[method] as (...parameters: unknown[]) => unknown;
			vi.spyOn(Array.prototype, method).mockImplementation(function (
				this: unknown[],
				...parameters: unknown[]
			) {
				moved += this.length;
				return original.apply(this, parameters) as never;
			});
		}
		const semaphore = new Semaphore(10);
		try {
			await Promise.all(
				Array.from({ length: 100_000 }, async () => {
					await semaphore.acquire();
					await Promise.resolve();
					semaphore.release();
				}),
			);
		} finally {
			vi.restoreAllMocks();
		}
		expect(moved).toBeLessThan(1_000_000);
	});
});
