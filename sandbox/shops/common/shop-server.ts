import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { AddressInfo } from 'node:net';
import { refusalOf } from '../../own-machine.ts';
import { ajv } from '../../validation/ajv.ts';
import { parseJson } from '../../validation/json.ts';

const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/** Longer than clients keep idle connections, so that none is closed while a request is on its way. */
const KEEP_ALIVE_MILLISECONDS = 72_000;

/**
 * The HTTP application of a shop without its routes. It takes JSON, and answers only this machine.
 *
 * @param querystringParser how the shop reads a query, where it is not as Fastify does
 */
export function createShopApp(
	querystringParser?: (query: string) => Record<string, unknown>,
): FastifyInstance {
	const app = Fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
		// n8n's Shopify nodes double the slash before the resource.
		routerOptions: {
			ignoreDuplicateSlashes: true,
			...(querystringParser && { querystringParser }),
		},
	});
	app.setValidatorCompiler(({ schema }) => ajv.compile(schema));
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		'application/json',
		{ parseAs: 'string' },
		async (_request: FastifyRequest, text: string) => parseJson(text),
	);
	app.addHook('onRequest', async (request, reply) => {
		const reason = refusalOf(request);
		if (reason !== undefined) await reply.code(403).send({ message: reason });
	});
	return app;
}

/**
 * Listens on 127.0.0.1.
 * @returns the address, without a slash at the end
 * @throws when the port is taken
 */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
	await app.listen({ host: '127.0.0.1', port });
	return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
