import type { Control } from './control/control.ts';
import { DEFAULT_OPTIONS, resolveOptions, type SandboxOptions } from './options.ts';
import { SandboxServer } from './server.ts';

export type { OrderBody, OrderItemBody } from './catalog/example-order.ts';
export type { AddOrdersOptions, Control, WebhookOptions } from './control/control.ts';
export type { EventOptions } from './control/events.ts';
export type { Fault, FaultOptions } from './control/faults.ts';
export type { RequestRecord } from './control/request-log.ts';
export type { RateLimit, SandboxOptions, SeedOptions } from './options.ts';
export type { ReadOptions, ReadStyle } from './reads/style.ts';
export type { Delivery } from './webhooks/delivery.ts';

export interface SandboxAccount {
	id: string;
	apiKey: string;
	signingSecret: string;
}

/** The simulated service, running on 127.0.0.1. */
export interface Sandbox {
	/** Without a slash at the end. */
	url: string;
	accounts: Record<'demo' | 'other' | 'suspended', SandboxAccount>;
	control: Control;
	/** Stops the server, its timers and its deliveries. */
	close(): Promise<void>;
}

/**
 * Starts the sandbox.
 * @throws when the port is taken or an option is out of range
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const server = await SandboxServer.start(resolveOptions(DEFAULT_OPTIONS, options));
	return {
		url: server.url,
		accounts: {
			demo: publicAccount(server, 'demo'),
			other: publicAccount(server, 'other'),
			suspended: publicAccount(server, 'suspended'),
		},
		control: server.control,
		close: async () => await server.close(),
	};
}

function publicAccount(server: SandboxServer, name: string): SandboxAccount {
	const account = () => server.service.accounts.named(name);
	return {
		id: account().id,
		apiKey: `sandbox-${name}-key`,
		// Read each time: setWebhook and reset change it.
		get signingSecret() {
			return account().signingSecret;
		},
	};
}
