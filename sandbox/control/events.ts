import type { AccountStore } from '../state/accounts.ts';
import type { MockupTaskStore } from '../state/mockup-tasks.ts';
import type { Account } from '../state/model.ts';
import type { OrderStore } from '../state/orders.ts';
import { timestamp } from '../time/clock.ts';
import type { DeliveryChanges } from '../webhooks/delivery.ts';
import {
	mockupTaskFinished,
	orderCreated,
	orderUpdated,
	type ServiceEvent,
	shipmentCreated,
} from '../webhooks/envelope.ts';

/** An event to send on demand. */
export interface EventOptions {
	/** Any type; `data` is optional for a type of the specification. */
	type: string;
	/** `data` of the envelope. Default: the account's newest order, shipment or task. */
	data?: Record<string, unknown>;
	/** Members to add to the envelope or to replace in it. */
	envelope?: Record<string, unknown>;
	/** Name or id of the account. Default: `demo`. */
	account?: string;
	/** Signs with this secret instead of the account's: a forged delivery. */
	signingSecret?: string;
	/** Replaces the current Unix time in seconds: a stale delivery. */
	timestamp?: string;
	/** Headers to add to the request or to replace in it. */
	headers?: Record<string, string>;
	/** Sent unchanged instead of the envelope. */
	body?: string;
	/** 1 to 6. Default: 1. */
	attempts?: number;
}

export interface EventSources {
	accounts: AccountStore;
	orders: OrderStore;
	mockupTasks: MockupTaskStore;
}

/** Builds the event, and what differs from a regular delivery of it. */
export function eventToSend(
	sources: EventSources,
	options: EventOptions,
): { account: Account; event: ServiceEvent; changes: DeliveryChanges } {
	const account = sources.accounts.named(options.account ?? 'demo');
	const event =
		options.data !== undefined || options.body !== undefined
			? { type: options.type, members: { data: options.data ?? {}, occurred_at: timestamp() } }
			: sampleEvent(sources, account, options.type);
	Object.assign(event.members, options.envelope);
	const { signingSecret, timestamp: time, headers, body } = options;
	return {
		account,
		event,
		changes: {
			...(signingSecret !== undefined && { signingSecret }),
			...(time !== undefined && { timestamp: time }),
			...(headers !== undefined && { headers }),
			...(body !== undefined && { body }),
			maximumAttempts: options.attempts ?? 1,
		},
	};
}

/** Builds an event of the specification about the newest order, shipment or task. */
function sampleEvent(sources: EventSources, account: Account, type: string): ServiceEvent {
	const orders = sources.orders.ofAccount(account.id);
	if (type === 'order.created') return orderCreated(existing(orders.at(-1), 'order'));
	if (type === 'order.updated') return orderUpdated(existing(orders.at(-1), 'order'));
	if (type === 'shipment.created') {
		const order = orders.findLast(({ shipments }) => shipments.length > 0);
		return shipmentCreated(existing(order?.shipments.at(-1), 'shipment'));
	}
	if (type === 'mockup_task.finished') {
		const task = sources.mockupTasks.ofAccount(account.id).at(-1);
		return mockupTaskFinished(existing(task, 'mockup task'), account);
	}
	throw new Error(`The type '${type}' is not the specification's: give its data`);
}

function existing<T>(entity: T | undefined, name: string): T {
	if (!entity) throw new Error(`The account has no ${name} to tell about: give data`);
	return entity;
}
