// What problems call a shop's order, its fields and its lines ('Order #1001, line 2 (Team Mug)'): by the order's number, as an
// error workflow gets the message alone. Warnings are in the output of the order, and name the line only ('Line 2 (Team Mug, SKU
// MUG-1)'). Also the place where a line is corrected.

import { lowerFirst, serviceText } from '../../input/wording';
import { joinLabels } from '../../input/field';
import { listLabel, orderFieldLabel } from '../compose/fieldLabel';
import type { ComposedOrder } from '../composedOrder';
import type { Shop, ShopLine, ShopOrder } from './shopOrder';

/** Label of the parameter that holds the shop's order. */
export const SHOP_ORDER = 'Shop Order';

/** What messages call the order's data in place of that label: no field of the editor has all rows of an order. */
export const dataLabelOf = (shop: Shop): string => (shop === 'rows' ? 'The sheet' : SHOP_ORDER);

/** The order by its number in the shop, e.g. `Order #1001`. */
export const orderLabel = (number: string): string => `Order #${number.replace(/^#\s*/, '')}`;

/** The order in problems, e.g. `Order #1001`; the parameter where the order has no number. */
export const orderInProblems = (number: string | undefined): string =>
	number === undefined ? SHOP_ORDER : orderLabel(number);

/** The order of which nothing is sent, e.g. `Shop order 1001`. */
export const shopOrderName = ({ number, name }: Pick<ShopOrder, 'number' | 'name'>): string => {
	const shown = number ?? name?.replace(/^#\s*/, '');
	return shown === undefined ? 'The shop order' : `Shop order ${shown}`;
};

/**
 * A line in problems, e.g. `Order #1001, line 2 (Team Mug)`; the line alone where the order has no number.
 *
 * @param label what warnings call the line, e.g. `Line 2 (Team Mug)`
 */
export const lineInProblems = (label: string, number: string | undefined): string =>
	number === undefined ? label : `${orderLabel(number)}, ${lowerFirst(label)}`;

/** Label of the address in messages. */
export const addressLabel = (order = SHOP_ORDER): string => `${order} → Address`;

/** What a composed order calls its fields, and its items by the labels of their lines. */
type Labels = Required<Pick<ComposedOrder, 'labelOf' | 'itemLabel'>>;

/**
 * The labels of an order's fields and items.
 *
 * @param lineLabels what messages call the lines that are its items, in their order
 * @param order what they call the order
 */
export const labelsOf = (lineLabels: readonly string[] = [], order?: string): Labels => ({
	labelOf: (path) =>
		orderFieldLabel(path, {
			recipientLabel: addressLabel(order),
			itemLabel: (index) => lineLabels[index],
		}),
	itemLabel: (index) => lineLabels[index] && lowerFirst(lineLabels[index]),
});

/**
 * What problems call a part of the item of a line: by the property or the column that names it.
 *
 * @param path property path inside the item
 * @param fields of its placements or its options, in their order
 */
export function partLabel(line: string, fields: readonly string[], path: string): string {
	const [, index, part = ''] = /\[(\d+)\]\.?(\w*)/.exec(path) ?? [];
	if (index === undefined) return listLabel(line, path);
	const named = part === 'type' ? 'Placement' : part === 'id' ? 'Option' : '';
	return joinLabels(fields[Number(index)] ?? line, named);
}

/** What messages call the place where a line is corrected, and what it has there. */
export const placeWords = ({ isRow }: Pick<ShopLine, 'isRow'>) =>
	isRow ? { place: 'sheet', property: 'column' } : { place: 'shop', property: 'property' };

/** The same place, by where the order comes from. */
export const placeOf = (shop: Shop): string => placeWords({ isRow: shop === 'rows' }).place;

/** Of a name or an SKU in a message. */
const MAX_NAME_LENGTH = 60;

/**
 * Builds what messages call a line of the shop's order.
 *
 * @param index index of the line in the shop's order
 */
export function lineLabel(
	index: number,
	name: string | undefined,
	sku: string | undefined,
): string {
	const parts = [
		...(name === undefined ? [] : [serviceText(name, MAX_NAME_LENGTH)]),
		...(sku === undefined ? [] : [`SKU ${serviceText(sku, MAX_NAME_LENGTH)}`]),
	];
	return `Line ${index + 1}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}
