import type { HTTPMethods } from 'fastify';
import { shared } from './plugin.ts';
import { HttpProblem } from './problems.ts';

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Collects the methods of each path; to be registered before the routes. */
export const methodsOfPaths = shared(async (api) => {
	const methods = new Map<string, HTTPMethods[]>();
	api.decorate('methodsOfPaths', methods);
	api.addHook('onRoute', (route) => {
		const known = methods.get(route.path) ?? [];
		methods.set(route.path, [...known, ...[route.method].flat()] as HTTPMethods[]);
	});
});

/** Answers 405 with Allow on known paths (section 7); to be registered after the routes. */
export const methodNotAllowed = shared(async (api) => {
	for (const [path, allowed] of [...api.methodsOfPaths]) {
		const allow = [...allowed].sort().join(', ');
		api.route({
			method: METHODS.filter((method) => !allowed.includes(method)),
			url: path.slice(api.prefix.length),
			// Refused before the body is read, so that no body can turn it into a 415.
			onRequest: async (request) => {
				throw new HttpProblem(
					405,
					`Method ${request.method} is not allowed on ${request.record.path}. Allowed: ${allow}.`,
					{ allow },
				);
			},
			handler: async () => undefined,
		});
	}
});

declare module 'fastify' {
	interface FastifyInstance {
		methodsOfPaths: Map<string, HTTPMethods[]>;
	}
}
