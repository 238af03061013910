import { beforeAll, describe, expect, it } from 'vitest';
import { createWorkflow } from '../../scripts/n8n/workflows.ts';
import type { DayShop } from '../support/shopDay/shop.ts';
import {
	LINES,
	produceParcels,
	readShopExample,
	runOnce,
	useShopsDay,
} from './support/shopsDay.ts';

const { day, shops } = useShopsDay();

describe.each(shops)('The example of %s', (_, shopOf) => {
	let shop: DayShop;
	let run: () => Promise<string | undefined>;

	beforeAll(async () => {
		shop = shopOf();
		const { id } = await createWorkflow(
			day().rest,
			await readShopExample(shop.name, day().shopify),
		);
		run = async () => await runOnce(day().rest, id);
	});

	const statusHere = (id: number): string | undefined =>
		day()
			.sandbox.control.orders()
			.find(({ externalId }) => externalId === shop.externalId(id))?.status;
	const tellings = (id: number): string[] =>
		shop.control
			.mails()
			.filter(({ orderId, kind }) => orderId === id && kind === shop.mailKind)
			.map(({ text }) => text);

	it('tells the customer once of all parcels, and only when the last one has left', async () => {
		const { id } = shop.control.order({ lines: LINES, note: 'Please ring twice.' });
		expect(await run()).toBeUndefined();
		expect(statusHere(id)).toBe('pending');
		const parcels = await produceParcels(day(), shop.externalId(id));
		expect(parcels).toHaveLength(3);
		for (const parcel of parcels) {
			expect(tellings(id)).toEqual([]);
			await day().sandbox.control.stepShipment(parcel.id, 'shipped');
			expect(await run()).toBeUndefined();
		}
		expect(shop.isSent(id)).toBe(true);
		expect(await run()).toBeUndefined();
		const [text = '', ...others] = tellings(id);
		expect(others).toEqual([]);
		for (const { trackingId } of parcels) expect(text).toContain(trackingId);
		if (shop.name === 'woocommerce') expect(text).toContain('Please ring twice.\n');
	});

	it('cancels here what was cancelled in the shop, and tells each refused order once a day', async () => {
		const cancelled = shop.control.order({ lines: LINES });
		const refused = shop.control.order({
			lines: [{ sku: 'TS-UNKNOWN', printFile: LINES[0]?.printFile ?? '' }],
		});
		expect(await run()).toContain(`${shop.externalId(refused.id)}: `);
		expect(statusHere(cancelled.id)).toBe('pending');
		shop.control.cancel(cancelled.id);
		// What is told ends the run: what is told of another list comes with the next one.
		const told = [await run(), await run(), await run()];
		expect(statusHere(cancelled.id)).toBe('canceled');
		expect(told.join('\n')).toContain(`${shop.externalId(cancelled.id)}: `);
		expect(told.join('\n')).not.toContain(shop.externalId(refused.id));
		expect(told.at(-1)).toBeUndefined();
	});

	it('leaves an order with a line of somebody else to a person, with the numbers', async () => {
		const other = { sku: 'GIFT-CARD', printFile: null };
		const { id } = shop.control.order({ lines: [...LINES, other] });
		expect(await run()).toBeUndefined();
		const parcels = await produceParcels(day(), shop.externalId(id));
		for (const parcel of parcels) await day().sandbox.control.stepShipment(parcel.id, 'shipped');
		const told = await run();
		expect(told).toContain(`${shop.externalId(id)}: `);
		for (const { trackingId } of parcels) expect(told).toContain(trackingId);
		expect(await run()).toBeUndefined();
		expect(shop.isSent(id)).toBe(false);
	});

	it('goes on where a lost answer or a shop that was down left it', async () => {
		const { id } = shop.control.order({ lines: LINES });
		expect(await run()).toBeUndefined();
		const parcels = await produceParcels(day(), shop.externalId(id));
		for (const parcel of parcels) await day().sandbox.control.stepShipment(parcel.id, 'shipped');
		for (const method of ['PUT', 'POST']) {
			shop.control.injectFault({ match: { method }, reset: 'afterCommit', times: 1 });
		}
		await run();
		await run();
		expect(shop.isSent(id)).toBe(true);
		expect(tellings(id)).toHaveLength(1);
		shop.control.clearFaults();
	});
});
