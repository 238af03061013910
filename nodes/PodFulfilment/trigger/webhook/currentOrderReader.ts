// 'Add Current Order' of a delivery: reads the order until a deadline, again after a pause while it lags behind the
// event, and of an account only so many at once. Says whether the delivery is worth a retry, and whether the service
// will retry it.

import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { readCurrentOrder, readWholeOrder } from '../../api/orderWithShipments';
import { UnboundedListError } from '../../api/listErrors';
import { EVENT_DATA_KEYS, isKnownEventType, WEBHOOK_ATTEMPTS } from '../../spec/service';
import { accountOf, createClient, type ApiClient } from '../../transport/client';
import { CREDENTIAL } from '../../transport/credential';
import { deadlineIn, type Deadline } from '../../transport/deadlineClient';
import { ServiceError } from '../../transport/errors/serviceError';
import { Run } from '../../transport/run';
import { timeouts } from '../../transport/responseBody';
import type { RequestSettings } from '../../transport/types';
import { type CurrentFields, lagOf, eventOrderIdOf, withoutCurrent } from '../currentOrder';
import type { EventEnvelope } from './envelope';

/**
 * Time to read the order of a delivery. A read shows an event within seconds; what is left of the 60 seconds that the
 * service waits for a response (spec section 6) is for the workflow, if the response waits for it.
 */
const CURRENT_ORDER_TIME_MS = 10_000;

/** Pause before the second reading. Each further one takes twice as long. */
const FIRST_PAUSE_MS = 500;

/** A request that hangs leaves time for another. */
const MAX_TIMEOUT_MS = 5_000;

/** The timeout counts when a request is sent: one that waited for its turn until the deadline is not sent at all. */
const settingsOf = (deadline: Deadline): RequestSettings => ({
	get timeout() {
		return Math.min(MAX_TIMEOUT_MS, deadline.remainingMs);
	},
});

/**
 * A request that fails is not sent again by itself: the order is read again. One that waits for a rate limit ends before the
 * deadline, so that it says so.
 */
const POLICY = { concurrency: 10, maxAttempts: 1, maxWaitSeconds: 8 };

/**
 * Deliveries of one account whose order is read at once. n8n keeps the body of each, and on its default engine an isolate.
 * The service is asked to retry further ones. By account, so that one whose service hangs turns away no event of another.
 */
const MAX_READING = 50;

/** Result of reading the order of an event. */
interface CurrentOrderReading extends CurrentFields {
	/** Whether a retry of the delivery may succeed. */
	isTemporary: boolean;
}

/** What the deliveries of one account share that are read at the same time. */
interface Account {
	run: Run;
	/** How many there are. */
	reading: number;
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
 * The reading of an order that could not be read. What may be over when it is read again: no connection, no complete
 * response in time, 408, 429, 5xx, a success that cannot be read, such as a gateway's web page or JSON that was cut off,
 * and a 404, since the event proves that the order was there.
 */
function failedReading(error: unknown): CurrentOrderReading {
	if (error instanceof ServiceError && error.status === 404) {
		const reason = 'the service lags behind its event, or the order is gone';
		return unreadable(`${error.message}, although the event is about it: ${reason}`, true);
	}
	const isTemporary =
		error instanceof ServiceError &&
		error.outcome !== 'refused' &&
		!(error instanceof UnboundedListError);
	return { ...withoutCurrent(error), isTemporary };
}

/** Reads the order of an event and its shipments once. Never throws. */
async function readOnce(
	client: ApiClient,
	item: IDataObject,
	orderId: string,
): Promise<CurrentOrderReading> {
	try {
		const order = await readWholeOrder(client, orderId);
		const current = await readCurrentOrder(client, orderId, { order });
		const currentError = lagOf(item, current);
		return currentError === undefined
			? { current, isTemporary: false }
			: { current, currentError, isTemporary: true };
	} catch (error) {
		return failedReading(error);
	}
}

/** Resolves to a reading, or at the deadline to another, whatever a request in flight does. */
const byDeadline = async (
	reading: Promise<CurrentOrderReading>,
	deadline: Deadline,
	otherwise: CurrentOrderReading,
): Promise<CurrentOrderReading> =>
	await new Promise((resolve) => {
		const timer = timeouts.add(deadline.remainingMs, () => resolve(otherwise));
		void reading.then((result) => {
			timeouts.remove(timer);
			resolve(result);
		});
	});

/** Reads an order, and reads it again until the deadline while it lags or cannot be read for the moment. */
async function readAgain(
	client: ApiClient,
	item: IDataObject,
	orderId: string,
	deadline: Deadline,
): Promise<CurrentOrderReading> {
	let best = unreadable('The order could not be read in time', true);
	for (let pauseMs = FIRST_PAUSE_MS; !deadline.isOver; pauseMs *= 2) {
		const reading = await byDeadline(readOnce(client, item, orderId), deadline, best);
		// One that lags is better than none.
		if (reading.current || !reading.isTemporary || !best.current) best = reading;
		if (!reading.isTemporary || pauseMs >= deadline.remainingMs) break;
		await client.run.pause(pauseMs);
	}
	return best;
}

/** Reads the current orders of events, for all triggers of a process. Limited in number and time. */
export class CurrentOrderReader {
	private readonly accounts = new Map<string, Account>();

	/** Number of accounts of which an order is being read. */
	get size(): number {
		return this.accounts.size;
	}

	/**
	 * Reads the current state of an event's order and its shipments, within {@link CURRENT_ORDER_TIME_MS}. Never throws.
	 *
	 * @param item the event's item
	 */
	async read(context: IWebhookFunctions, item: IDataObject): Promise<CurrentOrderReading> {
		const deadline = deadlineIn(CURRENT_ORDER_TIME_MS);
		const orderId = eventOrderIdOf(item);
		if (orderId === '') return unreadable('The event does not name its order', false);
		const credential = await context.getCredentials(CREDENTIAL).catch(() => undefined);
		// It may be readable when the service retries.
		if (!credential) return unreadable('The credential could not be read', true);
		try {
			const key = accountOf(credential);
			const account = this.accounts.get(key) ?? { run: new Run(POLICY.concurrency), reading: 0 };
			if (account.reading >= MAX_READING) {
				return unreadable('Too many events arrived at once to read the order of each', true);
			}
			const client = createClient(context, credential, settingsOf(deadline), POLICY, account.run);
			this.accounts.set(key, account);
			account.reading += 1;
			return await readAgain(client, item, orderId, deadline).finally(() => {
				account.reading -= 1;
				// Forgotten with the last one: a rate limit learned during an outage would turn away its retries.
				if (account.reading === 0) this.accounts.delete(key);
			});
		} catch (error) {
			return failedReading(error);
		}
	}
}
