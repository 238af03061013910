import type { RequestLog, RequestRecord } from '../control/request-log.ts';
import { shared, type Serving } from './plugin.ts';

declare module 'fastify' {
	interface FastifyRequest {
		record: RequestRecord;
	}
}

/** Headers in which a client may send a secret, and a browser the cookies of any server on this machine. */
const SECRET_HEADERS = /authorization|cookie|token|secret|api-?key|password|session/;

/** Logs every request under /api, without its secrets. */
export const requestLog = shared<Serving<{ requestLog: RequestLog }>>(async (api, serving) => {
	api.decorateRequest('record');

	api.addHook('onRequest', async (request, reply) => {
		const { requestLog: log } = serving.service;
		const record = log.begin({
			method: request.method,
			path: request.url.split('?', 1)[0] ?? '',
			query: request.query as Record<string, string>,
			headers: withoutSecrets(request.headers),
		});
		request.record = record;
		reply.raw.once('close', () => log.finish(record, undefined));
	});

	api.addHook('onSend', async (request, reply, payload) => {
		// own-origin.ts answers before a request is logged. A cut connection is logged when it closes, without a status.
		if (request.record && !request.raw.socket.destroyed) {
			serving.service.requestLog.finish(request.record, reply.statusCode);
		}
		return payload;
	});
});

/** Of the API key, the scheme stays: whether it was `Bearer` explains a 401. */
function withoutSecrets(headers: RequestRecord['headers']): RequestRecord['headers'] {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => {
			if (!SECRET_HEADERS.test(name)) return [name, value];
			const scheme = name === 'authorization' && /^(\w+) /.exec(String(value))?.[1];
			return [name, scheme ? `${scheme} [redacted]` : '[redacted]'];
		}),
	);
}
