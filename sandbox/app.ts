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
import { named } from './plugins/plugin.ts';
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
 * Builds the HTTP application of one service: the specified endpoints under /api, the sandbox's
 * own under /_sandbox. It does not listen; server.ts passes requests on to it.
 */
export async function createApp(service: Service, control: Control): Promise<FastifyInstance> {
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
	app.register(named(parcelRoute), { orders: service.orders, catalog: service.catalog });
	app.register(named(controlRoutes), { control });
	const api = async (instance: FastifyInstance) => registerApi(instance, service);
	app.register(named(api), { prefix: '/api' });
	await app.ready();
	return app;
}

function registerApi(api: FastifyInstance, service: Service): void {
	const { catalog, orders, orderBodies, orderLifeCycle, mockupTasks, reads } = service;
	const { creditHeaderBrand, contrary: seed } = service.options;
	const style = seed === undefined ? undefined : styleOf(seed);
	const pageSize = style?.pageSize ?? service.options.pageSize;
	// Hooks run in the order in which the plugins are registered.
	api.register(named(errors));
	if (seed !== undefined && style) api.register(named(contrary), { seed, style, orders });
	api.register(named(faults), { faults: service.faults });
	api.register(named(requestLog), { requestLog: service.requestLog });
	api.register(named(authentication), { accounts: service.accounts });
	api.register(named(rateLimit), { rateLimiter: service.rateLimiter });
	api.register(named(methodNotAllowed));
	api.register(named(jsonLd), { requestLog: service.requestLog });

	const orderParts = { orders, catalog, orderBodies, orderLifeCycle };
	api.register(named(orderRoutes), { ...orderParts, reads, pageSize });
	api.register(named(orderItemRoutes), orderParts);
	api.register(named(orderActionRoutes), { orders, orderLifeCycle });
	api.register(named(shipmentRoutes), { orders, reads, pageSize });
	api.register(named(catalogRoutes), { catalog, pageSize });
	api.register(named(mockupTaskRoutes), { mockupTasks, reads, pageSize, creditHeaderBrand });
	api.register(named(otherMethods));
}
