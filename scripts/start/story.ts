import { setTimeout as delay } from 'node:timers/promises';
import type { WooCommerce } from '../../sandbox/shops/index.ts';
import { getExecution, listExecutions } from '../n8n/executions.ts';
import type { N8nRest } from '../n8n/rest.ts';
import { printLine } from './screen.ts';

/** Reports on the screen what becomes of the shop's orders, and which runs of the workflow stop. */
export class Story {
	readonly #shop: WooCommerce;
	readonly #rest: N8nRest;
	readonly #workflowId: string;
	readonly #reported = new Set<string>();

	constructor(shop: WooCommerce, rest: N8nRest, workflowId: string) {
		this.#shop = shop;
		this.#rest = rest;
		this.#workflowId = workflowId;
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

	#report(key: string, line: string): void {
		if (this.#reported.has(key)) return;
		this.#reported.add(key);
		printLine(line);
	}

	async #failedRuns() {
		return await listExecutions(this.#rest, this.#workflowId, ['error', 'crashed']);
	}
}
