import type { RequestLog } from '../control/request-log.ts';
import { HttpProblem, JSON_LD } from '../json-ld/problems.ts';
import { parseJson, TooDeep } from '../validation/json.ts';
import { notFound } from './errors.ts';
import { shared, type Serving } from './plugin.ts';

const MERGE_PATCH = 'application/merge-patch+json';
const JSON_BODIES = ['application/json', 'application/ld+json'];

/**
 * Responses are JSON-LD whatever `accept` says, and bodies are JSON (section 1): merge-patch for
 * PATCH, plain JSON or JSON-LD for the other methods. Anything else is a 415.
 */
export const jsonLd = shared<Serving<{ requestLog: RequestLog }>>(async (api, serving) => {
	api.removeAllContentTypeParsers();
	api.addContentTypeParser(
		[...JSON_BODIES, MERGE_PATCH],
		{ parseAs: 'string' },
		(request, text, done) => {
			serving.service.requestLog.addBody(request.record, String(text));
			try {
				done(null, parseJson(String(text)));
			} catch (error) {
				const message =
					error instanceof TooDeep ? error.message : 'Syntax error: the body is not valid JSON.';
				done(new HttpProblem(400, message));
			}
		},
	);

	api.addHook('onRequest', async (request, reply) => {
		reply.type(JSON_LD);
		// By the same clock as the times of resources, also in tests that set it.
		reply.header('date', new Date().toUTCString());
		// Before the body is read: an unknown path is a 404 whatever the request contains.
		if (request.is404) throw notFound(request);
		const sent = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
		const accepted = request.method === 'PATCH' ? [MERGE_PATCH] : JSON_BODIES;
		const needsBody = request.routeOptions.config.needsBody ?? false;
		if (sent === undefined ? needsBody : hasBody(request.method) && !accepted.includes(sent)) {
			throw new HttpProblem(
				415,
				`The content-type "${sent ?? ''}" is not supported. Use ${accepted.join(' or ')}.`,
			);
		}
	});

	api.addHook('preValidation', async (request) => {
		if (request.routeOptions.config.needsBody && !isJsonObject(request.body)) {
			throw new HttpProblem(400, 'The body must be a JSON object.');
		}
	});
});

const hasBody = (method: string): boolean => ['POST', 'PATCH'].includes(method);

const isJsonObject = (body: unknown): boolean =>
	typeof body === 'object' && body !== null && !Array.isArray(body);

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The body must be a JSON object. */
		needsBody?: boolean;
	}
}
