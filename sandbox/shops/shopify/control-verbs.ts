import {
	CUSTOMER_ORDER_SCHEMA,
	ORDER_EDIT_SCHEMA,
	ORDER_REFUND_SCHEMA,
	type CustomerOrder,
	type OrderEdit,
	type OrderRefund,
} from '../common/customer-order.ts';
import type { Verb } from '../common/control-routes.ts';
import type { ShopifyControl } from './control.ts';
import type { Refusal } from './graphql/refusals.ts';

const REFUSAL_SCHEMA = {
	type: 'object',
	required: ['mutation', 'message'],
	additionalProperties: false,
	properties: {
		mutation: { enum: ['fulfillmentCreate', 'fulfillmentTrackingInfoUpdate'] },
		message: { type: 'string' },
		field: { type: 'array', items: { type: 'string' } },
		times: { type: 'integer', minimum: 1 },
	},
};

/** The verbs of control.ts over HTTP, under /_shop. */
export const shopifyVerbs = (control: ShopifyControl): Record<string, Verb> => ({
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
	'GET /orders/:id/tracking-numbers': {
		run: (_input, id) => control.trackingNumbers(Number(id)),
	},
	'POST /refusals': {
		schema: REFUSAL_SCHEMA,
		run: (input) => control.refuse(input as unknown as Refusal),
	},
	'GET /webhooks': { run: () => control.webhooks() },
	'DELETE /webhooks/:id': { run: (_input, id) => control.removeWebhook(Number(id)) },
});
