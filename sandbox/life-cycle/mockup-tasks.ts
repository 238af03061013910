import type { Catalog } from '../catalog/catalog.ts';
import type { MockupTaskStatus } from '../facts.ts';
import { newIdentifier } from '../identifiers.ts';
import { type AccountStore, chargeCredits } from '../state/accounts.ts';
import type { MockupTaskStore } from '../state/mockup-tasks.ts';
import { imageCount, mockupTaskResult } from '../state/mockups.ts';
import type { Account, MockupTask } from '../state/model.ts';
import { type Clock, timestamp } from '../time/clock.ts';
import { mockupTaskFinished } from '../webhooks/envelope.ts';
import type { EventPublisher } from '../webhooks/publisher.ts';

/** Service seconds a task stays pending with `autoAdvance`. */
const SECONDS_PENDING = 30;

export interface MockupLifeCycleParts {
	accounts: AccountStore;
	catalog: Catalog;
	mockupTasks: MockupTaskStore;
	publisher: EventPublisher;
	clock: Clock;
}

/** Moves mockup tasks through their statuses (section 3) and charges credits (section 8). */
export class MockupLifeCycle {
	private readonly parts: MockupLifeCycleParts;
	private readonly autoAdvance: boolean;

	constructor(parts: MockupLifeCycleParts, { autoAdvance }: { autoAdvance: boolean }) {
		this.parts = parts;
		this.autoAdvance = autoAdvance;
	}

	/** Creates a task. The specification has no endpoint for this: only the control verb uses it. */
	create(account: Account, variantIds: string[]): MockupTask {
		const { mockupTasks } = this.parts;
		const task: MockupTask = {
			id: newIdentifier(`mockup-task:${account.id}:${mockupTasks.ofAccount(account.id).length}`),
			accountId: account.id,
			status: 'pending',
			createdAt: timestamp(),
			finishedAt: null,
			failureReasons: [],
			variantIds,
			catalogVariantMockups: [],
			expired: false,
		};
		mockupTasks.add(task);
		this.publish(task);
		if (this.autoAdvance) {
			this.parts.clock.after(SECONDS_PENDING, () => {
				if (task.status === 'pending') this.move(task, 'completed');
			});
		}
		return task;
	}

	/** Gives a task a status; completing it generates the images and charges for them. */
	move(task: MockupTask, status: MockupTaskStatus): void {
		const { accounts, catalog, mockupTasks } = this.parts;
		mockupTasks.changing(task);
		const wasCompleted = task.status === 'completed';
		task.status = status;
		task.finishedAt = status === 'pending' ? null : timestamp();
		Object.assign(task, mockupTaskResult(status, task.variantIds, catalog));
		if (status === 'completed' && !wasCompleted) {
			chargeCredits(accounts.withId(task.accountId), imageCount(task));
		}
		this.publish(task);
	}

	private publish(task: MockupTask): void {
		this.parts.publisher.publish(task.accountId, (account) => mockupTaskFinished(task, account));
	}
}
