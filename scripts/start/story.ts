import { setTimeout as delay } from 'node:timers/promises';
import type { WooCommerce } from '../../sandbox/shops/index.ts';
import {
	deleteExecutions,
	getExecution,
	itemsOf,
	listExecutions,
	type Execution,
} from '../n8n/executions.ts';
import type { N8nRest } from '../n8n/rest.ts';
import { printLine } from './screen.ts';
import { ORDERING_NODE } from './workflow.ts';

/** A run in which something became of an order. */
export interface OrderRun {
	/** The order's number in the shop. */
	orderId: number;
	/** What became of it. */
	what: string;
	run: string;
}

/** What became of an order, by what comes next; none where it waits. */
const BY_NEXT: ReadonlyMap<unknown, string> = new Map([
	['complete', 'Completed'],
	['cancel', 'Cancelled'],
	['look', 'Needs You'],
]);

/** What a run did about the orders that came to its node for them. */
const orderRunsOf = (run: Execution): OrderRun[] =>
	itemsOf(run, ORDERING_NODE).flatMap(({ json: { externalId, outcome, next } }) => {
		const [, orderId] = /^woo-(\d+)$/.exec(String(externalId)) ?? [];
		const what = outcome === 'placed' ? 'Placed' : BY_NEXT.get(next);
		return orderId === undefined || what === undefined
			? []
			: [{ orderId: Number(orderId), what, run: run.id }];
	});

const hasOrders = (run: Execution): boolean => itemsOf(run, ORDERING_NODE).length > 0;

/**
 * Reports on the screen what becomes of the shop's orders, and which runs of the workflow stop. Tells in which runs something
 * became of which order, and keeps none without an order: the workflow runs twice a minute, and the one that somebody looks
 * for would be lost among them.
 */
export class Story {
	readonly #shop: WooCommerce;
	readonly #rest: N8nRest;
	readonly #workflowId: string;
	readonly #showRuns: (newest: string, ofOrders: OrderRun[]) => void;
	readonly #reported = new Set<string>();
	readonly #runsWithOrder = new Set<string>();
	/** The newest run for each order and what became of it. */
	readonly #orderRuns = new Map<string, OrderRun>();

	/** @param showRuns Is told the newest run in which there was an order, and those of each order, whenever there is one more */
	constructor(
		shop: WooCommerce,
		rest: N8nRest,
		workflowId: string,
		showRuns: (newest: string, ofOrders: OrderRun[]) => void,
	) {
		this.#shop = shop;
		this.#rest = rest;
		this.#workflowId = workflowId;
		this.#showRuns = showRuns;
	}

	/** Leaves the runs of earlier starts out, whose shop had other orders of the same numbers. Call it before the workflow runs. */
	async skipEarlierRuns(): Promise<void> {
		for (const { id } of await this.#failedRuns()) this.#reported.add(`run ${id}`);
		await this.#sortRuns();
	}

	/** Reports until the signal is aborted. */
	async reportUntilAborted(signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			await this.#reportNew().catch((error: unknown) => {
				if (!signal.aborted) printLine(error instanceof Error ? error.message : String(error));
			});
			await delay(500, undefined, { signal }).catch(() => {});
		}
	}

	async #reportNew(): Promise<void> {
		const { control } = this.#shop;
		for (const { id, lines, shipping } of control.orders()) {
			const ordered = lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ');
			const customer = `${shipping.first_name} ${shipping.last_name} in ${shipping.city}`;
			this.#report(`order ${id}`, `order ${id}: ${ordered} → ${customer}`);
		}
		for (const [index, { orderId, text }] of control.mails().entries()) {
			const line = text.replaceAll('\n', ' ');
			this.#report(`mail ${index}`, `order ${orderId}: mail to the customer: ${line}`);
		}
		const added = await this.#sortRuns();
		for (const { id } of await this.#failedRuns()) {
			if (this.#reported.has(`run ${id}`)) continue;
			const run = await getExecution(this.#rest, id);
			if (hasOrders(run)) added.push(run);
			const { error } = run;
			const where = error?.node ? ` at "${error.node.name}"` : '';
			this.#report(
				`run ${id}`,
				`run ${id} stopped${where}: ${error?.message ?? 'no reason given'}`,
			);
		}
		this.#show(added);
	}

	/**
	 * Looks at the runs that went well since the last time, and deletes those without an order. One that stopped is kept,
	 * whatever was in it.
	 *
	 * @returns those with an order, the oldest first
	 */
	async #sortRuns(): Promise<Execution[]> {
		const ended = await listExecutions(this.#rest, this.#workflowId, ['success']);
		const withOrder: Execution[] = [];
		const empty: string[] = [];
		for (const { id } of ended.toReversed()) {
			if (this.#runsWithOrder.has(id)) continue;
			const run = await getExecution(this.#rest, id);
			// n8n is still storing it.
			if (Object.keys(run.runs).length === 0) continue;
			if (hasOrders(run)) withOrder.push(run);
			else empty.push(id);
		}
		await deleteExecutions(this.#rest, empty);
		for (const { id } of withOrder) this.#runsWithOrder.add(id);
		return withOrder;
	}

	/** @param added runs with an order that are to be seen from now on */
	#show(added: readonly Execution[]): void {
		const [newest] = added.toSorted((one, other) => Number(other.id) - Number(one.id));
		if (!newest) return;
		for (const orderRun of added.flatMap(orderRunsOf)) {
			this.#orderRuns.set(`${orderRun.orderId} ${orderRun.what}`, orderRun);
		}
		this.#showRuns(newest.id, [...this.#orderRuns.values()]);
	}

	#report(key: string, line: string): void {
		if (this.#reported.has(key)) return;
		this.#reported.add(key);
		printLine(line);
	}

	async #failedRuns() {
		return await listExecutions(this.#rest, this.#workflowId, ['error', 'crashed']);
	}
}
