// The state as n8n hands it over, or as it may not have stored it; whether the trigger begins anew.

import type { IPollFunctions } from 'n8n-workflow';

import { ownValue } from '../../input/guards';
import type { NodeMemory } from './nodeMemory';
import { isSameChoice } from './state/settings';
import { isOutdated, isStoredState, type StoredState } from './state/schema';
import type { Choice } from './state/state';

/** Why a trigger that ran before begins anew. */
export type NewBeginning =
	{ because: 'address'; before: string } | { because: 'name'; before: string };

/** What n8n keeps for this node, under its name. */
interface NodeData {
	/** A {@link StoredState}, unless somebody changed it. */
	polling?: unknown;
}

/** What n8n keeps for all nodes of the workflow: the names of the polling triggers, by the ID of the node. */
interface WorkflowData {
	podFulfilmentPollingTriggers?: Record<string, string>;
}

/** The name under which the node polled before, if no node of the workflow has that name any more. */
function formerName(context: IPollFunctions): string | undefined {
	const { id, name } = context.getNode();
	const data = context.getWorkflowStaticData('global') as WorkflowData;
	const names = data.podFulfilmentPollingTriggers;
	const before = names && ownValue(names, id);
	if (before === undefined || before === name) return undefined;
	// Two nodes may have one ID. A trigger leads to another node, so one that leads to none is no longer there.
	const isThere = context.getChildNodes(before).length > 0;
	return isThere ? undefined : before;
}

/**
 * The state that the last poll left: what n8n hands over, as it may have discarded a result on purpose. Only a state that n8n
 * may not have stored is taken from memory, as with its durable cursors it does not store that of the poll at activation
 * without items: what changes until the second poll would be taken for what was there before.
 *
 * @param address of the service: another one has other orders
 * @returns `beginsAnew` where the trigger ran before, but not with this service, or under another name
 */
export function loadState(
	context: IPollFunctions,
	memory: NodeMemory,
	address: string,
	choice: Choice,
): { stored?: unknown; beginsAnew?: NewBeginning } {
	const { polling } = context.getWorkflowStaticData('node') as NodeData;
	const stored = isOutdated(polling) ? undefined : polling;
	const { unstored } = memory;
	const isOfOther = (state: StoredState): boolean => state.address !== address;
	const isOlder =
		stored === undefined ||
		(isStoredState(stored) &&
			(isOfOther(stored) ||
				(!isSameChoice(stored.choice, choice) &&
					unstored !== undefined &&
					isSameChoice(unstored.choice, choice))));
	if (unstored && !isOfOther(unstored) && isOlder) return { stored: unstored };
	delete memory.unstored;
	if (isStoredState(stored) && isOfOther(stored)) {
		return { beginsAnew: { because: 'address', before: stored.address } };
	}
	if (stored !== undefined) return { stored };
	const before = formerName(context);
	return before === undefined ? {} : { beginsAnew: { because: 'name', before } };
}

/**
 * Leaves the state for the next poll. n8n stores it with the items of this poll, or later.
 *
 * @param hasItems if n8n does not store these, they are not to count as told
 */
export function saveState(
	context: IPollFunctions,
	memory: NodeMemory,
	state: StoredState,
	hasItems: boolean,
): void {
	const ofNode = context.getWorkflowStaticData('node') as NodeData;
	const { polling: before } = ofNode;
	const isFirst = !isStoredState(before) || before.address !== state.address;
	const isUnstored = isFirst || (!hasItems && !isSameChoice(before.choice, state.choice));
	if (isUnstored && !(isFirst && hasItems)) memory.unstored = state;
	ofNode.polling = state;
	const { id, name } = context.getNode();
	const data = context.getWorkflowStaticData('global') as WorkflowData;
	const names = data.podFulfilmentPollingTriggers;
	const known = names && ownValue(names, id);
	if (known === undefined || formerName(context) !== undefined) {
		data.podFulfilmentPollingTriggers = { ...names, [id]: name };
	}
}
