import { UserError, type IDataObject } from 'n8n-workflow';

import { validationErrorsOf } from '../../api/validationErrors';
import { objectsOf, ownValue } from '../../input/guards';
import { serviceText, withFullStop } from '../../input/wording';
import { ORDER_VALIDATION_CODES } from '../../spec/service';

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

/**
 * What the validation found, a line for each field.
 *
 * @param order as it is read, with its errors (spec section 7)
 */
export function validationLines(
	order: IDataObject,
	fieldLabel: (path: string) => string,
): string[] {
	const codes: Record<string, string> = ORDER_VALIDATION_CODES;
	const indexes = itemIndexes(order);
	return validationErrorsOf(order).map((error) => {
		const path = pathOf(indexes, error);
		const code = error.code === undefined ? '' : `(${String(error.code)})`;
		const words = serviceText(error.message) || ownValue(codes, String(error.code));
		const finding = [words, code].filter(Boolean).join(' ');
		return path === undefined ? finding : `${fieldLabel(path)}: ${finding}`;
	});
}

/** Says that the service could not use an order that was placed, with the validation's own words. */
export function failedValidation(
	order: IDataObject,
	externalId: string,
	fieldLabel: (path: string) => string,
): UserError {
	const lines = validationLines(order, fieldLabel).map(withFullStop);
	return new UserError(`Order "${externalId}" failed the validation of the service`, {
		description: [
			...(lines.length > 0 ? lines : ['The service does not say what it found.']),
			`The ID of the order is ${String(order.id)}. It is not produced. Change it with Order → Update or Order Item → Update and confirm it then, or place a new order under another External ID.`,
		].join('\n'),
	});
}
