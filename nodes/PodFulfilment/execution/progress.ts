import type { NodeApiError } from 'n8n-workflow';

/** An item whose change may have been made although no success was seen. */
interface ItemInDoubt {
	itemIndex: number;
	/** What it changes, e.g. `order "A-1"`. */
	about: string;
}

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
	private readonly done: number[] = [];

	private readonly failed = new Map<number, NodeApiError>();

	private readonly inDoubt: ItemInDoubt[] = [];

	onDone(itemIndex: number): void {
		this.done.push(itemIndex);
	}

	onFailed(itemIndex: number, error: NodeApiError): void {
		this.failed.set(itemIndex, error);
	}

	onDoubt(item: ItemInDoubt): void {
		this.inDoubt.push(item);
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
	 * @param rerunNote what to know of done items before the node is run again; left out where that is safe
	 */
	describe(error: NodeApiError, itemCount: number, rerunNote?: string): NodeApiError {
		if (itemCount === 1) return error;
		const { done } = this;
		const which = rerunNote !== undefined && done.length > 0 ? ` (${spokenItems(done)})` : '';
		const others = [...this.failed].filter(([, other]) => other !== error);
		const sentences = [
			`${done.length} of ${itemCount} items were done${which}, and nothing was sent after this one.`,
			...(others.length > 0
				? [`These failed as well: ${spokenItems(others.map(([itemIndex]) => itemIndex))}.`]
				: []),
			...(this.inDoubt.length > 0 ? [this.doubts()] : []),
			...(rerunNote === undefined
				? ['Running the node again is safe: nothing is done twice.']
				: done.length > 0
					? [rerunNote]
					: []),
		];
		error.description = `${error.description ?? ''}\n${sentences.join(' ')}`.trim();
		return error;
	}

	private doubts(): string {
		const items = [...this.inDoubt]
			.sort((a, b) => a.itemIndex - b.itemIndex)
			.map(({ itemIndex, about }) => `item ${itemIndex} (${about})`);
		return `In doubt, since no response came: ${items.join(', ')}. These changes may have been made.`;
	}
}
