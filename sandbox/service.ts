import { Catalog } from './catalog/catalog.ts';
import { Faults } from './control/faults.ts';
import { RateLimiter } from './control/rate-limiter.ts';
import { RequestLog } from './control/request-log.ts';
import type { ResolvedOptions } from './options.ts';
import { AccountStore } from './state/accounts.ts';
import { OrderLifeCycle } from './state/life-cycle.ts';
import { MockupLifeCycle } from './state/mockup-life-cycle.ts';
import { MockupTaskStore } from './state/mockup-tasks.ts';
import { OrderStore } from './state/orders.ts';
import { seed, WEBHOOK_ID } from './state/seed.ts';
import { Activity } from './time/activity.ts';
import { Clock } from './time/clock.ts';
import { PrintFiles } from './validation/print-files.ts';
import { WebhookSender } from './webhooks/delivery.ts';

/** All state of the service and what works on it. A reset replaces the whole. */
export class Service {
	readonly options: ResolvedOptions;
	/** Where the sandbox is reached, without a slash at the end. */
	readonly url: string;
	readonly clock: Clock;
	readonly activity = new Activity();
	readonly accounts: AccountStore;
	readonly catalog: Catalog;
	readonly orders = new OrderStore();
	readonly mockupTasks = new MockupTaskStore();
	readonly printFiles: PrintFiles;
	readonly webhooks: WebhookSender;
	readonly orderLifeCycle: OrderLifeCycle;
	readonly mockupLifeCycle: MockupLifeCycle;
	readonly faults = new Faults();
	readonly requestLog = new RequestLog();
	readonly rateLimiter: RateLimiter;
	stopped = false;

	constructor(options: ResolvedOptions, url: string) {
		this.options = options;
		this.url = url;
		this.clock = new Clock(options.timeScale);
		this.accounts = new AccountStore(options.creditsIncluded);
		this.catalog = new Catalog(options.seed.products, url);
		this.webhooks = new WebhookSender(this.clock, this.activity, options);
		this.printFiles = new PrintFiles(options.checkFileDimensions);
		this.orderLifeCycle = new OrderLifeCycle(this);
		this.mockupLifeCycle = new MockupLifeCycle(this);
		this.rateLimiter = new RateLimiter(options.rateLimit);
		seed(this);
		if (options.webhook) {
			const demo = this.accounts.named('demo');
			demo.webhook = { id: WEBHOOK_ID, url: options.webhook.url };
			demo.signingSecret = options.webhook.signingSecret ?? demo.signingSecret;
		}
	}

	/** Ends timers, deliveries, delayed requests and all waiting. */
	async stop(): Promise<void> {
		this.stopped = true;
		this.clock.stop();
		this.faults.stop();
		this.requestLog.stop();
		this.activity.stop();
		await Promise.all([this.webhooks.stop(), this.printFiles.stop()]);
	}
}

/** Holds the current service; the server outlives resets. */
export interface ServiceHolder {
	service: Service;
}
