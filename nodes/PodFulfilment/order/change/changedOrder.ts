// The order after a change that the service accepted, and its output: from the response, or read again until it shows
// the change. Warns when the order cannot be read afterwards or does not show the change yet.

import type { IDataObject } from 'n8n-workflow';

import { findOrder, isWholeOrder, readUntil, type OrderReference } from '../../api/order';
import { EXTERNAL_ID_PREFIX } from '../../spec/service';
import type { ApiClient } from '../../transport/client';
import { RunAborted, type Run } from '../../transport/run';
import { ServiceError, type Result } from '../../transport/errors/serviceError';
import type { ServiceResponse } from '../../transport/types';
import { orderName } from '../failedOrder';
import { warningKindsOf } from '../warningKinds';
import type { orderResult } from '../orderResult';
import { stateWords } from './stateRefusal';

export const CONFIRMED = 'confirmed';

/** A change that succeeded. */
interface MadeChange {
	/** For messages, e.g. {@link CONFIRMED}. */
	done: string;
	/** Whether an order shows it. Left out where an order need not show it. */
	isShownBy?: (order: IDataObject) => boolean;
	/** Whether it is one of the status. Then a response that does not show it is read again: it may hold the order as it was. */
	isOfStatus?: boolean;
}

/** An order after a change, with what the user should know about it. */
export interface ChangedOrder {
	order: IDataObject;
	warnings: string[];
	/** Whether the order was read; otherwise it has nothing but its reference. */
	isRead: boolean;
}

/** The output for an order that was changed: where it could not be read, the change must not look as if it failed. */
export const changedOutput = (
	{ order, warnings, isRead }: ChangedOrder,
	toResult: ReturnType<typeof orderResult>,
): IDataObject => (isRead ? toResult(order, warnings) : { ...order, warnings });

/** Says that an order was changed although its output does not show it; hints have to know it of a confirmed one. */
function unseenChange(run: Run, done: string, why: string): string {
	const warning = `The order was ${done}, but ${why}`;
	return done === CONFIRMED
		? warningKindsOf(run).note(warning, { kind: 'unseenConfirmation' })
		: warning;
}

/**
 * The order after a change that succeeded: from the response where it is whole, else read. Undefined when it is not found,
 * because reads lag behind.
 */
async function orderAfter(
	client: ApiClient,
	order: OrderReference,
	response: ServiceResponse,
	{ isShownBy = () => true, isOfStatus = false }: MadeChange,
): Promise<Result<IDataObject | undefined>> {
	const answered = isWholeOrder(response.body, order) ? response.body : undefined;
	if (answered && (!isOfStatus || isShownBy(answered))) return answered;
	const read = await readUntil(
		client,
		async () => await findOrder(client, order),
		(found) => found !== undefined && isShownBy(found),
	);
	return read === undefined || read instanceof ServiceError ? (answered ?? read) : read;
}

/** An order that was changed and cannot be read. */
const unreadOrder = (
	run: Run,
	{ reference }: OrderReference,
	done: string,
	why: string,
): ChangedOrder => ({
	order: reference.startsWith(EXTERNAL_ID_PREFIX)
		? { externalId: reference.slice(EXTERNAL_ID_PREFIX.length) }
		: { id: reference },
	warnings: [unseenChange(run, done, `could not be read afterwards. ${why}`)],
	isRead: false,
});

/** Why an order that was looked for is not there to be read. */
export const whyUnread = (read: ServiceError | undefined): string =>
	read ? `${read.message}. ${read.description}` : 'It cannot be found yet.';

/** Statuses that an order does not leave: what shows one was read too early less likely than changed in vain. */
const LEFT_RARELY = ['fulfilled', 'shipped', 'canceled'];

/** The warning of an order that does not show a change which the service accepted. */
const unshownChange = (run: Run, order: IDataObject, { done, isOfStatus }: MadeChange): string =>
	isOfStatus && LEFT_RARELY.includes(String(order.status))
		? `The service accepted it, but ${orderName(order)} ${stateWords(order)}: it may not be ${done}.`
		: unseenChange(run, done, 'the service does not show it yet.');

/** Returns the order after a success, whether or not it can be read. */
export async function changedOrder(
	client: ApiClient,
	order: OrderReference,
	response: ServiceResponse,
	change: MadeChange,
): Promise<ChangedOrder> {
	const { done, isShownBy, isOfStatus = false } = change;
	const result = await orderAfter(client, order, response, change).catch((error: unknown) => {
		// The change is made; what n8n shows is why the run ended.
		if (error instanceof RunAborted) return error;
		throw error;
	});
	if (result instanceof RunAborted)
		return unreadOrder(client.run, order, done, 'The run ended before.');
	if (result === undefined || result instanceof ServiceError)
		return unreadOrder(client.run, order, done, whyUnread(result));
	const isChecked = isOfStatus || result !== response.body;
	const isStale = isChecked && isShownBy?.(result) === false;
	const warnings = isStale ? [unshownChange(client.run, result, change)] : [];
	return { order: result, warnings, isRead: true };
}
