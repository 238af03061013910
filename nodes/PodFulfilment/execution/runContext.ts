// What belongs together: the items of one run of a node, with its `Run` and outcomes, and the writes of each item over
// all tries of Retry On Fail, also those that no item of this try is about any more. Also whether a call is that of an AI
// agent's tool, and whether somebody waits for the execution.

import {
	type IExecuteData,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { nextTurn } from '../input/nextTurn';
import { Run } from '../transport/run';
import { TrackedWrite } from '../transport/trackedWrite';
import { ItemOutcomes } from './itemOutcomes';
import type { AbandonedWrites, JoinedItem, JoinedItems, OperationCall } from './operation';

export type RunCaller = IExecuteFunctions | IExecuteSingleFunctions;

/** What all items of one run of a node share. */
export interface RunContext {
	run: Run;
	outcomes: ItemOutcomes;
	/** See {@link isToolCall}, which takes too long to ask for each item: n8n copies the whole node for it. */
	isTool: boolean;
	/** Where n8n brings the items one by one. */
	joined?: Promise<JoinedByIndex>;
}

/** Input items that are one, by the index of each. */
type JoinedByIndex = ReadonlyMap<number, JoinedItem>;

export const joinedByIndex = (joined: JoinedItems = []): JoinedByIndex =>
	new Map(joined.flatMap((one) => one.indexes.map((index) => [index, one] as const)));

/** n8n hands the same object to all items of one run of a node. */
const runs = new WeakMap<IExecuteData, RunContext>();

/** The tool of an AI agent is handed the agent's data: each of its calls is a run of its own, with one item. */
export const isToolCall = (caller: RunCaller): boolean =>
	caller.getExecuteData().node.name !== caller.getNode().name;

/**
 * Modes of executions that a person or a model waits for. All others are tried for longer while the service is not
 * available, also sub-workflows (`integrated`), whose node is not told how the workflow began that called them.
 */
const ATTENDED_MODES: WorkflowExecuteMode[] = ['manual', 'chat', 'agent'];

/** @param concurrency how many requests may be under way at once */
export function newRunContext(caller: RunCaller, concurrency: number): RunContext {
	const isTool = isToolCall(caller);
	const isUnattended = !isTool && !ATTENDED_MODES.includes(caller.getMode());
	return {
		run: new Run(concurrency, caller.getExecutionCancelSignal(), isUnattended),
		outcomes: new ItemOutcomes(),
		isTool,
	};
}

/**
 * The context of the run that an item belongs to where n8n brings the items one by one.
 *
 * @param concurrency how many requests may be under way at once; counts when the run begins
 */
export function contextOfItem(
	caller: RunCaller,
	itemIndex: number,
	concurrency: number,
): RunContext {
	const key = caller.getExecuteData();
	const known = isToolCall(caller) ? undefined : runs.get(key);
	// With 'Retry On Fail' the first item of the next try finds the run of the one before, which is over.
	if (known && !(itemIndex === 0 && known.run.isAborted)) return known;
	const context = newRunContext(caller, concurrency);
	runs.set(key, context);
	return context;
}

/** n8n hands the same object to all tries of Retry On Fail as well. */
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
