import type { FastifyRequest } from 'fastify';
import { Faults, type FaultTarget } from '../../control/faults.ts';
import { addFaultHooks } from '../../plugins/fault-hooks.ts';
import { shared } from '../../plugins/plugin.ts';
import { randomOf, type Random } from '../../random.ts';
import { Records } from '../../time/records.ts';
import type { Latency } from './options.ts';

/** A request of a client to the shop's API. */
export interface ShopRequest {
	method: string;
	/** Without the query. */
	path: string;
	query: Record<string, string>;
	body?: unknown;
	status?: number;
}

declare module 'fastify' {
	interface FastifyRequest {
		shopRequest: ShopRequest | undefined;
	}
}

/** What all requests to the shop's API have in common: a log, latency, and faults. */
export class Traffic {
	readonly requests = new Records<ShopRequest>('request');
	readonly faults = new Faults();
	latency: Latency;
	private readonly random: Random;

	constructor(latency: Latency, seed: number) {
		this.latency = latency;
		this.random = randomOf(seed);
	}

	/** Waits half of a latency: once before the request is handled, once before the response is sent. */
	async waitHalf(): Promise<void> {
		const { fromMilliseconds, toMilliseconds } = this.latency;
		const latency = fromMilliseconds + this.random() * (toMilliseconds - fromMilliseconds);
		if (latency > 0) await this.faults.delay(latency / 2);
	}

	stop(): void {
		this.faults.stop();
		this.requests.stop();
	}
}

interface TrafficOptions {
	traffic: Traffic;
	/** The shop's body for an error that was ordered without one. */
	errorBody: (status: number) => unknown;
}

const targetOf = ({ method, url, query }: FastifyRequest): FaultTarget => ({
	method,
	path: url.replace(/\?.*$/, ''),
	query: query as Record<string, string>,
});

/** Logs the requests, delays them, and applies the faults that were ordered. */
export const trafficHooks = shared<TrafficOptions>(async (api, { traffic, errorBody }) => {
	api.decorateRequest('shopRequest');

	api.addHook('preValidation', async (request) => {
		const record: ShopRequest = {
			...targetOf(request),
			...(request.body !== undefined && { body: request.body }),
		};
		request.shopRequest = record;
		traffic.requests.begin(
			record,
			request.url.length + Number(request.headers['content-length'] ?? 0),
		);
		await traffic.waitHalf();
	});
	api.addHook('onSend', async (_request, _reply, payload) => {
		await traffic.waitHalf();
		return payload;
	});
	// After these: faults apply once the log has the request.
	addFaultHooks(api, { faults: () => traffic.faults, targetOf, errorBody });

	api.addHook('onResponse', async (request, reply) => {
		if (!request.shopRequest) return;
		request.shopRequest.status = reply.statusCode;
		traffic.requests.complete(request.shopRequest);
	});
});
