import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Control } from './control/control.ts';
import { controlRoutes } from './control/routes.ts';
import { contrary } from './contrary/plugin.ts';
import { styleOf } from './contrary/style.ts';
import { JSON_LD, problemBody } from './json-ld/problems.ts';
import { authentication } from './plugins/authentication.ts';
import { errors } from './plugins/errors.ts';
import { faults } from './plugins/faults.ts';
import { jsonLd } from './plugins/json-ld.ts';
import { methodNotAllowed, otherMethods } from './plugins/method-not-allowed.ts';
import { ownOrigin } from './plugins/own-origin.ts';
import { named, type Serving } from './plugins/plugin.ts';
import { rateLimit } from './plugins/rate-limit.ts';
import { requestLog } from './plugins/request-log.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { fileRoutes } from './routes/files.ts';
import { mockupTaskRoutes } from './routes/mockup-tasks.ts';
import { orderActionRoutes } from './routes/order-actions.ts';
import { orderItemRoutes } from './routes/order-items.ts';
import { orderRoutes } from './routes/orders.ts';
import { parcelRoute } from './routes/parcels.ts';
import { rootRoute } from './routes/root.ts';
import { shipmentRoutes } from './routes/shipments.ts';
import type { Service } from './service.ts';
import { ajv } from './validation/ajv.ts';

const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

/**
 * Builds the HTTP application of a service: the specified endpoints under /api, the sandbox's own under /_sandbox. It does not
 * listen; server.ts passes requests on to it. Another service may take the place of the served one, unless either is contrary.
 */
export async function createApp(
	serving: Serving<Service>,
	control: Control,
): Promise<FastifyInstance> {
	const app = Fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		exposeHeadRoutes: false,
		routerOptions: { maxParamLength: 1000 },
		// A URL that cannot be decoded never reaches a route.
		frameworkErrors: (error, _request, reply: FastifyReply) => {
			void reply.code(400).type(JSON_LD).send(problemBody(400, error.message));
		},
	});
	app.setValidatorCompiler(({ schema }) => ajv.compile(schema));

	app.register(named(ownOrigin));
	app.register(named(errors));
	app.register(named(rootRoute));
	app.register(named(fileRoutes));
	app.register(named(parcelRoute), serving);
	app.register(named(controlRoutes), { control });
	const api = async (instance: FastifyInstance) => registerApi(instance, serving);
	app.register(named(api), { prefix: '/api' });
	await app.ready();
	return app;
}

function registerApi(api: FastifyInstance, serving: Serving<Service>): void {
	const { orders, options } = serving.service;
	const seed = options.contrary;
	// Hooks run in the order in which the plugins are registered.
	api.register(named(errors));
	if (seed !== undefined) api.register(named(contrary), { seed, style: styleOf(seed), orders });
	api.register(named(faults), serving);
	api.register(named(requestLog), serving);
	api.register(named(authentication), serving);
	api.register(named(rateLimit), serving);
	api.register(named(methodNotAllowed));
	api.register(named(jsonLd), serving);

	api.register(named(orderRoutes), serving);
	api.register(named(orderItemRoutes), serving);
	api.register(named(orderActionRoutes), serving);
	api.register(named(shipmentRoutes), serving);
	api.register(named(catalogRoutes), serving);
	api.register(named(mockupTaskRoutes), serving);
	api.register(named(otherMethods));
}
