import type { IExecuteData, IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { Run } from '../transport/run';

/** n8n's context in an execution, for all items or for one. */
export type RunCaller = IExecuteFunctions | IExecuteSingleFunctions;

/** n8n passes the same IExecuteData to all items of one run of a node. */
const runs = new WeakMap<IExecuteData, Run>();

/** Whether the node runs as an AI agent's tool: it then gets the agent's data, and each call is a run with one item. */
export const isToolCall = (caller: RunCaller): boolean =>
	caller.getExecuteData().node.name !== caller.getNode().name;

/**
 * Returns the run that an item belongs to, when n8n calls the node once per item.
 *
 * @param concurrency requests in flight at once; used when the run is created
 */
export function runOfItem(caller: RunCaller, itemIndex: number, concurrency: number): Run {
	const key = caller.getExecuteData();
	const existing = isToolCall(caller) ? undefined : runs.get(key);
	// With 'Retry On Fail', the first item of a retry finds the aborted run of the try before.
	if (existing && !(itemIndex === 0 && existing.isAborted)) return existing;
	const run = new Run(concurrency, caller.getExecutionCancelSignal());
	runs.set(key, run);
	return run;
}
