import type { Catalog } from '../catalog/catalog.ts';
import { identifierOf } from '../identifiers.ts';
import type { ResolvedOptions } from '../options.ts';
import type { AccountStore } from '../state/accounts.ts';
import type { MockupTaskStore } from '../state/mockup-tasks.ts';
import type { OrderStore } from '../state/orders.ts';
import { seedMockupTasks } from './mockup-tasks.ts';
import { seedOrders } from './orders.ts';

const OTHER_ACCOUNT_ORDERS = 2;
const OTHER_ACCOUNT_MOCKUP_TASKS = 1;

export interface SeedParts {
	accounts: AccountStore;
	catalog: Catalog;
	orders: OrderStore;
	mockupTasks: MockupTaskStore;
}

/** Fills the stores of a new service. Identifiers are the same in every run; no events are sent. */
export function seed(
	{ accounts, catalog, orders, mockupTasks }: SeedParts,
	options: Pick<ResolvedOptions, 'seed' | 'webhook'>,
): void {
	const demo = accounts.named('demo');
	const other = accounts.named('other');
	const { orders: count, spreadDays } = options.seed;
	seedOrders(orders, catalog, demo, { count, spreadDays });
	seedOrders(orders, catalog, other, { count: OTHER_ACCOUNT_ORDERS });
	seedMockupTasks(mockupTasks, catalog, demo, options.seed.mockupTasks);
	seedMockupTasks(mockupTasks, catalog, other, OTHER_ACCOUNT_MOCKUP_TASKS);
	if (options.webhook) {
		demo.webhook = {
			id: identifierOf('webhook:demo'),
			url: options.webhook.url,
			lost: 0,
			isUnreachable: false,
			isInOrder: false,
		};
		demo.signingSecret = options.webhook.signingSecret ?? demo.signingSecret;
	}
}
