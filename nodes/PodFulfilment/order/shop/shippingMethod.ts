// The option 'Shipping Mapping': reads its rows, and chooses the shipping of an order by the method that its customer
// chose.

import { addedRows } from '../../input/addedFields';
import { refuse } from '../../input/checks';
import { comparableName } from '../../input/equalText';
import { quote, quotedList } from '../../input/wording';
import { SHIPPING_VALUES } from '../../spec/service';
import { shippingField } from '../fields';
import { readableText, textIn } from './values';

const FIELD = 'Options → Shipping Mapping';

export interface ShippingRow {
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
		const label = `${field} → Shop Method`;
		if (shopMethod === undefined) {
			const advice =
				'Enter the title or the code of a shipping method of your shop, or remove the row.';
			return refuse(label, 'is empty', advice);
		}
		const choose = `Choose one of ${quotedList(SHIPPING_VALUES)}, or remove the row.`;
		const shipping =
			shippingField.readOptional(row.shipping, field) ??
			refuse(`${field} → Shipping`, 'is empty', choose);
		const known = rows.find((other) => isSameMethod(other.shopMethod, shopMethod));
		if (known) {
			const what = `is ${quote(shopMethod)}, which ${known.field} has too`;
			return refuse(label, what, 'Remove one of the two rows.');
		}
		rows.push({ shopMethod, shipping, field });
	}
	return rows;
}

/** The row of a shipping method, by the first of its names that has one. */
export const rowFor = (
	names: readonly string[],
	rows: readonly ShippingRow[],
): ShippingRow | undefined =>
	names
		.map((name) => rows.find(({ shopMethod }) => isSameMethod(shopMethod, name)))
		.find((row) => row !== undefined);

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
	const found = methods.flatMap((names) => rowFor(names, rows) ?? []);
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
