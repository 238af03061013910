export type {
	Customer,
	CustomerLine,
	CustomerOrder,
	OrderEdit,
	OrderRefund,
} from './common/customer-order.ts';
export type { Latency, Product, ShopOptions } from './common/options.ts';
export type { Mail } from './common/mails.ts';
export type { ShopRequest } from './common/traffic.ts';
export type { WebhookFaults } from './common/webhook-faults.ts';
export type { ShopDelivery } from './common/webhook-sender.ts';
export { startShopify, type Shopify } from './shopify/index.ts';
export {
	startWooCommerce,
	type WooCommerce,
	type WooCommerceOptions,
} from './woocommerce/index.ts';
