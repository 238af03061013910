import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Semaphore } from '../../../nodes/PodFulfilment/transport/semaphore.ts';

/** Runs one task per entry of `steps`, which is how many microtasks it takes. */
async function runTasks(size: number, steps: number[]): Promise<{ peak: number; order: number[] }> {
	const semaphore = new Semaphore(size);
	const order: number[] = [];
	let running = 0;
	let peak = 0;
	await Promise.all(
		steps.map(async (count, number) => {
			await semaphore.acquire();
			order.push(number);
			running += 1;
			peak = Math.max(peak, running);
			for (let step = 0; step < count; step += 1) await Promise.resolve();
			running -= 1;
			semaphore.release();
		}),
	);
	return { peak, order };
}

describe('Semaphore', () => {
	it('runs all tasks in order of arrival, and never more at once than its size', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 50 }),
				fc.array(fc.nat(6), { maxLength: 200 }),
				async (size, steps) => {
					const { peak, order } = await runTasks(size, steps);
					expect(peak).toBeLessThanOrEqual(size);
					expect(order).toEqual(steps.map((_, number) => number));
				},
			),
			{ numRuns: 100 },
		);
	});

	it('runs as many tasks at once as its size', async () => {
		const { peak } = await runTasks(7, Array<number>(100).fill(3));
		expect(peak).toBe(7);
	});

	it('admits urgent tasks first', async () => {
		const semaphore = new Semaphore(1);
		await semaphore.acquire();
		const order: string[] = [];
		const runTask = async (name: string, isUrgent: boolean): Promise<void> => {
			await semaphore.acquire(isUrgent);
			order.push(name);
			semaphore.release();
		};
		const all = [runTask('normal', false), runTask('urgent 1', true), runTask('urgent 2', true)];
		semaphore.release();
		await Promise.all(all);
		expect(order).toEqual(['urgent 1', 'urgent 2', 'normal']);
	});

	it('can be acquired again after it was idle', async () => {
		const semaphore = new Semaphore(1);
		for (let count = 0; count < 3; count += 1) {
			await semaphore.acquire();
			semaphore.release();
		}
		const { order } = await runTasks(1, [0, 0, 0]);
		expect(order).toEqual([0, 1, 2]);
	});

	it('stays fast with 100,000 waiting tasks', async () => {
		const milliseconds = async (count: number): Promise<number> => {
			const startedAt = performance.now();
			await runTasks(10, Array<number>(count).fill(1));
			return performance.now() - startedAt;
		};
		await milliseconds(1000);
		// Shifting the array for each task would take many seconds.
		expect(await milliseconds(100_000)).toBeLessThan(2000);
	});
});
