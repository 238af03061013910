import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { readCurrentOrder, readWholeOrder, type CurrentOrder } from '../../api/currentOrder';
import { UnboundedListError } from '../../api/listErrors';
import { readUntil } from '../../api/order';
import { EVENT_DATA_KEYS, isKnownEventType, WEBHOOK_ATTEMPTS } from '../../spec/service';
import { accountOf, type ApiClient } from '../../transport/client';
import { connectionError } from '../../transport/errors/connectionErrors';
import { CREDENTIAL } from '../../transport/credential';
import { createDeadlineClient, type Deadline } from '../../transport/deadlineClient';
import { timeouts } from '../../transport/timeouts';
import { Run } from '../../transport/run';
import { Semaphore } from '../../transport/limits/semaphore';
import { ServiceError, unwrap } from '../../transport/errors/serviceError';
import { orderIdOf, withoutCurrent, type CurrentFields } from '../currentFields';
import { lagOf } from '../orderLag';
import type { EventEnvelope } from './envelope';

/**
 * Time to read the order of a delivery: half of what the service waits for a response (spec section 6). The other half
 * is left for the network, and for the workflow if the response waits for it.
 */
export const CURRENT_ORDER_TIME_MS = 30_000;

/** Deliveries of one account that read at once, and so its requests: a delivery sends one after the other. */
const CONCURRENCY = 10;

/** A failed request is retried once; after that, the service retries the delivery. */
const POLICY = { maxAttempts: 2, maxTimeoutMs: 10_000 };

/**
 * Maximum number of deliveries of one account that wait for their order. n8n keeps the body of each, and on its default
 * engine an isolate. The service is asked to retry further ones. By account, so that one whose service hangs turns away no
 * event of another.
 */
const MAX_PENDING = 50;

/** Result of reading the order of an event. */
interface CurrentOrderReading extends CurrentFields {
	/** Whether a retry of the delivery may succeed. */
	isTemporary: boolean;
}

/** The results of reading one order, as far as they are known. */
interface Progress {
	/** The last one that lags behind the event. One with an order is not replaced by one that did not find it. */
	lagging?: CurrentOrderReading;
}

/** What the deliveries of one account share that are read at the same time. */
class Account {
	readonly run = new Run(CONCURRENCY);

	/**
	 * Around the client's own semaphore, which admits requests, because a delivery that waits there would send its request
	 * when admitted, even after its deadline.
	 */
	readonly semaphore = new Semaphore(CONCURRENCY);

	pending = 0;
}

/** Whether events of this type belong to an order (spec section 6). */
export const belongsToOrder = ({ type }: Pick<EventEnvelope, 'type'>): boolean =>
	isKnownEventType(type) && EVENT_DATA_KEYS[type] !== 'mockupTask';

/**
 * Whether the service will retry a delivery that is not answered with 200 (spec section 6, Delivery and retries). False
 * without a count of retries: an event that relies on a retry that never comes would be lost.
 */
export const willBeRetried = ({ retries }: Pick<EventEnvelope, 'retries'>): boolean =>
	retries !== undefined && retries < WEBHOOK_ATTEMPTS - 1;

const unreadable = (currentError: string, isTemporary: boolean): CurrentOrderReading => ({
	current: null,
	currentError,
	isTemporary,
});

/**
 * Whether a failure may be over when the delivery is retried: no connection, no complete response in time, 408, 429, 5xx,
 * and a success that cannot be read, such as a gateway's web page or JSON that was cut off.
 */
const isTemporary = (error: ServiceError): boolean =>
	error.outcome !== 'refused' && !(error instanceof UnboundedListError);

function failedReading(error: unknown): CurrentOrderReading {
	return {
		...withoutCurrent(error),
		isTemporary: error instanceof ServiceError && isTemporary(error),
	};
}

/**
 * The reading of an order that the service does not find. Its event proves that it was there: the service may have answered
 * from an older copy. Undefined for any other failure.
 */
function notFoundReading(error: unknown): CurrentOrderReading | undefined {
	return error instanceof ServiceError && error.status === 404
		? unreadable(
				`${error.message}, although the event is about it: the service lags behind its event, or the order is gone`,
				true,
			)
		: undefined;
}

function successfulReading(item: IDataObject, current: CurrentOrder): CurrentOrderReading {
	const currentError = lagOf(item, current);
	return currentError === undefined
		? { current, isTemporary: false }
		: { current, currentError, isTemporary: true };
}

