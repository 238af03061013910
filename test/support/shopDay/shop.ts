import { readFileSync } from 'node:fs';

import {
	startShopify,
	startWooCommerce,
	type CustomerOrder,
	type OrderEdit,
	type OrderRefund,
	type Shopify,
	type WooCommerce,
} from '../../../sandbox/shops/index.ts';

const ADDRESS = 'https://your-shop.myshopify.com';

/** An order as a day looks at it. */
export interface OrderInShop {
	id: number;
	lines: Array<{ id: number }>;
}

/** A double of a shop, with what a day does in it and how the example reaches it. */
export interface DayShop {
	readonly name: 'woocommerce' | 'shopify';
	readonly control: Pick<
		WooCommerce['control'],
		'pay' | 'cancel' | 'injectFault' | 'clearFaults' | 'mails'
	> & {
		order(order: CustomerOrder): OrderInShop;
		edit(id: number, edit: OrderEdit): void;
		refund(id: number, refund?: OrderRefund): void;
	};
	/** The External ID that the order has at the service. */
	externalId(id: number): string;
	/** The kind of the mail that brings the numbers. */
	readonly mailKind: string;
	/** Whether the shop has the order as sent whole. */
	isSent(id: number): boolean;
	/** Marks it as sent by hand. */
	markSent(id: number): void;
	/** The example as it is published. */
	workflow(): unknown;
	/** Calls the shop as its credential does. */
	call(url: string, request?: RequestInit): Promise<Response>;
	close(): Promise<void>;
}

const readExample = (name: string, replaced: string, by: string): unknown =>
	JSON.parse(
		readFileSync(new URL(`../../../examples/${name}.json`, import.meta.url), 'utf8').replaceAll(
			replaced,
			by,
		),
	);

/** The doubles of the shops, with what a day does in them. */
export const startWooCommerceDay = async (seed: number): Promise<DayShop> =>
	wooCommerceDay(await startWooCommerce({ seed }));

export const startShopifyDay = async (seed: number): Promise<DayShop> =>
	shopifyDay(await startShopify({ seed }));

export function wooCommerceDay(shop: WooCommerce): DayShop {
	const { url, control, consumerKey, consumerSecret } = shop;
	const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
	return {
		name: 'woocommerce',
		control,
		externalId: (id) => `woo-${id}`,
		mailKind: 'completed',
		isSent: (id) => control.getOrder(id).status === 'completed',
		markSent: (id) => control.setStatus(id, 'completed'),
		workflow: () => readExample('woocommerce', ADDRESS, url),
		call: async (path, request = {}) =>
			await fetch(`${url}/wp-json/wc/v3${path}`, {
				...request,
				headers: { ...request.headers, authorization },
			}),
		close: async () => await shop.close(),
	};
}

export function shopifyDay(shop: Shopify): DayShop {
	const { url, control, accessToken } = shop;
	const numberOf = (id: number): number => control.getOrder(id).orderNumber;
	return {
		name: 'shopify',
		control,
		externalId: (id) => `shopify-${numberOf(id)}-${id}`,
		mailKind: 'shipping_confirmation',
		isSent: (id) => control.getOrder(id).fulfillmentStatus === 'fulfilled',
		markSent: (id) => control.fulfill(id),
		workflow: () => readExample('shopify', ADDRESS, url),
		call: async (address, request = {}) =>
			await fetch(address, {
				...request,
				headers: { ...request.headers, 'x-shopify-access-token': accessToken },
			}),
		close: async () => await shop.close(),
	};
}
