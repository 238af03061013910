import type { FastifyError, FastifyRequest } from 'fastify';
import { HttpProblem, JSON_LD, problemBody, violationsBody } from '../json-ld/problems.ts';
import { InvalidBody } from '../validation/violations.ts';
import { shared } from './plugin.ts';

/** Turns every error into a response with the body that section 7 defines for it. */
export const errors = shared(async (instance) => {
	instance.setErrorHandler<FastifyError | HttpProblem | InvalidBody>(
		async (error, _request, reply) => {
			reply.type(JSON_LD);
			if (error instanceof InvalidBody) {
				return await reply.code(422).send(violationsBody(error.violations));
			}
			if (error instanceof HttpProblem) {
				return await reply
					.code(error.status)
					.headers(error.headers)
					.send(problemBody(error.status, error.message));
			}
			const status = statusOf(error);
			const message =
				status === 500 ? 'The sandbox met something it cannot handle.' : error.message;
			// A bug in the sandbox must show up on its own console.
			if (status === 500) console.error(error);
			return await reply.code(status).send(problemBody(status, message));
		},
	);
	instance.addHook('onRequest', async (request) => {
		// Before the body is read. Under /api the API key is checked first, see json-ld.ts.
		if (request.is404 && !/^\/api([/?]|$)/.test(request.url)) throw notFound(request);
	});
	instance.setNotFoundHandler(async (request) => {
		throw notFound(request);
	});
});

/** The error for an unknown path (section 7). */
export const notFound = ({ method, url }: FastifyRequest): HttpProblem =>
	new HttpProblem(404, `No route found for "${method} ${url}".`);

/** The status of one of Fastify's own errors. The specification has no 413, so it becomes 400. */
function statusOf(error: FastifyError): number {
	const status = error.statusCode ?? 500;
	return status === 413 ? 400 : status;
}
