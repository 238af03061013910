import type { Service } from '../service.ts';
import type { Account } from '../state/model.ts';
import { timestamp } from '../time/clock.ts';
import type { DeliveryChanges } from '../webhooks/delivery.ts';
import {
	mockupTaskFinished,
	orderCreated,
	orderUpdated,
	type ServiceEvent,
	shipmentCreated,
} from '../webhooks/envelope.ts';

/** An event to send by hand. */
export interface EventOptions {
	/** Any type; for one of the specification's, `data` may be left out. */
	type: string;
	/** `data` of the envelope; the account's newest order, shipment or task when left out. */
	data?: Record<string, unknown>;
	/** Further members of the envelope, or other values for its usual ones. */
	envelope?: Record<string, unknown>;
	/** Name or id of the account; `demo` when left out. */
	account?: string;
	/** Signs with this secret in place of the account's: a forged delivery. */
	signingSecret?: string;
	/** In place of the current Unix time in seconds: a stale delivery. */
	timestamp?: string;
	/** Further request headers, or other values for the usual ones. */
	headers?: Record<string, string>;
	/** Sent as it is in place of the envelope. */
	body?: string;
	/** 1 to 6; 1 when left out. */
	attempts?: number;
}

export function eventToSend(
	service: Service,
	options: EventOptions,
): { account: Account; event: ServiceEvent; changes: DeliveryChanges } {
	const account = service.accounts.named(options.account ?? 'demo');
	const event =
		options.data !== undefined || options.body !== undefined
			? { type: options.type, members: { data: options.data ?? {}, occurred_at: timestamp() } }
			: sampleEvent(service, account, options.type);
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

function sampleEvent(service: Service, account: Account, type: string): ServiceEvent {
	const orders = service.orders.ofAccount(account.id);
	if (type === 'order.created') return orderCreated(existing(orders.at(-1), 'order'));
	if (type === 'order.updated') return orderUpdated(existing(orders.at(-1), 'order'));
	if (type === 'shipment.created') {
		const order = orders.findLast(({ shipments }) => shipments.length > 0);
		return shipmentCreated(existing(order?.shipments.at(-1), 'shipment'));
	}
	if (type === 'mockup_task.finished') {
		const task = service.mockupTasks.ofAccount(account.id).at(-1);
		return mockupTaskFinished(existing(task, 'mockup task'), account);
	}
	throw new Error(`The type '${type}' is not the specification's: give its data`);
}

function existing<T>(entity: T | undefined, name: string): T {
	if (!entity) throw new Error(`The account has no ${name} to tell about: give data`);
	return entity;
}
