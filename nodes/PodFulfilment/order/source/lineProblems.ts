import { UserError } from 'n8n-workflow';

import { isObject } from '../../input/guards';
import type { Problem } from '../problems';
import { findGraphqlOrder } from '../shop/graphqlOrder';
import { hasLineItems, SHOP_ORDER, unwrapped } from '../shop/reading';
import type { ShopOrder } from '../shop/shopOrder';
import { firstText } from '../shop/values';

/** Beginning of a text about a line, e.g. `Line 2 (Team Mug)` and `Shop Order → Line 2 (Team Mug)`. */
const LINE = new RegExp(`^(?:${SHOP_ORDER} → )?Line (?=\\d)`);

/** Beginning of a text about the order itself. What is said of data that may be no order is left as it is. */
const OF_ORDER = new RegExp(`^${SHOP_ORDER}(?= (?:→|lacks|has|does) )`);

type Numbered = Pick<ShopOrder, 'number'>;

/** What messages call an order by its number in the shop, e.g. `Order #1001`. */
export const orderLabel = (number: string): string => `Order #${number.replace(/^#\s*/, '')}`;

/**
 * The number of an order that was refused before it was read whole. Undefined for what may be no order at all.
 *
 * @param value of the field Shop Order, as it was entered
 */
export function numberOfRefused(value: unknown): string | undefined {
	const graphqlOrder = findGraphqlOrder(value);
	const order = graphqlOrder ?? unwrapped(value, hasLineItems);
	if (!isObject(order) || !(graphqlOrder || hasLineItems(order))) return undefined;
	// Shopify's own field `number` counts from 1, and its customers know the order by another.
	return firstText(order.order_number, order.name, order.number, order.id);
}

/**
 * Names the order in problems of it and its lines: an error workflow gets the message alone, and not the item that it is
 * about.
 *
 * @returns e.g. `Order #1001, line 2 (Team Mug) has no print file` in place of `Line 2 (Team Mug) has no print file`, and
 *   `Order #1001 → Address → City is empty` in place of `Shop Order → Address → City is empty`
 */
export function namingOrder(problems: readonly Problem[], { number }: Numbered): Problem[] {
	if (number === undefined) return [...problems];
	const named = (text: string): string =>
		text
			.replace(LINE, () => `${orderLabel(number)}, line `)
			.replace(OF_ORDER, () => orderLabel(number));
	return problems.map((problem) => {
		if (typeof problem === 'string') return named(problem);
		return problem instanceof UserError && named(problem.message) !== problem.message
			? new UserError(named(problem.message), { description: problem.description })
			: problem;
	});
}
