// What an order that was found under an external ID means, without any request, as errors and warnings; whether a refusal
// means that the external ID is taken.

import { UserError, type IDataObject } from 'n8n-workflow';

import type { Difference } from '../../api/difference';
import { DO_NOT_RETRY, DoNotRetryError } from '../../execution/itemError';
import { numberIn } from '../../input/number';
import { trimmed } from '../../input/text';
import {
	firstAndMore,
	firstReasons,
	quote,
	withFullStop,
	reasonIn,
	serviceSays,
} from '../../input/wording';
import { SHIPPING_VALUES } from '../../spec/service';
import type { ServiceError } from '../../transport/errors/serviceError';
import { stateWords } from '../change/makeChange';
import { ORDER_AGAIN } from '../failedOrder';
import type { IfExists } from '../fields';
import { hasProblem } from '../findings';
import {
	comparisonOf,
	isEdited,
	isFailedByHand,
	type Compared,
	type ComposedOrder,
	type PlacedOrder,
} from '../composedOrder';
import { answersYes } from '../../spec/statuses';

/** A warning for an order that is not produced because it is cancelled. That of a failed order is in its output, too. */
export const productionWarnings = ({ status }: IDataObject, externalId: string): string[] =>
	status === 'canceled'
		? [`${externalId} ${stateWords({ status })}: it is not produced. ${ORDER_AGAIN}`]
		: [];

/** The error for an External ID that is taken, when 'If Order Exists' refuses every existing order. */
export const existsAlready = (externalId: string, existedBefore = true): UserError =>
	new UserError(`Order "${externalId}" exists already`, {
		description: existedBefore
			? 'Nothing was created. Use another External ID, or set the option "If Order Exists" to "Return Existing Order".'
			: 'It did not exist before it was sent, so it may be the one that was sent.',
	});

/**
 * The result for an order that exists already and could not be compared with the one that was to be placed: it may be
 * somebody else's.
 *
 * @param why as a sentence
 * @param reason why the order is looked at, to come first
 */
export const uncompared = (
	order: IDataObject,
	externalId: string,
	why: string,
	reason = '',
): PlacedOrder => ({
	order,
	warnings: [
		`${reason}Order "${externalId}" exists already, but could not be compared with this one, so nothing of it is shown. ${why}`,
	],
	existedBefore: true,
	isUncompared: true,
});

const ITEM_UPDATE = 'Order Item → Update';
const ORDER_UPDATE = 'Order → Update';

/** The operation that can change a property of an order (spec section 4). */
function changingOperation(path: string): string | undefined {
	if (path.startsWith('orderItems[')) return ITEM_UPDATE;
	return /^(recipient|shipping)\b/.test(path) ? ORDER_UPDATE : undefined;
}

/**
 * Where to make a change by hand. Never in a node that works: n8n drops the values of fields that another Operation does
 * not show. Nor behind it: a node that stops runs none.
 */
const IN_ANOTHER_NODE =
	'Use another POD Fulfilment node for that, behind the same node as this one, and leave this one as it is.';

/** How to make a change by hand, and what to do then: the old execution would send the old content. */
const BY_HAND = `${IN_ANOTHER_NODE} After the change, run Order → Confirm in the same way. ${DO_NOT_RETRY}`;

const SECOND_ORDER =
	'Under another External ID it would be a second order, which is produced as well.';

/** What to do first about a failed order that was entered by hand: nothing of what is in the node has to be entered again. */
const NEW_EXTERNAL_ID =
	'The existing order failed, so it is not produced: enter another External ID, and run this node again.';

const canBeChanged = ({ status }: IDataObject): boolean =>
	!answersYes(trimmed(status), 'isUnchangeable');

