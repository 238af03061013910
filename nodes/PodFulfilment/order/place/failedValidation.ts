import { UserError, type IDataObject } from 'n8n-workflow';

import { validationErrorsOf } from '../../api/validationErrors';
import { objectsOf, ownValue } from '../../input/guards';
import { firstAndMore, serviceName, serviceText, withFullStop } from '../../input/wording';
import { ORDER_VALIDATION_CODES } from '../../spec/service';
import type { ComposedOrder } from '../composedOrder';
import { failureAdvice, failureReasons, itemName } from '../failedOrder';

type ValidationError = ReturnType<typeof validationErrorsOf>[number];

/** The code of an address that cannot be used (spec section 7). */
const ADDRESS_CODE = 2001;

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

/** Indexes of an order's items by their IDs; the first of several with one ID. */
const itemIndexes = ({ orderItems }: IDataObject): ReadonlyMap<string, number> =>
	new Map(
		objectsOf(orderItems)
			.map(({ id }, index) => [String(id), index] as const)
			.reverse(),
	);

/** The property path that an error is about; undefined where the service does not say it. */
function pathOf(
	indexes: ReadonlyMap<string, number>,
	{ code, itemId, propertyPath }: ValidationError,
) {
	if (itemId === undefined) {
		return code === ADDRESS_CODE ? 'recipient' : propertyPath;
	}
	const index = indexes.get(itemId);
	return index === undefined
		? propertyPath
		: `orderItems[${index}].${propertyPath ?? 'placements'}`;
}

/** Maximum length of the words for one error: with 20 of them and the names of their fields, a description is full. */
const MAX_WORDS_LENGTH = 200;

/**
 * What the validation found, a line for each field; of many, the first.
 *
 * @param order as it is read, with its errors (spec section 7)
 */
export function validationLines(
	order: IDataObject,
	fieldLabel: (path: string) => string,
): string[] {
	const codes: Record<string, string> = ORDER_VALIDATION_CODES;
	const indexes = itemIndexes(order);
	return firstAndMore(validationErrorsOf(order), (error) => {
		const path = pathOf(indexes, error);
		const code = error.code === undefined ? '' : `(${serviceName(String(error.code))})`;
		const words =
			serviceText(error.message, MAX_WORDS_LENGTH) || ownValue(codes, String(error.code));
		// The code belongs to the sentence.
		const finding = [code === '' ? words : words?.replace(/\.$/, ''), code]
			.filter(Boolean)
			.join(' ');
		return path === undefined ? finding : `${serviceName(fieldLabel(path))}: ${finding}`;
	});
}

/**
 * Says that the service could not use an order that was placed, and why; with the validation's own words for each field.
 *
 * @param itemLabel see ComposedOrder
 */
export function failedValidation(
	order: IDataObject,
	externalId: string,
	fieldLabel: (path: string) => string,
	itemLabel?: ComposedOrder['itemLabel'],
): UserError {
	const reasons = failureReasons(
		order,
		(item, index) => itemLabel?.(index) ?? itemName(item, index),
	);
	const why = reasons || 'its validation failed, and the service does not say why';
	return new UserError(`${externalId} is not produced: ${why}`, {
		description: [
			...validationLines(order, fieldLabel).map(withFullStop),
			`The ID of the order is ${String(order.id)}. ${failureAdvice(order)}`,
		].join('\n'),
	});
}
