import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Semaphore } from '../../../nodes/PodFulfilment/transport/semaphore.ts';

/** Enters in the order of the numbers; each leaves after as many promises as `steps` says. */
async function pass(size: number, steps: number[]): Promise<{ peak: number; order: number[] }> {
	const gate = new Semaphore(size);
	const order: number[] = [];
	let inside = 0;
	let peak = 0;
	await Promise.all(
		steps.map(async (count, number) => {
			await gate.acquire();
			order.push(number);
			inside += 1;
			peak = Math.max(peak, inside);
			for (let step = 0; step < count; step += 1) await Promise.resolve();
			inside -= 1;
			gate.release();
		}),
	);
	return { peak, order };
}

describe('The gate', () => {
	it('never lets more through at once than its size, in the order of their coming, and all of them', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 50 }),
				fc.array(fc.nat(6), { maxLength: 200 }),
				async (size, steps) => {
					const { peak, order } = await pass(size, steps);
					expect(peak).toBeLessThanOrEqual(size);
					expect(order).toEqual(steps.map((_, number) => number));
				},
			),
			{ numRuns: 100 },
		);
	});

	it('lets as many through at once as its size', async () => {
		const { peak } = await pass(7, Array<number>(100).fill(3));
		expect(peak).toBe(7);
	});

	it('lets those who go on with what was begun go first', async () => {
		const gate = new Semaphore(1);
		await gate.acquire();
		const order: string[] = [];
		const enter = async (name: string, isUrgent: boolean): Promise<void> => {
			await gate.acquire(isUrgent);
			order.push(name);
			gate.release();
		};
		const all = [enter('new', false), enter('goes on', true), enter('goes on too', true)];
		gate.release();
		await Promise.all(all);
		expect(order).toEqual(['goes on', 'goes on too', 'new']);
	});

	it('can be passed again after it was empty', async () => {
		const gate = new Semaphore(1);
		for (let count = 0; count < 3; count += 1) {
			await gate.acquire();
			gate.release();
		}
		const { order } = await pass(1, [0, 0, 0]);
		expect(order).toEqual([0, 1, 2]);
	});

	it('makes 100,000 wait without growing slow', async () => {
		const milliseconds = async (count: number): Promise<number> => {
			const startedAt = performance.now();
			await pass(10, Array<number>(count).fill(1));
			return performance.now() - startedAt;
		};
		await milliseconds(1000);
		// A row that is shifted one by one takes many seconds for this.
		expect(await milliseconds(100_000)).toBeLessThan(2000);
	});
});
