// What the process knows of a node: which registration polls, its reports, how long a poll may take.

import type { IPollFunctions } from 'n8n-workflow';

import type { ErrorText } from '../../transport/errors/serviceError';
import { nodeKeyOf } from '../nodeKey';
import type { WaitedPolls } from './currentOrders';
import { Reports } from './read/reports';
import type { StoredState } from './state/schema';

// What this process knows of a node, besides its state: lost when n8n restarts.

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
	waited: WaitedPolls;
	/** What is to be said of a trigger that has begun anew. The poll that began has no items, but may be an activation. */
	newBeginning?: ErrorText;
	/** The last poll has reported, so that what it found waits for the next one. */
	hasReported: boolean;
	/** A state that n8n may not have stored; see storedState.ts. */
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
