import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Semaphore } from '../../../../nodes/PodFulfilment/transport/limits/semaphore.ts';

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
	it('a semaphore runs all tasks in order of arrival, and never more at once than its size', async () => {
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

	it('a semaphore runs as many tasks at once as its size', async () => {
		const { peak } = await runTasks(7, Array<number>(100).fill(3));
		expect(peak).toBe(7);
	});

	it('a semaphore admits urgent tasks first', async () => {
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

	it('a semaphore can be acquired again after it was idle', async () => {
		const semaphore = new Semaphore(1);
		for (let count = 0; count < 3; count += 1) {
			await semaphore.acquire();
			semaphore.release();
		}
		const { order } = await runTasks(1, [0, 0, 0]);
		expect(order).toEqual([0, 1, 2]);
	});
});
