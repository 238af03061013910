import type { HTTPMethods } from 'fastify';
import { shared } from './plugin.ts';
import { HttpProblem } from '../json-ld/problems.ts';

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

declare module 'fastify' {
	interface FastifyInstance {
		methodsOfPaths: Map<string, HTTPMethods[]>;
	}
	interface FastifyContextConfig {
		/** Marks a route for the methods that a path does not support; lists the supported ones. */
		allow?: string;
	}
}

/**
 * Responds with 405 and Allow on known paths (section 7), before content type and body are
 * checked. Register it before the routes: it collects their methods.
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

/** Adds a route for the methods that each path does not support. Register it after all routes. */
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
