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

/** The verbs over HTTP, under /_shop, that only this shop has. */
export const shopifyVerbs = (control: ShopifyControl): Record<string, Verb> => ({
	'POST /orders/:id/fulfill': { run: (_input, id) => control.fulfill(Number(id)) },
	'GET /orders/:id/tracking-numbers': {
		run: (_input, id) => control.trackingNumbers(Number(id)),
	},
	'POST /refusals': {
		schema: REFUSAL_SCHEMA,
		run: (input) => control.refuse(input as unknown as Refusal),
	},
	'DELETE /webhooks/:id': { run: (_input, id) => control.removeWebhook(Number(id)) },
});