/**
 * Wraps a client so that it sends nothing after the deadline, when the delivery has been answered. A deadline client
 * only shares the time among attempts, so that a slow one leaves time for the next.
 */
const silentAfter = (client: ApiClient, deadline: Deadline): ApiClient => ({
	...client,
	send: async (request) =>
		deadline.isOver
			? connectionError(client.caller, client.address, { code: 'ETIMEDOUT' })
			: await client.send(request),
});

/** Reads the current orders of events, for all triggers of a process. Limited in number and time. */
export class CurrentOrderReader {
	private pending = 0;

	private readonly accounts = new Map<string, Account>();

	/** Number of deliveries whose order is being read, also after their deadline. */
	get pendingCount(): number {
		return this.pending;
	}

	/**
	 * Reads the current state of an event's order and its shipments. Never throws.
	 *
	 * @param item the event's item
	 * @param deadline when the delivery must be answered
	 */
	async read(
		context: IWebhookFunctions,
		item: IDataObject,
		deadline: Deadline,
	): Promise<CurrentOrderReading> {
		const orderId = orderIdOf(item);
		if (orderId === '') return unreadable('The event does not name its order', false);
		this.pending += 1;
		const progress: Progress = {};
		const reading = this.readOne(context, item, orderId, deadline, progress).finally(() => {
			this.pending -= 1;
		});
		return await untilDeadline(reading, deadline, progress);
	}

	/**
	 * Reads an order, and reads it again while it lags behind the event. A reading that lags is better than none: it is the
	 * result where a later one fails for the moment.
	 */
	private async readOne(
		context: IWebhookFunctions,
		item: IDataObject,
		orderId: string,
		deadline: Deadline,
		progress: Progress,
	): Promise<CurrentOrderReading> {
		const credential = await context.getCredentials(CREDENTIAL).catch(() => undefined);
		// It may be readable when the service retries.
		if (!credential) return unreadable('The credential could not be read', true);
		try {
			return await this.inAccount(accountOf(credential), async ({ run, semaphore }) => {
				const client = createDeadlineClient(context, credential, deadline, POLICY, run);
				const readOnce = async (): Promise<CurrentOrderReading> => {
					// Released between two readings, so that an order that lags holds up no other.
					await semaphore.acquire(progress.lagging !== undefined);
					try {
						const reader = silentAfter(client, deadline);
						const order = await readWholeOrder(reader, orderId);
						const current = await readCurrentOrder(reader, orderId, { order });
						const reading = successfulReading(item, current);
						progress.lagging = reading.isTemporary ? reading : undefined;
						return reading;
					} catch (error) {
						const notFound = notFoundReading(error);
						if (notFound) {
							progress.lagging ??= notFound;
							return progress.lagging;
						}
						const reading = failedReading(error);
						return (reading.isTemporary && progress.lagging) || reading;
					} finally {
						semaphore.release();
					}
				};
				return unwrap(await readUntil(client, readOnce, (reading) => reading !== progress.lagging));
			});
		} catch (error) {
			return failedReading(error);
		}
	}

	/** Counts a delivery of an account while it is read, unless there are too many of them. */
	private async inAccount(
		key: string,
		read: (account: Account) => Promise<CurrentOrderReading>,
	): Promise<CurrentOrderReading> {
		const account = this.accounts.get(key) ?? new Account();
		if (account.pending >= MAX_PENDING) {
			return unreadable('Too many events arrived at once to read the order of each', true);
		}
		this.accounts.set(key, account);
		account.pending += 1;
		try {
			return await read(account);
		} finally {
			account.pending -= 1;
			// Forgotten with the last delivery: a rate limit learned during an outage would turn away its retries.
			if (account.pending === 0) this.accounts.delete(key);
		}
	}
}

/**
 * Resolves to the result of reading, or at the deadline to what was read by then, or to a temporary failure, whatever a
 * request in flight does.
 */
async function untilDeadline(
	reading: Promise<CurrentOrderReading>,
	deadline: Deadline,
	progress: Progress,
): Promise<CurrentOrderReading> {
	return await new Promise((resolve) => {
		const timer = timeouts.add(deadline.left, () => {
			resolve(progress.lagging ?? unreadable('The order could not be read in time', true));
		});
		void reading.then((result) => {
			timeouts.remove(timer);
			resolve(result);
		});
	});
}
