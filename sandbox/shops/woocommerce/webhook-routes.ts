import type { FastifyInstance } from 'fastify';
import type { WooWebhook } from './model.ts';
import { pageOf } from './pages.ts';
import { requireWebhook } from './reference.ts';
import type { WooCommerceShop } from './shop.ts';

const STATUS = { enum: ['active', 'paused', 'disabled'] };
const URL_TEXT = { type: 'string', pattern: '^https?://' };

const NEW_WEBHOOK = {
	type: 'object',
	required: ['delivery_url', 'topic'],
	properties: {
		delivery_url: URL_TEXT,
		topic: {
			type: 'string',
			pattern: '^(coupon|customer|order|product)\\.(created|updated|deleted|restored)$',
		},
		secret: { type: 'string' },
		name: { type: 'string' },
		status: STATUS,
	},
};

const CHANGES = { type: 'object', properties: { status: STATUS, delivery_url: URL_TEXT } };

const LIST_QUERY = {
	type: 'object',
	properties: { status: { enum: ['all', ...STATUS.enum] } },
};

interface WithId {
	Params: { id: string };
	Querystring: { status?: string };
	Body: {
		delivery_url: string;
		topic: string;
		secret?: string;
		name?: string;
		status?: WooWebhook['status'];
	};
}

/** Webhooks: list, create, read, change and delete. Those of other resources than orders never send. */
export async function webhookRoutes(
	api: FastifyInstance,
	{ shop, siteUrl }: { shop: WooCommerceShop; siteUrl: () => string },
): Promise<void> {
	const { webhooks, views } = shop;

	api.get<WithId>('/webhooks', { schema: { querystring: LIST_QUERY } }, async (request, reply) => {
		const { status = 'all' } = request.query;
		const wanted = webhooks
			.all()
			.filter((webhook) => status === 'all' || webhook.status === status);
		return pageOf(wanted.reverse(), request, reply, siteUrl()).map((webhook) =>
			views.webhook(webhook),
		);
	});

	api.post<WithId>('/webhooks', { schema: { body: NEW_WEBHOOK } }, async ({ body }, reply) => {
		const webhook: WooWebhook = {
			id: shop.nextNumber(),
			name: body.name ?? 'Webhook',
			status: body.status ?? 'active',
			topic: body.topic,
			deliveryUrl: body.delivery_url,
			secret: body.secret ?? '',
			failures: 0,
			createdAtMs: shop.now(),
		};
		await webhooks.add(webhook);
		return await reply.code(201).send(views.webhook(webhook));
	});

	api.get<WithId>('/webhooks/:id', async ({ params }) =>
		views.webhook(requireWebhook(shop, params.id)),
	);

	api.put<WithId>('/webhooks/:id', { schema: { body: CHANGES } }, async ({ params, body }) => {
		const webhook = requireWebhook(shop, params.id);
		if (body.status !== undefined) webhook.status = body.status;
		if (body.status === 'active') webhook.failures = 0;
		if (body.delivery_url !== undefined) webhook.deliveryUrl = body.delivery_url;
		return views.webhook(webhook);
	});

	api.delete<WithId>('/webhooks/:id', async ({ params }) => {
		const webhook = requireWebhook(shop, params.id);
		webhooks.remove(webhook.id);
		return views.webhook(webhook);
	});
}
