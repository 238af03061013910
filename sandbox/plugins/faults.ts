import type { FastifyRequest } from 'fastify';
import type { Fault, Faults } from '../control/faults.ts';
import { shared } from './plugin.ts';
import { problemBody } from '../json-ld/problems.ts';

const MESSAGES: Record<number, string> = {
	429: 'Too many requests. Try again after a short period.',
	500: 'Internal server error.',
	502: 'Temporarily unavailable. Try again later.',
	503: 'Temporarily unavailable. Try again later.',
	504: 'The request took unusually long.',
};

declare module 'fastify' {
	interface FastifyRequest {
		faultAfterCommit: Fault | undefined;
	}
}

/** Applies the faults that were injected through the control verbs. */
export const faults = shared<{ faults: Faults }>(async (api, { faults: injected }) => {
	api.decorateRequest('faultAfterCommit');

	api.addHook('preValidation', async (request, reply) => {
		for (const fault of injected.hit(request.record)) {
			if (fault.delayMilliseconds) await injected.delay(fault.delayMilliseconds);
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
});

const bodyOf = (fault: Fault, status: number): unknown =>
	fault.body ?? problemBody(status, MESSAGES[status] ?? `Status ${status} on demand.`);

/** Cuts the connection with a TCP reset. */
const cut = (request: FastifyRequest): void => {
	request.raw.socket.resetAndDestroy();
};
