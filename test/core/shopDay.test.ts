import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { SEED } from '../support/seed.ts';
import { playDay, type Day } from './shopDay/day.ts';
import { startShopifyDay, startWooCommerceDay, type DayShop } from './shopDay/shop.ts';

/** Days for each shop: those of the seeds from {@link SEED} on. */
const DAYS = Number(process.env.TEST_DAYS ?? 2);

/** `npm run soak -- day` plays days of 1,000 orders. */
const ORDERS = Number(process.env.TEST_DAY_ORDERS ?? 100);

let sandbox: Sandbox;

/** How much sooner waits are over: Create asks once a second whether an order has passed validation. */
const SPEED = 50;

beforeEach(async () => {
	vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
	const { setTimeout: wait } = globalThis;
	vi.stubGlobal('setTimeout', (act: () => void, milliseconds = 0, ...given: []) =>
		wait(act, milliseconds / SPEED, ...given),
	);
	sandbox = await startSandbox({ timeScale: 100_000, pageSize: 100 });
});
afterEach(async () => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
	await sandbox.close();
});

const ordersHere = () => {
	const byExternalId = new Map<string, string[]>();
	for (const { externalId, status } of sandbox.control.orders()) {
		const id = String(externalId);
		byExternalId.set(id, [...(byExternalId.get(id) ?? []), status]);
	}
	return byExternalId;
};

/** What is wrong with the end of a day, an entry for each order that is not as it has to be. */
function faultsOf({ orders, messages }: Day): string[] {
	const faults: string[] = [];
	const here = ordersHere();
	for (const order of orders) {
		const { label, isPaid, isCalledOff, isEmptied, hasVariant, changedLater } = order;
		const found = here.get(order.externalId) ?? [];
		const [status] = found;
		const matters = messages
			.flatMap((message) => message.matters)
			.filter((matter) =>
				[label, `Order ${order.externalId}`].some((name) => matter.startsWith(`${name} `)),
			);
		const isTold = (text: string): boolean => matters.some((matter) => matter.includes(text));
		const fault = (text: string): void => {
			faults.push(`${text}: ${JSON.stringify({ ...order, found, matters })}`);
		};
		if (found.length > 1) fault('ordered twice');
		if (found.length > 0 && (!isPaid || !hasVariant)) fault('ordered though it is not due');
		const isDue = isPaid && hasVariant && !isCalledOff && !isEmptied;
		if (isDue && found.length === 0) fault('lost');
		if (isDue && status === 'canceled') fault('canceled though it is due');
		if (isDue && status === 'draft' && !isTold('')) fault('a silent draft');
		if (isPaid && !hasVariant && !isCalledOff && !isEmptied && !isTold(''))
			fault('a silent refusal');
		if (isCalledOff && status !== undefined) {
			if (status === 'canceled' && !isTold('and is canceled here too'))
				fault('canceled in silence');
			if (status !== 'canceled' && !isTold(`but is ${status} here`)) fault('produced in silence');
		}
		if (isPaid && changedLater.length > 0 && !isTold('')) fault('a silent change');
		const { heardAtStep = Infinity, placedAtStep = Infinity } = order;
		const isMissed = isTold('but its webhook never came');
		if (isDue && heardAtStep > placedAtStep && !isMissed) fault('a missed webhook in silence');
		if (isMissed && heardAtStep < placedAtStep) fault('told as missed, though its webhook came');
	}
	for (const externalId of here.keys()) {
		if (!orders.some((order) => order.externalId === externalId))
			faults.push(`Whose: ${externalId}`);
	}
	return faults;
}

/** Matters that sweeps told more than once on a date. */
function repeatedMatters({ messages }: Day): string[] {
	const told = messages
		.filter(({ from }) => from === 'sweep')
		.flatMap(({ date, matters }) => matters.map((matter) => `${date} ${matter}`));
	return told.filter((matter, index) => told.indexOf(matter) !== index);
}

describe.each<[string, (seed: number) => Promise<DayShop>]>([
	['WooCommerce', startWooCommerceDay],
	['Shopify', startShopifyDay],
])('The simulated day of a shop of %s', (_, start) => {
	it.each(Array.from({ length: DAYS }, (__, index) => SEED + index))(
		'every due order is ordered once, none that is not due, and each exception is told (seed %i)',
		async (seed) => {
			const shop = await start(seed);
			try {
				const day = await playDay(shop, sandbox, { seed, orders: ORDERS });
				expect(day.orders).toHaveLength(ORDERS);
				expect(faultsOf(day)).toEqual([]);
				expect(repeatedMatters(day)).toEqual([]);
				// What the day is about did happen.
				expect(day.orders.some(({ changedLater }) => changedLater.includes('cancel'))).toBe(true);
				expect(day.messages.some(({ from }) => from === 'sweep')).toBe(true);
			} finally {
				await shop.close();
			}
		},
	);
});
