import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { REPETITIONS } from '../support/repetitions.ts';
import { SEED } from '../support/seed.ts';
import { faultsOf, repeatedTellings } from '../support/shopDay/check.ts';
import { playDay } from '../support/shopDay/day.ts';
import { startShopifyDay, startWooCommerceDay, type DayShop } from '../support/shopDay/shop.ts';
import { startEngineDay } from './shopDay/n8n.ts';

const { shopDays: DAYS, ordersOfShopDay: ORDERS } = REPETITIONS;

let sandbox: Sandbox;

/** How much sooner waits are over: Create asks once a second whether an order has passed validation. */
const SPEED = 50;

/** Shorter ones are not waits: twice a second undici looks for requests that have taken too long, also in the next files. */
const LEAST_WAIT_MS = 1000;

/** Ends a day that hangs, on a busy machine no earlier: where it is idle, an order takes a third of a second. */
const TIMEOUT_MS = 900_000 + ORDERS * 2_000;

beforeEach(async () => {
	vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
	const { setTimeout: wait } = globalThis;
	vi.stubGlobal('setTimeout', (act: () => void, milliseconds = 0, ...given: []) =>
		wait(act, milliseconds >= LEAST_WAIT_MS ? milliseconds / SPEED : milliseconds, ...given),
	);
	sandbox = await startSandbox({ timeScale: 100_000, pageSize: 100 });
});
afterEach(async () => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
	await sandbox.close();
});

describe.each<[string, (seed: number) => Promise<DayShop>]>([
	['WooCommerce', startWooCommerceDay],
	['Shopify', startShopifyDay],
])('The simulated day of a shop of %s', (_, start) => {
	it.each(Array.from({ length: DAYS }, (__, index) => SEED + index))(
		'every due order is ordered and told once, none that is not due, and each exception is told once a day (seed %i)',
		async (seed) => {
			const shop = await start(seed);
			const n8n = startEngineDay(shop, sandbox);
			try {
				const day = await playDay(shop, sandbox, n8n, { seed, orders: ORDERS });
				expect(day.orders).toHaveLength(ORDERS);
				expect(faultsOf(day, shop, sandbox)).toEqual([]);
				expect(repeatedTellings(day)).toEqual([]);
				// What the day is about did happen.
				expect(day.orders.some(({ changedLater }) => changedLater.length > 0)).toBe(true);
				expect(day.tellings).not.toEqual([]);
			} finally {
				await shop.close();
			}
		},
		TIMEOUT_MS,
	);
});
