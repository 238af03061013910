import { createHmac } from 'node:crypto';
import { newIdentifier } from '../../identifiers.ts';
import type { Clock } from '../../time/clock.ts';
import type { Call, ShopDelivery, WebhookSender } from '../common/webhook-sender.ts';
import type { ShopifyWebhook } from './model.ts';

/** Shopify repeats a failed webhook eight times within four hours, at growing intervals: these come to 3 h 58 min. */
const RETRY_INTERVAL_SECONDS: readonly number[] = [56, 112, 224, 448, 896, 1792, 3584, 7168];

interface WebhookParts {
	sender: WebhookSender;
	clock: Clock;
	shopDomain: string;
	/** Signs the webhooks. */
	appSecretKey: string;
	apiVersion: string;
}

/** The webhooks that clients have set up, and their delivery. */
export class Webhooks {
	private readonly webhooks = new Map<number, ShopifyWebhook>();
	private readonly parts: WebhookParts;

	constructor(parts: WebhookParts) {
		this.parts = parts;
	}

	all(): ShopifyWebhook[] {
		return [...this.webhooks.values()];
	}

	get(id: number): ShopifyWebhook | undefined {
		return this.webhooks.get(id);
	}

	add(webhook: ShopifyWebhook): void {
		this.webhooks.set(webhook.id, webhook);
	}

	remove(id: number): void {
		this.webhooks.delete(id);
	}

	/** Sends what there is now, even if it is late or repeated. */
	publish(topic: string, payload: unknown): void {
		for (const webhook of this.webhooks.values()) {
			if (webhook.topic !== topic) continue;
			const call = this.compose(webhook, JSON.stringify(payload));
			this.parts.sender.send(
				topic,
				() => (this.webhooks.has(webhook.id) ? call : undefined),
				(delivery) => this.finish(call, delivery, 0),
			);
		}
	}

	private compose({ id, topic, address }: ShopifyWebhook, body: string): Call {
		const { shopDomain, appSecretKey, apiVersion } = this.parts;
		return {
			topic,
			webhookId: id,
			url: address,
			headers: {
				'Content-Type': 'application/json',
				'User-Agent': 'Shopify-Captain-Hook',
				'X-Shopify-Topic': topic,
				'X-Shopify-Hmac-Sha256': createHmac('sha256', appSecretKey)
					.update(body, 'utf8')
					.digest('base64'),
				'X-Shopify-Shop-Domain': shopDomain,
				'X-Shopify-API-Version': apiVersion,
				'X-Shopify-Webhook-Id': newIdentifier(),
				'X-Shopify-Event-Id': newIdentifier(),
				'X-Shopify-Triggered-At': new Date().toISOString(),
			},
			body,
		};
	}

	/** Repeats a call that failed. A webhook that fails to the last is removed. */
	private finish(call: Call, { status }: ShopDelivery, retries: number): void {
		if (status !== undefined && status >= 200 && status < 300) return;
		const seconds = RETRY_INTERVAL_SECONDS[retries];
		if (seconds === undefined) {
			this.remove(call.webhookId);
			return;
		}
		this.parts.clock.after(seconds, () => {
			if (!this.webhooks.has(call.webhookId)) return;
			void this.parts.sender
				.call(call)
				.then((delivery) => this.finish(call, delivery, retries + 1))
				.catch(console.error);
		});
	}
}
