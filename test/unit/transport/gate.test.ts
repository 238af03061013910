import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { Gate } from '../../../nodes/PodFulfilment/transport/gate.ts';

/** Enters in the order of the numbers; each leaves after as many promises as `steps` says. */
async function pass(size: number, steps: number[]): Promise<{ peak: number; order: number[] }> {
	const gate = new Gate(size);
	const order: number[] = [];
	let inside = 0;
	let peak = 0;
	await Promise.all(
		steps.map(async (count, number) => {
			await gate.enter();
			order.push(number);
			inside += 1;
			peak = Math.max(peak, inside);
			for (let step = 0; step < count; step += 1) await Promise.resolve();
			inside -= 1;
			gate.leave();
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
		const gate = new Gate(1);
		await gate.enter();
		const order: string[] = [];
		const enter = async (name: string, isUrgent: boolean): Promise<void> => {
			await gate.enter(isUrgent);
			order.push(name);
			gate.leave();
		};
		const all = [enter('new', false), enter('goes on', true), enter('goes on too', true)];
		gate.leave();
		await Promise.all(all);
		expect(order).toEqual(['goes on', 'goes on too', 'new']);
	});

	it('can be passed again after it was empty', async () => {
		const gate = new Gate(1);
		for (let count = 0; count < 3; count += 1) {
			await gate.enter();
			gate.leave();
		}
		const { order } = await pass(1, [0, 0, 0]);
		expect(order).toEqual([0, 1, 2]);
	});

	it('makes 100,000 wait without growing slow', async () => {
		// A row that is shifted one by one moves all that wait each time: five thousand million moves for this.
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
		try {
			await pass(10, Array<number>(100_000).fill(1));
		} finally {
			vi.restoreAllMocks();
		}
		expect(moved).toBeLessThan(1_000_000);
	});
});
