import type { Account, MockupTask } from './model.ts';

/** The mockup tasks, listed newest first. */
export class MockupTaskStore {
	private readonly byId = new Map<string, MockupTask>();
	private readonly byAccount = new Map<string, MockupTask[]>();

	add(task: MockupTask): void {
		this.byId.set(task.id, task);
		if (!task.expired) this.ofAccount(task.accountId).push(task);
	}

	find(account: Account, id: string): MockupTask | undefined {
		const task = this.byId.get(id);
		return task?.accountId === account.id ? task : undefined;
	}

	withId(id: string): MockupTask | undefined {
		return this.byId.get(id);
	}

	/** Removes the images: the task leaves the list and answers 410. */
	expire(task: MockupTask): void {
		task.expired = true;
		const tasks = this.ofAccount(task.accountId);
		const index = tasks.indexOf(task);
		if (index >= 0) tasks.splice(index, 1);
	}

	/** In the order of creation, without expired ones. The store's own array: do not change. */
	ofAccount(accountId: string): MockupTask[] {
		let tasks = this.byAccount.get(accountId);
		if (!tasks) this.byAccount.set(accountId, (tasks = []));
		return tasks;
	}
}
