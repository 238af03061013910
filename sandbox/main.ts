import { parseArgs } from 'node:util';
import { type Sandbox, type SandboxOptions, startSandbox } from './index.ts';

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
  --help                     show this text`;

/**
 * Reads the command line.
 * @returns undefined for --help
 * @throws Error with a message for the user when an option is invalid
 */
function readOptions(): SandboxOptions | undefined {
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
	return {
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

function messageOf(thrown: unknown, port: number | undefined): string {
	if (!(thrown instanceof Error)) return String(thrown);
	if ('code' in thrown && thrown.code === 'EADDRINUSE') {
		return `Port ${port} is taken. Choose another with --port, or --port 0 for a free one.`;
	}
	return thrown.message;
}

async function main(): Promise<void> {
	let options: SandboxOptions | undefined;
	try {
		options = readOptions();
		if (!options) {
			console.log(USAGE);
			return;
		}
		const sandbox = await startSandbox(options);
		console.log(describe(sandbox, options.webhook?.url));
		for (const signal of ['SIGINT', 'SIGTERM'] as const) {
			process.once(signal, () => void sandbox.close());
		}
	} catch (thrown) {
		console.error(messageOf(thrown, options?.port));
		process.exitCode = 1;
	}
}

await main();
