import { setTimeout as delay } from 'node:timers/promises';
import type { WooCommerce } from '../../sandbox/shops/index.ts';
import { deleteExecutions, getExecution, itemsOf, listExecutions } from '../n8n/executions.ts';
import type { N8nRest } from '../n8n/rest.ts';
import { printLine } from './screen.ts';
import { ORDERING_NODE } from './workflow.ts';

/**
 * Reports on the screen what becomes of the shop's orders, and which runs of the workflow stop. Tells the newest run with an
 * order, and keeps none without: the workflow runs twice a minute, and the one that somebody looks for would be lost among them.
 */
export class Story {
	readonly #shop: WooCommerce;
	readonly #rest: N8nRest;
	readonly #workflowId: string;
	readonly #showRun: (id: string) => void;
	readonly #reported = new Set<string>();
	readonly #runsWithOrder = new Set<string>();

	/** @param showRun Is told the newest run in which there was an order, whenever that is another one */
	constructor(shop: WooCommerce, rest: N8nRest, workflowId: string, showRun: (id: string) => void) {
		this.#shop = shop;
		this.#rest = rest;
		this.#workflowId = workflowId;
		this.#showRun = showRun;
	}

	/** Leaves the runs of earlier starts out. Call it before the workflow runs. */
	async skipEarlierRuns(): Promise<void> {
		for (const { id } of await this.#failedRuns()) this.#reported.add(`run ${id}`);
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
		await this.#sortRuns();
		for (const { id } of await this.#failedRuns()) {
			if (this.#reported.has(`run ${id}`)) continue;
			const { error } = await getExecution(this.#rest, id);
			const where = error?.node ? ` at "${error.node.name}"` : '';
			this.#report(
				`run ${id}`,
				`run ${id} stopped${where}: ${error?.message ?? 'no reason given'}`,
			);
		}
	}

	/** Looks at the runs that went well since the last time. One that stopped is kept, whatever was in it. */
	async #sortRuns(): Promise<void> {
		const ended = await listExecutions(this.#rest, this.#workflowId, ['success']);
		const added = ended.filter(({ id }) => !this.#runsWithOrder.has(id));
		const empty: string[] = [];
		// The oldest first.
		for (const { id } of added.toReversed()) {
			const run = await getExecution(this.#rest, id);
			// n8n is still storing it.
			if (Object.keys(run.runs).length === 0) continue;
			if (itemsOf(run, ORDERING_NODE).length === 0) empty.push(id);
			else {
				this.#runsWithOrder.add(id);
				this.#showRun(id);
			}
		}
		await deleteExecutions(this.#rest, empty);
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
