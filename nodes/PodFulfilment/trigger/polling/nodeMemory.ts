import type { IPollFunctions } from 'n8n-workflow';

import { isScheduled } from './budget';
import type { StoredState } from './state';

/** Tells nodes of one process apart. */
export const nodeKeyOf = (context: IPollFunctions): string =>
	[context.getWorkflow().id, context.getNode().id].join('/');

/** n8n polls with one context from each activation to the next, and begins with the poll that decides about it. */
const contexts = new WeakSet<IPollFunctions>();

/** Whether somebody is waiting for this poll: its error is the error of the activation. */
export function isActivation(context: IPollFunctions): boolean {
	if (isScheduled(context)) return false;
	const isFirst = !contexts.has(context);
	contexts.add(context);
	return isFirst;
}

/**
 * States of first polls. With its durable cursors n8n does not store that of the poll at activation, and what changes until
 * the next one would be taken for what was there before.
 */
const firstStates = new Map<string, StoredState>();

/** The state that the poll before has left. */
export function storedState(context: IPollFunctions): StoredState | undefined {
	const { polling } = context.getWorkflowStaticData('node') as { polling?: StoredState };
	const key = nodeKeyOf(context);
	if (polling === undefined) return firstStates.get(key);
	firstStates.delete(key);
	return polling;
}

/** Leaves the state for the next poll. n8n stores it together with the items, or later. */
export function storeState(context: IPollFunctions, state: StoredState): void {
	const staticData = context.getWorkflowStaticData('node') as { polling?: StoredState };
	if (staticData.polling === undefined) firstStates.set(nodeKeyOf(context), state);
	staticData.polling = state;
}
