import { HttpProblem } from '../json-ld/problems.ts';
import type { Account, Order } from '../state/model.ts';
import type { OrderStore } from '../state/orders.ts';

/**
 * Finds an order of the account.
 * @param reference its id, or `@` and its external id
 * @throws HttpProblem 404, also for an order of another account
 */
export function requireOrder(orders: OrderStore, account: Account, reference: string): Order {
	const order = orders.find(account, reference);
	if (!order) throw new HttpProblem(404, `There is no order "${reference}".`);
	return order;
}

/**
 * Requires that a reader sees an order, which may have been placed a moment ago.
 * @throws HttpProblem 404
 */
export function requireSeen<Seen>(seen: Seen | undefined, reference: string): Seen {
	if (seen === undefined) throw new HttpProblem(404, `There is no order "${reference}".`);
	return seen;
}
