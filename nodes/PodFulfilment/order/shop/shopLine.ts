// What warnings call a line of an order ('Line 2 (Team Mug, SKU MUG-1)'), its name, and the place where it is corrected.
// What problems call it is in orderLabel.ts.

import { serviceText } from '../../input/wording';
import type { Shop, ShopLine } from './shopOrder';
import { longTextIn, readableText } from './values';

/** What messages call the place where a line is corrected, and what it has there. */
export const placeWords = ({ isRow }: Pick<ShopLine, 'isRow'>) =>
	isRow ? { place: 'sheet', property: 'column' } : { place: 'shop', property: 'property' };

/** The same place, by where the order comes from. */
export const placeOf = (shop: Shop): string => placeWords({ isRow: shop === 'rows' }).place;

/** Of a name or an SKU in a message. */
const MAX_NAME_LENGTH = 60;

/** Reads the name of a line, without the tags and entities of HTML. */
export function nameIn(...values: unknown[]): string | undefined {
	// Of any length: an order is refused by it, and not sent without it.
	return readableText(values.map(longTextIn).find((text) => text !== undefined));
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
