// Makes a change of an order: sends it, explains a refusal by the order's status, or returns the order as it is then. Also the
// words for each status: 'is on hold'. Confirming and cancelling are in stateChange.ts.

import type { IDataObject } from 'n8n-workflow';

import {
	findOrder,
	orderIds,
	isWholeOrder,
	type OrderReference,
	readUntil,
	tryOrder,
} from '../../api/order';
import { orderName } from '../../api/simplify';
import { trimmed } from '../../input/text';
import { quote, serviceText, upperFirst, serviceSays } from '../../input/wording';
import type { OrderStatus } from '../../spec/service';
import type { ApiClient } from '../../transport/client';
import { ServiceError, type Result } from '../../transport/errors/serviceError';
import { RunAborted } from '../../transport/run';
import type { ServiceRequest, ServiceResponse } from '../../transport/types';
import { failureAdvice, failureReasons, ORDER_AGAIN } from '../failedOrder';
import { warning, warningOf, type Finding } from '../findings';
import { answersYes, orderStatusWords } from '../../spec/statuses';

/** Maximum length of a status in a message. */
const MAX_STATUS_LENGTH = 60;

/** An order's state for a sentence, e.g. `is shipped`. */
export function stateWords({ status }: IDataObject): string {
	const name = trimmed(status);
	return orderStatusWords(name) ?? `has the status ${quote(serviceText(name, MAX_STATUS_LENGTH))}`;
}

/** What was refused. */
interface RefusedChange {
	/** The change once it is made. */
	done: 'confirmed' | 'cancelled' | 'changed' | 'refunded' | 'reprinted';
	/** The order, where it was read; by default it is read, after a 409 alone (spec section 7). */
	known?: Result<IDataObject>;
	/** Statuses that do not explain the refusal; by default draft, which can be confirmed, cancelled and changed. */
	possibleIn?: readonly OrderStatus[];
}

/** What to do about an order in a state that excludes a change. */
function stateAdvice(order: IDataObject, done: RefusedChange['done']): string {
	const { status } = order;
	if (status === 'draft') return 'A draft is not produced until it is confirmed: confirm it first.';
	if (status === 'failed' && (done === 'confirmed' || done === 'reprinted')) {
		return failureAdvice(order);
	}
	return answersYes(status, 'isOver') && (done === 'confirmed' || done === 'changed')
		? ORDER_AGAIN
		: `To have it ${done} all the same, ask the provider.`;
}

/**
 * The error of a change that the service refused for the order's state, led by what is so: `HAND-1 cannot be cancelled: it is
 * shipped`. The error itself where the refusal is about something else.
 */
export async function explainedRefusal(
	client: ApiClient,
	order: OrderReference,
	error: ServiceError,
	{ done, known, possibleIn = ['draft'] }: RefusedChange,
): Promise<ServiceError> {
	const isConflict = error.status === 409;
	if (known === undefined && !isConflict) return error;
	const inItsState = (name: string): ServiceError =>
		isConflict
			? error.reworded({ message: `${name} cannot be ${done} in its current state` })
			: error;
	const current = known ?? (await tryOrder(client, order));
	if (current instanceof ServiceError) return inItsState(upperFirst(order.subject));
	const name = orderName(current);
	const status = trimmed(current.status);
	const explains =
		!possibleIn.some((possible) => possible === status) &&
		// Whatever else the service says.
		(isConflict ? status !== '' : answersYes(status, 'explainsRefusal'));
	if (!explains) return inItsState(name);
	const words = isConflict ? serviceSays(error.serviceMessage) : ` ${error.description}`;
	// Of a failed order also why: a mail shows nothing else of the error.
	const reasons = status === 'failed' ? failureReasons(current) : '';
	const because = reasons === '' ? '' : `, because ${reasons}`;
	return error.reworded({
		message: `${name} cannot be ${done}: it ${stateWords(current)}${because}`,
		description: `${stateAdvice(current, done)}${words}`,
	});
}

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
export interface ChangedOrder {
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
	const known = { isRead: true, findings: [], answer: body };
	if (answered && (!mayAnswerOld || isShown(answered))) return { ...known, order: answered };
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
	const changed = { ...known, order: shown };
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
