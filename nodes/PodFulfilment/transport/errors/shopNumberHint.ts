/** An order's number in a shop, as it was entered in place of an external ID: '#1001', '1001' or 'shopify-1001'. */
const SHOP_NUMBER = /^\/api\/orders\/@?(?:%23|shopify-)?(\d{1,12})(?:\/|$)/i;

/** Says what the orders of shops are called here, where a request names one by its number in the shop. */
export function shopNumberHint(path: string): string {
	const number = SHOP_NUMBER.exec(path)?.[1];
	return number === undefined
		? ''
		: ` Orders from Shopify are called shopify-${number}-… here: order number, then Shopify's order ID, as in shopify-1001-5700000002001. Orders from WooCommerce are called woo-${number}: their order ID.`;
}
