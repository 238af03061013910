// Whether an order of WooCommerce is picked up, or goes to a pick-up point or locker: by its shipping methods, and by
// metadata of plug-ins.

import type { IDataObject } from 'n8n-workflow';

import { holdsPickupPoint, isPickupPointName } from '../pickupPointFields';
import { propertiesIn } from '../reading';
import { contentOf, isSet, listIn, objectIn, textIn } from '../values';

/** Shipping methods for customers who pick up their order: those of WooCommerce itself, and of plug-ins named after them. */
const PICKUP = /^(local_pickup|pickup_location)/;

/** A shipping method to lockers whose name does not say so. */
const POINT_METHOD = /^omnivalt_pt/;

/** Metadata that says of each delivery, among more, whether it goes to a pick-up point. */
const DELIVERY_OPTIONS = /^_?myparcel\w*_delivery_options$/i;

const methodOf = (line: unknown): string => textIn(objectIn(line).method_id) ?? '';

/** For each shipping line, whether the customer picks up what it is for. */
export const pickedUp = (order: IDataObject): boolean[] =>
	listIn(order.shipping_lines).map((line) => PICKUP.test(methodOf(line)));

/** Whether the customer chose a pick-up point or locker, whose address may not be that of the order. */
export const hasPickupPoint = (order: IDataObject): boolean =>
	listIn(order.shipping_lines)
		.map(methodOf)
		.some(
			(method) => !PICKUP.test(method) && (POINT_METHOD.test(method) || isPickupPointName(method)),
		) ||
	[order, ...listIn(order.shipping_lines).map(objectIn)].some(({ meta_data: metadata }) =>
		propertiesIn(metadata, 'key').some(({ names: [key = ''], value }) =>
			DELIVERY_OPTIONS.test(key)
				? isSet(objectIn(contentOf(value)).isPickup)
				: holdsPickupPoint(key, value),
		),
	);
