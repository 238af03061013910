// A change of an order: from the request to the order as it is then. Of confirming and cancelling also the statuses that prove
// or contradict them.

import type { IDataObject } from 'n8n-workflow';

import {
	findOrder,
	orderIds,
	isWholeOrder,
	type OrderReference,
	readUntil,
	tryOrder,
} from '../../api/order';
import type { ApiClient } from '../../transport/client';
import { RunAborted } from '../../transport/run';
import { ServiceError, type Result } from '../../transport/errors/serviceError';
import type { ServiceRequest, ServiceResponse } from '../../transport/types';
import { orderName } from '../failedOrder';
import { warning, warningOf, type Finding, notice, warningsIn } from '../findings';
import { explainedRefusal, stateWords, type RefusedChange } from './stateRefusal';
import { millisecondsOf } from '../../input/timestamp';
import { withFullStop } from '../../input/wording';
import { ORDER_STATUSES, type OrderStatus } from '../../spec/service';

/** A change of an order, or of an item of it. */
interface Change extends RefusedChange {
	request: Pick<ServiceRequest, 'method' | 'path' | 'body' | 'fieldLabel' | 'retrySafety'> & {
		/** By default the order's. */
		subject?: string;
	};
	/** Whether an order shows a change that the service accepted. @param answer body of the response to the change */
	isShownBy(order: IDataObject, answer: unknown): boolean;
	/** Whether it proves one that is in doubt; by default as above. @param isRefused for the order's state */
	isProvenBy?(order: IDataObject, isRefused: boolean): boolean;
	/** Is told what the service answered, before anything is read: that must be known even where the run ends. */
	onAnswer?(result: Result<ServiceResponse>): void;
	/** Whether a response may hold the order as it was before, so that it is read again. */
	mayAnswerOld?: boolean;
	/** Whether a refusal for the order's state may come of a change that was made before. */
	isRepeatable?: boolean;
}

/** A change that was made, with what was found of its order. */
interface MadeChange {
	/** Undefined where it could not be read, see `why`. */
	order: IDataObject | undefined;
	why?: string;
	/** Whether the order does not show the change yet. */
	isStale: boolean;
	answer?: unknown;
	/** Of a change that the order alone proves: what the service said, and whether it may be an earlier try's. */
	inSpiteOf?: { error: ServiceError; wasInDoubt: boolean };
}

/** An order after a change, with what the user should know about it. */
interface ChangedOrder {
	order: IDataObject;
	findings: Finding[];
	/** Whether the order was read; otherwise it has nothing but its reference. */
	isRead: boolean;
	inSpiteOf?: MadeChange['inSpiteOf'];
}

/** Says that an order was changed although its output does not show it; hints have to know it of a confirmed one. */
function unseenChange(done: string, why: string): Finding {
	const text = `The order was ${done}, but ${why}`;
	return done === 'confirmed' ? warningOf('unseenConfirmation', text) : warning(text);
}

/** Why an order that was looked for is not there to be read. */
export const whyUnread = (read: ServiceError | undefined): string =>
	read ? `${read.message}. ${read.description}` : 'It cannot be found yet.';

/**
 * The order after a change that succeeded: from the response where it is whole, else read until it shows the change. It
 * may not be found, because reads lag behind.
 */
async function orderAfter(
	client: ApiClient,
	order: OrderReference,
	{ body }: ServiceResponse,
	{ isShownBy, mayAnswerOld = false }: Change,
): Promise<MadeChange> {
	const isShown = (found: IDataObject): boolean => isShownBy(found, body);
	const answered = isWholeOrder(body, order) ? body : undefined;
	if (answered && (!mayAnswerOld || isShown(answered))) {
		return { order: answered, isStale: false, answer: body };
	}
	const read = await readUntil(
		client,
		async () => await findOrder(client, order),
		(found) => found !== undefined && isShown(found),
	).catch((error: unknown) => {
		// The change is made; what n8n shows is why the run ended.
		if (error instanceof RunAborted) return error;
		throw error;
	});
	if (read instanceof RunAborted) {
		return { order: undefined, why: 'The run ended before.', isStale: false, answer: body };
	}
	const isRead = read !== undefined && !(read instanceof ServiceError);
	const found = isRead ? read : answered;
	const isStale = found !== undefined && !isShown(found);
	return { order: found, ...(!isRead && { why: whyUnread(read) }), isStale, answer: body };
}

/** Statuses with which the service may refuse a change for the state of the order (spec section 7). */
const MAY_MEAN_STATE = [400, 409, 422];

/**
 * Sends a change of an order and tells what became of it. A change that is in doubt counts as made where the order shows
 * it.
 *
 * @throws ServiceError when it was refused, with what the order's state has to do with it, or stays in doubt
 */
export async function makeChange(
	client: ApiClient,
	order: OrderReference,
	change: Change,
): Promise<MadeChange> {
	const result = await client.send({ subject: order.subject, ...change.request });
	change.onAnswer?.(result);
	if (!(result instanceof ServiceError)) return await orderAfter(client, order, result, change);
	const { isShownBy, isRepeatable = false } = change;
	const wasInDoubt = client.write.isInDoubt;
	const isRefused = isRepeatable && MAY_MEAN_STATE.includes(result.status);
	if (!wasInDoubt && !isRefused) throw await explainedRefusal(client, order, result, change);
	const { isProvenBy = (found: IDataObject) => isShownBy(found, undefined) } = change;
	const isProven = (found: IDataObject): boolean => isProvenBy(found, isRefused);
	const read = async () => await tryOrder(client, order);
	const found = wasInDoubt ? await readUntil(client, read, isProven) : await read();
	if (found instanceof ServiceError || !isProven(found)) {
		throw isRefused
			? await explainedRefusal(client, order, result, { ...change, known: found })
			: result;
	}
	client.write.onMade();
	return { order: found, isStale: false, inSpiteOf: { error: result, wasInDoubt } };
}

