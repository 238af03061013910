// What became of the items of a run (done, failed, refused, in doubt, without follow-up), and the sentences about all
// of them in the error that stops it: '3 of 5 items were done (items 0 to 2)'.

import { firstReasons, withFullStop } from '../input/wording';
import { ServiceError, type ErrorText } from '../transport/errors/serviceError';
import type { TrackedWrite } from '../transport/trackedWrite';
import type { OperationDefinition } from './operation';
import { EarlierTryError, isDoNotRetry, type ItemErrorText } from './itemError';

/** Item numbers for a message, e.g. 'items 0 to 3, 5 and 7'. */
function spokenItems(indexes: number[]): string {
	const ranges: Array<[first: number, last: number]> = [];
	for (const index of [...indexes].sort((a, b) => a - b)) {
		const range = ranges.at(-1);
		if (range && index === range[1] + 1) range[1] = index;
		else ranges.push([index, index]);
	}
	const spoken = ranges.flatMap(([first, last]) =>
		last > first + 1
			? `${first} to ${last}`
			: first === last
				? `${first}`
				: [`${first}`, `${last}`],
	);
	const last = spoken.pop() ?? '';
	return spoken.length > 0
		? `items ${spoken.join(', ')} and ${last}`
		: `item${indexes.length > 1 ? 's' : ''} ${last}`;
}

/** An item that stopped the run. */
export interface FailedItem {
	itemIndex: number;
	/** What was thrown. */
	error: unknown;
	/** What n8n shows of it. */
	text: ErrorText;
}

export class ItemOutcomes {
	private readonly done = new Set<number>();

	private readonly failed = new Map<number, FailedItem>();

	/** What these items change, e.g. `order "A-1"`. */
	private readonly inDoubt = new Map<number, string>();

	/** Items whose write was made, but not its follow-up. */
	private readonly followUpMissing = new Set<number>();

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

	/**
	 * What became of all items, for the error of the one that stopped the run: n8n drops the output of the others.
	 *
	 * @param itemCount input items of the run
	 * @param definition what its operation says of items that are done, in doubt, or without their follow-up
	 * @returns undefined when there are no others
	 */
	summary(
		{ itemIndex: stoppedBy, error }: FailedItem,
		itemCount: number,
		{ rerunNotes, writeNotes }: Pick<OperationDefinition, 'rerunNotes' | 'writeNotes'> = {},
	): string | undefined {
		if (itemCount === 1) return undefined;
		const done = [...this.done];
		const which = done.length > 0 ? ` (${spokenItems(done)})` : '';
		const others = [...this.failed.keys()].filter(
			(itemIndex) => itemIndex !== stoppedBy && !this.done.has(itemIndex),
		);
		const failed = [...this.failed.values()];
		const aboutEarlierTries = failed.filter(
			({ itemIndex, error }) => itemIndex !== stoppedBy && error instanceof EarlierTryError,
		);
		const isOwnFault = !(error instanceof ServiceError && error.isServiceFailure);
		const isAnyLeft = done.length + failed.length + this.inDoubt.size < itemCount;
		return [
			`${done.length} of ${itemCount} items were done${which}, and nothing was sent after this one.`,
			...(isOwnFault && isAnyLeft
				? [
						"To have the others done all the same, set 'On Error' in the node's Settings to Continue.",
					]
				: []),
			...(rerunNotes && done.length > 0 ? [rerunNotes.done] : []),
			...(others.length > 0 ? [`These failed as well: ${spokenItems(others)}.`] : []),
			...(aboutEarlierTries.length > 0
				? [withFullStop(firstReasons(aboutEarlierTries.map(({ text }) => text.message)))]
				: []),
			...(this.followUpMissing.size > 0
				? [
						`${writeNotes?.followUpMissingItems ?? 'Done in part'}: ${spokenItems([...this.followUpMissing])}.`,
					]
				: []),
			...(this.inDoubt.size > 0 ? [this.doubts()] : []),
			...(rerunNotes && this.inDoubt.size > 0 ? [rerunNotes.inDoubt] : []),
			...(rerunNotes || isDoNotRetry(error) || aboutEarlierTries.length > 0
				? []
				: ['Running the node again is safe: nothing is done twice.']),
		].join(' ');
	}

	private doubts(): string {
		const items = [...this.inDoubt]
			.sort(([a], [b]) => a - b)
			.map(([itemIndex, subject]) => `item ${itemIndex} (${subject})`);
		return `In doubt, since no success was seen: ${items.join(', ')}. These changes may have been made.`;
	}
}
