import type { Verb } from '../common/control-routes.ts';
import type { WooCommerceControl } from './control.ts';
import { STATUS_NAMES, type WooStatus } from './model.ts';

const STATUS_SCHEMA = {
	type: 'object',
	required: ['status'],
	additionalProperties: false,
	properties: { status: { enum: Object.keys(STATUS_NAMES) } },
};

/** The verbs over HTTP, under /_shop, that only this shop has. */
export const wooCommerceVerbs = (control: WooCommerceControl): Record<string, Verb> => ({
	'POST /orders/:id/status': {
		schema: STATUS_SCHEMA,
		run: ({ status }, id) => control.setStatus(Number(id), status as WooStatus),
	},
	'GET /orders/:id/customer-notes': { run: (_input, id) => control.customerNotes(Number(id)) },
});
