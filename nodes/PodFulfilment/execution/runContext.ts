import type { IExecuteData, IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { Change } from '../transport/change';
import { Run } from '../transport/run';
import { Progress } from './progress';

/** A caller that works on input items. */
export type RunCaller = IExecuteFunctions | IExecuteSingleFunctions;

/** What all items of one run of a node share. */
export interface RunContext {
	run: Run;
	progress: Progress;
}

export const newRunContext = (concurrency: number, cancelSignal?: AbortSignal): RunContext => ({
	run: new Run(concurrency, cancelSignal),
	progress: new Progress(),
});

/** n8n hands the same object to all items of one run of a node. */
const runs = new WeakMap<IExecuteData, RunContext>();

/** The tool of an AI agent is handed the agent's data: each of its calls is a run of its own, with one item. */
export const isToolCall = (caller: RunCaller): boolean =>
	caller.getExecuteData().node.name !== caller.getNode().name;

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
	const context = newRunContext(concurrency, caller.getExecutionCancelSignal());
	runs.set(key, context);
	return context;
}

/** n8n hands the same object to all tries of Retry On Fail as well. */
const changes = new WeakMap<IExecuteData, Map<number, Change>>();

/** The last change of each item, by its index, in all tries so far. */
export function changesOfItems(caller: RunCaller): Map<number, Change> {
	const key = caller.getExecuteData();
	const known = changes.get(key);
	if (known) return known;
	const created = new Map<number, Change>();
	changes.set(key, created);
	return created;
}

/** The change that an item is about to make. It knows what became of the same change in earlier tries. */
export function newChange(caller: RunCaller, itemIndex: number): Change {
	if (isToolCall(caller)) return new Change();
	const ofItems = changesOfItems(caller);
	const change = new Change(ofItems.get(itemIndex));
	ofItems.set(itemIndex, change);
	return change;
}
