// Whether the customer picks up the whole order, by what each shop says of its shipping lines; flags for review an
// order of which only a part is picked up, or that goes to a pick-up point.

import type { Findings } from '../findings';

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
