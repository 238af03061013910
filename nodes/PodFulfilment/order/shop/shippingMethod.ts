// The option 'Shipping Mapping': its field, and the shipping of an order by the method that its customer chose. Also whether
// the customer picks up the order by 'pick up' or 'collect' in the name of a method, for shops that keep no other sign. No other
// name is interpreted: a method of the shop's own kind for pick-ups or a Filter node decides.

import { addedRows } from '../../input/addedFields';
import { refuse } from '../../input/checks';
import { comparableName } from '../../input/equalText';
import { field, rowsProperty, textProperty } from '../../input/field';
import { quote, quotedList } from '../../input/wording';
import { SHIPPING_VALUES } from '../../spec/service';
import { forShopOrders, shippingField } from '../fields';
import { review, type Finding } from '../findings';
import { plainWords, readableText, textIn } from './values';

/** Rows of the option by their methods, {@link methodKey}. */
type ShippingRows = ReadonlyMap<string, Record<'shipping' | 'field', string>>;

/** What a method is compared by. One of signs alone is itself. */
const methodKey = (method: string): string => comparableName(method) || method.trim();

/**
 * Reads the rows of the option.
 *
 * @throws UserError if it has no rows, for a row without a method or with an unknown kind of shipping, and for a second row of a method
 */
function rowsOf(value: unknown, label: string): ShippingRows {
	const rows = new Map<string, Record<'shipping' | 'field', string>>();
	for (const [index, row] of addedRows(value, 'row', label).entries()) {
		const rowLabel = `${label} → Row ${index + 1}`;
		// As it is in the shop's order, or as the shop shows it.
		const shopMethod = readableText(textIn(row.shopMethod));
		const methodLabel = `${rowLabel} → Shop Method`;
		if (shopMethod === undefined) {
			const advice =
				'Enter the title or the code of a shipping method of your shop, or remove the row.';
			return refuse(methodLabel, 'is empty', advice);
		}
		const choose = `Choose one of ${quotedList(SHIPPING_VALUES)}, or remove the row.`;
		const shipping =
			shippingField.readOptional(row.shipping, rowLabel) ??
			refuse(`${rowLabel} → Shipping`, 'is empty', choose);
		const key = methodKey(shopMethod);
		const known = rows.get(key);
		if (known) {
			const what = `is ${quote(shopMethod)}, which ${known.field} has too`;
			return refuse(methodLabel, what, 'Remove one of the two rows.');
		}
		rows.set(key, { shipping, field: rowLabel });
	}
	return rows;
}

export const shippingMappingField = field(
	{
		...rowsProperty('Shipping Mapping', 'shippingMapping', {
			description:
				'How to ship orders by the shipping method that the customer chose. Others are shipped as the field Shipping says.',
			row: {
				displayName: 'Method',
				name: 'row',
				values: [
					textProperty(
						'Shop Method',
						'shopMethod',
						'Express',
						'Title or code of a shipping method of the shop',
					),
					shippingField.property,
				],
			},
		}),
		displayOptions: forShopOrders,
	},
	rowsOf,
);

/** The row of a shipping method, by the first of its names that has one. */
const rowFor = (names: readonly string[], rows: ShippingRows) =>
	names.map((name) => rows.get(methodKey(name))).find((row) => row !== undefined);

/**
 * Chooses the shipping of an order by the methods that the shop names for it.
 *
 * @param methods names of each method of the order, its title first
 * @param otherwise for an order without a method that is mapped
 * @throws UserError for methods that are mapped to different kinds of shipping
 */
export function shippingFor(
	methods: ReadonlyArray<readonly string[]>,
	rows: ShippingRows,
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

/** Of a name without signs, in small letters, between blanks. */
const PICKUP_NAME =
	/ pick ?ups? | click (?:and )?collect | collect(?:ion)? (?:from|at|in) |^ (?:store |customer )?collect(?:ion)? $/;

/** Whether the title or code of a shipping method says that the customer picks up the order. */
export const isPickupTitle = (title: string): boolean => PICKUP_NAME.test(plainWords(title));

/**
 * What has an order reviewed: shipping methods that say that the customer picks it up, unless the user mapped them.
 *
 * @param methods names of each method of the order, its title first
 */
export const pickupReviews = (
	methods: ReadonlyArray<readonly string[]>,
	rows: ShippingRows,
): Finding[] =>
	methods
		.filter((names) => !rowFor(names, rows) && names.some(isPickupTitle))
		.map(([title]) =>
			review(
				`The customer picks the order up, by the shipping method ${quote(title)}: check whether a parcel is to be sent, and where to. If this method ships, give it a row in the option Shipping Mapping`,
				'pickupPoint',
			),
		);
