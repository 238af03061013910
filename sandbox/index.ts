import type { AddressInfo } from 'node:net';
import { Control } from './control/control.ts';
import { DEFAULT_OPTIONS, resolveOptions, type SandboxOptions } from './options.ts';
import { createServer } from './server.ts';
import { Service, type ServiceHolder } from './service.ts';

export type { OrderBody, OrderItemBody } from './catalog/example-order.ts';
export type { Control, WebhookOptions } from './control/control.ts';
export type { EventOptions } from './control/events.ts';
export type { Fault, FaultOptions } from './control/faults.ts';
export type { RequestRecord } from './control/request-log.ts';
export type { RateLimit, SandboxOptions, SeedOptions } from './options.ts';
export type { Delivery } from './webhooks/delivery.ts';

export interface SandboxAccount {
	id: string;
	apiKey: string;
	signingSecret: string;
}

/** The service of the specification, running on 127.0.0.1. */
export interface Sandbox {
	/** Its address, without a slash at the end. */
	url: string;
	accounts: Record<'demo' | 'other' | 'suspended', SandboxAccount>;
	control: Control;
	/** Ends the server, its timers and its deliveries. */
	close(): Promise<void>;
}

/**
 * Starts the service.
 * @throws when the port is taken or an option is out of range
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const resolved = resolveOptions(DEFAULT_OPTIONS, options);
	const holder = {} as ServiceHolder;
	const control = new Control(holder);
	const server = await createServer(holder, control);
	await server.listen({ host: '127.0.0.1', port: resolved.port });
	const { port } = server.server.address() as AddressInfo;
	const url = `http://127.0.0.1:${port}`;
	holder.service = new Service(resolved, url);
	return {
		url,
		accounts: {
			demo: publicAccount(holder, 'demo'),
			other: publicAccount(holder, 'other'),
			suspended: publicAccount(holder, 'suspended'),
		},
		control,
		close: async () => {
			await Promise.all([holder.service.stop(), server.close()]);
		},
	};
}

/** An account as tests and demonstrations use it; the secret is the one in force. */
function publicAccount(holder: ServiceHolder, name: string): SandboxAccount {
	const account = () => holder.service.accounts.named(name);
	return {
		id: account().id,
		apiKey: `sandbox-${name}-key`,
		get signingSecret() {
			return account().signingSecret;
		},
	};
}
