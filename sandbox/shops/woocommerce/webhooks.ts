import { createHmac } from 'node:crypto';
import { newIdentifier } from '../../identifiers.ts';
import type { WebhookSender } from '../common/webhook-sender.ts';
import type { WooWebhook } from './model.ts';

/** WooCommerce switches a webhook off at this failure in a row. */
const MAXIMUM_FAILURES = 7;

const USER_AGENT = 'WooCommerce/10.2.4 Hookshot (WordPress/6.8.3)';

/** The webhooks that clients have set up, and their delivery. WooCommerce repeats none that failed. */
export class Webhooks {
	private readonly webhooks = new Map<number, WooWebhook>();
	private readonly sender: WebhookSender;
	private readonly siteUrl: () => string;
	private readonly waitSeconds: number;
	/** What waits for its delivery, by webhook and order. */
	private readonly planned = new Set<string>();

	/** @param waitSeconds shop seconds until WordPress does what is planned */
	constructor(sender: WebhookSender, siteUrl: () => string, waitSeconds: number) {
		this.sender = sender;
		this.siteUrl = siteUrl;
		this.waitSeconds = waitSeconds;
	}

	all(): WooWebhook[] {
		return [...this.webhooks.values()];
	}

	get(id: number): WooWebhook | undefined {
		return this.webhooks.get(id);
	}

	/** Adds a webhook and calls it once as a test, whose result does not matter. */
	async add(webhook: WooWebhook): Promise<void> {
		this.webhooks.set(webhook.id, webhook);
		await this.sender.call({
			topic: 'ping',
			webhookId: webhook.id,
			url: webhook.deliveryUrl,
			headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'User-Agent': USER_AGENT },
			body: `webhook_id=${webhook.id}`,
		});
	}

	remove(id: number): void {
		this.webhooks.delete(id);
	}

	/**
	 * Plans the delivery of an order's webhooks, unless it is planned already: several saves become one call.
	 * @param payload called when a webhook is sent: it has what there is then
	 */
	publish(topic: string, orderId: number, payload: () => unknown): void {
		for (const { id, status, ...webhook } of this.webhooks.values()) {
			const plan = `${id} ${orderId}`;
			if (webhook.topic !== topic || status !== 'active' || this.planned.has(plan)) continue;
			this.planned.add(plan);
			const isPlanned = this.sender.send(
				topic,
				() => {
					this.planned.delete(plan);
					return this.compose(id, payload);
				},
				({ status: answered }) => this.note(id, answered),
				this.waitSeconds,
			);
			if (!isPlanned) this.planned.delete(plan);
		}
	}

	private compose(id: number, payload: () => unknown) {
		const webhook = this.webhooks.get(id);
		if (webhook?.status !== 'active') return undefined;
		const body = JSON.stringify(payload());
		const [resource = '', event = ''] = webhook.topic.split('.');
		return {
			topic: webhook.topic,
			webhookId: id,
			url: webhook.deliveryUrl,
			headers: {
				'Content-Type': 'application/json',
				'User-Agent': USER_AGENT,
				'X-WC-Webhook-Source': `${this.siteUrl()}/`,
				'X-WC-Webhook-Topic': webhook.topic,
				'X-WC-Webhook-Resource': resource,
				'X-WC-Webhook-Event': event,
				'X-WC-Webhook-Signature': createHmac('sha256', webhook.secret)
					.update(body, 'utf8')
					.digest('base64'),
				'X-WC-Webhook-ID': String(id),
				'X-WC-Webhook-Delivery-ID': newIdentifier(),
			},
			body,
		};
	}

	private note(id: number, status: number | undefined): void {
		const webhook = this.webhooks.get(id);
		if (!webhook) return;
		const succeeded = status !== undefined && status >= 200 && status < 303;
		webhook.failures = succeeded ? 0 : webhook.failures + 1;
		if (webhook.failures >= MAXIMUM_FAILURES) webhook.status = 'disabled';
	}
}
