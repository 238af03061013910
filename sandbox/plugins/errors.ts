import type { FastifyError, FastifyRequest } from 'fastify';
import { shared } from './plugin.ts';
import { HttpProblem, InvalidBody, JSON_LD, problemBody, violationsBody } from './problems.ts';

/** Gives every refusal the body shape section 7 has for it. */
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
			// A fault of the sandbox itself must be seen where it runs.
			if (status === 500) console.error(error);
			return await reply.code(status).send(problemBody(status, message));
		},
	);
	instance.addHook('onRequest', async (request) => {
		// Before the body is looked at. Under /api the key is looked at first, see json-ld.ts.
		if (request.is404 && !/^\/api([/?]|$)/.test(request.url)) throw notFound(request);
	});
	instance.setNotFoundHandler(async (request) => {
		throw notFound(request);
	});
});

/** The routing error of section 7. */
export const notFound = ({ method, url }: FastifyRequest): HttpProblem =>
	new HttpProblem(404, `No route found for "${method} ${url}".`);

/** Fastify's own 4xx; those the specification does not name are told as 400. */
function statusOf(error: FastifyError): number {
	const status = error.statusCode ?? 500;
	return status === 413 ? 400 : status;
}