/** What to do about differences, the way that prints nothing twice first. */
function changeAdvice(
	paths: readonly string[],
	existing: IDataObject,
	isFailedByHand: boolean,
): string {
	if (!canBeChanged(existing)) {
		return `It ${stateWords(existing)}, so no operation changes it any more. ${SECOND_ORDER}`;
	}
	const operations = paths.map(changingOperation);
	const ways = [ITEM_UPDATE, ORDER_UPDATE].filter((way) => operations.includes(way));
	const change = `change the order that exists, use ${ways.join(' and ')}. ${BY_HAND}`;
	if (ways.length === 0) return isFailedByHand ? NEW_EXTERNAL_ID : SECOND_ORDER;
	return isFailedByHand ? `${NEW_EXTERNAL_ID} Or, to ${change}` : `To ${change} ${SECOND_ORDER}`;
}

/** How two values differ, with both where they are pieces or shippings of the service, and so no text of somebody's order. */
function contrast({ path, sent, existing }: Difference): string {
	if (Array.isArray(sent) && Array.isArray(existing)) {
		return `: sent a list of ${sent.length}, existing a list of ${existing.length}`;
	}
	const isNobodys = /^orderItems\[\d+\]\.quantity$/.test(path)
		? numberIn(existing) !== undefined
		: path === 'shipping' && SHIPPING_VALUES.some((shipping) => shipping === existing);
	return isNobodys ? `: sent ${quote(sent)}, existing ${quote(existing)}` : ' differs';
}

/** The field of each difference, with its values where they may be shown, and what can change it. */
const differenceLines = (
	differences: readonly Difference[],
	fieldLabel: (path: string) => string,
	isChangeable = true,
): string[] => {
	const texts = differences.map((difference) => {
		const label = fieldLabel(difference.path);
		if (difference.isConcealed) return `${label} differs.`;
		const differs = `${label}${contrast(difference)}.`;
		if (!isChangeable) return differs;
		return `${differs} ${changingOperation(difference.path) ?? 'No operation'} changes it.`;
	});
	return firstAndMore([...new Set(texts)]);
};

/** The fields of differences. Type and address of a print file have one label in the short form of 'Items (JSON)'. */
const labelsOf = (
	differences: readonly Difference[],
	fieldLabel: (path: string) => string,
): string => firstReasons([...new Set(differences.map(({ path }) => fieldLabel(path)))], ', ');

/** The error for an order that this request placed, and that the service shows with other products than were sent. */
export const placedOtherwise = (
	externalId: string,
	differences: Difference[],
	fieldLabel: (path: string) => string,
): UserError =>
	new UserError(
		`Order "${externalId}" was placed with other content: ${labelsOf(differences, fieldLabel)}`,
		{
			description: [
				`The service created the order, and shows other items than were sent. Correct it with ${ITEM_UPDATE}, or cancel it with Order → Cancel. ${IN_ANOTHER_NODE} ${SECOND_ORDER}`,
				...differenceLines(differences, fieldLabel),
			].join('\n'),
		},
	);

/**
 * The error for an External ID whose order has other content than the one that was composed; undefined where it has the same.
 * Names the fields, and what can change the existing order. Whoever guesses an External ID gets this text too, so it holds none
 * of the existing order's values but numbers of pieces and the shipping.
 *
 * @param existedBefore whether it is certain that it was not placed just now
 */
export function contentRefusal(
	externalId: string,
	existing: IDataObject,
	composed: Pick<ComposedOrder, 'labelOf' | 'isEnteredByHand'>,
	{ differences, explained = [], labelOf = composed.labelOf }: Compared,
	existedBefore = true,
): UserError | undefined {
	if (differences.length === 0) return undefined;
	const paths = differences.map(({ path }) => path);
	const isConcealed = differences.some((difference) => difference.isConcealed);
	const isExplained = explained.length > 0;
	// What is explained says itself what to do. An order that may be that of another customer is not to be changed.
	const isAdvised = !isExplained && !isConcealed;
	const isByHand = isFailedByHand(composed, existing);
	const advice = isAdvised ? ` ${changeAdvice(paths, existing, isByHand)}` : '';
	const isChangeable = canBeChanged(existing);
	const hasOperation =
		!isConcealed && (isExplained || paths.some((path) => changingOperation(path) !== undefined));
	const ErrorType = existedBefore && hasOperation ? DoNotRetryError : UserError;
	return new ErrorType(
		`Order "${externalId}" exists already with other content: ${labelsOf(differences, labelOf)}`,
		{
			description: [
				existedBefore
					? `Nothing was created or changed.${advice}`
					: 'It may be the order that was sent before.',
				...firstAndMore(explained),
				...(existedBefore && isExplained && !isConcealed && isChangeable ? [BY_HAND] : []),
				...differenceLines(differences, labelOf, isChangeable),
			].join('\n'),
		},
	);
}

