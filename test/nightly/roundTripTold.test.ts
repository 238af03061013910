import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getExecution, itemsOf, listExecutions } from '../../scripts/n8n/executions.ts';
import type { Workflow } from '../../scripts/n8n/workflows.ts';
import {
	LINES,
	produceParcels,
	publishRoundTrip,
	readExample,
	startShopsDay,
	TIME_SCALE,
	untilConfirmed,
	untilIdle,
	type ShopsDay,
} from '../e2e/support/roundTrip.ts';
import { untilGivenUp } from '../e2e/support/service.ts';

/** A line of another seller: no variant of the service has its SKU. */
const FOREIGN = { sku: 'GIFT-CARD', printFile: null };

let day: ShopsDay;

beforeAll(async () => {
	day = await startShopsDay(TIME_SCALE);
});
afterAll(async () => await day?.close());

interface Shop {
	example: string;
	/** A customer orders. Returns the External ID that the order has here, and its name in messages. */
	order(lines?: Array<{ sku: string; printFile: string | null }>): {
		id: number;
		externalId: string;
		label: string;
	};
	/** How the shop calls an order that is sent in part. */
	statusInPart: string;
	statusOf(id: number): string | null;
	/** How often the shop's order has a tracking number. */
	countNumber(id: number, trackingId: string): number;
}

const shops: Record<'WooCommerce' | 'Shopify', Shop> = {
	WooCommerce: {
		example: 'woocommerce-round-trip',
		order: (lines = LINES) => {
			const { id } = day.wooCommerce.control.order({ lines });
			return { id, externalId: `woo-${id}`, label: `Order ${id}` };
		},
		statusInPart: 'processing',
		statusOf: (id) => day.wooCommerce.control.getOrder(id).status,
		countNumber: (id, trackingId) => day.wooCommerce.control.customerNotes(id, trackingId).length,
	},
	Shopify: {
		example: 'shopify-round-trip',
		order: (lines = LINES) => {
			const { id, orderNumber } = day.shopify.control.order({ lines });
			return {
				id,
				externalId: `shopify-${orderNumber}-${id}`,
				label: `Order #${orderNumber}`,
			};
		},
		statusInPart: 'partial',
		statusOf: (id) => day.shopify.control.getOrder(id).fulfillmentStatus,
		countNumber: (id, trackingId) =>
			day.shopify.control.trackingNumbers(id).filter((number) => number === trackingId).length,
	},
};

describe.each(['WooCommerce', 'Shopify'] as const)('What a person is told about %s', (name) => {
	const shop = shops[name];
	let workflow: Workflow;

	beforeAll(async () => {
		workflow = await publishRoundTrip(day, await readExample(day, shop.example));
	});
	beforeEach(async () => await untilIdle(day, workflow));

	/** What the round trip has told of this order. */
	async function toldOf(label: string): Promise<string[]> {
		await untilGivenUp(day.sandbox);
		await untilIdle(day, workflow);
		const texts: string[] = [];
		for (const { id } of await listExecutions(day.rest, workflow.id)) {
			const items = itemsOf(await getExecution(day.rest, id), 'Tell Me');
			texts.push(...items.map(({ json }) => String(json.text)));
		}
		return texts.filter((text) => text.startsWith(`${label} of the shop: `));
	}

	it('a parcel that comes back is told once, and its number stays in the shop', async () => {
		const { control } = day.sandbox;
		const { id: shopId, externalId, label } = shop.order();
		await untilConfirmed(day, externalId);
		const [parcel] = await produceParcels(day, externalId);
		const { id, trackingId } = parcel ?? { id: '', trackingId: '' };
		await control.stepShipment(id, 'shipped');
		expect(await toldOf(label)).toEqual([]);
		// Twice: the service names the parcel again in a new event.
		await control.stepShipment(id, 'returned');
		const { orderId, carrier, service } = control.shipments(`@${externalId}`)[0] ?? {};
		const shipment = { id, orderId, carrier, service, trackingId, shipmentStatus: 'returned' };
		await control.sendEvent({ type: 'shipment.created', data: { shipment }, attempts: 6 });
		expect(await toldOf(label)).toEqual([
			expect.stringContaining(`parcel ${trackingId} came back`),
		]);
		expect(shop.countNumber(shopId, trackingId)).toBe(1);
	});

	it.each(['canceled', 'failed'] as const)('an order that is %s here is told', async (status) => {
		const { externalId, label } = shop.order();
		await untilConfirmed(day, externalId);
		await day.sandbox.control.stepOrder(`@${externalId}`, status);
		expect(await toldOf(label)).toEqual([expect.stringContaining(`it is ${status} here`)]);
	});

	it('an order with a line of another seller is not done in the shop when our parcels left', async () => {
		const [line] = LINES;
		const { id, externalId, label } = shop.order([...(line ? [line] : []), FOREIGN]);
		await untilConfirmed(day, externalId);
		for (const status of ['inprocess', 'fulfilled', 'shipped'] as const) {
			await day.sandbox.control.stepOrder(`@${externalId}`, status);
		}
		for (const parcel of day.sandbox.control.shipments(`@${externalId}`)) {
			if (parcel.shipmentStatus !== 'shipped')
				await day.sandbox.control.stepShipment(parcel.id, 'shipped');
		}
		const told = await toldOf(label);
		expect(shop.statusOf(id)).toBe(shop.statusInPart);
		// Shopify itself shows which lines are not fulfilled.
		expect(told).toEqual(
			name === 'Shopify' ? [] : [expect.stringContaining(`but not ${FOREIGN.sku}`)],
		);
	});
});
