import { readFileSync } from 'node:fs';

import {
	startShopify,
	startWooCommerce,
	type CustomerOrder,
	type OrderEdit,
	type OrderRefund,
	type ShopDelivery,
	type Shopify,
	type WebhookFaults,
	type WooCommerce,
} from '../../../sandbox/shops/index.ts';

/** Retries of a shop never come by themselves in the real time of a test: the day brings them. */
export const DAY_TIME_SCALE = 0.0001;

/** The topic of the round trip's trigger. */
const PAID = 'orders/paid';

const ADDRESS = 'https://your-shop.myshopify.com';

/** An order as a day looks at it. */
export interface OrderInShop {
	id: number;
	lines: Array<{ id: number }>;
}

/** A double of a shop, with what a day does in it and how the examples reach it. */
export interface DayShop {
	readonly name: 'woocommerce' | 'shopify';
	/** The trigger of the round trip that the shop's webhook starts. */
	readonly trigger: string;
	readonly control: {
		order(order: CustomerOrder): OrderInShop;
		pay(id: number): void;
		cancel(id: number): void;
		edit(id: number, edit: OrderEdit): void;
		refund(id: number, refund?: OrderRefund): void;
		setWebhookFaults(faults?: WebhookFaults): void;
		deliveries(): ShopDelivery[];
		settled(): Promise<void>;
	};
	/** The External ID that the order has at the service. */
	externalId(id: number): string;
	/** What messages call the order. */
	label(id: number): string;
	/** Whether a body that the shop sends shows the order as paid. */
	isPaid(body: Record<string, unknown>): boolean;
	/** Whether the shop repeats calls that failed. */
	readonly repeats: boolean;
	/** An example as it is published. */
	example(part: 'round-trip' | 'sweep'): unknown;
	/** Calls the shop as its credential does. */
	call(url: string): Promise<Response>;
	/** Sets up the webhook that the round trip's trigger has. */
	register(receiver: string): Promise<void>;
	/** Switches the webhook off, as the shop does after too many failures. */
	switchOff(): Promise<void>;
	/** Switches it on again, whoever switched it off. */
	switchOn(): Promise<void>;
	close(): Promise<void>;
}

const readExample = (name: string, replaced: string, by: string): unknown =>
	JSON.parse(
		readFileSync(new URL(`../../../examples/${name}.json`, import.meta.url), 'utf8').replaceAll(
			replaced,
			by,
		),
	);

async function send(
	url: string,
	method: string,
	headers: Record<string, string>,
	body?: unknown,
): Promise<void> {
	const answer = await fetch(url, {
		method,
		headers: { ...headers, 'content-type': 'application/json' },
		body: JSON.stringify(body ?? {}),
	});
	if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
	await answer.text();
}

/** The doubles of the shops, with what a day does in them. */
export async function startWooCommerceDay(seed: number): Promise<DayShop> {
	return wooCommerceDay(await startWooCommerce({ seed, timeScale: DAY_TIME_SCALE }));
}

export async function startShopifyDay(seed: number): Promise<DayShop> {
	return shopifyDay(await startShopify({ seed, timeScale: DAY_TIME_SCALE }));
}

export function wooCommerceDay(shop: WooCommerce): DayShop {
	const { url, control, consumerKey, consumerSecret } = shop;
	const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
	const webhooks = `${url}/wp-json/wc/v3/webhooks`;
	const setStatus = async (status: string): Promise<void> => {
		for (const { id } of control.webhooks()) {
			await send(`${webhooks}/${id}`, 'PUT', { authorization }, { status });
		}
	};
	return {
		name: 'woocommerce',
		trigger: 'An Order Changed',
		control,
		repeats: false,
		externalId: (id) => `woo-${id}`,
		label: (id) => `Order ${id}`,
		isPaid: ({ status }) => status === 'processing',
		example: (part) => readExample(`woocommerce-${part}`, 'https://shop.example', url),
		call: async (address) => await fetch(address, { headers: { authorization } }),
		register: async (receiver) => {
			const webhook = { delivery_url: receiver, topic: 'order.updated', secret: 'secret' };
			await send(webhooks, 'POST', { authorization }, webhook);
		},
		switchOff: async () => await setStatus('disabled'),
		switchOn: async () => await setStatus('active'),
		close: async () => await shop.close(),
	};
}

export function shopifyDay(shop: Shopify): DayShop {
	const { url, control, accessToken } = shop;
	const headers = { 'x-shopify-access-token': accessToken };
	let receiver = '';
	const register = async (address: string): Promise<void> => {
		await send(`${url}/admin/api/2026-10/webhooks.json`, 'POST', headers, {
			webhook: { topic: PAID, address, format: 'json' },
		});
	};
	const numberOf = (id: number): number => control.getOrder(id).orderNumber;
	return {
		name: 'shopify',
		trigger: 'An Order Was Paid',
		control,
		repeats: true,
		externalId: (id) => `shopify-${numberOf(id)}-${id}`,
		label: (id) => `Order #${numberOf(id)}`,
		isPaid: ({ financial_status }) => financial_status === 'paid',
		example: (part) => readExample(`shopify-${part}`, ADDRESS, url),
		call: async (address) => await fetch(address, { headers }),
		register,
		switchOff: async () => {
			for (const { id, topic, address } of control.webhooks()) {
				if (topic !== PAID) continue;
				receiver = address;
				control.removeWebhook(id);
			}
		},
		switchOn: async () => {
			if (!control.webhooks().some(({ topic }) => topic === PAID)) await register(receiver);
		},
		close: async () => await shop.close(),
	};
}
