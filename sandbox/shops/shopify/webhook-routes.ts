import type { FastifyInstance } from 'fastify';
import { ShopifyError } from './errors.ts';
import { webhookView } from './rest-views.ts';
import type { ShopifyShop } from './shop.ts';
import type { Webhooks } from './webhooks.ts';

const NEW_WEBHOOK = {
	type: 'object',
	required: ['webhook'],
	properties: {
		webhook: {
			type: 'object',
			required: ['topic', 'address'],
			properties: {
				topic: { type: 'string', pattern: '^[a-z_]+/[a-z_]+$' },
				address: { type: 'string', pattern: '^https?://' },
				format: { enum: ['json'] },
			},
		},
	},
};

interface WebhookRouteOptions {
	shop: ShopifyShop;
	webhooks: Webhooks;
	apiVersion: string;
}

interface WithId {
	Params: { id: string };
	Querystring: { topic?: string; address?: string };
	Body: { webhook: { topic: string; address: string } };
}

/** Webhooks by REST: list, create, read and delete. Those of topics that are not about orders never send. */
export async function webhookRoutes(
	api: FastifyInstance,
	{ shop, webhooks, apiVersion }: WebhookRouteOptions,
): Promise<void> {
	// n8n's trigger leaves out the extension when it lists.
	for (const path of ['/webhooks.json', '/webhooks']) {
		api.get<WithId>(path, async ({ query }) => ({
			webhooks: webhooks
				.all()
				.filter(
					({ topic, address }) =>
						(query.topic === undefined || topic === query.topic) &&
						(query.address === undefined || address === query.address),
				)
				.map((webhook) => webhookView(webhook, apiVersion)),
		}));
	}

	api.post<WithId>('/webhooks.json', { schema: { body: NEW_WEBHOOK } }, async ({ body }, reply) => {
		const { topic, address } = body.webhook;
		if (webhooks.all().some((other) => other.topic === topic && other.address === address)) {
			throw new ShopifyError(422, 'address for this topic has already been taken');
		}
		const webhook = { id: shop.nextId(), topic, address, createdAtMs: shop.now() };
		webhooks.add(webhook);
		return await reply.code(201).send({ webhook: webhookView(webhook, apiVersion) });
	});

	api.get<WithId>('/webhooks/:id.json', async ({ params }) => ({
		webhook: webhookView(requireWebhook(webhooks, params.id), apiVersion),
	}));

	api.delete<WithId>('/webhooks/:id.json', async ({ params }) => {
		webhooks.remove(requireWebhook(webhooks, params.id).id);
		return {};
	});
}

function requireWebhook(webhooks: Webhooks, id: string) {
	const webhook = webhooks.get(Number(id));
	if (!webhook) throw new ShopifyError(404, 'Not Found');
	return webhook;
}
