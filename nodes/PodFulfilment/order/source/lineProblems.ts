import { UserError } from 'n8n-workflow';

import type { Problem } from '../problems';
import { SHOP_ORDER } from '../shop/reading';
import type { ShopOrder } from '../shop/shopOrder';

/** Beginning of a text about a line, e.g. `Line 2 (Team Mug)` and `Shop Order → Line 2 (Team Mug)`. */
const LINE = new RegExp(`^(?:${SHOP_ORDER} → )?Line (?=\\d)`);

/**
 * Names the order in problems of its lines: an error workflow gets the message alone, and not the item that it is about.
 *
 * @returns e.g. `Order #1001, line 2 (Team Mug) has no print file` in place of `Line 2 (Team Mug) has no print file`
 */
export function namingOrder(
	problems: readonly Problem[],
	{ number }: Pick<ShopOrder, 'number'>,
): Problem[] {
	if (number === undefined) return [...problems];
	const named = (text: string): string =>
		text.replace(LINE, () => `Order #${number.replace(/^#\s*/, '')}, line `);
	return problems.map((problem) => {
		if (typeof problem === 'string') return named(problem);
		return problem instanceof UserError && LINE.test(problem.message)
			? new UserError(named(problem.message), { description: problem.description })
			: problem;
	});
}
