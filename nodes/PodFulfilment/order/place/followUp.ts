// What follows the placing: the wait for the validation, and the confirmation.

import { UserError, type IDataObject } from 'n8n-workflow';

import { findOrder, isDraft, orderReferenceOf, type OrderReference } from '../../api/order';
import type { OperationCall } from '../../execution/operation';
import { applyStateChange, CONFIRM } from '../change/stateChange';
import { notice, warning, type Finding } from '../findings';
import type { ComposedOrder, PlacedOrder } from '../composedOrder';
import type { FollowUp } from '../fields';
import { productionWarnings } from './existingOrder';
import { stateWords } from '../change/makeChange';
import { failedValidation, hasFailedValidation, validationLines } from '../failedOrder';
import type { ApiClient } from '../../transport/client';
import { ServiceError } from '../../transport/errors/serviceError';

/** Milliseconds between reads; the last one holds on. */
const READ_AFTER_MS = [1000, 2000, 3000, 5000] as const;

/**
 * Reads an order that was placed until its status is another one than draft, or the time is over. The spec shows no sign
 * that a validation succeeded (section 3).
 *
 * The pauses are no part of Max Waiting Time, which is about a service that is busy. The reads wait behind items that
 * have not begun, and count against the rate limiter like all requests.
 *
 * @param placed the order as it was answered; where reads lag behind, it is not found at first
 * @returns the order as it was read last
 * @throws ServiceError when it cannot be read at the end of the time, or not at all
 * @throws RunAborted when the run is aborted
 */
export async function awaitValidation(
	client: ApiClient,
	order: OrderReference,
	placed: IDataObject,
	milliseconds: number,
): Promise<IDataObject> {
	const until = Date.now() + milliseconds;
	let last = placed;
	for (let reads = 0; isDraft(last); reads += 1) {
		const left = until - Date.now();
		if (left <= 0) break;
		const delay = READ_AFTER_MS[Math.min(reads, READ_AFTER_MS.length - 1)] ?? left;
		await client.run.pause(Math.min(delay, left));
		const read = await findOrder(client, order, true);
		if (!(read instanceof ServiceError)) last = read ?? last;
		else if (read.outcome === 'refused' || Date.now() >= until) throw read;
	}
	return last;
}

/**
 * Says that an order that was to be confirmed was not, as far as it is known here: an earlier run may have confirmed it.
 * No warning of an order that is in production or sent: it needs no confirmation any more.
 */
function unconfirmed(
	order: IDataObject,
	externalId: string,
	whyDraft = 'its validation failed',
): Finding {
	const why = isDraft(order) ? whyDraft : `it ${stateWords(order)}, and only a draft is confirmed`;
	const sentence = `No confirmation was sent for order "${externalId}": ${why}.`;
	return CONFIRM.provenByStatuses.some((status) => status === order.status)
		? notice('repeated', sentence)
		: warning(sentence);
}

/** An order to follow, with what its fields are called. */
type Placed = PlacedOrder & Pick<ComposedOrder, 'labelOf' | 'isEnteredByHand'>;

/** What is said of an order that is not confirmed now: what the validation found, and why. */
function findingsOfUnconfirmed(
	placed: Placed,
	current: IDataObject,
	externalId: string,
	why: readonly Finding[],
): Finding[] {
	const warnings = new Set([
		...placed.warnings,
		...productionWarnings(current, externalId),
		...(hasFailedValidation(current) ? validationLines(current, placed.labelOf) : []),
	]);
	return [...[...warnings].map(warning), ...why];
}

/**
 * Waits for the validation of an order that was placed, or already existed, and confirms it. A confirmation is sent only
 * while the status is draft, so that a second run goes on where the first one ended. An order that somebody has to look
 * at first stays a draft. Returns the order as it is then, with all warnings.
 *
 * @param toReview what somebody has to look at first
 * @throws UserError when the validation failed
 * @throws ServiceError when the order cannot be read or confirmed; it is placed then
 */
export async function followUp(
	call: OperationCall,
	placed: Placed,
	{ confirm, confirmWithoutReview, waitMilliseconds, isWaitSet, onFailedValidation }: FollowUp,
	externalId: string,
	toReview: readonly string[],
): Promise<{ order: IDataObject; findings: Finding[] }> {
	// Also of an order that existed before: what is in doubt from now on is what follows.
	call.client.write.onNotNeeded();
	const client = call.client.forFollowUp();
	const { write } = client;
	// By its ID: an external ID may be changed while it is waited for.
	const order = { ...orderReferenceOf(String(placed.order.id)), subject: `order "${externalId}"` };
	const isToReview = toReview.length > 0 && !confirmWithoutReview;
	const known = placed.warnings.map(warning);
	const whyDraft = isToReview
		? "somebody has to look at it first, see 'toReview'. Order → Confirm releases it then"
		: undefined;
	/** Of a draft, a warning says that it lags behind. */
	const noticeOfUnvalidated = ({ status }: IDataObject): Finding[] =>
		waitMilliseconds === 0 && status === 'pending'
			? [notice(isWaitSet ? 'unvalidatedInSpiteOfWait' : 'unvalidated', externalId)]
			: [];
	// Retry On Fail does all items again, also those that are done.
	if (call.client.write.wasDoneByEarlierTry) {
		const notSent = confirm ? [unconfirmed(placed.order, externalId, whyDraft)] : [];
		const own = write.wasSent ? noticeOfUnvalidated(placed.order) : notSent;
		return { order: placed.order, findings: [...known, ...own] };
	}
	if (placed.unread !== undefined) {
		if (confirm) {
			const what = `Order "${externalId}" was placed, and is not confirmed: it could not be read`;
			throw new UserError(what, { description: placed.unread });
		}
		write.onNotNeeded();
		return { order: placed.order, findings: known };
	}
	// What an earlier try may have confirmed is in doubt.
	write.begin(order.subject);
	if (waitMilliseconds > 0) call.releasePlace();
	const current = await awaitValidation(client, order, placed.order, waitMilliseconds);
	const hasFailed = hasFailedValidation(current);
	if (hasFailed && onFailedValidation === 'stop') {
		throw failedValidation(current, externalId, placed);
	}
	if (confirm && isDraft(current) && !hasFailed && !isToReview) {
		const confirmed = await applyStateChange(client, order, CONFIRM);
		return {
			// Where it could not be read, there is its ID alone; the order as it was before is worth more.
			order: confirmed.isRead ? confirmed.order : current,
			findings: [...known, ...confirmed.findings, ...noticeOfUnvalidated(confirmed.order)],
		};
	}
	// What is not produced was not confirmed either: it does not count as done.
	if (!confirm || !(hasFailed || current.status === 'canceled')) write.onNotNeeded();
	const notSent = write.wasEverInDoubt
		? warning(
				`The confirmation of order "${externalId}" may have been made by an earlier try: it ${stateWords(current)}.`,
			)
		: unconfirmed(current, externalId, hasFailed ? undefined : whyDraft);
	return {
		order: current,
		findings: findingsOfUnconfirmed(placed, current, externalId, confirm ? [notSent] : []),
	};
}
