// Whether the quantity of a line of a shop's order can be sent, with a warning of pieces that were refunded. How many are
// left is counted by the reader of each shop.

import { quote } from '../../input/wording';
import type { Findings } from '../findings';
import { wholeNumberIn } from './values';

/**
 * Checks the quantity of a line to order, and warns if some pieces were refunded.
 *
 * @param quantity as sent by the shop
 * @param left pieces that are left after refunds
 * @returns why the quantity cannot be used, to follow what problems call the line
 */
export function checkQuantity(
	label: string,
	quantity: unknown,
	left: number,
	found: Findings,
): string | undefined {
	const ordered = wholeNumberIn(quantity);
	if (ordered === undefined) {
		return `the quantity is ${quote(quantity)}, but must be a whole number`;
	}
	if (ordered < 0) {
		return `the quantity is ${ordered}, but must not be below 0`;
	}
	if (left < ordered) {
		found.warn(`${label}: ${left} of ${ordered} pieces are left after refunds`);
	}
	return undefined;
}
