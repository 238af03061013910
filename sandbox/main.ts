import { parseArgs } from 'node:util';
import { type Sandbox, type SandboxOptions, startSandbox } from './index.ts';
import { startShopify, startWooCommerce } from './shops/index.ts';

const DEFAULT_PORT = 4600;
const DEFAULT_ORDERS = 45;

const USAGE = `Runs the print-on-demand service on 127.0.0.1.

Usage: node sandbox/main.ts [options]

  --port <number>            port to listen on (default ${DEFAULT_PORT}, 0 takes a free one)
  --time-scale <number>      service seconds in one real second (default 60)
  --webhook-url <url>        where the demo account's events are sent
  --signing-secret <secret>  what signs them (default sandbox-demo-signing-secret)
  --allow-remote-webhooks    send events to other machines too
  --orders <number>          orders to begin with (default ${DEFAULT_ORDERS})
  --products <number>        catalog products (default 26)
  --page-size <number>       members per page (default 30)
  --rate-limit <number>      requests per second and account (default none)
  --header-brand <word>      brand in the header names (default Service)
  --auto-confirm             confirm orders once they are validated
  --contrary <seed>          decide anew what the specification leaves open
  --manual                   orders move only when stepped through /_sandbox
  --woocommerce-port <number>
                             start a double of a WooCommerce shop as well (0 takes a free port)
  --shopify-port <number>    start a double of a Shopify shop as well (0 takes a free port)
  --help                     show this text`;

interface CommandOptions {
	sandbox: SandboxOptions;
	/** Ports of the doubles to start beside the sandbox. */
	wooCommercePort: number | undefined;
	shopifyPort: number | undefined;
}

/**
 * Reads the command line.
 * @returns undefined for --help
 * @throws Error with a message for the user when an option is invalid
 */
function readOptions(): CommandOptions | undefined {
	const { values } = parseArgs({
		options: {
			port: { type: 'string' },
			'time-scale': { type: 'string' },
			'webhook-url': { type: 'string' },
			'signing-secret': { type: 'string' },
			'allow-remote-webhooks': { type: 'boolean' },
			orders: { type: 'string' },
			products: { type: 'string' },
			'page-size': { type: 'string' },
			'rate-limit': { type: 'string' },
			'header-brand': { type: 'string' },
			'auto-confirm': { type: 'boolean' },
			contrary: { type: 'string' },
			manual: { type: 'boolean' },
			'woocommerce-port': { type: 'string' },
			'shopify-port': { type: 'string' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) return undefined;
	const number = (name: string, text: string | undefined): number | undefined => {
		if (text === undefined) return undefined;
		const value = Number(text);
		if (text.trim() === '' || !Number.isFinite(value)) {
			throw new Error(`--${name} must be a number, not '${text}'`);
		}
		return value;
	};
	const webhookUrl = values['webhook-url'];
	const signingSecret = values['signing-secret'];
	if (signingSecret !== undefined && webhookUrl === undefined) {
		throw new Error('--signing-secret needs --webhook-url');
	}
	const requests = number('rate-limit', values['rate-limit']);
	const products = number('products', values.products);
	const contrary = number('contrary', values.contrary);
	const sandbox: SandboxOptions = {
		port: number('port', values.port) ?? DEFAULT_PORT,
		timeScale: number('time-scale', values['time-scale']),
		autoAdvance: !values.manual,
		autoConfirm: values['auto-confirm'] ?? false,
		pageSize: number('page-size', values['page-size']),
		seed: {
			orders: number('orders', values.orders) ?? DEFAULT_ORDERS,
			...(products !== undefined && { products }),
		},
		headerBrand: values['header-brand'],
		webhook:
			webhookUrl === undefined
				? undefined
				: { url: webhookUrl, ...(signingSecret !== undefined && { signingSecret }) },
		allowRemoteWebhooks: values['allow-remote-webhooks'] ?? false,
		...(contrary !== undefined && { contrary }),
		rateLimit: requests === undefined ? undefined : { requests, perMilliseconds: 1000 },
	};
	return {
		sandbox,
		wooCommercePort: number('woocommerce-port', values['woocommerce-port']),
		shopifyPort: number('shopify-port', values['shopify-port']),
	};
}

function describe({ url, accounts }: Sandbox, webhookUrl: string | undefined): string {
	return `The sandbox is running. Press Ctrl-C to end it.

  Base URL         ${url}
  API key          ${accounts.demo.apiKey}
  Signing secret   ${accounts.demo.signingSecret}
  Webhook URL      ${webhookUrl ?? `none yet: POST {"url": "…"} to ${url}/_sandbox/webhook`}

  Try              curl -H 'Authorization: Bearer ${accounts.demo.apiKey}' ${url}/api/orders
  Look inside      ${url}/_sandbox/requests, ${url}/_sandbox/deliveries
  All verbs        ${url}/_sandbox (explained in sandbox/README.md)`;
}

interface Running {
	description: string;
	close(): Promise<void>;
}

/** Starts the doubles of the shops that were asked for, and adds them to what is running. */
async function startShops(
	{ wooCommercePort, shopifyPort, sandbox: { timeScale } }: CommandOptions,
	running: Running[],
): Promise<void> {
	const options = { ...(timeScale !== undefined && { timeScale }) };
	if (wooCommercePort !== undefined) {
		const shop = await startWooCommerce({ ...options, port: wooCommercePort });
		const description = `
  WooCommerce      ${shop.url}
  Consumer key     ${shop.consumerKey}
  Consumer secret  ${shop.consumerSecret}
  A customer buys  curl -X POST ${shop.url}/_shop/orders`;
		running.push({ description, close: shop.close });
	}
	if (shopifyPort !== undefined) {
		const shop = await startShopify({ ...options, port: shopifyPort });
		const description = `
  Shopify          ${shop.url} (as ${shop.shopSubdomain}.myshopify.com behind a proxy)
  Access token     ${shop.accessToken}
  App secret key   ${shop.appSecretKey}
  A customer buys  curl -X POST ${shop.url}/_shop/orders`;
		running.push({ description, close: shop.close });
	}
}

function messageOf(thrown: unknown): string {
	if (!(thrown instanceof Error)) return String(thrown);
	if ('code' in thrown && thrown.code === 'EADDRINUSE' && 'port' in thrown) {
		return `Port ${String(thrown.port)} is taken. Choose another with --port, or --port 0 for a free one.`;
	}
	return thrown.message;
}

async function main(): Promise<void> {
	const running: Running[] = [];
	const closeAll = async () => void (await Promise.all(running.map(({ close }) => close())));
	try {
		const options = readOptions();
		if (!options) {
			console.log(USAGE);
			return;
		}
		const sandbox = await startSandbox(options.sandbox);
		const description = describe(sandbox, options.sandbox.webhook?.url);
		running.push({ description, close: sandbox.close });
		await startShops(options, running);
		for (const { description: text } of running) console.log(text);
		for (const signal of ['SIGINT', 'SIGTERM'] as const)
			process.once(signal, () => void closeAll());
	} catch (thrown) {
		await closeAll();
		console.error(messageOf(thrown));
		process.exitCode = 1;
	}
}

await main();
