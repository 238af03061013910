import type { IDataObject } from 'n8n-workflow';

import { ORDER_VALIDATION_CODES } from '../constants/service';
import { pick } from '../resources/simplify';
import { isObject } from './inputs';

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
	Object.hasOwn(ORDER_VALIDATION_CODES, String(code));

/** The spec does not show under which name an order or item carries them, so every list is looked at. */
function validationErrorsIn(object: IDataObject, itemId?: string): IDataObject[] {
	return Object.values(object)
		.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []))
		.filter(isObject)
		.filter(({ code }) => isValidationCode(code))
		.map(({ code, message }) => ({
			code: Number(code),
			...(message !== undefined && { message }),
			...(itemId !== undefined && { itemId }),
		}));
}

const itemsOf = (order: IDataObject): IDataObject[] =>
	Array.isArray(order.orderItems) ? (order.orderItems as unknown[]).filter(isObject) : [];

/**
 * What the validation after placement found (spec section 7, codes 1001 and 2001), on the order and on its items.
 */
export const validationErrorsOf = (order: IDataObject): IDataObject[] => [
	...validationErrorsIn(order),
	...itemsOf(order).flatMap((item) => validationErrorsIn(item, String(item.id))),
];

/** An item of an order without its print data and JSON-LD keys. */
export const simplifyOrderItem = (item: IDataObject): IDataObject => pick(item, ITEM_FIELDS);

/** The ten fields of an order that are used most; validation errors are there only where there are any. */
export function simplifyOrder(order: IDataObject): IDataObject {
	const validationErrors = validationErrorsOf(order);
	return {
		...pick(order, ORDER_FIELDS),
		...(order.orderItems !== undefined && { orderItems: itemsOf(order).map(simplifyOrderItem) }),
		...(validationErrors.length > 0 && { validationErrors }),
	};
}
