// Whether the customer picks up the whole order, by what each shop says of its shipping lines; flags for review an
// order of which only a part is picked up, that goes to a pick-up point, or whose shipping method has a title that says
// so.

import { quote } from '../../input/wording';
import type { Findings } from '../findings';
import { isPickupTitle } from './pickupTitles';
import { rowFor, type ShippingRow } from './shippingMethod';

/**
 * Whether nothing of an order is to be shipped.
 *
 * @param pickedUp for each shipping line, whether the customer picks up what it is for
 */
export const isHandedOver = (pickedUp: readonly boolean[]): boolean =>
	pickedUp.length > 0 && pickedUp.every(Boolean);

/**
 * Has an order reviewed of which only a part is picked up, since the shop does not say which, and one that goes to a
 * pick-up point, whose number or address may be missing.
 */
export function warnOfPickup(
	pickedUp: readonly boolean[],
	hasPickupPoint: boolean,
	found: Findings,
): void {
	if (pickedUp.includes(true) && !isHandedOver(pickedUp)) {
		found.review(
			'The customer picks up a part of the order, and the shop does not say which: check the items and the address',
		);
	}
	if (hasPickupPoint) {
		found.review(
			'The parcel goes to a pick-up point or locker: check that the address says which, and that the carrier delivers there',
		);
	}
}

/**
 * Has an order reviewed with a shipping method that says that the customer picks it up, unless the user mapped it.
 *
 * @param methods names of each method of the order, its title first
 */
export function reviewPickupTitles(
	methods: ReadonlyArray<readonly string[]>,
	rows: readonly ShippingRow[],
	found: Findings,
): void {
	for (const names of methods) {
		if (rowFor(names, rows) || !names.some(isPickupTitle)) continue;
		found.review(
			`The customer picks the order up, by the shipping method ${quote(names[0])}: check whether a parcel is to be sent, and where to. If this method ships, give it a row in the option Shipping Mapping`,
		);
	}
}
