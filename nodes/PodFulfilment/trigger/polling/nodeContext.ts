import type { IPollFunctions } from 'n8n-workflow';

import { isObject, ownValue } from '../../input/guards';
import { nodeKeyOf } from '../nodeKey';
import { isSelection } from './state/checkState';
import { isSameSelection } from './state/selection';
import type { Selection, StoredState } from './state/state';

// What n8n gives a poll: its time, its place among the other polls, and its state.

/** The budget that n8n states where it does not limit a poll. */
const UNLIMITED_MS = 5 * 60_000;

/** For versions of n8n that do not say how long a poll may take. */
const DEFAULT_BUDGET_MS = 60_000;

/** n8n waits for the first poll before it says that the workflow is active. */
const ACTIVATION_BUDGET_MS = 30_000;

/** Left for the last request, which may take a little longer than the deadline, and for the reconciliation. */
const RESERVE_SHARE = 0.15;

/** How long n8n lets a poll take, in milliseconds; undefined in versions that do not say. */
const budgetMs = (context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number | undefined =>
	context.getPollBudgetMs?.();

/** n8n's scheduler creates a context for each poll, and drops polls that take too long. */
const isScheduled = (context: IPollFunctions): boolean =>
	(budgetMs(context) ?? UNLIMITED_MS) < UNLIMITED_MS;

/** How long a poll may send requests, in milliseconds. */
export function readingTimeMs(context: IPollFunctions, isActivation: boolean): number {
	const budget = budgetMs(context) ?? DEFAULT_BUDGET_MS;
	return (1 - RESERVE_SHARE) * (isActivation ? Math.min(ACTIVATION_BUDGET_MS, budget) : budget);
}

/** Without its scheduler, n8n uses one context from one activation to the next. */
const contexts = new WeakSet<IPollFunctions>();

/** Whether this poll decides about the activation of the workflow: an error makes that fail. */
export function isActivation(context: IPollFunctions): boolean {
	if (isScheduled(context)) return false;
	const isFirst = !contexts.has(context);
	contexts.add(context);
	return isFirst;
}

/** Runs one poll per node at a time. n8n does not keep those of one node from overlapping. */
export class PollLock {
	private readonly running = new Set<string>();

	/** @returns undefined when a poll of that node is still running: this one is skipped */
	async run<Value>(node: string, poll: () => Promise<Value>): Promise<Value | undefined> {
		if (this.running.has(node)) return undefined;
		this.running.add(node);
		try {
			return await poll();
		} finally {
			this.running.delete(node);
		}
	}
}

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

/**
 * States that n8n may not have stored. With its durable cursors, it does not store that of the poll at activation, so what
 * changes until the second poll would be taken for what was there before. Likewise where events or filters have changed, until
 * a poll has items.
 */
const unstoredStates = new Map<string, StoredState>();

/** The address of the service that a state is of; undefined where it does not say. */
const addressOf = (state: unknown): string | undefined =>
	isObject(state) && typeof state.address === 'string' ? state.address : undefined;

/** Whether a state has other events and filters. Older ones do not say, and what is damaged is refused when it is decoded. */
const isOfOtherSelection = (state: unknown, chosen: Selection): boolean =>
	isObject(state) && isSelection(state.chosen) && !isSameSelection(state.chosen, chosen);

/**
 * The state that the last poll left.
 *
 * @param address of the service: another one has other orders
 * @param chosen the events and filters of this poll
 * @returns `beginsAnew` where the trigger ran before, but not with this service, or under another name
 */
export function loadState(
	context: IPollFunctions,
	address: string,
	chosen: Selection,
): { state?: unknown; beginsAnew?: NewBeginning } {
	const { polling } = context.getWorkflowStaticData('node') as NodeData;
	const node = nodeKeyOf(context);
	const before = addressOf(polling);
	// Version 1 did not say. What is damaged is refused when it is decoded.
	const unstored = unstoredStates.get(node);
	if (polling !== undefined && (before === undefined || before === address)) {
		const isNewer = unstored?.address === address && !isOfOtherSelection(unstored, chosen);
		if (isNewer && isOfOtherSelection(polling, chosen)) return { state: unstored };
		unstoredStates.delete(node);
		return { state: polling };
	}
	if (unstored?.address === address) return { state: unstored };
	if (before !== undefined) return { beginsAnew: { because: 'address', before } };
	const { id, name } = context.getNode();
	const { podFulfilmentPollingTriggers: names } = context.getWorkflowStaticData(
		'global',
	) as WorkflowData;
	const nameBefore = names && ownValue(names, id);
	return nameBefore === undefined || nameBefore === name
		? {}
		: { beginsAnew: { because: 'name', before: nameBefore } };
}

/**
 * Leaves the state for the next poll. n8n stores it with the items of this poll, or later.
 *
 * @param chosen the events and filters of this poll
 * @param hasItems whether the poll has items: if n8n does not store these, they are not to count as emitted
 */
export function saveState(
	context: IPollFunctions,
	state: StoredState,
	chosen: Selection,
	hasItems: boolean,
): void {
	const ofNode = context.getWorkflowStaticData('node') as NodeData;
	const isFirst = addressOf(ofNode.polling) !== state.address;
	const isUnstored = !hasItems && isOfOtherSelection(ofNode.polling, chosen);
	if (isFirst || isUnstored) unstoredStates.set(nodeKeyOf(context), state);
	ofNode.polling = state;
	const { id, name } = context.getNode();
	const ofWorkflow = context.getWorkflowStaticData('global') as WorkflowData;
	const names = ofWorkflow.podFulfilmentPollingTriggers;
	if (names?.[id] !== name) ofWorkflow.podFulfilmentPollingTriggers = { ...names, [id]: name };
}
