import { WooError } from './errors.ts';
import type { WooOrder, WooWebhook } from './model.ts';
import type { WooCommerceShop } from './shop.ts';

/** @throws WooError 404 */
export function requireOrder(shop: WooCommerceShop, id: string): WooOrder {
	const order = shop.get(Number(id));
	if (!order) throw new WooError(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.');
	return order;
}

/** @throws WooError 404 */
export function requireWebhook(shop: WooCommerceShop, id: string): WooWebhook {
	const webhook = shop.webhooks.get(Number(id));
	if (!webhook) throw new WooError(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.');
	return webhook;
}
