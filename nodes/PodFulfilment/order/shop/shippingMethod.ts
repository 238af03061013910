// The option 'Shipping Mapping': reads its rows, and chooses the shipping of an order by the method that its customer
// chose. Flags for review a method whose title says that the customer picks the order up.

import { addedRows } from '../../input/addedFields';
import { refuse } from '../../input/checks';
import { comparableName } from '../../input/equalText';
import { quote, quotedList } from '../../input/wording';
import { SHIPPING_VALUES } from '../../spec/service';
import { optionalShipping } from '../choices';
import type { Findings } from '../findings';
import { isPickupTitle } from './pickupTitles';
import { readableText, textIn } from './values';

const FIELD = 'Options → Shipping Mapping';

interface ShippingRow {
	shopMethod: string;
	shipping: string;
	field: string;
}

const isSameMethod = (a: string, b: string): boolean =>
	comparableName(a) === '' ? a.trim() === b.trim() : comparableName(a) === comparableName(b);

/**
 * Reads the option 'Shipping Mapping'.
 *
 * @throws UserError if it has no rows, for a row without a method or with an unknown kind of shipping, and for a second row of a method
 */
export function shippingRowsOf(value: unknown): ShippingRow[] {
	const rows: ShippingRow[] = [];
	for (const [index, row] of addedRows(value, 'row', FIELD).entries()) {
		const field = `${FIELD} → Row ${index + 1}`;
		// As it is in the shop's order, or as the shop shows it.
		const shopMethod = readableText(textIn(row.shopMethod));
		if (shopMethod === undefined) {
			return refuse(
				`${field} → Shop Method`,
				'is empty',
				'Enter the title or the code of a shipping method of your shop, or remove the row.',
			);
		}
		const shipping =
			optionalShipping(row.shipping, `${field} → Shipping`) ??
			refuse(
				`${field} → Shipping`,
				'is empty',
				`Choose one of ${quotedList(SHIPPING_VALUES)}, or remove the row.`,
			);
		const known = rows.find((other) => isSameMethod(other.shopMethod, shopMethod));
		if (known) {
			return refuse(
				`${field} → Shop Method`,
				`is ${quote(shopMethod)}, which ${known.field} has too`,
				'Remove one of the two rows.',
			);
		}
		rows.push({ shopMethod, shipping, field });
	}
	return rows;
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
		const isMapped = names.some((name) =>
			rows.some(({ shopMethod }) => isSameMethod(shopMethod, name)),
		);
		if (isMapped || !names.some(isPickupTitle)) continue;
		found.review(
			`The customer picks the order up, by the shipping method ${quote(names[0])}: check whether a parcel is to be sent, and where to. If this method ships, give it a row in the option Shipping Mapping`,
		);
	}
}

/**
 * Chooses the shipping of an order by the methods that the shop names for it.
 *
 * @param methods names of each method of the order, its title first
 * @param otherwise for an order without a method that is mapped
 * @throws UserError for methods that are mapped to different kinds of shipping
 */
export function shippingFor(
	methods: ReadonlyArray<readonly string[]>,
	rows: readonly ShippingRow[],
	otherwise: string,
): string {
	const found = methods.flatMap((names) => {
		const row = names
			.map((name) => rows.find(({ shopMethod }) => isSameMethod(shopMethod, name)))
			.find((candidate) => candidate !== undefined);
		return row ? [row] : [];
	});
	const [first] = found;
	const other = found.find(({ shipping }) => shipping !== first?.shipping);
	if (first && other) {
		return refuse(
			other.field,
			`is ${other.shipping}, but the order has the method of ${first.field} too, which is ${first.shipping}`,
			'The service ships an order in one way: map both methods to the same.',
		);
	}
	return first?.shipping ?? otherwise;
}
