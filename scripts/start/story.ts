import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery, Sandbox } from '../../sandbox/index.ts';
import {
	getExecution,
	hasEnded,
	itemsOf,
	listExecutions,
	type Execution,
} from '../n8n/executions.ts';
import type { N8nRest } from '../n8n/rest.ts';
import { printLine } from './screen.ts';

/** For how long after a delivery n8n is polled for new executions. */
const POLL_AFTER_DELIVERY_MS = 10_000;

interface EventData {
	order?: { status?: string };
	shipment?: { shipmentStatus?: string };
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

/** What is told of the items of each node of examples/woocommerce-round-trip.json. */
const LINES_BY_NODE: Record<string, (json: Record<string, unknown>) => string> = {
	'Create the Order': ({ externalId, outcome, status, id }) =>
		`order    ${String(externalId)}: ${String(outcome)}, id ${String(id)}, status ${String(status)}`,
	'A Parcel Left': (json) =>
		`item     ${String(json.event)} ${statusOf(json)}, emitted by "A Parcel Left"`,
	'Tell the Customer': ({ note }) => `shop     note to the customer: ${String(note)}`,
	'Complete the Order': ({ id, status }) => `shop     order ${String(id)} is ${String(status)}`,
};

/** The node at which an execution ends while another one works on the same order. */
const TURNED_AWAY_NODE = 'Another Run Is at It';

/** Reports on the screen what the sandbox delivers, and what the round trip does with it. */
export class Story {
	readonly #sandbox: Sandbox;
	readonly #rest: N8nRest;
	readonly #workflowId: string;
	readonly #reportedDeliveries = new Set<string>();
	readonly #reportedExecutions = new Set<string>();
	readonly #executionByNode = new Map<string, string>();
	#lastDeliveryAt = Date.now();

	constructor(sandbox: Sandbox, rest: N8nRest, workflowId: string) {
		this.#sandbox = sandbox;
		this.#rest = rest;
		this.#workflowId = workflowId;
	}

	/** Excludes the executions of earlier starts. Call it before the customer orders. */
	async skipEarlierExecutions(): Promise<void> {
		const earlier = await listExecutions(this.#rest, this.#workflowId);
		for (const { id } of earlier) this.#reportedExecutions.add(id);
	}

	/**
	 * Reports everything until something has happened.
	 *
	 * @param happened Returns what it was, or undefined as long as it has not
	 * @param what What is awaited, for the message
	 * @throws Error if an execution fails, or time is up
	 */
	async reportUntil<Value>(
		happened: () => Value | undefined,
		what: string,
		timeoutMilliseconds: number,
	): Promise<Value> {
		const deadline = Date.now() + timeoutMilliseconds;
		for (;;) {
			// Looked at first, so that what led to it is reported as well.
			const value = happened();
			const isIdle = await this.#reportNew();
			if (value !== undefined && isIdle) return value;
			if (Date.now() > deadline) {
				throw new Error(`Waited ${timeoutMilliseconds / 1000} s for ${what}.`);
			}
			await delay(100);
		}
	}

	/** Reports everything, including what the user does in the editor, until the signal is aborted. */
	async reportUntilAborted(signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			await this.#reportNew().catch((error: unknown) => {
				if (!signal.aborted) printLine(error instanceof Error ? error.message : String(error));
			});
			await delay(500, undefined, { signal }).catch(() => {});
		}
	}

	/**
	 * ID of the first execution in which this node of the round trip put something out.
	 *
	 * @throws Error if there was none
	 */
	executionOf(nodeName: string): string {
		const id = this.#executionByNode.get(nodeName);
		if (id === undefined) throw new Error(`No execution came to "${nodeName}".`);
		return id;
	}

	/** Reports new deliveries and executions. Resolves to whether no execution is running. */
	async #reportNew(): Promise<boolean> {
		for (const delivery of this.#sandbox.control.deliveries()) {
			const isFinished = delivery.status !== undefined || delivery.failure !== undefined;
			const key = `${delivery.id}/${delivery.attempt}`;
			if (!isFinished || this.#reportedDeliveries.has(key)) continue;
			this.#reportedDeliveries.add(key);
			this.#lastDeliveryAt = Date.now();
			printLine(deliveryLine(delivery));
		}
		if (Date.now() - this.#lastDeliveryAt > POLL_AFTER_DELIVERY_MS) return true;

		const executions = await listExecutions(this.#rest, this.#workflowId);
		for (const summary of executions.toReversed()) {
			if (!hasEnded(summary) || this.#reportedExecutions.has(summary.id)) continue;
			this.#reportedExecutions.add(summary.id);
			this.#reportExecution(await getExecution(this.#rest, summary.id));
		}
		return executions.every(hasEnded);
	}

	#reportExecution(execution: Execution): void {
		for (const [name, lineOf] of Object.entries(LINES_BY_NODE)) {
			const items = itemsOf(execution, name);
			for (const { json } of items) printLine(lineOf(json));
			if (items.length > 0 && !this.#executionByNode.has(name)) {
				this.#executionByNode.set(name, execution.id);
			}
		}
		const { id, status, error } = execution;
		if (status === 'success') return;
		if (error?.node?.name === TURNED_AWAY_NODE) return printLine(`item     ${error.message}`);
		const where = error?.node ? ` at "${error.node.name}"` : '';
		throw new Error(
			`Execution ${id} ended with ${status}${where}: ${error?.message ?? 'n8n gives no reason'}`,
		);
	}
}