/** Statuses that an order does not leave: what shows one was read too early less likely than changed in vain. */
const LEFT_RARELY = ['fulfilled', 'shipped', 'canceled'];

/** As {@link makeChange}, with what the user should know about the order. */
export async function changeOrder(
	client: ApiClient,
	order: OrderReference,
	change: Change,
): Promise<ChangedOrder> {
	const { done, mayAnswerOld = false } = change;
	const { order: found, why, isStale, inSpiteOf } = await makeChange(client, order, change);
	if (found === undefined) {
		const { orderId, orderExternalId } = orderIds(order);
		return {
			order: orderId === null ? { externalId: orderExternalId } : { id: orderId },
			findings: [unseenChange(done, `could not be read afterwards. ${why}`)],
			isRead: false,
		};
	}
	if (!isStale) return { order: found, findings: [], isRead: true, inSpiteOf };
	const stale =
		mayAnswerOld && LEFT_RARELY.includes(String(found.status))
			? warning(
					`The service accepted it, but ${orderName(found)} ${stateWords(found)}: it may not be ${done}.`,
				)
			: unseenChange(done, 'the service does not show it yet.');
	return { order: found, findings: [stale], isRead: true, inSpiteOf };
}

/** A change of an order's state (spec section 4), with what shows that it was made. */
export interface StateChange {
	/** The last part of the path. */
	value: 'confirm' | 'cancel';
	/** The change once it is made, for messages. */
	done: 'confirmed' | 'cancelled';
	/** Statuses of an order that the change was made to: now, or before. */
	provenByStatuses: readonly OrderStatus[];
	/** Statuses that an order cannot have once the change is made: what shows them lags behind. */
	contradictedBy: readonly OrderStatus[];
}

export const CANCEL: StateChange = {
	value: 'cancel',
	done: 'cancelled',
	provenByStatuses: ['canceled'],
	contradictedBy: ORDER_STATUSES.filter((status) => status !== 'canceled'),
};

export const CONFIRM: StateChange = {
	value: 'confirm',
	done: 'confirmed',
	provenByStatuses: ['pending', 'inprocess', 'onhold', 'partial', 'fulfilled', 'shipped'],
	contradictedBy: ['draft', 'canceled'],
};

/** So long ago an order was placed whose validation may not have ended. The spec does not say how long it takes. */
const YOUNG_MS = 60_000;

/** A confirmation with a notice where the order was placed just before, as far as n8n's clock tells. */
export function mayStillFail(confirmed: ChangedOrder): ChangedOrder {
	const { order, findings } = confirmed;
	const createdAt = millisecondsOf(order.createdAt);
	const isYoung = createdAt !== undefined && Math.abs(Date.now() - createdAt) < YOUNG_MS;
	if (!isYoung || order.status !== 'pending' || warningsIn(findings).length > 0) return confirmed;
	return { ...confirmed, findings: [...findings, notice('young', orderName(order))] };
}

/** Statuses that an order may have had before it was confirmed (spec section 3): they do not show that it was. */
const POSSIBLE_FROM_THE_BEGINNING = ['pending', 'onhold'];

/**
 * POST /api/orders/{id}/confirm or /cancel (spec section 4). Returns the order as it is then. To be called by
 * {@link exclusivelyOn}.
 *
 * Both may be sent again without harm, so a lost response is followed by another try. A refusal for the state of the
 * order counts as done where an earlier try may have been, and the status shows it.
 *
 * @throws ServiceError when it was refused, or is in doubt
 */
export async function applyStateChange(
	client: ApiClient,
	order: OrderReference,
	{ value, done, provenByStatuses, contradictedBy }: StateChange,
): Promise<ChangedOrder> {
	const isProven = ({ status }: IDataObject): boolean =>
		provenByStatuses.some((proving) => proving === status);
	const isCertain = (found: IDataObject): boolean =>
		isProven(found) && !POSSIBLE_FROM_THE_BEGINNING.includes(String(found.status));
	const { inSpiteOf, ...changed } = await changeOrder(client, order, {
		request: { method: 'POST', path: `${order.path}/${value}`, retrySafety: 'always' },
		done,
		isShownBy: ({ status }) => !contradictedBy.some((contradicting) => contradicting === status),
		// 'pending' proves the change only together with a refusal for the order's state.
		isProvenBy: (found, isRefused) => (isRefused ? isProven : isCertain)(found),
		mayAnswerOld: true,
		isRepeatable: true,
	});
	const { order: current } = changed;
	if (!inSpiteOf || (inSpiteOf.wasInDoubt && isCertain(current))) {
		if (changed.findings.length > 0) return changed;
		return { ...changed, findings: [notice(done, orderName(current), current.status)] };
	}
	const { error, wasInDoubt } = inSpiteOf;
	const why = error.status === 409 ? '' : ` ${withFullStop(error.message)}`;
	const state = `${orderName(current)} ${stateWords(current)}`;
	const when = wasInDoubt
		? `an earlier attempt may have ${done} it`
		: `it may have been ${done} before`;
	const finding = isCertain(current)
		? notice('repeated', `${state}: it was ${done} before, and nothing changed.${why}`)
		: warning(`${state} and was not ${done} now: ${when}.${why}`);
	return { ...changed, findings: [finding] };
}
