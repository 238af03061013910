// What is kept for a node. By the process, lost when n8n restarts: which registration polls, its reports, how long a poll may take.
// By n8n: the state, as it hands it over or may not have stored it, and whether the trigger begins anew.

import type { IPollFunctions } from 'n8n-workflow';

import type { ErrorText } from '../../transport/errors/serviceError';
import { ownValue } from '../../input/objects';
import { nodeKeyOf } from '../nodeKey';
import type { WaitedPolls } from './items';
import { Reports } from './read/reports';
import { isOutdated, isStoredState, type StoredState } from './state/schema';
import { isSameChoice } from './compare/settings';
import type { Choice } from './state/state';

/** The budget that n8n states where it does not limit a poll. */
const UNLIMITED_MS = 5 * 60_000;

/** For versions of n8n that do not say how long a poll may take. */
const DEFAULT_BUDGET_MS = 60_000;

/** n8n waits for the first poll before it says that the workflow is active. */
const ACTIVATION_BUDGET_MS = 30_000;

/** Left for the last request, which may take a little longer than the deadline, and for the comparison. */
const RESERVE_SHARE = 0.15;

/** So many polls in a row of an earlier registration without one of the newer one, and the newer one is no longer there. */
const PASSED_POLLS = 2;

/** How long n8n lets a poll take, in milliseconds; undefined in versions that do not say. */
const budgetMs = (context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number | undefined =>
	context.getPollBudgetMs?.();

/** How long a poll may send requests, in milliseconds. */
export function readingTimeMs(context: IPollFunctions, isFirst: boolean): number {
	const budget = budgetMs(context) ?? DEFAULT_BUDGET_MS;
	return (1 - RESERVE_SHARE) * (isFirst ? Math.min(ACTIVATION_BUDGET_MS, budget) : budget);
}

/** n8n's scheduler creates a context for each poll, and drops polls that take too long. */
const isScheduled = (context: IPollFunctions): boolean =>
	(budgetMs(context) ?? UNLIMITED_MS) < UNLIMITED_MS;

/** What a poll has to know of its place among the others. */
export interface Turn {
	/** Whether this poll decides about the activation of the workflow: an error makes that fail. */
	isActivation: boolean;
	/** Whether the node was registered again since the poll began: then that registration polls, and this poll is void. */
	isSuperseded(): boolean;
}

/**
 * Which polls of a node run. Without its scheduler, n8n uses one context from one activation to the next, so a context is a
 * registration; and it may register a node twice, as when a workflow is imported over an active one. The registration that
 * came last polls.
 */
class Registrations {
	private readonly known = new WeakSet<IPollFunctions>();

	private readonly running = new Set<IPollFunctions>();

	private current: IPollFunctions | undefined;

	private passed = 0;

	/** @returns null where the poll is left out: another one is under way, or another registration polls */
	async run<Value>(
		context: IPollFunctions,
		poll: (turn: Turn) => Promise<Value | null>,
	): Promise<Value | null> {
		const isSteady = isScheduled(context);
		const isActivation = !isSteady && !this.known.has(context);
		if (isSteady ? this.running.size > 0 : !this.isItsTurn(context, isActivation)) return null;
		this.running.add(context);
		try {
			return await poll({
				isActivation,
				isSuperseded: () => !isSteady && this.current !== context,
			});
		} finally {
			this.running.delete(context);
		}
	}

	private isItsTurn(context: IPollFunctions, isActivation: boolean): boolean {
		if (!isActivation && this.current !== context) {
			this.passed += 1;
			if (this.passed <= PASSED_POLLS) return false;
		}
		this.known.add(context);
		this.current = context;
		this.passed = 0;
		return !this.running.has(context);
	}
}

export interface NodeMemory {
	readonly registrations: Registrations;
	readonly reports: Reports;
	readonly waited: WaitedPolls;
	/** What is to be said of a trigger that has begun anew. The poll that began has no items, but may be an activation. */
	newBeginning?: ErrorText;
	/** The last poll has reported, so that what it found waits for the next one. */
	hasReported: boolean;
	/** A state that n8n may not have stored, see {@link loadState}. */
	unstored?: StoredState;
}

const memories = new Map<string, NodeMemory>();

/** By workflow, ID and name: copies of a workflow's nodes may have the same ID. */
export function memoryOf(context: IPollFunctions): NodeMemory {
	const key = `${nodeKeyOf(context)}/${context.getNode().name}`;
	const memory = memories.get(key) ?? {
		registrations: new Registrations(),
		reports: new Reports(),
		waited: new Map(),
		hasReported: false,
	};
	memories.set(key, memory);
	return memory;
}

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
	const { known, gone } = namesOf(context);
	const isRenamed = gone.length > 0 && !known.includes(context.getNode().name);
	return isRenamed ? { beginsAnew: { cause: 'name', before: gone } } : {};
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
