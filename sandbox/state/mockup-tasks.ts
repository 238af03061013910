import type { Account, MockupTask } from './model.ts';

/** The mockup tasks of all accounts. */
export class MockupTaskStore {
	/** Called before a task is added or changed. */
	onChange: (task: MockupTask, isNew: boolean) => void = () => undefined;
	private readonly byId = new Map<string, MockupTask>();
	private readonly byAccount = new Map<string, MockupTask[]>();

	/** To be called before a task is changed. */
	changing(task: MockupTask): void {
		this.onChange(task, false);
	}

	add(task: MockupTask): void {
		this.onChange(task, true);
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

	/** Removes the images of a task: it is no longer listed, and reading it gives a 410. */
	expire(task: MockupTask): void {
		task.expired = true;
		const tasks = this.ofAccount(task.accountId);
		const index = tasks.indexOf(task);
		if (index >= 0) tasks.splice(index, 1);
	}

	/**
	 * The account's tasks that have not expired, oldest first. This is the store's own array: do
	 * not change it.
	 */
	ofAccount(accountId: string): MockupTask[] {
		let tasks = this.byAccount.get(accountId);
		if (!tasks) this.byAccount.set(accountId, (tasks = []));
		return tasks;
	}
}

/** The fields that the API and the webhooks show (section 2). */
export const publicFields = (task: MockupTask) => ({
	id: task.id,
	status: task.status,
	createdAt: task.createdAt,
	finishedAt: task.finishedAt,
	failureReasons: task.failureReasons,
	catalogVariantMockups: task.catalogVariantMockups,
});
