import { UserError } from 'n8n-workflow';

import type { ServiceError } from '../../transport/errors/serviceError';
import type { Problem } from '../problems';
import { SHOP_ORDER } from '../shop/reading';
import type { ShopOrder } from '../shop/shopOrder';

/** Beginning of a text about a line, e.g. `Line 2 (Team Mug)` and `Shop Order → Line 2 (Team Mug)`. */
const LINE = new RegExp(`^(?:${SHOP_ORDER} → )?Line (?=\\d)`);

type Numbered = Pick<ShopOrder, 'number'>;

/** What messages call an order by its number in the shop, e.g. `Order #1001`. */
const orderLabel = (number: string): string => `Order #${number.replace(/^#\s*/, '')}`;

/**
 * Names the order in problems of its lines: an error workflow gets the message alone, and not the item that it is about.
 *
 * @returns e.g. `Order #1001, line 2 (Team Mug) has no print file` in place of `Line 2 (Team Mug) has no print file`
 */
export function namingOrder(problems: readonly Problem[], { number }: Numbered): Problem[] {
	if (number === undefined) return [...problems];
	const named = (text: string): string => text.replace(LINE, () => `${orderLabel(number)}, line `);
	return problems.map((problem) => {
		if (typeof problem === 'string') return named(problem);
		return problem instanceof UserError && LINE.test(problem.message)
			? new UserError(named(problem.message), { description: problem.description })
			: problem;
	});
}

/**
 * Names the order in the failure of a request that was to place or confirm it, unless its message does so already.
 *
 * @param externalId under which the order is placed
 * @returns e.g. `Order #1001: The service does not accept a value: …`
 */
export function namingOrderInFailure(
	error: ServiceError,
	{ number }: Numbered,
	externalId: string | undefined,
): ServiceError {
	if (number === undefined || (externalId !== undefined && error.message.includes(externalId))) {
		return error;
	}
	return error.reworded({ message: `${orderLabel(number)}: ${error.message}` });
}
