import type { IDataObject } from 'n8n-workflow';

import { ORDER_VALIDATION_CODES } from '../constants/service';
import { pick } from '../resources/simplify';
import { objectsOf } from './inputs';

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

/** One thing that the validation after placement found; `itemId` where it was found on an item. */
interface ValidationError extends IDataObject {
	code: number;
	message?: string;
	itemId?: string;
}

/** The spec does not show under which name an order or item carries them, so every list is looked at. */
const validationErrorsIn = (object: IDataObject, ownItemId?: string): ValidationError[] =>
	Object.values(object)
		.flatMap(objectsOf)
		.filter(({ code }) => isValidationCode(code))
		.map(({ code, message, itemId = ownItemId }) => ({
			code: Number(code),
			...(typeof message === 'string' && { message }),
			...(typeof itemId === 'string' && { itemId }),
		}));

/**
 * What the validation after placement found (spec section 7, codes 1001 and 2001), on the order and on its items;
 * each once, also where they were gathered before.
 */
export function validationErrorsOf(order: IDataObject): ValidationError[] {
	const found = [
		...validationErrorsIn(order),
		...objectsOf(order.orderItems).flatMap((item) => validationErrorsIn(item, String(item.id))),
	];
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
