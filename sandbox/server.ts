import { Ajv } from 'ajv';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { controlRoutes } from './control/routes.ts';
import { authentication } from './plugins/authentication.ts';
import { errors } from './plugins/errors.ts';
import { faults } from './plugins/faults.ts';
import { jsonLd } from './plugins/json-ld.ts';
import { methodNotAllowed, otherMethods } from './plugins/method-not-allowed.ts';
import { JSON_LD, problemBody } from './plugins/problems.ts';
import { rateLimit } from './plugins/rate-limit.ts';
import { requestLog } from './plugins/request-log.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { fileRoutes } from './routes/files.ts';
import { mockupTaskRoutes } from './routes/mockup-tasks.ts';
import { orderActionRoutes } from './routes/order-actions.ts';
import { orderItemRoutes } from './routes/order-items.ts';
import { orderRoutes } from './routes/orders.ts';
import { rootRoute } from './routes/root.ts';
import { shipmentRoutes } from './routes/shipments.ts';
import type { Control } from './control/control.ts';
import type { ServiceHolder } from './service.ts';

const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

/** The HTTP server: the service under /api, and what belongs to the sandbox under /_sandbox. */
export async function createServer(
	holder: ServiceHolder,
	control: Control,
): Promise<FastifyInstance> {
	const server = Fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		routerOptions: { maxParamLength: 1000 },
		// An address that cannot be decoded never reaches a route.
		frameworkErrors: (error, _request, reply: FastifyReply) => {
			void reply.code(400).type(JSON_LD).send(problemBody(400, error.message));
		},
	});
	const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, coerceTypes: false });
	server.setValidatorCompiler(({ schema }) => ajv.compile(schema));

	await server.register(errors, holder);
	await server.register(rootRoute);
	await server.register(fileRoutes);
	await server.register(controlRoutes, { control });
	await server.register(
		async (api) => {
			// The order matters: each hook runs in the order of these lines.
			for (const plugin of [
				errors,
				faults,
				requestLog,
				authentication,
				rateLimit,
				methodNotAllowed,
				jsonLd,
			]) {
				await api.register(plugin, holder);
			}
			for (const routes of [
				orderRoutes,
				orderItemRoutes,
				orderActionRoutes,
				shipmentRoutes,
				catalogRoutes,
				mockupTaskRoutes,
			]) {
				await api.register(routes);
			}
			await api.register(otherMethods, holder);
		},
		{ prefix: '/api' },
	);
	return server;
}
