// What 'Add Current Order' adds to an item in both triggers, `current` and `currentError`, and which order an event is
// about.

import { UserError, type IDataObject } from 'n8n-workflow';

import type { CurrentOrder } from '../api/orderWithShipments';
import { isObject } from '../input/objects';
import { textOrNumber } from '../input/text';
import { ServiceError } from '../transport/errors/serviceError';

/** What _Add Current Order_ adds to an item. */
export interface CurrentFields {
	/** Null if the order could not be read. */
	current: CurrentOrder | null;
	/** Why it could not be read, or that it lags behind the event. */
	currentError?: string;
}

/** Returns the ID of an event's order, or of its shipment's order; '' if there is none. */
export function orderIdOf({ order, shipment }: IDataObject): string {
	if (isObject(order)) return textOrNumber(order.id);
	return isObject(shipment) ? textOrNumber(shipment.orderId) : '';
}

/** The fields where the order could not be read. */
export const withoutCurrent = (error: unknown): CurrentFields & { currentError: string } => ({
	current: null,
	currentError:
		error instanceof ServiceError || error instanceof UserError
			? error.message
			: 'The order could not be read',
});
