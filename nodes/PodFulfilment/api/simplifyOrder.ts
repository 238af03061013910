import type { IDataObject } from 'n8n-workflow';

import { ORDER_VALIDATION_CODES } from '../spec/service';
import { isObject, objectsOf } from '../input/guards';
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

/** One thing that the validation after placement found; `itemId` where it was found on an item. */
interface ValidationError extends IDataObject {
	code: number;
	message?: string;
	itemId?: string;
}

/**
 * The spec does not show under which name an order or item carries them, so every list is looked at. Nearly always
 * there is nothing to find, and then nothing is allocated: of tens of thousands of orders, that would be the most.
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
 * What the validation after placement found (spec section 7, codes 1001 and 2001), on the order and on its items;
 * each once, also where they were gathered before.
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
	const known = new Map(found.map((one) => [JSON.stringify(one), one]));
	return [...known.values()];
}

/** The order as the service answered it; validation errors stand under one name where there are any. */
export function withValidationErrors(order: IDataObject): IDataObject {
	const validationErrors = validationErrorsOf(order);
	return validationErrors.length === 0 ? order : { ...order, validationErrors };
}

/** An item of an order without its print data and JSON-LD keys. */
export const simplifyOrderItem = (item: IDataObject): IDataObject => pick(item, ITEM_FIELDS);

/** The ten fields of an order that are used most; validation errors are there only where there are any. */
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
