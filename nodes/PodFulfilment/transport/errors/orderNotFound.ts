// What to do about an order that was not found, such as one looked for by its number in the shop.

import { SERVICE_ID_PATTERN } from '../../spec/service';

/** An order's number in a shop, as it was entered in place of an external ID: '#1001', '1001' or 'shopify-1001'. */
const SHOP_NUMBER = /^\/api\/orders\/@?(?:%23|shopify-)?(\d{1,12})(?:\/|$)/i;

/** A request that names an order by what has the shape of an ID: it was not looked for as an external ID, see api/locatedOrder.ts. */
const isById = (path: string): boolean =>
	SERVICE_ID_PATTERN.test(/^\/api\/orders\/([^/]+)/.exec(path)?.[1] ?? '');

/**
 * Says which order to choose where a request names one by its number in a shop, and what the orders of shops are called
 * here; undefined where it does not.
 */
function shopNumberHint(path: string): string | undefined {
	const number = SHOP_NUMBER.exec(path)?.[1];
	return number === undefined
		? undefined
		: `If ${number} is its number in your shop, choose "From List" and search for ${number}. Orders from Shopify are called shopify-${number}-… here: order number, then Shopify's order ID, as in shopify-1001-5700000002001. Orders from WooCommerce are called woo-${number}: their order ID.`;
}

/**
 * What to do about an order that was not found.
 *
 * @param credential in which the account is
 */
export function orderNotFoundAdvice(path: string, credential: string): string {
	const account = `Check that it exists in the account that ${credential} belongs to`;
	const hint = shopNumberHint(path);
	if (hint !== undefined) return `${hint} ${account}.`;
	return isById(path)
		? `${account}, and that an external ID is entered in the mode "External ID".`
		: `${account}, and that its External ID is written as in the list of orders.`;
}
