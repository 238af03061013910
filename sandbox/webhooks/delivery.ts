import { Agent } from 'undici';
import { newIdentifier } from '../identifiers.ts';
import type { Account, Webhook } from '../state/model.ts';
import type { Activity } from '../time/activity.ts';
import type { Clock } from '../time/clock.ts';
import { bytesOf, Records } from '../time/records.ts';
import { callWebhook, UNREACHABLE } from '../webhook-call.ts';
import { envelope, type ServiceEvent } from './envelope.ts';
import { MAXIMUM_ATTEMPTS, secondsUntilNext } from './schedule.ts';
import { sign } from './signature.ts';

/** One attempt to deliver an event. */
export interface Delivery {
	/** The same for all attempts to deliver one event. */
	id: string;
	type: string;
	accountId: string;
	url: string;
	/** 1 to 6. */
	attempt: number;
	/** Attempts before this one, as in the envelope. */
	retries: number;
	/** Status of the receiver's response, if it came in time. */
	status?: number;
	/** Why there was no response. */
	failure?: string;
	headers: Record<string, string>;
	/** The body exactly as sent. */
	body: string;
	sentAt: string;
	/** When the next attempt is due (real time); null when none follows. */
	nextAttemptAt: string | null;
}

/** Changes to a regular delivery, for forged and stale ones. */
export interface DeliveryChanges {
	signingSecret?: string;
	/** Replaces the current Unix time in seconds. */
	timestamp?: string;
	headers?: Record<string, string>;
	/** Replaces the envelope. */
	body?: string;
	/** 1 sends once, whatever the response. */
	maximumAttempts?: number;
}

interface SentEvent {
	id: string;
	account: Account;
	event: ServiceEvent;
	changes: DeliveryChanges;
	/** Number of recorded attempts. Without any, the event is forgotten. */
	recorded: number;
}

export interface WebhookSenderOptions {
	headerBrand: string;
	responseLimitMilliseconds: number;
}

/**
 * Delivers events to the webhook URL of their account, with retries (section 6). Deliveries run
 * concurrently, so that a slow response to one does not delay the others, unless their webhook wants them in order.
 */
export class WebhookSender {
	readonly deliveries = new Records<Delivery>('delivery', (delivery) => this.forget(delivery));
	private readonly agent = new Agent({ connections: 256, keepAliveTimeout: 4_000 });
	private stopped = false;
	private readonly sent = new Map<string, SentEvent>();
	/** The event that was sent last, by account. */
	private readonly lastSent = new Map<string, Promise<unknown>>();
	private readonly clock: Clock;
	private readonly activity: Activity;
	private readonly options: WebhookSenderOptions;

	constructor(clock: Clock, activity: Activity, options: WebhookSenderOptions) {
		this.clock = clock;
		this.activity = activity;
		this.options = options;
	}

	/**
	 * Delivers an event. Does nothing when the account has no webhook URL.
	 * @returns the record of the first attempt, once it is complete
	 */
	async send(
		account: Account,
		event: ServiceEvent,
		changes: DeliveryChanges = {},
	): Promise<Delivery | undefined> {
		if (!account.webhook) return undefined;
		const sending = { id: newIdentifier(), account, event, changes, recorded: 0 };
		if (!account.webhook.isInOrder) return await this.attempt(sending, 1);
		const end = this.activity.begin();
		const before = this.lastSent.get(account.id) ?? Promise.resolve();
		const sent = before.then(async () => await this.attempt(sending, 1)).finally(end);
		this.lastSent.set(
			account.id,
			sent.catch(() => undefined),
		);
		return await sent;
	}

	/** Delivers a past event again, starting at attempt 1. */
	async redeliver(id: string): Promise<Delivery | undefined> {
		const sending = this.sent.get(id);
		if (!sending) throw new Error(`There was no delivery ${id}`);
		return await this.attempt(sending, 1);
	}

	private async attempt(sending: SentEvent, attempt: number): Promise<Delivery | undefined> {
		const { account } = sending;
		if (!account.webhook || this.stopped) return undefined;
		const end = this.activity.begin();
		const delivery = this.compose(sending, attempt, account.webhook);
		sending.recorded += 1;
		this.sent.set(sending.id, sending);
		const { url, body, headers } = delivery;
		this.deliveries.begin(delivery, url.length + body.length + bytesOf(headers));
		try {
			if (account.webhook.isUnreachable) delivery.failure = UNREACHABLE;
			else {
				// Only a 200 of the URL itself counts, within the limit of section 6.
				const { responseLimitMilliseconds } = this.options;
				delivery.status = await callWebhook(delivery, this.agent, responseLimitMilliseconds);
			}
		} catch (thrown) {
			delivery.failure = this.describe(thrown);
		}
		if (!this.stopped && delivery.status !== 200) {
			this.scheduleNext(sending, delivery);
		}
		this.deliveries.complete(delivery);
		end();
		return delivery;
	}

	private forget({ id }: Delivery): void {
		const sending = this.sent.get(id);
		if (!sending) return;
		sending.recorded -= 1;
		if (sending.recorded === 0) this.sent.delete(id);
	}

	private scheduleNext(sending: SentEvent, delivery: Delivery): void {
		const seconds = secondsUntilNext(
			delivery.attempt,
			sending.changes.maximumAttempts ?? MAXIMUM_ATTEMPTS,
		);
		if (seconds === undefined) return;
		const due = Date.now() + this.clock.realMilliseconds(seconds);
		delivery.nextAttemptAt = new Date(due).toISOString();
		this.clock.after(seconds, () => {
			// Nobody waits for it: a rejection would end the process.
			this.attempt(sending, delivery.attempt + 1).catch(console.error);
		});
	}

	/** Creates one attempt, signed with its own timestamp. */
	private compose(
		{ id, account, event, changes }: SentEvent,
		attempt: number,
		webhook: Webhook,
	): Delivery {
		const retries = attempt - 1;
		const body = changes.body ?? envelope(event, retries);
		const now = new Date();
		const timestamp = changes.timestamp ?? String(Math.floor(now.getTime() / 1000));
		const signature = sign(changes.signingSecret ?? account.signingSecret, timestamp, body);
		return {
			id,
			type: event.type,
			accountId: account.id,
			url: webhook.url,
			attempt,
			retries,
			headers: {
				'Content-Type': 'application/json',
				'User-Agent': `${this.options.headerBrand}-Webhook/1.0`,
				'X-Account-Id': account.id,
				'X-Webhook-Id': webhook.id,
				[`X-${this.options.headerBrand}-Request-Signature`]: signature,
				[`X-${this.options.headerBrand}-Request-Timestamp`]: timestamp,
				...changes.headers,
			},
			body,
			sentAt: now.toISOString(),
			nextAttemptAt: null,
		};
	}

	private describe(thrown: unknown): string {
		if (this.stopped) return 'the sandbox was reset or closed';
		if (!(thrown instanceof Error)) return String(thrown);
		if (thrown.name === 'TimeoutError') {
			return `no answer within ${this.options.responseLimitMilliseconds} ms`;
		}
		const code = 'code' in thrown ? `${String(thrown.code)}: ` : '';
		return `${code}${thrown.message || 'the connection was lost'}`;
	}

	/** Aborts the deliveries in progress and sends no more. */
	async stop(): Promise<void> {
		this.stopped = true;
		this.deliveries.stop();
		await this.agent.destroy();
	}
}
