import type { FastifyInstance } from 'fastify';
import { FAULT_SCHEMA } from '../../control/fault-schema.ts';
import type { FaultOptions } from '../../control/faults.ts';
import type { AnyShopControl } from './control.ts';
import {
	CUSTOMER_ORDER_SCHEMA,
	ORDER_EDIT_SCHEMA,
	ORDER_REFUND_SCHEMA,
	type CustomerOrder,
	type OrderEdit,
	type OrderRefund,
} from './customer-order.ts';
import type { Latency } from './options.ts';
import { WEBHOOK_FAULTS_SCHEMA, type WebhookFaults } from './webhook-faults.ts';

export type Input = Record<string, unknown>;

/** A control verb over HTTP: `<method> <path>` under /_shop. */
export interface Verb {
	/** Of the body; without one, a body is refused. */
	schema?: object;
	/** @param id the `:id` of the path; empty for a path without one */
	run: (input: Input, id: string) => unknown;
}

const NOTHING = { type: 'object', additionalProperties: false };

const LATENCY_SCHEMA = {
	type: 'object',
	required: ['fromMilliseconds', 'toMilliseconds'],
	additionalProperties: false,
	properties: { fromMilliseconds: { type: 'number' }, toMilliseconds: { type: 'number' } },
};

const verbsOf = (control: AnyShopControl): Record<string, Verb> => ({
	'POST /orders': {
		schema: CUSTOMER_ORDER_SCHEMA,
		run: (input) => control.order(input as CustomerOrder),
	},
	'GET /orders': { run: () => control.orders() },
	'GET /orders/:id': { run: (_input, id) => control.getOrder(Number(id)) },
	'POST /orders/:id/pay': { run: (_input, id) => control.pay(Number(id)) },
	'POST /orders/:id/edit': {
		schema: ORDER_EDIT_SCHEMA,
		run: (input, id) => control.edit(Number(id), input as OrderEdit),
	},
	'POST /orders/:id/cancel': { run: (_input, id) => control.cancel(Number(id)) },
	'POST /orders/:id/refund': {
		schema: ORDER_REFUND_SCHEMA,
		run: (input, id) => control.refund(Number(id), input as OrderRefund),
	},
	'GET /webhooks': { run: () => control.webhooks() },
	'POST /webhook-faults': {
		schema: WEBHOOK_FAULTS_SCHEMA,
		run: (input) => control.setWebhookFaults(input as WebhookFaults),
	},
	'POST /latency': {
		schema: LATENCY_SCHEMA,
		run: (input) => control.setLatency(input as unknown as Latency),
	},
	'POST /faults': {
		schema: FAULT_SCHEMA,
		run: (input) => control.injectFault(input as FaultOptions),
	},
	'GET /faults': { run: () => control.faults() },
	'DELETE /faults': { run: () => control.clearFaults() },
	'GET /deliveries': { run: () => control.deliveries() },
	'GET /lost-webhooks': { run: () => control.lostWebhooks() },
	'GET /requests': { run: () => control.requests() },
	'GET /mails': { run: () => control.mails() },
	'GET /mails/:id': { run: (_input, trackingNumber) => control.mails(trackingNumber) },
	'POST /settled': { run: async () => await control.settled() },
});

interface ControlRouteOptions {
	control: AnyShopControl;
	/** The verbs that only this shop has. */
	verbs: Record<string, Verb>;
}

/** Registers the control verbs. They need no key; own-machine.ts keeps other machines and web pages away. */
export async function controlRoutes(
	instance: FastifyInstance,
	{ control, verbs: ownVerbs }: ControlRouteOptions,
): Promise<void> {
	const verbs = { ...verbsOf(control), ...ownVerbs };
	instance.addHook('preValidation', async (request) => {
		request.body ??= {};
	});
	instance.setErrorHandler<Error>(
		async (error, _request, reply) => await reply.code(400).send({ message: error.message }),
	);
	instance.get('/_shop', async () => ({ verbs: Object.keys(verbs) }));
	for (const [name, { schema = NOTHING, run }] of Object.entries(verbs)) {
		const [method = '', path = ''] = name.split(' ');
		instance.route<{ Params: { id?: string } }>({
			method,
			url: `/_shop${path}`,
			...(method !== 'GET' && { schema: { body: schema } }),
			handler: async (request, reply) => {
				const result = await run((request.body ?? {}) as Input, request.params.id ?? '');
				return await reply.send(result ?? { done: true });
			},
		});
	}
}
