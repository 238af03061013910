import type { NodeApiError } from 'n8n-workflow';

import type { Change } from '../transport/change';
import type { RerunNotes } from './operation';

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

/** What became of the items of one run: each is done, failed, in doubt, or was not begun. */
export class Progress {
	private readonly done = new Set<number>();

	private readonly failed = new Map<number, NodeApiError>();

	/** What the items change whose change may have been made although no success was seen, e.g. `order "A-1"`. */
	private readonly inDoubt = new Map<number, string>();

	/** Items whose change was made, but not what was to follow it. */
	private readonly begun = new Set<number>();

	private readonly underWay = new Set<Promise<unknown>>();

	onFailed(itemIndex: number, error: NodeApiError): void {
		this.failed.set(itemIndex, error);
	}

	/** Notes what is known of the change of an item, with all tries of Retry On Fail. */
	onChange(itemIndex: number, { state, lastAbout }: Change): void {
		if (state === 'done') this.onDone(itemIndex);
		if (state === 'inDoubt') this.inDoubt.set(itemIndex, lastAbout);
		if (state === 'begun') this.begun.add(itemIndex);
	}

	onDone(itemIndex: number): void {
		this.done.add(itemIndex);
	}

	/** Whether something was noted of an item. */
	has(itemIndex: number): boolean {
		return [this.done, this.failed, this.inDoubt, this.begun].some((noted) => noted.has(itemIndex));
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
	async settled(): Promise<void> {
		while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
	}

	/** The error with which an item stopped the run. */
	errorOf(itemIndex: number): NodeApiError | undefined {
		return this.failed.get(itemIndex);
	}

	/** The error of the first item that failed, in the order of the items. */
	get firstError(): NodeApiError | undefined {
		const [first] = [...this.failed.keys()].sort((a, b) => a - b);
		return first === undefined ? undefined : this.failed.get(first);
	}

	/**
	 * Adds to an error what became of the other items: n8n drops what they handed back.
	 *
	 * @param itemCount input items of the run
	 * @param rerunNotes what to do before the node is run again; left out where that is safe
	 */
	describe(error: NodeApiError, itemCount: number, rerunNotes?: RerunNotes): NodeApiError {
		if (itemCount === 1) return error;
		const done = [...this.done];
		const which = done.length > 0 ? ` (${spokenItems(done)})` : '';
		const others = [...this.failed].flatMap(([itemIndex, other]) =>
			other === error || this.done.has(itemIndex) ? [] : [itemIndex],
		);
		const sentences = [
			`${done.length} of ${itemCount} items were done${which}, and nothing was sent after this one.`,
			...(rerunNotes && done.length > 0 ? [rerunNotes.done] : []),
			...(others.length > 0 ? [`These failed as well: ${spokenItems(others)}.`] : []),
			...(this.begun.size > 0
				? [`Placed, but not followed to the end: ${spokenItems([...this.begun])}.`]
				: []),
			...(this.inDoubt.size > 0 ? [this.doubts()] : []),
			...(rerunNotes && this.inDoubt.size > 0 ? [rerunNotes.inDoubt] : []),
			...(rerunNotes ? [] : ['Running the node again is safe: nothing is done twice.']),
		];
		error.description = `${error.description ?? ''}\n${sentences.join(' ')}`.trim();
		return error;
	}

	private doubts(): string {
		const items = [...this.inDoubt]
			.sort(([a], [b]) => a - b)
			.map(([itemIndex, about]) => `item ${itemIndex} (${about})`);
		return `In doubt, since no success was seen: ${items.join(', ')}. These changes may have been made.`;
	}
}
