// One line of an order, from what the reader of its shop found in it: its label in messages ('Line 2 (Team Mug, SKU
// MUG-1)'), its name, why nothing of it is to be produced, and whether its quantity can be sent. What problems call it is
// in orderLabel.ts.

import { withoutUndefined } from '../../input/guards';
import { withoutMarkup } from '../../input/plainText';
import { quote, serviceText } from '../../input/wording';
import type { Findings } from '../findings';
import { otherIdsIn, type Excluded } from './reading';
import type { Shop, ShopLine } from './shopOrder';
import { longTextIn, textIn, wholeNumberIn } from './values';

/** What messages call the place where a line is corrected, and what it has there. */
export const placeWords = ({ isRow }: Pick<ShopLine, 'isRow'>) =>
	isRow ? { place: 'sheet', property: 'column' } : { place: 'shop', property: 'property' };

/** The same place, by where the order comes from. */
export const placeOf = (shop: Shop): string => placeWords({ isRow: shop === 'rows' }).place;

/** Maximum length of a product's name in a message. */
const MAX_NAME_LENGTH = 60;

/** Reads the name of a line, without the tags and entities of HTML. */
export function nameIn(...values: unknown[]): string | undefined {
	// Of any length: an order is refused by it, and not sent without it.
	const name = values.map(longTextIn).find((text) => text !== undefined);
	return name === undefined ? undefined : withoutMarkup(name).trim() || undefined;
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
		found.warn(`${label}: ${left} of ${ordered} pieces are left after refunds`, 'leftOut');
	}
	return undefined;
}

/** What a reader found in a line, besides what it hands on as it is. */
export interface FoundLine extends Omit<
	ShopLine,
	| 'label'
	| 'skus'
	| 'otherIds'
	| 'quantity'
	| 'quantityProblem'
	| 'isEmptied'
	| 'ordered'
	| 'id'
	| keyof Excluded
> {
	id: unknown;
	/** A variation's before its product's; what is no text is passed over. */
	skus: readonly unknown[];
	/** The shop's other IDs of what was ordered, by what messages call them. */
	otherIds: Readonly<Record<string, unknown>>;
	/** As the shop sends it. */
	ordered: unknown;
	/** Pieces that are left after refunds. */
	left: number;
	/** Why these cannot be counted. */
	piecesProblem?: string | undefined;
	/** Why it is left out, if it is none of a product that is shipped. */
	excluded: Excluded | undefined;
	/** Why it is left out if no piece is left. */
	emptied: string;
}

/**
 * Makes a line of what its reader found. Of one that is left out nothing else is judged.
 *
 * @param index of the line in the shop's order
 * @param found gets a warning of pieces that were refunded
 */
export function shopLine(
	index: number,
	{
		id,
		skus: given,
		otherIds,
		ordered,
		left,
		piecesProblem,
		excluded,
		emptied,
		fulfilled = 0,
		doubt,
		...others
	}: FoundLine,
	found: Findings,
): ShopLine {
	const skus = [...new Set(given.flatMap((sku) => textIn(sku) ?? []))];
	const label = lineLabel(index, others.name, skus);
	const count = wholeNumberIn(ordered);
	// Below 0 it is no count: what is meant is not known.
	const isEmptied = count !== undefined && count >= 0 && left <= 0;
	const leftOutBecause =
		excluded?.leftOutBecause ??
		(isEmptied ? (count === 0 ? 'its quantity is 0' : emptied) : undefined);
	const isLeftOut = leftOutBecause !== undefined;
	return withoutUndefined({
		...{ label, id: textIn(id), skus, otherIds: otherIdsIn(skus, otherIds), ...others },
		quantity: isLeftOut || count === undefined ? 0 : left,
		fulfilled: isLeftOut || fulfilled === 0 ? undefined : fulfilled,
		doubt: isLeftOut ? undefined : doubt,
		quantityProblem: isLeftOut
			? undefined
			: (piecesProblem ?? checkQuantity(label, ordered, left, found)),
		...excluded,
		leftOutBecause,
		isEmptied: (isEmptied && excluded === undefined) || undefined,
		ordered: isEmptied && excluded === undefined && count > 0 ? count : undefined,
	});
}
