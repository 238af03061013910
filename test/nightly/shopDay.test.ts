import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getExecution, itemsOf, listExecutions } from '../../scripts/n8n/executions.ts';
import { deactivateWorkflow, type Workflow } from '../../scripts/n8n/workflows.ts';
import {
	createSweep,
	publishRoundTrip,
	readExample,
	startShopsDay,
	sweep,
	untilIdle,
	type ShopsDay,
} from '../e2e/support/roundTrip.ts';
import { SEED } from '../support/seed.ts';
import { faultsOf, repeatedMatters } from '../support/shopDay/check.ts';
import { playDay, type DayN8n } from '../support/shopDay/day.ts';
import {
	DAY_TIME_SCALE,
	shopifyDay,
	wooCommerceDay,
	type DayShop,
} from '../support/shopDay/shop.ts';

/** Half of the day's 1,000 orders: each shop has as many. */
const ORDERS = Number(process.env.TEST_DAY_ORDERS ?? 500);

/** Ends a day that hangs, on a busy machine no earlier: an order takes a second where n8n has it for itself. */
const TIMEOUT_MS = 600_000 + ORDERS * 8_000;

let day: ShopsDay;

beforeAll(async () => {
	day = await startShopsDay(1000, { timeScale: DAY_TIME_SCALE });
});
afterAll(async () => await day?.close());

describe.each<[string, () => DayShop]>([
	['WooCommerce', () => wooCommerceDay(day.wooCommerce)],
	['Shopify', () => shopifyDay(day.shopify)],
])('The simulated day of a shop of %s in a real n8n', (_, shopOf) => {
	let shop: DayShop;
	let roundTrip: Workflow;
	let n8n: DayN8n;

	beforeEach(async () => {
		await day.sandbox.control.reset({ seed: { orders: 0 } });
		shop = shopOf();
		roundTrip = await publishRoundTrip(day, await readExample(day, `${shop.name}-round-trip`));
		await day.sandbox.control.setWebhook({ url: '' });
		const sweepWorkflow = await createSweep(day, `${shop.name}-sweep`, roundTrip);
		n8n = {
			goDown: async () => await day.n8n.kill(),
			goUp: async () => {
				day.rest = await day.n8n.start();
			},
			sweep: async () => await sweep(day, sweepWorkflow),
			idle: async () => void (await untilIdle(day, roundTrip)),
			told: async () => {
				const executions = await listExecutions(day.rest, roundTrip.id);
				const texts: string[] = [];
				for (const { id } of executions) {
					const items = itemsOf(await getExecution(day.rest, id), 'Tell Me About the Order');
					texts.push(...items.map(({ json }) => String(json.text)));
				}
				return texts;
			},
		};
	});
	afterEach(async () => await deactivateWorkflow(day.rest, roundTrip.id));

	it(
		'every due order is ordered once, none that is not due, and each exception is told',
		async () => {
			const played = await playDay(shop, day.sandbox, n8n, { seed: SEED, orders: ORDERS });
			expect(played.orders).toHaveLength(ORDERS);
			expect(faultsOf(played, day.sandbox)).toEqual([]);
			expect(repeatedMatters(played)).toEqual([]);
			expect(played.orders.some(({ changedLater }) => changedLater.length > 0)).toBe(true);
		},
		TIMEOUT_MS,
	);
});
