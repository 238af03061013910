import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Fault, Faults, FaultTarget } from '../control/faults.ts';

declare module 'fastify' {
	interface FastifyRequest {
		faultAfterCommit: Fault | undefined;
	}
}

interface FaultHookOptions {
	/** Those that were injected. */
	faults: () => Faults;
	/** What decides whether a fault hits a request. */
	targetOf: (request: FastifyRequest) => FaultTarget;
	/** The body of an error that was ordered without one. */
	errorBody: (status: number) => unknown;
}

/** Adds the hooks that apply faults to requests: before they are handled, or after their effect is committed. */
export function addFaultHooks(
	api: FastifyInstance,
	{ faults: injected, targetOf, errorBody }: FaultHookOptions,
): void {
	const bodyOf = (fault: Fault, status: number): unknown => fault.body ?? errorBody(status);

	api.decorateRequest('faultAfterCommit');

	api.addHook('preValidation', async (request, reply) => {
		const faults = injected();
		for (const fault of faults.hit(targetOf(request))) {
			if (fault.delayMilliseconds) await faults.delay(fault.delayMilliseconds);
			if (fault.reset === 'beforeCommit') {
				reply.hijack();
				cut(request);
				return reply;
			}
			if (fault.status !== undefined) {
				reply.code(fault.status).headers(fault.headers ?? {});
				return await reply.send(bodyOf(fault, fault.status));
			}
			if (fault.reset === 'afterCommit' || fault.statusAfterCommit !== undefined) {
				request.faultAfterCommit = fault;
			}
		}
	});

	api.addHook('onSend', async (request, reply, payload) => {
		const fault = request.faultAfterCommit;
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
		return JSON.stringify(bodyOf(fault, status));
	});
}

/** Cuts the connection with a TCP reset. */
const cut = (request: FastifyRequest): void => {
	request.raw.socket.resetAndDestroy();
};
