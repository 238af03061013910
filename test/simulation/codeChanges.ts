import type { CodeChange } from './engine/nodeProcess.ts';

/** A change of one line that breaks a promise, made in memory only. */
export interface BreakingChange extends CodeChange {
	/** Number of the promise. */
	invariant: number;
	/** A history that finds it. */
	seed: number;
	/** What the nodes do then. */
	effect: string;
}

const NODES = 'nodes/PodFulfilment';

/** One for each promise at least: they show that the checks can fail. */
export const BREAKING_CHANGES: BreakingChange[] = [
	{
		invariant: 1,
		seed: 25,
		effect: 'two items with one external ID are sent at once',
		file: `${NODES}/api/order.ts`,
		from: 'client.run.exclusively(`${client.account} ${path}`, work);',
		to: 'client.run.exclusively(Math.random().toString(), work);',
	},
	{
		invariant: 2,
		seed: 35,
		effect: 'an order that was refunded before is refunded again',
		file: `${NODES}/resources/order/refund.ts`,
		from: 'if (isRefunded(before)) {',
		to: 'if (isRefunded(before) && false) {',
	},
	{
		invariant: 2,
		seed: 87,
		effect: 'the next try of Retry On Fail sends a refund that is in doubt',
		file: `${NODES}/resources/order/refund.ts`,
		from: 'refunds.set(key, result.copy());',
		to: '',
	},
	{
		invariant: 3,
		seed: 120,
		effect: 'the message of a stopped run hides the items in doubt',
		file: `${NODES}/execution/progress.ts`,
		from: '...(this.inDoubt.size > 0 ? [this.doubts()] : []),',
		to: '',
	},
	{
		invariant: 4,
		seed: 109,
		effect: 'a later refusal drops the doubt of a lost response',
		file: `${NODES}/transport/retry.ts`,
		from: 'if (isChange && result.isIndeterminate) change.onDoubt();',
		to: '',
	},
	{
		invariant: 5,
		seed: 11,
		effect: 'whatever a success holds is handed out as the order',
		file: `${NODES}/resources/order/changedOrder.ts`,
		from: 'if (isWholeOrder(response.body, order)) return response.body;',
		to: 'if (response.body) return response.body as IDataObject;',
	},
	{
		invariant: 6,
		seed: 20,
		effect: 'a wait for the rate limit passes through no timer',
		file: `${NODES}/transport/run.ts`,
		from: 'if (wait > 0) await this.pause(wait);',
		to: '',
	},
	{
		invariant: 7,
		seed: 28,
		effect: 'a list that misses members of its total is handed out in silence',
		file: `${NODES}/fields/getMany.ts`,
		from: 'if (Number.isFinite(leastTotal) && items.length < leastTotal) {',
		to: 'if (Number.isNaN(leastTotal)) {',
	},
	{
		invariant: 8,
		seed: 21,
		effect: 'a request may take five minutes',
		file: `${NODES}/transport/retryPolicy.ts`,
		from: 'export const DEFAULT_TIMEOUT_MS = 60_000;',
		to: 'export const DEFAULT_TIMEOUT_MS = 300_000;',
	},
	{
		invariant: 9,
		seed: 5,
		effect: 'a phone number in another notation is taken for another order',
		file: `${NODES}/api/difference.ts`,
		from: "return text.replace(/\\D/g, '').slice(-PHONE_DIGITS);",
		to: 'return text;',
	},
];
