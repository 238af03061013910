import type { IDataObject } from 'n8n-workflow';

import { isObject, objectsOf } from '../input/guards';
import { ORDER_VALIDATION_CODES } from '../spec/service';
import { pick } from './resource';

const ORDER_FIELDS = [
	'id',
	'externalId',
	'status',
	'shipping',
	'recipient',
	'orderItems',
	'associations',
	'createdAt',
	'updatedAt',
] as const;

const ITEM_FIELDS = ['id', 'externalId', 'name', 'quantity', 'variantId', 'retailPrice'] as const;

const isValidationCode = (code: unknown): boolean =>
	code !== undefined && Object.hasOwn(ORDER_VALIDATION_CODES, String(code));

/** A finding of the validation after placement; with `itemId` if it was found on an item. */
interface ValidationError extends IDataObject {
	code: number;
	message?: string;
	itemId?: string;
}

/**
 * Collects the validation errors of an order or item. The spec does not name their property, so every list is searched.
 * Written as loops that allocate nothing when there are no errors, because it runs for tens of thousands of orders.
 */
function collectValidationErrors(
	object: IDataObject,
	found: ValidationError[],
	ownItemId?: string,
): void {
	for (const name in object) {
		const entries = object[name];
		if (!Array.isArray(entries)) continue;
		for (const entry of entries as unknown[]) {
			if (!isObject(entry) || !isValidationCode(entry.code)) continue;
			const { code, message, itemId = ownItemId } = entry;
			found.push({
				code: Number(code),
				...(typeof message === 'string' && { message }),
				...(typeof itemId === 'string' && { itemId }),
			});
		}
	}
}

/**
 * The validation errors of an order and its items (spec section 7, codes 1001 and 2001). Returns each once, also when
 * the order went through {@link withValidationErrors} before.
 */
export function validationErrorsOf(order: IDataObject): ValidationError[] {
	const found: ValidationError[] = [];
	collectValidationErrors(order, found);
	if (Array.isArray(order.orderItems)) {
		for (const item of order.orderItems as unknown[]) {
			if (isObject(item)) collectValidationErrors(item, found, String(item.id));
		}
	}
	if (found.length < 2) return found;
	const unique = new Map(found.map((error) => [JSON.stringify(error), error]));
	return [...unique.values()];
}

/** The order as the service returned it, with `validationErrors` if there are any. */
export function withValidationErrors(order: IDataObject): IDataObject {
	const validationErrors = validationErrorsOf(order);
	return validationErrors.length === 0 ? order : { ...order, validationErrors };
}

/** An order item without print data and JSON-LD keys. */
export const simplifyOrderItem = (item: IDataObject): IDataObject => pick(item, ITEM_FIELDS);

/** The nine most used fields of an order, and `validationErrors` if there are any. */
export function simplifyOrder(order: IDataObject): IDataObject {
	const validationErrors = validationErrorsOf(order);
	return {
		...pick(order, ORDER_FIELDS),
		...(order.orderItems !== undefined && {
			orderItems: objectsOf(order.orderItems).map(simplifyOrderItem),
		}),
		...(validationErrors.length > 0 && { validationErrors }),
	};
}
