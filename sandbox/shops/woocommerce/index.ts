import type { ShopOptions } from '../common/options.ts';
import { controlRoutes } from '../common/control-routes.ts';
import { createShopParts } from '../common/shop-parts.ts';
import { createShopApp, listen } from '../common/shop-server.ts';
import { trafficHooks } from '../common/traffic.ts';
import { authentication, type WooKeys } from './authentication.ts';
import { WooCommerceControl } from './control.ts';
import { wooCommerceVerbs } from './control-verbs.ts';
import { errorBody, errors } from './errors.ts';
import { noteRoutes } from './note-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { parseQuery } from './pages.ts';
import { WooCommerceShop, type SiteOptions } from './shop.ts';
import { storefrontRoutes } from './storefront/routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** WooCommerce waits a minute for the receiver of a webhook. */
const WEBHOOK_TIMEOUT_MILLISECONDS = 60_000;

const KEYS: WooKeys = { consumerKey: 'ck_sandbox', consumerSecret: 'cs_sandbox' };

export interface WooCommerceOptions extends ShopOptions, SiteOptions {}

/** A WooCommerce shop, running on 127.0.0.1. */
export interface WooCommerce extends WooKeys {
	/** Without a slash at the end. */
	url: string;
	control: WooCommerceControl;
	/** Stops the server, its timers and its webhooks. */
	close(): Promise<void>;
}

/**
 * Starts a double of a WooCommerce shop.
 * @throws when the port is taken or an option is out of range
 */
export async function startWooCommerce(options: WooCommerceOptions = {}): Promise<WooCommerce> {
	const parts = createShopParts(options, WEBHOOK_TIMEOUT_MILLISECONDS);
	let url = '';
	const siteUrl = () => url;
	const shop = new WooCommerceShop(parts, options, siteUrl);
	const control = new WooCommerceControl(parts, shop);

	const app = createShopApp(parseQuery);
	app.register(errors);
	app.register(storefrontRoutes, {
		shop,
		products: parts.options.products,
		mails: parts.mails,
		links: () => control.links(),
	});
	app.register(controlRoutes, { control, verbs: wooCommerceVerbs(control) });
	app.register(
		async (api) => {
			api.register(authentication, KEYS);
			api.register(trafficHooks, { traffic: parts.traffic, errorBody });
			api.register(orderRoutes, { shop, siteUrl });
			api.register(noteRoutes, { shop });
			api.register(webhookRoutes, { shop, siteUrl });
			// What n8n's credential test and lists read: a shop without categories and tags.
			for (const path of ['/products/categories', '/products/tags']) api.get(path, async () => []);
		},
		{ prefix: '/wp-json/wc/v3' },
	);
	url = await listen(app, parts.options.port);
	return {
		...KEYS,
		url,
		control,
		close: async () => {
			await parts.stop();
			await app.close();
		},
	};
}
