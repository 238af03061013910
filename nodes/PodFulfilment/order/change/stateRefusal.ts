import type { IDataObject } from 'n8n-workflow';

import { tryOrder, type OrderReference } from '../../api/order';
import { ownValue, trimmed } from '../../input/guards';
import { serviceText } from '../../input/wording';
import type { OrderStatus } from '../../spec/service';
import type { ApiClient } from '../../transport/client';
import { ServiceError, type Result } from '../../transport/errors/serviceError';
import { failureAdvice, orderName } from '../failedOrder';

/** Maximum length of a status in a message. */
const MAX_STATUS_LENGTH = 60;

/** Words for statuses that are no words of their own (spec section 3). */
const STATUS_WORDS: Record<string, string> = {
	draft: 'a draft',
	inprocess: 'in production',
	onhold: 'on hold',
	partial: 'sent in part',
};

/** An order's status for a sentence: `HAND-1 is in production`. */
export function statusWords({ status }: IDataObject): string {
	const name = trimmed(status);
	return ownValue(STATUS_WORDS, name) ?? serviceText(name, MAX_STATUS_LENGTH);
}

/** Statuses that alone explain a refusal, whatever else the service says: nothing is left to change. */
const FINAL = ['fulfilled', 'shipped', 'canceled', 'failed'];

/** What was refused. */
interface RefusedChange {
	/** The change once it is made, e.g. 'canceled'. */
	done: string;
	/** The order, where it was read; by default it is read, after a 409 alone (spec section 7). */
	known?: Result<IDataObject>;
	/** Statuses that do not explain the refusal; by default draft, which can be confirmed, canceled and changed. */
	possibleIn?: readonly OrderStatus[];
}

/**
 * The error of a change that the service refused, led by what is so: `HAND-1 cannot be canceled: it is shipped`. The error
 * itself where the order's status does not explain it, or cannot be read.
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
	if (current instanceof ServiceError) return error;
	const status = trimmed(current.status);
	const explains =
		!possibleIn.some((possible) => possible === status) &&
		(isConflict ? status !== '' : FINAL.includes(status));
	if (!explains) return error;
	return error.reworded({
		message: `${orderName(current)} cannot be ${done}: it is ${statusWords(current)}`,
		...(status === 'failed' &&
			done === 'confirmed' && { description: `${failureAdvice(current)} ${error.description}` }),
	});
}
