import { Agent } from 'undici';
import { newIdentifier } from '../../identifiers.ts';
import { isLoopback } from '../../loopback.ts';
import { randomOf, type Random } from '../../random.ts';
import type { Activity } from '../../time/activity.ts';
import type { Clock } from '../../time/clock.ts';
import { bytesOf, Records } from '../../time/records.ts';
import { callWebhook, UNREACHABLE } from '../../webhook-call.ts';
import { drawFate, type WebhookFaults } from './webhook-faults.ts';

/** One call of a webhook. */
export interface ShopDelivery {
	id: string;
	topic: string;
	webhookId: number;
	url: string;
	headers: Record<string, string>;
	/** The body exactly as sent. */
	body: string;
	/** Status of the receiver's response, if it came in time. */
	status?: number;
	/** Why there was no response. */
	failure?: string;
	sentAt: string;
}

export type Call = Pick<ShopDelivery, 'topic' | 'webhookId' | 'url' | 'headers' | 'body'>;

/** Calls webhooks, subject to the faults that were ordered. */
export class WebhookSender {
	faults: WebhookFaults = {};
	readonly deliveries = new Records<ShopDelivery>('delivery');
	/** Topics that were lost, the oldest first. */
	readonly lost: string[] = [];
	private readonly agent = new Agent({ connections: 256, keepAliveTimeout: 4_000 });
	private readonly random: Random;
	private readonly clock: Clock;
	private readonly activity: Activity;
	private readonly timeoutMilliseconds: number;

	/** @param timeoutMilliseconds real time within which a receiver must respond */
	constructor(parts: {
		clock: Clock;
		activity: Activity;
		seed: number;
		timeoutMilliseconds: number;
	}) {
		this.clock = parts.clock;
		this.activity = parts.activity;
		this.timeoutMilliseconds = parts.timeoutMilliseconds;
		this.random = randomOf(parts.seed);
	}

	/**
	 * Sends one webhook, or loses, delays or duplicates it. Returns at once.
	 * @param compose called for each copy, when it is sent; undefined if there is nothing to send any more
	 * @param finished called with each copy's result
	 * @param waitSeconds shop seconds until it is sent, if it is not late
	 * @returns whether it will be sent
	 */
	send(
		topic: string,
		compose: () => Call | undefined,
		finished: (delivery: ShopDelivery) => void,
		waitSeconds = 0,
	): boolean {
		const fate = drawFate(this.faults, this.random);
		if (fate.isLost) {
			this.lost.push(topic);
			return false;
		}
		const start = () => void this.sendCopies(fate, compose, finished).catch(console.error);
		const seconds = Math.max(fate.delaySeconds, waitSeconds);
		if (seconds > 0) this.clock.after(seconds, start);
		else start();
		return true;
	}

	private async sendCopies(
		{ copies, atOnce }: { copies: number; atOnce: boolean },
		compose: () => Call | undefined,
		finished: (delivery: ShopDelivery) => void,
	): Promise<void> {
		const end = this.activity.begin();
		// Shops send in the background: what one request changes is complete by then.
		await new Promise((resolve) => setImmediate(resolve));
		try {
			const sendOne = async () => {
				const call = compose();
				if (call) finished(await this.call(call));
			};
			if (atOnce) await Promise.all(Array.from({ length: copies }, sendOne));
			else for (let copy = 0; copy < copies; copy += 1) await sendOne();
		} finally {
			end();
		}
	}

	/** Makes one call, whatever faults there are besides `unreachable`. Never rejects. */
	async call(call: Call): Promise<ShopDelivery> {
		const end = this.activity.begin();
		const delivery: ShopDelivery = {
			...call,
			id: newIdentifier(),
			sentAt: new Date().toISOString(),
		};
		const { url, headers, body } = delivery;
		this.deliveries.begin(delivery, url.length + body.length + bytesOf(headers));
		try {
			if (this.faults.unreachable) throw new Error(UNREACHABLE);
			// What customers are called and where they live stays on this machine.
			if (!isLoopback(new URL(url).hostname)) throw new Error('only this machine is called');
			delivery.status = await callWebhook(call, this.agent, this.timeoutMilliseconds);
		} catch (thrown) {
			delivery.failure = thrown instanceof Error ? thrown.message : String(thrown);
		}
		this.deliveries.complete(delivery);
		end();
		return delivery;
	}

	/** Aborts the calls in progress. */
	async stop(): Promise<void> {
		this.deliveries.stop();
		await this.agent.destroy();
	}
}
