// Whether the customer picks up the order, or it goes to a pick-up point or locker: by what its shop says of the shipping
// lines, and by 'pick up' or 'collect' in the name of a method, for shops that keep no other sign. No other name is
// interpreted: a method of the shop's own kind for pick-ups or a Filter node decides.

import type { IDataObject } from 'n8n-workflow';

import { quote } from '../../input/wording';
import { review, type Finding } from '../findings';
import { rowFor, type ShippingRow } from './shippingMethod';
import { when, type DecidingField, type OrderMeaning } from './sources/decidingFields';
import { plainWords } from './values';

/** Of a name without signs, in small letters, between blanks. */
const PICKUP_NAME =
	/ pick ?ups? | click (?:and )?collect | collect(?:ion)? (?:from|at|in) |^ (?:store |customer )?collect(?:ion)? $/;

/** Whether the title or code of a shipping method says that the customer picks up the order. */
export const isPickupTitle = (title: string): boolean => PICKUP_NAME.test(plainWords(title));

/** Of a parcel whose number or address may be missing. */
const AT_PICKUP_POINT =
	'The parcel goes to a pick-up point or locker: check that the address says which, and that the carrier delivers there';

/**
 * What an order's shipping lines decide: one that is picked up is not sent, and one of which a part is picked up is reviewed,
 * since no shop says which part.
 *
 * @param pickedUp for each shipping line, whether the customer picks up what it is for
 */
export const decidingPickup = (
	pickedUp: (order: IDataObject) => boolean[],
	hasPickupPoint: (order: IDataObject) => boolean,
): Array<DecidingField<OrderMeaning>> => [
	when((order) => pickedUp(order).length > 0 && pickedUp(order).every(Boolean), 'handedOver'),
	when((order) => pickedUp(order).includes(true), {
		review:
			'The customer picks up a part of the order, and the shop does not say which: check the items and the address',
		about: 'pickupPoint',
	}),
	when(hasPickupPoint, { review: AT_PICKUP_POINT, about: 'pickupPoint' }),
];

/**
 * What has an order reviewed: shipping methods that say that the customer picks it up, unless the user mapped them.
 *
 * @param methods names of each method of the order, its title first
 */
export const pickupReviews = (
	methods: ReadonlyArray<readonly string[]>,
	rows: readonly ShippingRow[],
): Finding[] =>
	methods
		.filter((names) => !rowFor(names, rows) && names.some(isPickupTitle))
		.map(([title]) =>
			review(
				`The customer picks the order up, by the shipping method ${quote(title)}: check whether a parcel is to be sent, and where to. If this method ships, give it a row in the option Shipping Mapping`,
				'pickupPoint',
			),
		);
