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

/** A row of the option. */
interface ShippingRow {
	/** {@link methodKey} of its method. */
	key: string;
	shipping: string;
	/** What messages call it. */
	field: string;
}

/** What a method is compared by. One of signs alone is itself. */
const methodKey = (method: string): string => comparableName(method) || method.trim();

/**
 * Reads the rows of the option.
 *
 * @throws UserError if it has no rows, and for a row without a method or with an unknown kind of shipping
 */
const rowsOf = (value: unknown, label: string): ShippingRow[] =>
	addedRows(value, 'row', label).map((row, index) => {
		const field = `${label} → Row ${index + 1}`;
		// As it is in the shop's order, or as the shop shows it.
		const method =
			readableText(textIn(row.shopMethod)) ??
			refuse(
				`${field} → Shop Method`,
				'is empty',
				'Enter the title or the code of a shipping method of your shop, or remove the row.',
			);
		const choose = `Choose one of ${quotedList(SHIPPING_VALUES)}, or remove the row.`;
		const shipping =
			shippingField.readOptional(row.shipping, field) ??
			refuse(`${field} → Shipping`, 'is empty', choose);
		return { key: methodKey(method), shipping, field };
	});

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

/** The rows of a shipping method, by the first of its names that has any. */
const rowsFor = (names: readonly string[], rows: readonly ShippingRow[]): ShippingRow[] =>
	names
		.map((name) => rows.filter(({ key }) => key === methodKey(name)))
		.find((found) => found.length > 0) ?? [];

/**
 * Chooses the shipping of an order by the methods that the shop names for it.
 *
 * @param methods names of each method of the order, its title first
 * @param otherwise for an order without a method that is mapped
 * @throws UserError for one or more methods that are mapped to different kinds of shipping
 */
export function shippingFor(
	methods: ReadonlyArray<readonly string[]>,
	rows: readonly ShippingRow[],
	otherwise: string,
): string {
	const found = methods.flatMap((names) => rowsFor(names, rows));
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
	rows: readonly ShippingRow[],
): Finding[] =>
	methods
		.filter((names) => rowsFor(names, rows).length === 0 && names.some(isPickupTitle))
		.map(([title]) =>
			review(
				`The customer picks the order up, by the shipping method ${quote(title)}: check whether a parcel is to be sent, and where to. If this method ships, give it a row in the option Shipping Mapping`,
				'pickupPoint',
			),
		);
