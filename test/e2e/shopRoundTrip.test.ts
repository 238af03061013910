import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { poll } from '../../scripts/n8n/poll.ts';
import {
	deactivateWorkflow,
	type Workflow,
	type WorkflowFile,
} from '../../scripts/n8n/workflows.ts';
import { untilPolled } from './support/polling.ts';
import {
	createSweep,
	LINES,
	pollingOnly,
	produceParcels,
	publishRoundTrip,
	readExample,
	startShopsDay,
	sweep,
	untilConfirmed,
	untilIdle,
	type ShopsDay,
} from './support/roundTrip.ts';

let day: ShopsDay;

beforeAll(async () => {
	day = await startShopsDay();
});
afterAll(async () => await day.close());

const published: Workflow[] = [];

/** Publishes a round trip until the end of the test. */
async function publish(file: WorkflowFile): Promise<Workflow> {
	const workflow = await publishRoundTrip(day, file);
	published.push(workflow);
	return workflow;
}

afterEach(async () => {
	for (const { id } of published.splice(0)) await deactivateWorkflow(day.rest, id);
});

describe('The examples of a round trip', () => {
	it('an order of WooCommerce is produced, and each of its parcels gets one note before the order is completed', async () => {
		const { sandbox, wooCommerce } = day;
		const workflow = await publish(await readExample(day, 'woocommerce-round-trip'));
		wooCommerce.control.setWebhookFaults({ duplicated: 1 });
		const { id } = wooCommerce.control.order({ lines: LINES });
		await untilConfirmed(day, `woo-${id}`);
		const parcels = await produceParcels(day, `woo-${id}`);
		expect(parcels.length).toBeGreaterThan(1);
		for (const parcel of parcels) await sandbox.control.stepShipment(parcel.id, 'shipped');
		await poll('the order to be completed in the shop', async () =>
			wooCommerce.control.getOrder(id).status === 'completed' ? true : undefined,
		);
		await poll('each parcel to be told', async () =>
			parcels.every(
				({ trackingId }) => wooCommerce.control.customerNotes(id, trackingId).length > 0,
			)
				? true
				: undefined,
		);
		await untilIdle(day, workflow);
		for (const { trackingId } of parcels) {
			expect(wooCommerce.control.customerNotes(id, trackingId)).toHaveLength(1);
			expect(wooCommerce.control.mails(trackingId)).toHaveLength(1);
		}
		expect(wooCommerce.control.mails().filter(({ kind }) => kind === 'completed')).toHaveLength(1);
		expect(sandbox.control.orders()).toHaveLength(1);
	});

	it('an order of Shopify is produced, and one fulfilment of its lines gets the numbers of all parcels', async () => {
		const { sandbox, shopify } = day;
		const workflow = await publish(await readExample(day, 'shopify-round-trip'));
		shopify.control.setWebhookFaults({ duplicated: 1 });
		const { id, orderNumber } = shopify.control.order({ lines: LINES });
		const externalId = `shopify-${orderNumber}-${id}`;
		await untilConfirmed(day, externalId);
		const parcels = await produceParcels(day, externalId);
		expect(parcels.length).toBeGreaterThan(1);
		for (const parcel of parcels) await sandbox.control.stepShipment(parcel.id, 'shipped');
		const numbers = parcels.map(({ trackingId }) => trackingId);
		await poll('all numbers in the shop', async () =>
			shopify.control.trackingNumbers(id).length >= numbers.length ? true : undefined,
		);
		await untilIdle(day, workflow);
		expect(shopify.control.trackingNumbers(id).sort()).toEqual(numbers.sort());
		expect(shopify.control.getOrder(id)).toMatchObject({ fulfillmentStatus: 'fulfilled' });
		expect(
			sandbox.control.orders().filter((order) => order.externalId === externalId),
		).toHaveLength(1);
	});
});

interface Shop {
	name: 'woocommerce' | 'shopify';
	/** A customer orders. Returns the External ID that the order has here, and its name in messages. */
	order(lines?: typeof LINES): { id: number; externalId: string; label: string };
	control: () => ShopsDay['wooCommerce']['control'] | ShopsDay['shopify']['control'];
	numbers(id: number): string[];
	/** Whether the shop has the order as sent whole. */
	isSent(id: number): boolean;
}

