// An order whose validation failed: why, by item and field, and what to do about it.

import { UserError, type IDataObject } from 'n8n-workflow';

import { itemName, nameIn, orderName } from '../api/simplify';
import { validationErrorsOf } from '../api/validationErrors';
import { objectsOf, ownValue } from '../input/objects';
import {
	firstAndMore,
	firstReasons,
	serviceName,
	serviceReason,
	serviceText,
	withFullStop,
} from '../input/wording';
import { ORDER_VALIDATION_CODES } from '../spec/service';
import type { ComposedOrder } from './composedOrder';
import { warningOf, type Remark } from './findings';

type ValidationError = ReturnType<typeof validationErrorsOf>[number] & {
	index?: number | undefined;
};

// Spec section 7.
const PRINT_FILE_CODE = 1001;
const ADDRESS_CODE = 2001;

export const ORDER_AGAIN = 'To order again, use another External ID.';

/** What the validation found, with the index of the item that each error is about; the first of several with one ID. */
function errorsOf(order: IDataObject): ValidationError[] {
	const items = objectsOf(order.orderItems).map(({ id }, index) => [String(id), index] as const);
	const indexes = new Map(items.reverse());
	return validationErrorsOf(order).map((error) => ({
		...error,
		index: error.itemId === undefined ? undefined : indexes.get(error.itemId),
	}));
}

/** The reason of one error in words, without a full stop. */
function reasonOf(error: ValidationError, item: string | undefined): string {
	const { code, propertyPath } = error;
	if (code === PRINT_FILE_CODE) return `the print file of ${item ?? 'an item'} cannot be read`;
	const known =
		serviceReason(error.message) || ownValue<string>(ORDER_VALIDATION_CODES, String(code));
	const where = item ?? (propertyPath === undefined ? undefined : nameIn(propertyPath));
	return [where, known ?? `code ${nameIn(String(code))}`].filter(Boolean).join(': ');
}

/**
 * Why the validation of an order failed, in words; at most two reasons, and how many more there are. Empty where the
 * service does not say it.
 *
 * @param nameOfItem what messages call an item at an index
 */
export function failureReasons(
	order: IDataObject,
	nameOfItem: (item: IDataObject | undefined, index: number) => string = itemName,
): string {
	const items = objectsOf(order.orderItems);
	const errors = errorsOf(order);
	// The parts of the address that are wrong are corrected together.
	const addressErrors = errors.filter(({ code }) => code === ADDRESS_CODE);
	const words = firstReasons([
		...new Set(addressErrors.map(({ message }) => serviceReason(message)).filter(Boolean)),
	]);
	const ofAddress = `the address is not valid${words === '' ? '' : ` (${words})`}`;
	const reasons = errors.map((error) => {
		const { code, index } = error;
		if (code === ADDRESS_CODE) return ofAddress;
		return reasonOf(error, index === undefined ? undefined : nameOfItem(items[index], index));
	});
	return firstReasons([...new Set(reasons)]);
}

/**
 * What to do about a failed order, the better way first.
 *
 * @param isByHand whether it was entered in the node that the advice is shown at
 */
export function failureAdvice(order: IDataObject, isByHand = false): string {
	const codes = new Set(validationErrorsOf(order).map(({ code }) => code));
	const isAlone = (code: number): boolean => codes.size === 1 && codes.has(code);
	const way = isAlone(PRINT_FILE_CODE)
		? 'Order Item → Update → Print File'
		: isAlone(ADDRESS_CODE)
			? 'Order → Update → Recipient'
			: 'Order → Update or Order Item → Update';
	return isByHand
		? `It is not produced: correct the fields of this node, enter another External ID, and run it again. Or correct that order with another node, ${way}, then Confirm.`
		: // The spec does not say whether an update brings a failed order back (section 3).
			`Correct it with ${way}, then Confirm. If it stays failed, order again under another External ID.`;
}

/**
 * Whether the validation failed. A draft with an error of the spec counts: the service may store what it found before it
 * changes the status (spec section 7), and such an order must not be confirmed in between.
 */
export const hasFailedValidation = (order: IDataObject): boolean =>
	order.status === 'failed' ||
	(order.status === 'draft' &&
		validationErrorsOf(order).some(({ code }) =>
			Object.hasOwn(ORDER_VALIDATION_CODES, String(code)),
		));

/** The property path that an error is about; undefined where the service does not say it. */
function pathOf({ code, itemId, index, propertyPath }: ValidationError): string | undefined {
	if (index !== undefined) return `orderItems[${index}].${propertyPath ?? 'placements'}`;
	return itemId === undefined && code === ADDRESS_CODE ? 'recipient' : propertyPath;
}

/** Maximum length of the words for one error: with 20 of them and the names of their fields, a description is full. */
const MAX_LINE_LENGTH = 200;

/**
 * What the validation found, a line for each field; of many, the first.
 *
 * @param order as it is read, with its errors (spec section 7)
 */
export function validationLines(
	order: IDataObject,
	fieldLabel: (path: string) => string,
): string[] {
	return firstAndMore(errorsOf(order), (error) => {
		const path = pathOf(error);
		const code = error.code === undefined ? '' : `(${serviceName(String(error.code))})`;
		const words =
			serviceText(error.message, MAX_LINE_LENGTH) ||
			ownValue<string>(ORDER_VALIDATION_CODES, String(error.code));
		// The code belongs to the sentence.
		const sentence = code === '' ? words : words?.replace(/\.$/, '');
		const finding = [sentence, code].filter(Boolean).join(' ');
		return path === undefined ? finding : `${serviceName(fieldLabel(path))}: ${finding}`;
	});
}

/** The warning of an order that it failed, why, and what to do. None for other orders. */
export function failureWarnings(order: IDataObject, isByHand = false): Remark[] {
	if (order.status !== 'failed') return [];
	const reasons = failureReasons(order);
	const what = reasons === '' ? 'failed, and the service does not say why' : `failed: ${reasons}`;
	return [warningOf('failed', `${orderName(order)} ${what}. ${failureAdvice(order, isByHand)}`)];
}

/**
 * Says that the service could not use an order that was placed, and why; with the validation's own words for each field.
 */
export function failedValidation(
	order: IDataObject,
	externalId: string,
	{
		labelOf,
		itemLabel,
		isEnteredByHand,
	}: Pick<ComposedOrder, 'labelOf' | 'itemLabel' | 'isEnteredByHand'>,
): UserError {
	const nameOf = (item: IDataObject | undefined, index: number): string =>
		itemLabel?.(index) ?? itemName(item, index);
	const why =
		failureReasons(order, nameOf) || 'its validation failed, and the service does not say why';
	return new UserError(`${externalId} is not produced: ${why}`, {
		description: [
			...validationLines(order, labelOf).map(withFullStop),
			`The ID of the order is ${String(order.id)}. ${failureAdvice(order, isEnteredByHand?.())}`,
		].join('\n'),
	});
}
