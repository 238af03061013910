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
import { answersYes, statusesWhere } from '../../spec/statuses';
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

/** An order after a change, with what the user should know about it. */
interface ChangedOrder {
	/** Where it was not read, it has nothing but its reference. */
	order: IDataObject;
	isRead: boolean;
	/** Of an order that was read: that it does not show the change yet. */
	findings: Finding[];
	/** Body of the response to the change. */
	answer?: unknown;
	/** Of a change that the order alone proves: what the service said, and whether it may be an earlier try's. */
	inSpiteOf?: { error: ServiceError; wasInDoubt: boolean };
}

/** Says that an order was changed although its output does not show it; hints have to know it of a confirmed one. */
function unseenChange(done: string, why: string): Finding {
	const text = `The order was ${done}, but ${why}`;
	return done === 'confirmed' ? warningOf('unseenConfirmation', text) : warning(text);
}

/** Why an order that was looked for is not there to be read. */
export const whyUnread = (read: unknown): string =>
	read instanceof ServiceError ? `${read.message}. ${read.description}` : 'It cannot be found yet.';

/**
 * The order after a change that succeeded: from the response where it is whole, else read until it shows the change. It
 * may not be found, because reads lag behind.
 */
async function orderAfter(
	client: ApiClient,
	order: OrderReference,
	{ body }: ServiceResponse,
	{ done, isShownBy, mayAnswerOld = false }: Change,
): Promise<ChangedOrder> {
	const isShown = (found: IDataObject): boolean => isShownBy(found, body);
	const answered = isWholeOrder(body, order) ? body : undefined;
	if (answered && (!mayAnswerOld || isShown(answered))) {
		return { order: answered, isRead: true, findings: [], answer: body };
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
	const shown = read instanceof ServiceError ? answered : (read ?? answered);
	if (shown === undefined || shown instanceof RunAborted) {
		const why = read instanceof RunAborted ? 'The run ended before.' : whyUnread(read);
		const { orderId, orderExternalId } = orderIds(order);
		return {
			order: orderId === null ? { externalId: orderExternalId } : { id: orderId },
			isRead: false,
			findings: [unseenChange(done, `could not be read afterwards. ${why}`)],
			answer: body,
		};
	}
	const changed = { order: shown, isRead: true, findings: [], answer: body };
	if (isShown(shown)) return changed;
	// It was read too early less likely than changed in vain.
	const mayBeInVain = mayAnswerOld && answersYes(shown.status, 'isLeftRarely');
	const stale = mayBeInVain
		? warning(
				`The service accepted it, but ${orderName(shown)} ${stateWords(shown)}: it may not be ${done}.`,
			)
		: unseenChange(done, 'the service does not show it yet.');
	return { ...changed, findings: [stale] };
}

/**
 * Sends a change of an order, and returns the order as it is then. A change that is in doubt counts as made where the order
 * shows it.
 *
 * @throws ServiceError when it was refused, with what the order's state has to do with it, or stays in doubt
 */
export async function changeOrder(
	client: ApiClient,
	order: OrderReference,
	change: Change,
): Promise<ChangedOrder> {
	const { subject, ifNotFound } = order;
	const result = await client.send({ subject, ifNotFound, ...change.request });
	change.onAnswer?.(result);
	if (!(result instanceof ServiceError)) return await orderAfter(client, order, result, change);
	const { isShownBy, isRepeatable = false } = change;
	const wasInDoubt = client.write.isInDoubt;
	const isRefused = isRepeatable && result.mayBeConflict;
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
	return { order: found, isRead: true, findings: [], inSpiteOf: { error: result, wasInDoubt } };
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
	provenByStatuses: statusesWhere('wasConfirmed'),
	contradictedBy: statusesWhere('isUnconfirmed'),
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
		isProven(found) && !answersYes(found.status, 'mayBeUnconfirmed');
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
