import type { Catalog } from '../catalog/catalog.ts';
import type { MockupTaskStatus } from '../facts.ts';
import { identifierOf } from '../identifiers.ts';
import { chargeCredits } from '../state/accounts.ts';
import type { MockupTaskStore } from '../state/mockup-tasks.ts';
import { imageCount, mockupTaskResult } from '../state/mockups.ts';
import type { Account, MockupTask } from '../state/model.ts';
import { timestamp } from '../time/clock.ts';

const STATUSES: readonly MockupTaskStatus[] = ['completed', 'pending', 'failed', 'completed'];

/** Adds `count` tasks, and one more that has expired: it is not listed and reading it gives a 410. */
export function seedMockupTasks(
	mockupTasks: MockupTaskStore,
	catalog: Catalog,
	account: Account,
	count: number,
): void {
	const variants = catalog.products.map((product) => product.variants[0]?.id ?? '');
	for (let index = 0; index <= count; index++) {
		const expired = index === count;
		const status = expired ? 'completed' : (STATUSES[index % STATUSES.length] ?? 'pending');
		const variantIds = [variants[index % variants.length] ?? ''];
		const createdAt = new Date(Date.now() - (count - index + 1) * 60_000);
		const task: MockupTask = {
			id: identifierOf(`mockup-task:${account.name}:${expired ? 'expired' : index}`),
			accountId: account.id,
			status,
			createdAt: timestamp(createdAt),
			finishedAt: status === 'pending' ? null : timestamp(new Date(createdAt.getTime() + 20_000)),
			...mockupTaskResult(status, variantIds, catalog),
			variantIds,
			expired,
		};
		mockupTasks.add(task);
		chargeCredits(account, imageCount(task));
	}
}
