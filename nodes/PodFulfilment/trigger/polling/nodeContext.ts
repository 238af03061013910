import type { IPollFunctions } from 'n8n-workflow';

import { nodeKeyOf } from '../nodeKey';
import type { StoredState } from './state/state';

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

/**
 * States after first polls. With its durable cursors, n8n does not store that of the poll at activation, so what changes
 * until the second poll would be taken for what was there before.
 */
const firstStates = new Map<string, StoredState>();

/** The state that the last poll left. */
export function loadState(context: IPollFunctions): StoredState | undefined {
	const { polling } = context.getWorkflowStaticData('node') as { polling?: StoredState };
	const node = nodeKeyOf(context);
	if (polling === undefined) return firstStates.get(node);
	firstStates.delete(node);
	return polling;
}

/** Leaves the state for the next poll. n8n stores it with the items of this poll, or later. */
export function saveState(context: IPollFunctions, state: StoredState): void {
	const staticData = context.getWorkflowStaticData('node') as { polling?: StoredState };
	if (staticData.polling === undefined) firstStates.set(nodeKeyOf(context), state);
	staticData.polling = state;
}
