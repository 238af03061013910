// What became of the items of a run: done, failed, refused, in doubt, without follow-up, under way. What the error that
// stops it says of them is in itemError.ts.

import type { TrackedWrite } from '../transport/trackedWrite';
import type { FailedItem, ItemErrorText, NotedItems } from './itemError';

export class ItemOutcomes implements NotedItems {
	readonly done = new Set<number>();

	readonly failed = new Map<number, FailedItem>();

	readonly inDoubt = new Map<number, string>();

	readonly followUpMissing = new Set<number>();

	private readonly underWay = new Set<Promise<unknown>>();

	/** Texts of the items that were refused while the run went on. */
	private readonly refused = new Map<number, ItemErrorText>();

	onFailed(item: FailedItem): void {
		this.failed.set(item.itemIndex, item);
	}

	/** Notes an item that became one with `error` under Continue on Fail. */
	onRefused(itemIndex: number, text: ItemErrorText): void {
		this.refused.set(itemIndex, text);
	}

	/** The texts of the items that were refused while the run went on, in the order of the items. */
	get refusedTexts(): ItemErrorText[] {
		return [...this.refused].sort(([a], [b]) => a - b).map(([, text]) => text);
	}

	/** Notes what is known of the write of an item, with all tries of Retry On Fail. */
	onWrite(itemIndex: number, { progress, lastSubject }: TrackedWrite): void {
		if (progress === 'done') this.onDone(itemIndex);
		if (progress === 'inDoubt') this.inDoubt.set(itemIndex, lastSubject);
		if (progress === 'followUpMissing') this.followUpMissing.add(itemIndex);
	}

	onDone(itemIndex: number): void {
		this.done.add(itemIndex);
	}

	/** Whether something was noted of an item. */
	has(itemIndex: number): boolean {
		return [this.done, this.failed, this.inDoubt, this.followUpMissing].some((noted) =>
			noted.has(itemIndex),
		);
	}

	/** Counts an item as under way until its work has ended. */
	async during<Value>(work: () => Promise<Value>): Promise<Value> {
		const item = work();
		this.underWay.add(item);
		try {
			return await item;
		} finally {
			this.underWay.delete(item);
		}
	}

	/** Resolves when the work on all items that are under way has ended. */
	async whenEnded(): Promise<void> {
		while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
	}

	/** An item, if it stopped the run. */
	failedItem(itemIndex: number): FailedItem | undefined {
		return this.failed.get(itemIndex);
	}

	/** The first item that failed, in the order of the items. */
	get firstFailed(): FailedItem | undefined {
		const [first] = [...this.failed.keys()].sort((a, b) => a - b);
		return first === undefined ? undefined : this.failed.get(first);
	}
}
