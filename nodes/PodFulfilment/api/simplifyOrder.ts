import type { IDataObject } from 'n8n-workflow';

import { objectsOf } from '../input/guards';
import { pick } from './resource';
import { validationErrorsOf } from './validationErrors';

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

const withoutPrintData = (item: IDataObject): IDataObject => pick(item, ITEM_FIELDS);

/** An order item without print data and JSON-LD keys, and `validationErrors` if there are any. */
export function simplifyOrderItem(item: IDataObject): IDataObject {
	const validationErrors = validationErrorsOf(item);
	return {
		...withoutPrintData(item),
		...(validationErrors.length > 0 && { validationErrors }),
	};
}

/** The nine most used fields of an order, and `validationErrors` if there are any. */
export function simplifyOrder(order: IDataObject): IDataObject {
	const validationErrors = validationErrorsOf(order);
	return {
		...pick(order, ORDER_FIELDS),
		...(order.orderItems !== undefined && {
			orderItems: objectsOf(order.orderItems).map(withoutPrintData),
		}),
		...(validationErrors.length > 0 && { validationErrors }),
	};
}
