import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isDeepStrictEqual } from 'node:util';
import type { MockupTaskStatus, OrderStatus, ShipmentStatus } from '../facts.ts';
import type { RateLimit, SandboxOptions } from '../options.ts';
import { parseJson } from '../validation/json.ts';
import type { ReadOptions } from '../reads/style.ts';
import type { AddOrdersOptions, Control, WebhookOptions } from './control.ts';
import type { EventOptions } from './events.ts';
import type { FaultOptions } from './faults.ts';
import { BODY_SCHEMAS, NOTHING, QUERY_SCHEMAS } from './schemas.ts';
import { accountJson, mockupTaskJson, orderJson, shipmentJson } from './views.ts';

type Verb = (
	control: Control,
	/** The JSON body, or the query of a GET. */
	input: Record<string, unknown>,
	/** The `:id` of the path; empty for a path without one. */
	id: string,
) => unknown;

interface WaitInput {
	kind: 'delivery' | 'request';
	match: Record<string, unknown>;
	timeoutMilliseconds?: number;
}

/** The verbs of control.ts by `<method> <path>`, under /_sandbox. */
const VERBS: Record<string, Verb> = {
	'POST /reset': async (control, input) => await control.reset(input as SandboxOptions),
	'POST /webhook': async (control, input) =>
		await control.setWebhook(input as unknown as WebhookOptions),
	'POST /orders': (control, input) => ({
		added: control.addOrders(input as unknown as AddOrdersOptions).length,
	}),
	'DELETE /orders/:id': (control, { account }, id) => control.removeOrder(id, account as string),
	'POST /orders/:id/step': async (control, { status, account }, id) =>
		orderJson(await control.stepOrder(id, status as OrderStatus, account as string)),
	'POST /shipments/:id/step': async (control, { status }, id) =>
		shipmentJson(await control.stepShipment(id, status as ShipmentStatus)),
	'POST /mockup-tasks/:id/step': async (control, { status }, id) =>
		mockupTaskJson(await control.stepMockupTask(id, status as MockupTaskStatus)),
	'POST /mockup-tasks/:id/expire': async (control, _input, id) =>
		await control.expireMockupTask(id),
	'POST /mockup-tasks': async (control, input) =>
		mockupTaskJson(await control.createMockupTask(input)),
	'POST /reads': (control, input) => control.setReads(input as ReadOptions),
	'DELETE /reads': (control) => control.setReads(),
	'POST /faults': (control, input) => control.injectFault(input as FaultOptions),
	'DELETE /faults': (control) => control.clearFaults(),
	'GET /faults': (control) => control.faults(),
	'POST /rate-limit': (control, input) => control.setRateLimit(input as unknown as RateLimit),
	'DELETE /rate-limit': (control) => control.setRateLimit(),
	'POST /api-keys': (control, input) => ({ apiKey: control.createApiKey(input) }),
	'DELETE /api-keys/:id': (control, _input, id) => control.revokeApiKey(id),
	'POST /events': async (control, input) =>
		await control.sendEvent(input as unknown as EventOptions),
	'POST /deliveries/:id/redeliver': async (control, _input, id) => await control.redeliver(id),
	'GET /requests': (control) => control.requests(),
	'GET /deliveries': (control) => control.deliveries(),
	'DELETE /records': (control) => control.clearRecords(),
	'GET /peak-in-flight': (control) => ({ peakInFlight: control.peakInFlight() }),
	'POST /wait-for': async (control, input) => await waitFor(control, input as unknown as WaitInput),
	'POST /settled': async (control) => await control.settled(),
	'GET /accounts': (control) => control.accounts().map(accountJson),
	'GET /orders': (control, { account }) => control.orders(account as string).map(orderJson),
	'GET /mockup-tasks': (control, { account }) =>
		control.mockupTasks(account as string).map(mockupTaskJson),
	'GET /products': (control) => control.products(),
	'GET /example-order': (control, { externalId, variantId }) =>
		control.exampleOrder({
			...(externalId !== undefined && { externalId: externalId as string }),
			...(variantId !== undefined && { variantIds: [variantId].flat() as string[] }),
		}),
};

/** Registers the verbs. They need no API key; plugins/own-origin.ts keeps other machines and web pages away. */
export async function controlRoutes(
	instance: FastifyInstance,
	{ control }: { control: Control },
): Promise<void> {
	instance.removeAllContentTypeParsers();
	instance.addContentTypeParser(
		'application/json',
		{ parseAs: 'string' },
		async (_request: FastifyRequest, text: string) => parseJson(text),
	);
	instance.addHook('preValidation', async (request) => {
		request.body ??= {};
	});
	instance.setErrorHandler<Error>(async (error, _request, reply) => {
		return await reply.code(400).send({ message: error.message });
	});
	instance.get('/_sandbox', async () => ({ verbs: Object.keys(VERBS) }));

	for (const [name, verb] of Object.entries(VERBS)) {
		const [method = '', path = ''] = name.split(' ');
		const isGet = method === 'GET';
		instance.route<{ Params: { id?: string } }>({
			method,
			url: `/_sandbox${path}`,
			schema: isGet
				? { querystring: QUERY_SCHEMAS[name] ?? NOTHING }
				: { body: BODY_SCHEMAS[name] ?? NOTHING },
			handler: async (request, reply) => {
				const input = isGet ? request.query : request.body;
				const result = await verb(
					control,
					input as Record<string, unknown>,
					request.params.id ?? '',
				);
				return await reply.send(result ?? { done: true });
			},
		});
	}
}

/** Over HTTP, the predicate is an object whose members the record must have. */
async function waitFor(control: Control, { kind, match, timeoutMilliseconds }: WaitInput) {
	const matches = (record: object): boolean =>
		Object.entries(match ?? {}).every(([name, value]) =>
			isDeepStrictEqual((record as Record<string, unknown>)[name], value),
		);
	return kind === 'delivery'
		? await control.waitFor('delivery', matches, timeoutMilliseconds)
		: await control.waitFor('request', matches, timeoutMilliseconds);
}
