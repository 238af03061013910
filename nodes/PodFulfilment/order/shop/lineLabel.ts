// The name of a line of a shop's order, what warnings call the line ('Line 2 (Team Mug, SKU MUG-1)'), and whether its
// quantity can be sent, with a warning of pieces that were refunded. What problems call it is in orderLabel.ts.

import { decodeEntities } from '../../input/entities';
import { serviceText, quote } from '../../input/wording';
import type { Findings } from '../findings';
import { longTextIn, wholeNumberIn } from './values';

/** Maximum length of a product's name in a message. */
const MAX_NAME_LENGTH = 60;

/** Reads the name of a line, with the entities of HTML decoded. */
export function nameIn(...values: unknown[]): string | undefined {
	// Of any length: an order is refused by it, and not sent without it.
	const name = values.map(longTextIn).find((text) => text !== undefined);
	return name === undefined ? undefined : decodeEntities(name);
}

/**
 * Builds what messages call a line of the shop's order.
 *
 * @param index index of the line in the shop's order
 */
export function lineLabel(
	index: number,
	name: string | undefined,
	skus: readonly string[],
): string {
	const parts = [
		...(name === undefined ? [] : [serviceText(name, MAX_NAME_LENGTH)]),
		...skus.slice(0, 1).map((sku) => `SKU ${serviceText(sku, MAX_NAME_LENGTH)}`),
	];
	return `Line ${index + 1}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}

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
