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
import { tell } from './screen.ts';

/** The nodes of examples/follow-the-parcel.json whose items are told about. */
const triggerNode = 'Order or Parcel Moved';
const messageNodes = ['Message About the Order', 'Message About the Parcel'];

/** n8n is asked for new executions for this long after a delivery. */
const settlingMilliseconds = 10_000;

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

/**
 * Tells on the screen what the sandbox delivers and what the second workflow makes of it.
 */
export class Story {
	readonly #sandbox: Sandbox;
	readonly #rest: N8nRest;
	readonly #workflowId: string;
	readonly #toldDeliveries = new Set<string>();
	readonly #toldExecutions = new Set<string>();
	#lastDeliveryAt = 0;

	constructor(sandbox: Sandbox, rest: N8nRest, workflowId: string) {
		this.#sandbox = sandbox;
		this.#rest = rest;
		this.#workflowId = workflowId;
	}

	/** Leaves out what happened before this start. Call it once before anything is placed. */
	async skipThePast(): Promise<void> {
		const past = await listExecutions(this.#rest, this.#workflowId);
		for (const { id } of past) this.#toldExecutions.add(id);
	}

	/**
	 * Tells what happens until the order has shipped and its parcel is on its way.
	 *
	 * @returns the tracking link
	 * @throws Error when the order cannot get there, an execution fails, or the time is up
	 */
	async untilShipped(orderId: string, timeoutMilliseconds: number): Promise<string> {
		const deadline = Date.now() + timeoutMilliseconds;
		let orderShipped = false;
		let trackingUrl: string | undefined;
		for (;;) {
			for (const { json } of await this.tellNews()) {
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

	/** Goes on telling until the signal is given, for everything the user tries in the editor. */
	async goOn(signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			await this.tellNews().catch((error: unknown) => {
				if (!signal.aborted) tell(error instanceof Error ? error.message : String(error));
			});
			await delay(500, undefined, { signal }).catch(() => {});
		}
	}

	/** Tells what is new and returns the items that the trigger emitted. */
	async tellNews(): Promise<Item[]> {
		for (const delivery of this.#sandbox.control.deliveries()) {
			const isOver = delivery.status !== undefined || delivery.failure !== undefined;
			const key = `${delivery.id}/${delivery.attempt}`;
			if (!isOver || this.#toldDeliveries.has(key)) continue;
			this.#toldDeliveries.add(key);
			this.#lastDeliveryAt = Date.now();
			tell(deliveryLine(delivery));
		}
		if (Date.now() - this.#lastDeliveryAt > settlingMilliseconds) return [];

		const items: Item[] = [];
		const executions = await listExecutions(this.#rest, this.#workflowId);
		for (const summary of executions.reverse()) {
			if (!hasEnded(summary) || this.#toldExecutions.has(summary.id)) continue;
			this.#toldExecutions.add(summary.id);
			items.push(...this.#tellExecution(await getExecution(this.#rest, summary.id)));
		}
		return items;
	}

	#tellExecution(execution: Execution): Item[] {
		const items = itemsOf(execution, triggerNode);
		for (const { json } of items) {
			tell(`item     ${String(json.event)} ${statusOf(json)}, emitted by "${triggerNode}"`);
		}
		for (const { json } of messageNodes.flatMap((name) => itemsOf(execution, name))) {
			tell(`message  ${String(json.text)}`);
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
