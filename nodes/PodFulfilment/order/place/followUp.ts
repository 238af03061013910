// What follows the placing: waits for the validation, and confirms a draft that nobody has to look at first; otherwise
// says why no confirmation was sent. A failed validation stops the run or becomes warnings.

import { UserError, type IDataObject } from 'n8n-workflow';

import { isDraft, orderReferenceOf, type OrderReference } from '../../api/order';
import type { OperationCall } from '../../execution/operation';
import { applyStateChange, CONFIRM } from '../change/applyStateChange';
import {
	awaitValidation,
	failedValidation,
	hasFailedValidation,
	validationLines,
} from './validation';
import { noteRepetition } from '../change/notices';
import type { Run } from '../../transport/run';
import type { ComposedOrder, PlacedOrder } from '../composedOrder';
import type { FollowUp } from '../fields';
import { productionWarnings } from './existingOrder';
import { stateWords } from '../change/stateRefusal';
import { noteUnvalidated } from '../unvalidated';

/** What follows the placing of one order. */
interface FollowedOrder {
	externalId: string;
	/** Label of the editor field for a property path of the order. */
	labelOf: (path: string) => string;
	itemLabel?: ComposedOrder['itemLabel'];
	isEnteredByHand?: ComposedOrder['isEnteredByHand'];
	/** What somebody has to look at first. */
	toReview: readonly string[];
}

/** The order by its ID: an external ID may be changed while it is waited for. */
const referenceOf = ({ id }: IDataObject, externalId: string): OrderReference => ({
	...orderReferenceOf(String(id)),
	subject: `order "${externalId}"`,
});

/**
 * Says that an order that was to be confirmed was not, as far as it is known here: an earlier run may have confirmed it.
 */
function unconfirmed(
	order: IDataObject,
	externalId: string,
	whyDraft = 'its validation failed',
): string {
	const why = isDraft(order) ? whyDraft : `it ${stateWords(order)}, and only a draft is confirmed`;
	return `No confirmation was sent for order "${externalId}": ${why}.`;
}

/** The warning of {@link unconfirmed}. None of an order that is in production or sent: it needs no confirmation any more. */
function unconfirmedWarnings(
	run: Run,
	order: IDataObject,
	externalId: string,
	whyDraft?: string,
): string[] {
	const sentence = unconfirmed(order, externalId, whyDraft);
	if (!CONFIRM.provenByStatuses.some((status) => status === order.status)) return [sentence];
	noteRepetition(run, sentence);
	return [];
}

/** The error of an order that was placed, but could not be read: what is not known is not confirmed. */
const unreadDraft = (externalId: string, unread: string): UserError =>
	new UserError(`Order "${externalId}" was placed, and is not confirmed: it could not be read`, {
		description: unread,
	});

/** Why an order is left a draft, for {@link unconfirmed}. */
const TO_REVIEW =
	"somebody has to look at it first, see 'toReview'. Order → Confirm releases it then";

/**
 * Waits for the validation of an order that was placed, or already existed, and confirms it. A confirmation is sent only
 * while the status is draft, so that a second run goes on where the first one ended. An order that somebody has to look
 * at first stays a draft. Returns the order as it is then, with all warnings.
 *
 * @throws UserError when the validation failed
 * @throws ServiceError when the order cannot be read or confirmed; it is placed then
 */
export async function followUp(
	call: OperationCall,
	placed: PlacedOrder,
	{ confirm, confirmWithoutReview, waitMilliseconds, isWaitSet, onFailedValidation }: FollowUp,
	{ externalId, labelOf, itemLabel, isEnteredByHand, toReview }: FollowedOrder,
): Promise<Pick<PlacedOrder, 'order' | 'warnings'>> {
	// Also of an order that existed before: what is in doubt from now on is what follows.
	call.client.write.onNotNeeded();
	const client = call.client.forFollowUp();
	const { write } = client;
	const order = referenceOf(placed.order, externalId);
	const isToReview = toReview.length > 0 && !confirmWithoutReview;
	const noteConfirmed = ({ status }: IDataObject): void => {
		if (waitMilliseconds === 0 && status === 'pending') {
			noteUnvalidated(client.run, { externalId, isWaitSet });
		}
	};
	// Retry On Fail does all items again, also those that are done.
	if (call.client.write.wasDoneByEarlierTry) {
		const isUnconfirmed = confirm && !write.wasSent;
		const warnings = [
			...placed.warnings,
			...(isUnconfirmed
				? unconfirmedWarnings(
						client.run,
						placed.order,
						externalId,
						isToReview ? TO_REVIEW : undefined,
					)
				: []),
		];
		if (write.wasSent) noteConfirmed(placed.order);
		return { order: placed.order, warnings };
	}
	if (placed.unread !== undefined) {
		if (confirm) throw unreadDraft(externalId, placed.unread);
		write.onNotNeeded();
		return placed;
	}
	// What an earlier try may have confirmed is in doubt.
	write.begin(order.subject);
	if (waitMilliseconds > 0) call.releasePlace();
	const current = await awaitValidation(client, order, placed.order, waitMilliseconds);
	const hasFailed = hasFailedValidation(current);
	if (hasFailed && onFailedValidation === 'stop') {
		throw failedValidation(current, externalId, labelOf, itemLabel, isEnteredByHand?.());
	}
	if (confirm && isDraft(current) && !hasFailed && !isToReview) {
		const confirmed = await applyStateChange(client, order, CONFIRM);
		// Of a draft, a warning says that it lags behind.
		noteConfirmed(confirmed.order);
		return {
			// Where it could not be read, there is its ID alone; the order as it was before is worth more.
			order: confirmed.isRead ? confirmed.order : current,
			warnings: [...placed.warnings, ...confirmed.warnings],
		};
	}
	const notSent = !confirm
		? []
		: write.wasEverInDoubt
			? [
					`The confirmation of order "${externalId}" may have been made by an earlier try: it ${stateWords(current)}.`,
				]
			: unconfirmedWarnings(
					client.run,
					current,
					externalId,
					isToReview && !hasFailed ? TO_REVIEW : undefined,
				);
	// What is not produced was not confirmed either: it does not count as done.
	if (!confirm || !(hasFailed || current.status === 'canceled')) write.onNotNeeded();
	const warnings = new Set([
		...placed.warnings,
		...productionWarnings(current, externalId),
		...(hasFailed ? validationLines(current, labelOf) : []),
		...notSent,
	]);
	return { order: current, warnings: [...warnings] };
}