/** Whether an order that existed before is returned for the one that was composed: refused, not to be compared, or the same. */
type Verdict = { refused: UserError; isEdited: boolean } | { uncomparable: string } | Compared;

/**
 * Judges an order that existed before the one that was composed. What {@link ComposedOrder.compare}
 * reads is read only where 'If Order Exists' lets the content decide.
 */
export async function judgeExisting(
	composed: Omit<ComposedOrder, 'findings'> & Partial<Pick<ComposedOrder, 'findings'>>,
	externalId: string,
	existing: IDataObject,
	ifExists: IfExists,
): Promise<Verdict> {
	const refused =
		composed.refuseExisting?.(existing) ??
		(ifExists === 'error' ? existsAlready(externalId) : undefined);
	if (refused) return { refused, isEdited: false };
	if (hasProblem(composed.findings ?? [])) return { uncomparable: 'It cannot be sent as it is.' };
	const comparison = await comparisonOf(composed, existing);
	if ('uncomparable' in comparison) return comparison;
	const differing = contentRefusal(externalId, existing, composed, comparison);
	return differing ? { refused: differing, isEdited: isEdited(comparison) } : comparison;
}

/** Whether a refusal of a new order is about its external ID, by its status, by the field or by its words. */
const isAboutExternalId = ({ status, violations, serviceMessage }: ServiceError): boolean =>
	status === 409 ||
	violations.some(({ propertyPath }) => /^external_?id$/i.test(propertyPath)) ||
	((status === 400 || status === 422) &&
		violations.every(({ propertyPath }) => propertyPath === '') &&
		/\bexternal[ _-]?id\b/i.test(serviceMessage));

/** Whether a refusal may well be about the external ID: the order is then looked for patiently. */
export const saysTaken = (error: ServiceError): boolean =>
	isAboutExternalId(error) || error.violations.some(({ propertyPath }) => propertyPath === '');

/**
 * The error of a new order that the service refused, where no order explains it. Of one that may be about its External ID
 * (spec section 7) it says so: reads may lag behind.
 *
 * @param unread why it could not be read whether there is such an order; undefined where none was found
 * @param isInDoubt whether an earlier attempt may have placed it: what to do then, the note of the write says
 */
export function unexplainedRefusal(
	refusal: ServiceError,
	subject: string,
	unread: ServiceError | undefined,
	isInDoubt: boolean,
): ServiceError {
	const { serviceMessage, status, violations } = refusal;
	// A 400 need not say what it is about: what could not be read does not exclude that the external ID is taken.
	if (!isAboutExternalId(refusal) && !(status === 400 && unread)) return refusal;
	const words = serviceMessage || violations.map(({ message }) => message).join(' ');
	const known = unread
		? `Whether there is an order with this External ID could not be read: ${withFullStop(unread.message)}`
		: `No order with this External ID ${isInDoubt ? 'is found yet' : 'was found, so none is known to be placed'}.`;
	const advice = isInDoubt
		? ''
		: ' Run the node again later: if there is one by then, it is found, and no second one is placed. If the service still refuses it, ask the provider.';
	return refusal.reworded({
		message: `The service refused ${subject} because of a conflict${reasonIn(words)}`,
		description: `${known}${advice}${serviceSays(words)}`,
	});
}
