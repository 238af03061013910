// The error of a change that the service refused because of the order's status, with what can be done. Also the words for
// an order's status: 'is on hold'.

import type { IDataObject } from 'n8n-workflow';

import { tryOrder, type OrderReference } from '../../api/order';
import { trimmed } from '../../input/text';
import { quote, serviceSays, serviceText, upperFirst } from '../../input/wording';
import { answersYes, orderStatusWords } from '../../spec/statuses';
import type { OrderStatus } from '../../spec/service';
import type { ApiClient } from '../../transport/client';
import { ServiceError, type Result } from '../../transport/errors/serviceError';
import { failureAdvice, failureReasons, ORDER_AGAIN, orderName } from '../failedOrder';

/** Maximum length of a status in a message. */
const MAX_STATUS_LENGTH = 60;

/** An order's state for a sentence, e.g. `is shipped`. */
export function stateWords({ status }: IDataObject): string {
	const name = trimmed(status);
	return orderStatusWords(name) ?? `has the status ${quote(serviceText(name, MAX_STATUS_LENGTH))}`;
}

/** What was refused. */
export interface RefusedChange {
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
	const current = known ?? (await tryOrder(client, order));
	const isRead = !(current instanceof ServiceError);
	const status = isRead ? trimmed(current.status) : '';
	const explains =
		!possibleIn.some((possible) => possible === status) &&
		// Whatever else the service says.
		(isConflict ? status !== '' : answersYes(status, 'explainsRefusal'));
	const name = isRead ? orderName(current) : upperFirst(order.subject);
	if (isRead && explains) {
		const words = isConflict ? serviceSays(error.serviceMessage) : ` ${error.description}`;
		// Of a failed order also why: a mail shows nothing else of the error.
		const reasons = status === 'failed' ? failureReasons(current) : '';
		const because = reasons === '' ? '' : `, because ${reasons}`;
		return error.reworded({
			message: `${name} cannot be ${done}: it ${stateWords(current)}${because}`,
			description: `${stateAdvice(current, done)}${words}`,
		});
	}
	return isConflict
		? error.reworded({ message: `${name} cannot be ${done} in its current state` })
		: error;
}
