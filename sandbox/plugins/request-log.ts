import type { RequestLog, RequestRecord } from '../control/request-log.ts';
import { shared } from './plugin.ts';

declare module 'fastify' {
	interface FastifyRequest {
		record: RequestRecord;
	}
}

/** Logs every request under /api, without its API key. */
export const requestLog = shared<{ requestLog: RequestLog }>(async (api, { requestLog: log }) => {
	api.decorateRequest('record');

	api.addHook('onRequest', async (request, reply) => {
		const { authorization, ...headers } = request.headers;
		const scheme = authorization?.split(' ', 1)[0] ?? '';
		const record = log.begin({
			method: request.method,
			path: request.url.split('?', 1)[0] ?? '',
			query: request.query as Record<string, string>,
			headers: {
				...headers,
				...(authorization !== undefined && { authorization: `${scheme} [redacted]` }),
			},
		});
		request.record = record;
		reply.raw.once('close', () => log.finish(record, undefined));
	});

	api.addHook('onSend', async (request, reply, payload) => {
		// A cut connection is logged when it closes, without a status.
		if (!request.raw.socket.destroyed) {
			log.finish(request.record, reply.statusCode);
		}
		return payload;
	});
});
