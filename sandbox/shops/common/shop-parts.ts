import { Activity } from '../../time/activity.ts';
import { Clock } from '../../time/clock.ts';
import { Mails } from './mails.ts';
import { resolveShopOptions, type ShopOptions } from './options.ts';
import { Traffic } from './traffic.ts';
import { WebhookSender } from './webhook-sender.ts';

/** What both shops consist of, apart from what they are about. */
export type ShopParts = ReturnType<typeof createShopParts>;

/** @param timeoutMilliseconds within which the receiver of a webhook must respond */
export function createShopParts(options: ShopOptions, timeoutMilliseconds: number) {
	const resolved = resolveShopOptions(options);
	const clock = new Clock(resolved.timeScale);
	const activity = new Activity();
	const sender = new WebhookSender({ clock, activity, seed: resolved.seed, timeoutMilliseconds });
	const traffic = new Traffic(resolved.latency, resolved.seed);
	return {
		options: resolved,
		clock,
		activity,
		sender,
		traffic,
		mails: new Mails(),
		/** Ends timers, webhooks and delayed requests. */
		async stop(): Promise<void> {
			clock.stop();
			traffic.stop();
			activity.stop();
			await sender.stop();
		},
	};
}
