// One line of an order, from what the reader of its shop found in it: its label in messages ('Line 2 (Team Mug, SKU
// MUG-1)'), its name, why nothing of it is to be produced, and whether its quantity can be sent. What problems call it is
// in orderLabel.ts.

import { withoutUndefined } from '../../input/guards';
import { quote, serviceText } from '../../input/wording';
import type { Findings } from '../findings';
import type { Excluded } from './reading';
import type { Shop, ShopLine } from './shopOrder';
import { longTextIn, readableText, textIn, wholeNumberIn } from './values';

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

/**
 * What else than a SKU a shop knows a line by: IDs under the names that messages give them, the most exact first.
 *
 * @returns undefined for a line that has a SKU, or no ID
 */
function otherIdsIn(
	skus: readonly string[],
	ids: Readonly<Record<string, unknown>>,
): ShopLine['otherIds'] {
	if (skus.length > 0) return undefined;
	const found = Object.entries(ids).flatMap(([name, value]) => {
		const id = textIn(value);
		// Of a product without variations, WooCommerce has 0.
		return id === undefined || id === '0' ? [] : [{ name, id }];
	});
	return found.length > 0 ? found : undefined;
}

/** What a reader found in a line, besides what it hands on as it is. */
export interface FoundLine extends Omit<
	ShopLine,
	| 'label'
	| 'quantity'
	| 'quantityProblem'
	| 'isEmptied'
	| 'id'
	| 'ordered'
	| 'skus'
	| 'otherIds'
	| keyof Excluded
> {
	/** As the shop sends it. */
	id: unknown;
	ordered: unknown;
	/** A variation's before its product's; what is no text is passed over. */
	skus: readonly unknown[];
	/** The shop's other IDs of what was ordered, by what messages call them. */
	otherIds: Readonly<Record<string, unknown>>;
	/** Pieces that are left after refunds. */
	left: number;
	/** Why these cannot be counted. */
	piecesProblem?: string | undefined;
	/** Why it is left out, if it is none of a product that is shipped. */
	excluded: Excluded | undefined;
	/** Why it is left out if no piece is left. */
	emptied: string;
}

/** Why a quantity cannot be used, to follow what problems call the line. */
function quantityProblemOf(quantity: unknown): string | undefined {
	const ordered = wholeNumberIn(quantity);
	if (ordered === undefined)
		return `the quantity is ${quote(quantity)}, but must be a whole number`;
	return ordered < 0
		? `the quantity is ${ordered}, but must not be below 0: correct it in the shop`
		: undefined;
}

/**
 * Makes a line of what its reader found. Of one that is left out nothing else is judged.
 *
 * @param index of the line in the shop's order
 * @param found gets a warning of pieces that were refunded
 */
export function shopLine(
	index: number,
	{ left, piecesProblem, excluded, emptied, fulfilled = 0, doubt, ...line }: FoundLine,
	found: Findings,
): ShopLine {
	const skus = [...new Set(line.skus.flatMap((sku) => textIn(sku) ?? []))];
	const label = lineLabel(index, line.name, skus);
	const ordered = wholeNumberIn(line.ordered);
	// Below 0 it is no count: what is meant is not known.
	const isEmptied = ordered !== undefined && ordered >= 0 && left <= 0;
	const emptiedBecause = ordered === 0 ? 'its quantity is 0' : emptied;
	const leftOutBecause = excluded?.leftOutBecause ?? (isEmptied ? emptiedBecause : undefined);
	const known = {
		...line,
		...{ label, skus, id: textIn(line.id), otherIds: otherIdsIn(skus, line.otherIds) },
		...{ ...excluded, leftOutBecause, ordered: undefined },
	};
	if (leftOutBecause !== undefined) {
		const isWholeLine = isEmptied && excluded === undefined;
		return withoutUndefined({
			...{ ...known, quantity: 0, isEmptied: isWholeLine || undefined },
			ordered: isWholeLine && ordered > 0 ? ordered : undefined,
		});
	}
	const quantityProblem = piecesProblem ?? quantityProblemOf(line.ordered);
	if (quantityProblem === undefined && ordered !== undefined && left < ordered) {
		found.warn(`${label}: ${left} of ${ordered} pieces are left after refunds`, 'leftOut');
	}
	return withoutUndefined({
		...{ ...known, doubt, quantityProblem },
		quantity: ordered === undefined ? 0 : left,
		fulfilled: fulfilled === 0 ? undefined : fulfilled,
	});
}
