import type { RequestRecord } from '../control/request-log.ts';
import type { Service } from '../service.ts';
import { shared } from './plugin.ts';

declare module 'fastify' {
	interface FastifyRequest {
		/** The service as it was when the request came in: a reset does not change it midway. */
		service: Service;
		record: RequestRecord;
	}
}

/** Keeps every request under /api; keys are never kept. */
export const requestLog = shared(async (api, holder) => {
	api.decorateRequest('service');
	api.decorateRequest('record');

	api.addHook('onRequest', async (request, reply) => {
		const { service } = holder;
		const { authorization, ...headers } = request.headers;
		const scheme = authorization?.split(' ', 1)[0] ?? '';
		const record = service.requestLog.begin({
			method: request.method,
			path: request.url.split('?', 1)[0] ?? '',
			query: request.query as Record<string, string>,
			headers: {
				...headers,
				...(authorization !== undefined && { authorization: `${scheme} [redacted]` }),
			},
		});
		request.service = service;
		request.record = record;
		reply.raw.once('close', () => service.requestLog.finish(record, undefined));
	});

	api.addHook('onSend', async (request, reply, payload) => {
		// A cut connection is finished by its close, without a status.
		if (!request.raw.socket.destroyed) {
			request.service.requestLog.finish(request.record, reply.statusCode);
		}
		return payload;
	});
});
