import type { MockupTaskStatus } from '../facts.ts';
import { newIdentifier } from '../identifiers.ts';
import type { Service } from '../service.ts';
import { timestamp } from '../time/clock.ts';
import { mockupTaskFinished } from '../webhooks/envelope.ts';
import { chargeCredits } from './accounts.ts';
import type { Account, MockupTask, VariantMockups } from './model.ts';

const SECONDS_PENDING = 30;

/** Moves mockup tasks through their statuses (section 3) and charges credits (section 8). */
export class MockupLifeCycle {
	private readonly service: Service;

	constructor(service: Service) {
		this.service = service;
	}

	/** A new task. The specification shows no endpoint for this: only the control verb uses it. */
	create(account: Account, variantIds: string[]): MockupTask {
		const task: MockupTask = {
			id: newIdentifier(),
			accountId: account.id,
			status: 'pending',
			createdAt: timestamp(),
			finishedAt: null,
			failureReasons: [],
			variantIds,
			catalogVariantMockups: [],
			expired: false,
		};
		this.service.mockupTasks.add(task);
		this.announce(task);
		if (this.service.options.autoAdvance) {
			this.service.clock.after(SECONDS_PENDING, () => {
				if (task.status === 'pending') this.move(task, 'completed');
			});
		}
		return task;
	}

	/** Brings a task to a status; completing it generates the images and charges for them. */
	move(task: MockupTask, status: MockupTaskStatus): void {
		const wasCompleted = task.status === 'completed';
		task.status = status;
		task.finishedAt = status === 'pending' ? null : timestamp();
		task.failureReasons =
			status === 'failed' ? ['The print file of the mockup could not be read.'] : [];
		task.catalogVariantMockups =
			status === 'completed' ? mockupsOf(task.variantIds, this.service) : [];
		if (status === 'completed' && !wasCompleted) {
			chargeCredits(this.service.accounts.withId(task.accountId), imagesOf(task));
		}
		this.announce(task);
	}

	private announce(task: MockupTask): void {
		const account = this.service.accounts.withId(task.accountId);
		if (account.webhook) {
			void this.service.webhooks.send(account, mockupTaskFinished(task, account));
		}
	}
}

/** One image for each placement that must be printed. */
export function mockupsOf(
	variantIds: readonly string[],
	{ catalog, url }: Pick<Service, 'catalog' | 'url'>,
): VariantMockups[] {
	return variantIds.map((catalogVariantId) => {
		const variant = catalog.variant(catalogVariantId);
		if (!variant) throw new Error(`There is no catalog variant ${catalogVariantId}`);
		return {
			catalogVariantId,
			mockups: variant.placements
				.filter((placement) => placement.required)
				.map(({ type, technique }) => ({
					mockupUrl: `${url}/_sandbox/images/mockup/${catalogVariantId}-${type}.svg`,
					placement: type,
					technique,
					displayName: `${variant.name}, ${type.replaceAll('_', ' ')}`,
				})),
		};
	});
}

export const imagesOf = (task: MockupTask): number =>
	task.catalogVariantMockups.reduce((count, { mockups }) => count + mockups.length, 0);
