// The state as n8n hands it over, or as it may not have stored it; whether the trigger begins anew.

import type { IPollFunctions } from 'n8n-workflow';

import { ownValue } from '../../input/guards';
import type { NodeMemory } from './nodeMemory';
import { isSameChoice } from './state/settings';
import { isOutdated, isStoredState, type StoredState } from './state/schema';
import type { Choice } from './state/state';

/** Why a trigger that ran before begins anew: its credential led to another address, or it had another name, one of some. */
export type NewBeginning =
	{ cause: 'address'; before: string } | { cause: 'name'; before: string[] };

/** What n8n keeps for this node, under its name. */
interface NodeData {
	/** A {@link StoredState}, unless somebody changed it. */
	polling?: unknown;
}

/**
 * What n8n keeps for all nodes of the workflow: the names of the polling triggers, by the ID of the node. Nodes that were
 * copied as JSON may have one ID, so an ID may have several names.
 */
interface WorkflowData {
	podFulfilmentPollingTriggers?: Record<string, string[]>;
}

/** The names under which nodes of this ID have polled, and those of them that no node of the workflow has any more. */
function namesOf(context: IPollFunctions): { known: string[]; gone: string[] } {
	const { id, name } = context.getNode();
	const data = context.getWorkflowStaticData('global') as WorkflowData;
	const stored: unknown = ownValue(data.podFulfilmentPollingTriggers ?? {}, id);
	const known = (Array.isArray(stored) ? (stored as unknown[]) : [stored]).filter(
		(one) => typeof one === 'string',
	);
	// A trigger leads to another node, so one that leads to none is no longer there.
	const gone = known.filter((one) => one !== name && context.getChildNodes(one).length === 0);
	return { known, gone };
}

/** The names under which the node may have polled before, if it has not polled under the one that it has. */
function formerNames(context: IPollFunctions): string[] {
	const { known, gone } = namesOf(context);
	return known.includes(context.getNode().name) ? [] : gone;
}

/** Notes the name of the node. It takes the place of one that is gone; of several, nobody knows which, and they stay. */
function noteName(context: IPollFunctions): void {
	const { id, name } = context.getNode();
	const { known, gone } = namesOf(context);
	if (known.includes(name)) return;
	const data = context.getWorkflowStaticData('global') as WorkflowData;
	const kept = gone.length === 1 ? known.filter((one) => one !== gone[0]) : known;
	data.podFulfilmentPollingTriggers = {
		...data.podFulfilmentPollingTriggers,
		[id]: [...kept, name],
	};
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
		return { beginsAnew: { cause: 'address', before: stored.address } };
	}
	if (stored !== undefined) return { stored };
	const before = formerNames(context);
	return before.length === 0 ? {} : { beginsAnew: { cause: 'name', before } };
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
	noteName(context);
}
