import type { Verb } from '../common/control-routes.ts';
import type { WooCommerceControl } from './control.ts';
import type { StorefrontLink } from './storefront/storefront.ts';
import { STATUS_NAMES, type WooStatus } from './model.ts';

const STATUS_SCHEMA = {
	type: 'object',
	required: ['status'],
	additionalProperties: false,
	properties: { status: { enum: Object.keys(STATUS_NAMES) } },
};

const LINKS_SCHEMA = {
	type: 'object',
	required: ['links'],
	additionalProperties: false,
	properties: {
		links: {
			type: 'array',
			items: {
				type: 'object',
				required: ['text', 'url'],
				additionalProperties: false,
				properties: {
					text: { type: 'string', minLength: 1 },
					url: { type: 'string', pattern: '^https?://' },
					orderId: { type: 'integer' },
				},
			},
		},
	},
};

/** The verbs over HTTP, under /_shop, that only this shop has. */
export const wooCommerceVerbs = (control: WooCommerceControl): Record<string, Verb> => ({
	'POST /orders/:id/status': {
		schema: STATUS_SCHEMA,
		run: ({ status }, id) => control.setStatus(Number(id), status as WooStatus),
	},
	'DELETE /products/:id': { run: (_input, sku) => control.deleteProduct(sku) },
	'POST /links': {
		schema: LINKS_SCHEMA,
		run: ({ links }) => control.setLinks(links as StorefrontLink[]),
	},
	'GET /links': { run: () => control.links() },
	'GET /orders/:id/customer-notes': { run: (_input, id) => control.customerNotes(Number(id)) },
});
