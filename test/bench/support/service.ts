import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { Fault, FaultOptions, RateLimit, SandboxOptions } from '../../../sandbox/index.ts';

export interface BenchOrder {
	id: string;
	externalId: string;
}

/** The sandbox in its own process, and what a bench needs of its control surface. */
export interface BenchService {
	url: string;
	apiKey: string;
	reset(options?: SandboxOptions): Promise<void>;
	injectFault(fault: FaultOptions): Promise<void>;
	/** @throws Error when a fault has hit no request: what was measured was a service without it */
	requireFaultsHit(): Promise<void>;
	clearFaults(): Promise<void>;
	setRateLimit(limit: RateLimit): Promise<void>;
	/** A further API key of the demo account. */
	createApiKey(): Promise<string>;
	peakInFlight(): Promise<number>;
	requests(): Promise<
		Array<{ method: string; path: string; query: Record<string, string>; status?: number }>
	>;
	clearRecords(): Promise<void>;
	orders(): Promise<BenchOrder[]>;
	/** Gives an order another status. */
	stepOrder(id: string, status: string): Promise<void>;
	products(): Promise<Array<{ variants: Array<{ id: string; sku: string; inStock: boolean }> }>>;
	exampleOrder(variantId?: string): Promise<{ recipient: object; orderItems: object[] }>;
	stop(): Promise<void>;
}

export async function startService(options: SandboxOptions = {}): Promise<BenchService> {
	const script = fileURLToPath(new URL('./serve.ts', import.meta.url));
	const child = spawn(process.execPath, [script, JSON.stringify(options)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const [line] = (await once(child.stdout, 'data')) as [Buffer];
	const url = line.toString().trim();

	const control = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
		const response = await fetch(`${url}/_sandbox${path}`, {
			method,
			...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
		});
		if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
		const text = await response.text();
		return (text === '' ? undefined : JSON.parse(text)) as Answer;
	};

	return {
		url,
		apiKey: 'sandbox-demo-key',
		reset: async (changes = {}) => await control('POST', '/reset', changes),
		injectFault: async (fault) => await control('POST', '/faults', fault),
		requireFaultsHit: async () => {
			const faults = await control<Fault[]>('GET', '/faults');
			const missed = faults.filter(({ hits }) => hits === 0);
			if (missed.length > 0) throw new Error(`Not hit: ${JSON.stringify(missed)}`);
		},
		clearFaults: async () => await control('DELETE', '/faults'),
		setRateLimit: async (limit) => await control('POST', '/rate-limit', limit),
		createApiKey: async () => (await control<{ apiKey: string }>('POST', '/api-keys', {})).apiKey,
		peakInFlight: async () =>
			(await control<{ peakInFlight: number }>('GET', '/peak-in-flight')).peakInFlight,
		requests: async () => await control('GET', '/requests'),
		clearRecords: async () => {
			await control('DELETE', '/records');
		},
		orders: async () => await control('GET', '/orders'),
		stepOrder: async (id, status) => {
			await control('POST', `/orders/${id}/step`, { status });
		},
		products: async () => await control('GET', '/products'),
		exampleOrder: async (variantId) =>
			await control('GET', `/example-order${variantId ? `?variantId=${variantId}` : ''}`),
		stop: async () => {
			const ended = once(child, 'exit');
			child.kill();
			await ended;
		},
	};
}
