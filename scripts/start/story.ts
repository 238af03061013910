import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery, Sandbox } from '../../sandbox/index.ts';
import {
	getExecution,
	hasEnded,
	itemsOf,
	listExecutions,
	type Execution,
	type Item,
} from '../n8n/executions.ts';
import type { N8nRest } from '../n8n/rest.ts';
import { printLine } from './screen.ts';

// The nodes of examples/follow-the-parcel.json whose items are reported.
const TRIGGER_NODE = 'Order or Parcel Moved';
const MESSAGE_NODES = ['Message to the Customer'];

/** For how long after a delivery n8n is polled for new executions. */
const POLL_AFTER_DELIVERY_MS = 10_000;

interface EventData {
	order?: { id?: string; externalId?: string; status?: string };
	shipment?: { orderId?: string; shipmentStatus?: string; trackingUrl?: string };
	mockupTask?: { status?: string };
}

const statusOf = ({ order, shipment, mockupTask }: EventData): string =>
	order?.status ?? shipment?.shipmentStatus ?? mockupTask?.status ?? '';

const deliveryLine = (delivery: Delivery): string => {
	const body = JSON.parse(delivery.body) as { data: EventData };
	const outcome =
		delivery.status === 200
			? 'signature verified, answered 200'
			: delivery.status === undefined
				? `not delivered (${delivery.failure ?? 'no answer'}), it will be repeated`
				: `answered ${delivery.status}, it will be repeated`;
	return `webhook  ${delivery.type} ${statusOf(body.data)}, attempt ${delivery.attempt}: ${outcome}`;
};

/** Reports on the screen what the sandbox delivers, and what the second workflow does with it. */
export class Story {
	readonly #sandbox: Sandbox;
	readonly #rest: N8nRest;
	readonly #workflowId: string;
	readonly #reportedDeliveries = new Set<string>();
	readonly #reportedExecutions = new Set<string>();
	#lastDeliveryAt = 0;

	constructor(sandbox: Sandbox, rest: N8nRest, workflowId: string) {
		this.#sandbox = sandbox;
		this.#rest = rest;
		this.#workflowId = workflowId;
	}

	/** Excludes the executions of earlier starts. Call it before an order is placed. */
	async skipEarlierExecutions(): Promise<void> {
		const earlier = await listExecutions(this.#rest, this.#workflowId);
		for (const { id } of earlier) this.#reportedExecutions.add(id);
	}

	/**
	 * Reports everything until the order and its parcel have shipped.
	 *
	 * @returns the tracking link
	 * @throws Error if the order fails or is canceled, an execution fails, or time is up
	 */
	async reportUntilShipped(orderId: string, timeoutMilliseconds: number): Promise<string> {
		const deadline = Date.now() + timeoutMilliseconds;
		let orderShipped = false;
		let trackingUrl: string | undefined;
		for (;;) {
			for (const { json } of await this.#reportNew()) {
				const { order, shipment } = json as EventData;
				if (order?.id === orderId) {
					if (order.status === 'failed' || order.status === 'canceled') {
						throw new Error(`The order became ${order.status}.`);
					}
					if (order.status === 'shipped') orderShipped = true;
				}
				if (shipment?.orderId === orderId && shipment.shipmentStatus === 'shipped') {
					trackingUrl = shipment.trackingUrl;
				}
			}
			if (orderShipped && trackingUrl) return trackingUrl;
			if (Date.now() > deadline) {
				throw new Error(
					`The order was not shipped within ${timeoutMilliseconds / 1000} s: ${orderShipped ? 'no tracking link arrived' : 'no event said so'}.`,
				);
			}
			await delay(100);
		}
	}

	/** Reports everything, including what the user does in the editor, until the signal is aborted. */
	async reportUntil(signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			await this.#reportNew().catch((error: unknown) => {
				if (!signal.aborted) printLine(error instanceof Error ? error.message : String(error));
			});
			await delay(500, undefined, { signal }).catch(() => {});
		}
	}

	/** Reports new deliveries and executions. Returns the items that the trigger emitted in them. */
	async #reportNew(): Promise<Item[]> {
		for (const delivery of this.#sandbox.control.deliveries()) {
			const isFinished = delivery.status !== undefined || delivery.failure !== undefined;
			const key = `${delivery.id}/${delivery.attempt}`;
			if (!isFinished || this.#reportedDeliveries.has(key)) continue;
			this.#reportedDeliveries.add(key);
			this.#lastDeliveryAt = Date.now();
			printLine(deliveryLine(delivery));
		}
		if (Date.now() - this.#lastDeliveryAt > POLL_AFTER_DELIVERY_MS) return [];

		const items: Item[] = [];
		const executions = await listExecutions(this.#rest, this.#workflowId);
		for (const summary of executions.reverse()) {
			if (!hasEnded(summary) || this.#reportedExecutions.has(summary.id)) continue;
			this.#reportedExecutions.add(summary.id);
			items.push(...this.#reportExecution(await getExecution(this.#rest, summary.id)));
		}
		return items;
	}

	#reportExecution(execution: Execution): Item[] {
		const items = itemsOf(execution, TRIGGER_NODE);
		for (const { json } of items) {
			printLine(`item     ${String(json.event)} ${statusOf(json)}, emitted by "${TRIGGER_NODE}"`);
		}
		for (const { json } of MESSAGE_NODES.flatMap((name) => itemsOf(execution, name))) {
			printLine(`message  ${String(json.text)}`);
		}
		if (execution.status !== 'success') {
			const { error } = execution;
			const where = error?.node ? ` at "${error.node.name}"` : '';
			throw new Error(
				`Execution ${execution.id} ended with ${execution.status}${where}: ${error?.message ?? 'n8n gives no reason'}`,
			);
		}
		return items;
	}
}
