import { UserError, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

import { readCurrentOrder, type CurrentOrder } from '../../api/currentOrder';
import { isObject } from '../../input/guards';
import { EVENT_DATA_KEYS, isKnownEventType, WEBHOOK_ATTEMPTS } from '../../spec/service';
import type { ApiClient } from '../../transport/client';
import { connectionError } from '../../transport/errors/connectionErrors';
import { CREDENTIAL } from '../../transport/credential';
import { createDeadlineClient, type Deadline } from '../../transport/deadlineClient';
import { timeouts } from '../../transport/timeouts';
import { Run } from '../../transport/run';
import { Semaphore } from '../../transport/limits/semaphore';
import { ServiceError, type Outcome } from '../../transport/errors/serviceError';
import { idOrStatusText } from '../changeId';
import type { EventEnvelope } from './envelope';

/**
 * How long after a delivery came its order may be read: half of what the service waits for an answer (spec section 6), so
 * that as much is left for the way there and back, and for the workflow where it is waited for.
 */
export const CURRENT_ORDER_TIME_MS = 30_000;

/** Requests of one account at once. A delivery sends one after the other. */
const CONCURRENCY = 10;

/** A failed request is repeated once: after that, the service repeats the delivery. */
const POLICY = { maxAttempts: 2, maxTimeoutMs: 10_000 };

/**
 * Deliveries that wait for their order at once, in this process. n8n keeps the body of each, and on its default engine an
 * isolate. Further ones are to come again.
 */
const MAX_PENDING = 50;

/** Result of reading the order of an event. */
interface CurrentOrderReading {
	/** Null where it could not be read. */
	current: CurrentOrder | null;
	/** Why it could not be read. */
	currentError?: string;
	/** Whether it may be readable when the delivery is repeated. */
	isTemporary: boolean;
}

/** What the deliveries share that are read at the same time. */
interface Shared {
	run: Run;
	/** By account. */
	slots: Map<string, Semaphore>;
}

/** Whether events of this type belong to an order (spec section 6). */
export const belongsToOrder = ({ type }: Pick<EventEnvelope, 'type'>): boolean =>
	isKnownEventType(type) && EVENT_DATA_KEYS[type] !== 'mockupTask';

/**
 * Whether the service delivers an event again that is not answered with 200 (spec section 6, Delivery and retries).
 * Without a count nobody knows, and an event that waits for a delivery which never comes would be lost.
 */
export const comesAgain = ({ retries }: Pick<EventEnvelope, 'retries'>): boolean =>
	retries !== undefined && retries < WEBHOOK_ATTEMPTS - 1;

/** ID of the order that an event's item is about, or whose shipment it is about; empty if it names none. */
export function orderIdOf({ order, shipment }: IDataObject): string {
	if (isObject(order)) return idOrStatusText(order.id);
	return isObject(shipment) ? idOrStatusText(shipment.orderId) : '';
}

const unreadable = (currentError: string, isTemporary: boolean): CurrentOrderReading => ({
	current: null,
	currentError,
	isTemporary,
});

/** Failures that may be over when the delivery is repeated: 429, 5xx, no connection, no complete answer in time. */
const TEMPORARY = new Set<Outcome>(['busy', 'unsent', 'lost']);

function readingOf(error: unknown): CurrentOrderReading {
	if (error instanceof ServiceError) {
		return unreadable(error.message, TEMPORARY.has(error.outcome));
	}
	const text = error instanceof UserError ? error.message : 'The order could not be read';
	return unreadable(text, false);
}

/** The client, which sends nothing behind the deadline: its delivery has been answered then. */
const endingAt = (client: ApiClient, deadline: Deadline): ApiClient => ({
	...client,
	send: async (request) =>
		deadline.isOver
			? connectionError(client.caller, client.address, { code: 'ETIMEDOUT' })
			: await client.send(request),
});

/** Reads the orders of events, for all triggers of a process. Bounded in number and time. */
export class CurrentOrderReader {
	private pending = 0;

	private shared: Shared | undefined;

	/** Number of deliveries that wait for their order. */
	get pendingCount(): number {
		return this.pending;
	}

	/**
	 * Reads the order of an event with its shipments, as they are now. Never throws.
	 *
	 * @param item the event's item
	 * @param deadline when the delivery has to be answered
	 */
	async read(
		context: IWebhookFunctions,
		item: IDataObject,
		deadline: Deadline,
	): Promise<CurrentOrderReading> {
		const orderId = orderIdOf(item);
		if (orderId === '') return unreadable('The event does not say which order it is about', false);
		if (this.pending >= MAX_PENDING) {
			return unreadable('Too many events came at once to read the order of each', true);
		}
		this.pending += 1;
		const reading = this.readOne(context, orderId, deadline).finally(() => {
			this.pending -= 1;
			// A rate that was learned while the service refused everything would turn away what comes again after that.
			if (this.pending === 0) this.shared = undefined;
		});
		return await untilDeadline(reading, deadline);
	}

	private async readOne(
		context: IWebhookFunctions,
		orderId: string,
		deadline: Deadline,
	): Promise<CurrentOrderReading> {
		const credential = await context.getCredentials(CREDENTIAL).catch(() => undefined);
		// The service delivers again, when the credential may be readable.
		if (!credential) return unreadable('The credential could not be read', true);
		try {
			this.shared ??= { run: new Run(CONCURRENCY), slots: new Map() };
			const { run, slots } = this.shared;
			const client = createDeadlineClient(context, credential, deadline, POLICY, run);
			const ofAccount = slots.get(client.account) ?? new Semaphore(CONCURRENCY);
			slots.set(client.account, ofAccount);
			await ofAccount.acquire();
			try {
				const current = await readCurrentOrder(endingAt(client, deadline), orderId);
				return { current, isTemporary: false };
			} finally {
				ofAccount.release();
			}
		} catch (error) {
			return readingOf(error);
		}
	}
}

/** The result of reading, or a temporary failure at the deadline. A read still in flight then is not waited for. */
async function untilDeadline(
	reading: Promise<CurrentOrderReading>,
	deadline: Deadline,
): Promise<CurrentOrderReading> {
	return await new Promise((resolve) => {
		const timer = timeouts.add(deadline.left, () => {
			resolve(unreadable('The order could not be read in time', true));
		});
		void reading.then((result) => {
			timeouts.remove(timer);
			resolve(result);
		});
	});
}
