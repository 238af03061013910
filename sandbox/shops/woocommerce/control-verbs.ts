import {
	CUSTOMER_ORDER_SCHEMA,
	ORDER_EDIT_SCHEMA,
	ORDER_REFUND_SCHEMA,
	type CustomerOrder,
	type OrderEdit,
	type OrderRefund,
} from '../common/customer-order.ts';
import type { Verb } from '../common/control-routes.ts';
import type { WooCommerceControl } from './control.ts';
import { STATUS_NAMES, type WooStatus } from './model.ts';

const STATUS_SCHEMA = {
	type: 'object',
	required: ['status'],
	additionalProperties: false,
	properties: { status: { enum: Object.keys(STATUS_NAMES) } },
};

/** The verbs of control.ts over HTTP, under /_shop. */
export const wooCommerceVerbs = (control: WooCommerceControl): Record<string, Verb> => ({
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
	'POST /orders/:id/status': {
		schema: STATUS_SCHEMA,
		run: ({ status }, id) => control.setStatus(Number(id), status as WooStatus),
	},
	'GET /orders/:id/customer-notes': { run: (_input, id) => control.customerNotes(Number(id)) },
	'GET /webhooks': { run: () => control.webhooks() },
});