const wooCommerceShop: Shop = {
	name: 'woocommerce',
	order: (lines = LINES) => {
		const { id } = day.wooCommerce.control.order({ lines });
		return { id, externalId: `woo-${id}`, label: `Order ${id}` };
	},
	control: () => day.wooCommerce.control,
	numbers: (id) =>
		day.sandbox.control
			.shipments(`@woo-${id}`)
			.flatMap(({ trackingId }) =>
				day.wooCommerce.control.customerNotes(id, trackingId).map(() => trackingId),
			),
	isSent: (id) => day.wooCommerce.control.getOrder(id).status === 'completed',
};

const shopifyShop: Shop = {
	name: 'shopify',
	order: (lines = LINES) => {
		const { id, orderNumber } = day.shopify.control.order({ lines });
		return { id, externalId: `shopify-${orderNumber}-${id}`, label: `Order #${orderNumber}` };
	},
	control: () => day.shopify.control,
	numbers: (id) => day.shopify.control.trackingNumbers(id),
	isSent: (id) => day.shopify.control.getOrder(id).fulfillmentStatus === 'fulfilled',
};

describe('The examples of a sweep', () => {
	it.each([wooCommerceShop, shopifyShop])(
		'whatever was lost between $name and the service is made good by one sweep, and told once',
		async (shop) => {
			const { control } = day.sandbox;
			const roundTrip = await publish(await readExample(day, `${shop.name}-round-trip`));
			const sweepWorkflow = await createSweep(day, `${shop.name}-sweep`, roundTrip);
			shop.control().setWebhookFaults();
			const shipped = shop.order();
			const cancelled = shop.order();
			await untilConfirmed(day, shipped.externalId);
			await untilConfirmed(day, cancelled.externalId);

			// From here on no webhook comes through, of the shop or of the service.
			shop.control().setWebhookFaults({ lost: 1 });
			await control.setWebhook({ url: '' });
			const missed = shop.order();
			const unknown = shop.order([{ sku: 'TS-UNKNOWN', printFile: LINES[0]?.printFile ?? '' }]);
			shop.control().cancel(cancelled.id);
			const parcels = await produceParcels(day, shipped.externalId);
			for (const { id } of parcels) await control.stepShipment(id, 'shipped');
			const numbers = parcels.map(({ trackingId }) => trackingId);
			expect(shop.numbers(shipped.id)).toEqual([]);

			const message = await sweep(day, sweepWorkflow);
			const orders = control.orders();
			const here = (externalId: string) =>
				orders.filter((order) => order.externalId === externalId).map(({ status }) => status);
			expect(here(missed.externalId)).toEqual(['pending']);
			expect(here(cancelled.externalId)).toEqual(['canceled']);
			expect(here(unknown.externalId)).toEqual([]);
			expect(shop.numbers(shipped.id).sort()).toEqual([...numbers].sort());
			expect(message).toContain(`${missed.label} was paid, but its webhook never came`);
			expect(message).toContain(`${cancelled.label} was cancelled or refunded in the shop, and is`);
			expect(message).toContain(`${unknown.label} was not ordered`);
			expect(message).not.toContain(`${shipped.label} `);

			expect(await sweep(day, sweepWorkflow)).toBeUndefined();
			expect(control.orders()).toHaveLength(orders.length);
			expect(shop.numbers(shipped.id).sort()).toEqual([...numbers].sort());
		},
	);
});

describe('The examples without any webhook', () => {
	it.each([wooCommerceShop, shopifyShop])(
		'an order of $name that a sweep finds is produced, and polling brings the numbers of all parcels back once',
		async (shop) => {
			const { control } = day.sandbox;
			shop.control().setWebhookFaults({ lost: 1 });
			const roundTrip = await publish(
				pollingOnly(await readExample(day, `${shop.name}-round-trip`)),
			);
			await untilPolled(day.sandbox);
			const sweepWorkflow = await createSweep(day, `${shop.name}-sweep`, roundTrip);

			const { id, externalId } = shop.order();
			await sweep(day, sweepWorkflow);
			await untilConfirmed(day, externalId);
			const parcels = await produceParcels(day, externalId);
			for (const parcel of parcels) await control.stepShipment(parcel.id, 'shipped');
			const numbers = parcels.map(({ trackingId }) => trackingId).sort();
			expect(numbers.length).toBeGreaterThan(1);
			await poll('all numbers in the shop', async () =>
				shop.numbers(id).length >= numbers.length ? true : undefined,
			);
			await untilPolled(day.sandbox);
			await untilIdle(day, roundTrip);
			expect(shop.numbers(id).sort()).toEqual(numbers);
			expect(shop.isSent(id)).toBe(true);
			expect(control.orders().filter((order) => order.externalId === externalId)).toHaveLength(1);
		},
	);
});
