import type { HTTPMethods } from 'fastify';
import { shared } from './plugin.ts';
import { HttpProblem } from './problems.ts';

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

declare module 'fastify' {
	interface FastifyInstance {
		methodsOfPaths: Map<string, HTTPMethods[]>;
	}
	interface FastifyContextConfig {
		/** The route stands for the methods a path does not take; these are the ones it takes. */
		allow?: string;
	}
}

/**
 * Answers 405 with Allow on known paths (section 7), before content type and body are looked at.
 * To be registered before the routes, whose methods it collects.
 */
export const methodNotAllowed = shared(async (api) => {
	const methods = new Map<string, HTTPMethods[]>();
	api.decorate('methodsOfPaths', methods);
	api.addHook('onRoute', (route) => {
		const known = methods.get(route.path) ?? [];
		methods.set(route.path, [...known, ...[route.method].flat()] as HTTPMethods[]);
	});
	api.addHook('onRequest', async ({ method, record, routeOptions }) => {
		const { allow } = routeOptions.config;
		if (allow === undefined) return;
		throw new HttpProblem(
			405,
			`Method ${method} is not allowed on ${record.path}. Allowed: ${allow}.`,
			{ allow },
		);
	});
});

/** Adds a route for the methods each path does not take; to be registered after all routes. */
export const otherMethods = shared(async (api) => {
	for (const [path, allowed] of [...api.methodsOfPaths]) {
		api.route({
			method: METHODS.filter((method) => !allowed.includes(method)),
			url: path.slice(api.prefix.length),
			config: { allow: [...allowed].sort().join(', ') },
			handler: async () => undefined,
		});
	}
});
