import type { FastifyRequest } from 'fastify';
import { Faults, type Fault } from '../../control/faults.ts';
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
		shopFault: Fault | undefined;
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

/** Logs the requests, delays them, and applies the faults that were ordered. */
export const trafficHooks = shared<TrafficOptions>(async (api, { traffic, errorBody }) => {
	api.decorateRequest('shopRequest');
	api.decorateRequest('shopFault');

	api.addHook('preValidation', async (request, reply) => {
		const record: ShopRequest = {
			method: request.method,
			path: request.url.replace(/\?.*$/, ''),
			query: request.query as Record<string, string>,
			...(request.body !== undefined && { body: request.body }),
		};
		request.shopRequest = record;
		traffic.requests.begin(
			record,
			request.url.length + Number(request.headers['content-length'] ?? 0),
		);
		await traffic.waitHalf();
		for (const fault of traffic.faults.hit(record)) {
			if (fault.delayMilliseconds) await traffic.faults.delay(fault.delayMilliseconds);
			if (fault.reset === 'beforeCommit') {
				reply.hijack();
				cut(request);
				return reply;
			}
			if (fault.status !== undefined) {
				reply.code(fault.status).headers(fault.headers ?? {});
				return await reply.send(fault.body ?? errorBody(fault.status));
			}
			if (fault.reset === 'afterCommit' || fault.statusAfterCommit !== undefined) {
				request.shopFault = fault;
			}
		}
	});

	api.addHook('onSend', async (request, reply, payload) => {
		await traffic.waitHalf();
		const fault = request.shopFault;
		if (!fault) return payload;
		if (fault.reset === 'afterCommit') {
			cut(request);
			return payload;
		}
		const status = fault.statusAfterCommit ?? reply.statusCode;
		reply
			.code(status)
			.headers(fault.headers ?? {})
			.removeHeader('content-length');
		return JSON.stringify(fault.body ?? errorBody(status));
	});

	api.addHook('onResponse', async (request, reply) => {
		if (!request.shopRequest) return;
		request.shopRequest.status = reply.statusCode;
		traffic.requests.complete(request.shopRequest);
	});
});

/** Cuts the connection with a TCP reset. */
const cut = (request: FastifyRequest): void => {
	request.raw.socket.resetAndDestroy();
};
