import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { getExecution } from '../../scripts/n8n/executions.ts';
import {
	createWorkflow,
	runWorkflow,
	updateWorkflow,
	type WorkflowFile,
} from '../../scripts/n8n/workflows.ts';
import { readShopExample, runOnce, useShopsDay } from '../e2e/support/shopsDay.ts';
import { SEED } from '../support/seed.ts';
import { faultsOf } from '../support/shopDay/check.ts';
import { playDay, STEPS_OF_DAY, TRIGGER, type DayN8n } from '../support/shopDay/day.ts';
import type { DayShop } from '../support/shopDay/shop.ts';

/** Half of the day's 1,000 orders: each shop has as many. */
const ORDERS = Number(process.env.TEST_DAY_ORDERS ?? 500);

/** Ends a day that hangs, on a busy machine no earlier: an order takes a second where n8n has it for itself. */
const TIMEOUT_MS = 600_000 + ORDERS * 8_000;

/** How long a run goes on at the most before n8n is killed: longer than most take. */
const KILLED_WITHIN_MS = 4000;

/** The example with a date of its own: the two and a half days pass in minutes. */
const onDate = (file: WorkflowFile, date: number): WorkflowFile =>
	JSON.parse(JSON.stringify(file).replaceAll('$now.toISODate()', `'date ${date}'`)) as WorkflowFile;

const { day, shops } = useShopsDay();

describe.each(shops)('The simulated day of a shop of %s in a real n8n', (_, shopOf) => {
	let shop: DayShop;
	let n8n: DayN8n;

	beforeEach(async () => {
		await day().sandbox.control.reset({ seed: { orders: 0 } });
		shop = shopOf();
		const file = await readShopExample(shop.name, day().shopify);
		const { id } = await createWorkflow(day().rest, onDate(file, 0));
		let [date, storedDate] = [0, 0];
		n8n = {
			at: (step) => void (date = Math.floor(step / STEPS_OF_DAY)),
			run: async (killed) => {
				if (date !== storedDate) await updateWorkflow(day().rest, id, onDate(file, date));
				storedDate = date;
				if (killed === undefined) return await runOnce(day().rest, id);
				const run = await runWorkflow(day().rest, id, TRIGGER);
				await delay(killed * KILLED_WITHIN_MS);
				await day().n8n.kill();
				day().rest = await day().n8n.start();
				// It may have ended before.
				const { status, error } = await getExecution(day().rest, run);
				return status === 'error' ? error?.message : undefined;
			},
		};
	});

	it(
		'every due order is ordered and told once, none that is not due, and each exception is told',
		async () => {
			const played = await playDay(shop, day().sandbox, n8n, { seed: SEED, orders: ORDERS });
			expect(played.orders).toHaveLength(ORDERS);
			expect(faultsOf(played, shop, day().sandbox)).toEqual([]);
			expect(played.orders.some(({ changedLater }) => changedLater.length > 0)).toBe(true);
		},
		TIMEOUT_MS,
	);
});
