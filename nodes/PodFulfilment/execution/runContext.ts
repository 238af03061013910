// What belongs together: the items of one run of a node, with its `Run` and what became of each (done, failed, refused, in
// doubt, without follow-up), and the writes of each item over all tries of Retry On Fail, also those that no item of this try
// is about any more. Also whether somebody waits for the execution.

import type {
	IExecuteData,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { nextTurn } from '../input/nextTurn';
import { Run } from '../transport/run';
import { TrackedWrite } from '../transport/trackedWrite';
import type { FailedItem, ItemErrorText, NotedItems } from './itemError';
import type { AbandonedWrites, OperationCall } from './operation';

export type RunCaller = IExecuteFunctions | IExecuteSingleFunctions;

/** What became of the items of a run; what the error that stops it says of them is in itemError.ts. */
export class ItemOutcomes implements NotedItems {
	readonly done = new Set<number>();

	readonly failed = new Map<number, FailedItem>();

	readonly inDoubt = new Map<number, string>();

	readonly followUpMissing = new Set<number>();

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

	/** The first item that failed, in the order of the items. */
	get firstFailed(): FailedItem | undefined {
		const [first] = [...this.failed.keys()].sort((a, b) => a - b);
		return first === undefined ? undefined : this.failed.get(first);
	}
}

/** What all items of one run of a node share. */
export interface RunContext {
	run: Run;
	outcomes: ItemOutcomes;
	/** Whether it is one call of an AI agent's tool, which is handed the agent's data: with one item, and without other tries. */
	isTool: boolean;
}

/**
 * Modes of executions that a person or a model waits for. All others are tried for longer while the service is not
 * available, also sub-workflows (`integrated`), whose node is not told how the workflow began that called them.
 */
const ATTENDED_MODES: WorkflowExecuteMode[] = ['manual', 'chat', 'agent'];

/** @param concurrency how many requests may be under way at once */
export function newRunContext(caller: RunCaller, concurrency: number, isTool = false): RunContext {
	const isUnattended = !isTool && !ATTENDED_MODES.includes(caller.getMode());
	return {
		run: new Run(concurrency, caller.getExecutionCancelSignal(), isUnattended),
		outcomes: new ItemOutcomes(),
		isTool,
	};
}

/** n8n hands the same object to all tries of Retry On Fail. */
const writes = new WeakMap<IExecuteData, Map<number, TrackedWrite>>();

/** The last write of each item, by its index, in all tries so far. */
export function writesOfItems(caller: RunCaller): Map<number, TrackedWrite> {
	const key = caller.getExecuteData();
	const ofItems = writes.get(key) ?? new Map<number, TrackedWrite>();
	writes.set(key, ofItems);
	return ofItems;
}

/** Of the try that is under way: n8n hands the same object to all tries. */
const abandonedOf = new WeakMap<IExecuteData, Promise<AbandonedWrites>>();

/** The write that an item is about to make. It knows what became of the same write in earlier tries. */
export function newWrite(
	caller: RunCaller,
	itemIndex: number,
	{ isTool }: Pick<RunContext, 'isTool'>,
): TrackedWrite {
	if (isTool) return new TrackedWrite();
	// Each try takes it up first.
	if (itemIndex === 0) abandonedOf.delete(caller.getExecuteData());
	const ofItems = writesOfItems(caller);
	const write = new TrackedWrite(ofItems.get(itemIndex));
	ofItems.set(itemIndex, write);
	return write;
}

type SubjectOf = Parameters<OperationCall['abandonedWrites']>[0];

interface Items {
	itemCount: number;
	/** The parameters of one of them. */
	parametersOf(itemIndex: number): OperationCall['parameter'];
}

async function findAbandoned(
	caller: RunCaller,
	{ itemCount, parametersOf }: Items,
	subjectOf: SubjectOf,
): Promise<AbandonedWrites> {
	const abandoned = new Map<string, TrackedWrite>();
	for (const write of writesOfItems(caller).values()) {
		if (write.progress !== 'notMade') abandoned.set(write.lastSubject, write);
	}
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex += 1) {
		await nextTurn();
		try {
			abandoned.delete((await subjectOf(parametersOf(itemIndex))) ?? '');
		} catch {
			// That item is refused when it is taken up.
		}
	}
	return abandoned;
}

/**
 * What earlier tries of Retry On Fail made, or may have made, and no item of this try is about: an expression with a time or a
 * random value gives another name to each try. Expressions may also give the same names to other items; then nothing is
 * abandoned. Found once in each try, since the parameters of all items are read.
 */
export async function abandonedWrites(
	caller: RunCaller,
	items: Items,
	subjectOf: SubjectOf,
): Promise<AbandonedWrites> {
	const key = caller.getExecuteData();
	const abandoned = abandonedOf.get(key) ?? findAbandoned(caller, items, subjectOf);
	abandonedOf.set(key, abandoned);
	return await abandoned;
}
