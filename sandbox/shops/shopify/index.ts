import type { ShopOptions } from '../common/options.ts';
import { controlRoutes } from '../common/control-routes.ts';
import { createShopParts } from '../common/shop-parts.ts';
import { createShopApp, listen } from '../common/shop-server.ts';
import { trafficHooks } from '../common/traffic.ts';
import { authentication } from './authentication.ts';
import { ShopifyControl } from './control.ts';
import { shopifyVerbs } from './control-verbs.ts';
import { errorBody, errors } from './errors.ts';
import { Refusals } from './graphql/refusals.ts';
import { graphqlRoutes } from './graphql/routes.ts';
import { orderRoutes } from './order-routes.ts';
import { ShopifyShop } from './shop.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { Webhooks } from './webhooks.ts';

/** Shopify waits five seconds for the receiver of a webhook. */
const WEBHOOK_TIMEOUT_MILLISECONDS = 5_000;

/** The version that answers, whatever version a client asks for. */
const API_VERSION = '2026-10';

const SHOP_SUBDOMAIN = 'sandbox-shop';
const ACCESS_TOKEN = 'shpat_sandbox';
const APP_SECRET_KEY = 'shpss_sandbox';

/** A Shopify shop, running on 127.0.0.1. */
export interface Shopify {
	/** Without a slash at the end. */
	url: string;
	/** Its name in front of `.myshopify.com`, which its own links lead to. */
	shopSubdomain: string;
	accessToken: string;
	/** Signs the webhooks. */
	appSecretKey: string;
	control: ShopifyControl;
	/** Stops the server, its timers and its webhooks. */
	close(): Promise<void>;
}

/**
 * Starts a double of a Shopify shop.
 * @throws when the port is taken or an option is out of range
 */
export async function startShopify(options: ShopOptions = {}): Promise<Shopify> {
	const parts = createShopParts(options, WEBHOOK_TIMEOUT_MILLISECONDS);
	const shopDomain = `${SHOP_SUBDOMAIN}.myshopify.com`;
	const webhooks = new Webhooks({
		sender: parts.sender,
		clock: parts.clock,
		shopDomain,
		appSecretKey: APP_SECRET_KEY,
		apiVersion: API_VERSION,
	});
	const shop = new ShopifyShop(parts, webhooks);
	const refusals = new Refusals();
	const control = new ShopifyControl({ parts, shop, webhooks, refusals });

	const app = createShopApp();
	app.register(errors);
	app.register(controlRoutes, { control, verbs: shopifyVerbs(control) });
	app.register(
		async (api) => {
			api.addHook('onSend', async (_request, reply) => {
				reply.header('X-Shopify-API-Version', API_VERSION);
			});
			api.register(authentication, { accessToken: ACCESS_TOKEN });
			api.register(trafficHooks, { traffic: parts.traffic, errorBody });
			api.register(orderRoutes, { shop, apiUrl: `https://${shopDomain}/admin/api/${API_VERSION}` });
			api.register(webhookRoutes, { shop, webhooks, apiVersion: API_VERSION });
			api.register(graphqlRoutes, { shop, shopDomain, refusals });
			// What n8n's credential test and lists read.
			api.get('/products.json', async () => ({ products: [] }));
			api.get('/locations.json', async () => ({ locations: [] }));
		},
		{ prefix: '/admin/api/:version' },
	);
	const url = await listen(app, parts.options.port);
	return {
		url,
		shopSubdomain: SHOP_SUBDOMAIN,
		accessToken: ACCESS_TOKEN,
		appSecretKey: APP_SECRET_KEY,
		control,
		close: async () => {
			await parts.stop();
			await app.close();
		},
	};
}
