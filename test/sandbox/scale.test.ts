import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../sandbox/index.ts';
import { call, membersOf, placeOrder } from './support/client.ts';

describe('Many orders', () => {
	// Takes seconds on a busy machine: what counts is that no order is skipped.
	it('the sandbox starts with 20,000 orders and pages through them, each exactly once', async () => {
		const sandbox = await startSandbox({ seed: { orders: 20_000 }, pageSize: 1000 });
		try {
			const seen = new Set<unknown>();
			let pages = 0;
			let next: string | undefined = '/api/orders';
			while (next) {
				const answer = await call(sandbox, 'GET', next);
				pages += 1;
				for (const { id } of membersOf(answer)) seen.add(id);
				next = (answer.json['hydra:view'] as Record<string, string>)['hydra:next'];
			}
			expect(pages).toBe(20);
			expect(seen.size).toBe(20_000);
		} finally {
			await sandbox.close();
		}
	});

	it('the sandbox accepts 300 orders at once and validates every one', async () => {
		const sandbox = await startSandbox({ timeScale: 1000 });
		try {
			const answers = await Promise.all(
				Array.from({ length: 300 }, async (_, index) => {
					return await placeOrder(sandbox, {
						externalId: `bulk-${index}`,
						...(index % 3 === 0 && { recipient: {} }),
					});
				}),
			);
			expect(answers.every(({ status }) => status === 201)).toBe(true);
			await sandbox.control.settled();
			const failed = sandbox.control.orders().filter(({ status }) => status === 'failed');
			expect(failed).toHaveLength(100);
		} finally {
			await sandbox.close();
		}
	});

	it('only one of ten simultaneous orders gets an external id', async () => {
		const sandbox = await startSandbox();
		try {
			const answers = await Promise.all(
				Array.from({ length: 10 }, async () => await placeOrder(sandbox, { externalId: 'one' })),
			);
			expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
		} finally {
			await sandbox.close();
		}
	});
});
