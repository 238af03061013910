// What problems call a shop's order, its fields and its lines ('Order #1001, line 2 (Team Mug)'): by the order's number, which
// is also found in an order that was not read yet, as an error workflow gets the message alone. Warnings are in the output
// of the order, and name the line only.

import { lowerFirst } from '../../input/wording';
import type { Shop, ShopOrder } from './shopOrder';
import { orderFieldLabel } from '../compose/fieldLabel';
import type { ComposedOrder } from '../composedOrder';
import { contained, findGraphqlOrder, hasLineItems } from './unwrapped';
import { firstText } from './values';

/** Label of the parameter that holds the shop's order. */
export const SHOP_ORDER = 'Shop Order';

/** What messages call the order's data in place of that label: no field of the editor has all rows of an order. */
export const dataLabelOf = (shop: Shop): string => (shop === 'rows' ? 'The sheet' : SHOP_ORDER);

/** The order by its number in the shop, e.g. `Order #1001`. */
export const orderLabel = (number: string): string => `Order #${number.replace(/^#\s*/, '')}`;

/** The order in problems, e.g. `Order #1001`; the parameter where the order has no number. */
export const orderInProblems = (number: string | undefined): string =>
	number === undefined ? SHOP_ORDER : orderLabel(number);

/** The number that problems name. Those of an order that is not sent are part of a text that names the order already. */
export const numberInProblems = ({
	number,
	whyNotSent,
}: Pick<ShopOrder, 'number' | 'whyNotSent'>): string | undefined =>
	whyNotSent ? undefined : number;

/**
 * A line in problems, e.g. `Order #1001, line 2 (Team Mug)`; the line alone where the order has no number.
 *
 * @param label what warnings call the line, e.g. `Line 2 (Team Mug)`
 */
export const lineInProblems = (label: string, number: string | undefined): string =>
	number === undefined ? label : `${orderLabel(number)}, ${lowerFirst(label)}`;

/** Like {@link lineInProblems}, for what is wrong with the data of the line: `Shop Order → Line 2` where there is no number. */
export const lineDataInProblems = (label: string, number: string | undefined): string =>
	number === undefined ? `${SHOP_ORDER} → ${label}` : lineInProblems(label, number);

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
 * The number of an order that may be refused before it is read whole. Undefined for what may be no order at all.
 *
 * @param value of the field Shop Order, as it was entered
 */
export function orderNumberIn(value: unknown): string | undefined {
	const order = findGraphqlOrder(value) ?? contained(value, hasLineItems);
	// Shopify's own field `number` counts from 1, and its customers know the order by another.
	return order && firstText(order.order_number, order.name, order.number, order.id);
}
