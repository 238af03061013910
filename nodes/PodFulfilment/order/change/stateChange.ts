// Confirming and cancelling an order: the statuses that prove or contradict each, and what is said of an order that has it
// done, or had before.

import type { IDataObject } from 'n8n-workflow';

import type { OrderReference } from '../../api/order';
import { orderName } from '../../api/simplify';
import { millisecondsOf } from '../../input/timestamp';
import { withFullStop } from '../../input/wording';
import { ORDER_STATUSES, type OrderStatus } from '../../spec/service';
import { answersYes, statusesWhere } from '../../spec/statuses';
import type { ApiClient } from '../../transport/client';
import { notice, warning, warningsIn } from '../findings';
import { changeOrder, stateWords, type ChangedOrder } from './makeChange';

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
