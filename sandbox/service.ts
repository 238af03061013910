import type { Catalog } from './catalog/catalog.ts';
import { styleOf } from './contrary/style.ts';
import { Faults } from './control/faults.ts';
import { RateLimiter } from './control/rate-limiter.ts';
import { RequestLog } from './control/request-log.ts';
import { MockupLifeCycle } from './life-cycle/mockup-tasks.ts';
import { OrderLifeCycle } from './life-cycle/orders.ts';
import { ShipmentLifeCycle } from './life-cycle/shipments.ts';
import type { ResolvedOptions } from './options.ts';
import { Reads } from './reads/reads.ts';
import { seed } from './seed/seed.ts';
import { AccountStore } from './state/accounts.ts';
import { MockupTaskStore } from './state/mockup-tasks.ts';
import { OrderStore } from './state/orders.ts';
import { Activity } from './time/activity.ts';
import { Clock } from './time/clock.ts';
import { OrderBodyValidator } from './validation/order-body.ts';
import { PrintFileValidator } from './validation/print-files.ts';
import { WebhookSender } from './webhooks/delivery.ts';
import { EventPublisher } from './webhooks/publisher.ts';

/** Everything the simulated service consists of, except HTTP. */
export type Service = ReturnType<typeof createService>;

/**
 * Builds all parts of the service and hands each the ones it needs.
 * @param catalog its base URL is where the sandbox is reached
 */
export function createService(options: ResolvedOptions, catalog: Catalog) {
	const url = catalog.baseUrl;
	const clock = new Clock(options.timeScale);
	const activity = new Activity();
	const accounts = new AccountStore(options.creditsIncluded);
	const orders = new OrderStore();
	const mockupTasks = new MockupTaskStore();
	const orderBodies = new OrderBodyValidator(orders, catalog);
	const printFiles = new PrintFileValidator(options.checkFileDimensions);
	const webhooks = new WebhookSender(clock, activity, options);
	const publisher = new EventPublisher(accounts, webhooks);
	const shipmentLifeCycle = new ShipmentLifeCycle({ orders, publisher, clock, url }, options);
	const orderLifeCycle = new OrderLifeCycle(
		{ orders, shipments: shipmentLifeCycle, publisher, printFiles, clock, activity },
		options,
	);
	const mockupLifeCycle = new MockupLifeCycle(
		{ accounts, catalog, mockupTasks, publisher, clock },
		options,
	);
	const faults = new Faults();
	const requestLog = new RequestLog();
	const rateLimiter = new RateLimiter(options.rateLimit);
	const reads = new Reads();
	const style = options.contrary === undefined ? undefined : styleOf(options.contrary);
	seed({ accounts, catalog, orders, mockupTasks }, options);
	orders.onChange = (order, isNew) => reads.orderChanges(order, isNew);
	mockupTasks.onChange = (task, isNew) => reads.taskChanges(task, isNew);

	return {
		options,
		/** The entries of a page. */
		pageSize: style?.pageSize ?? options.pageSize,
		activity,
		accounts,
		catalog,
		orders,
		mockupTasks,
		orderBodies,
		webhooks,
		shipmentLifeCycle,
		orderLifeCycle,
		mockupLifeCycle,
		faults,
		requestLog,
		rateLimiter,
		reads,
		/** Ends timers, deliveries, delayed requests and pending `waitFor` calls. */
		async stop(): Promise<void> {
			clock.stop();
			faults.stop();
			requestLog.stop();
			activity.stop();
			await Promise.all([webhooks.stop(), printFiles.stop()]);
		},
	};
}
