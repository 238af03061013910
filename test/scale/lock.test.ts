import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWooCommerce, type WooCommerce } from '../../sandbox/shops/index.ts';
import { saveCredential } from '../../scripts/n8n/credentials.ts';
import type { WorkflowFile } from '../../scripts/n8n/workflows.ts';
import {
	LATENCY,
	LINES,
	produceParcels,
	publishExample,
	sendParcelLeft,
	untilConfirmed,
	withoutNodes,
	wooCommerceCredential,
} from '../e2e/support/roundTrip.ts';
import { startWork, type Work } from '../nightly/support/work.ts';
import { demoData } from '../support/demoData.ts';
import { readExample } from '../support/example.ts';
import { placeDrafts } from './support/service.ts';
import { useQueueMode } from './support/useQueueMode.ts';

const CHANGES = 40;
const SHOP_ORDERS = 16;

/** So many that the service is never asked to come again later. */
const AT_ONCE = 5;

/** How often something is brought, at the same moment. */
const timesBrought = (index: number): number => 2 + (index % 8);

const { queueMode } = useQueueMode('lock');

let work: Work;
let shop: WooCommerce;

/** Publishes an example. Resolves to the URL of its trigger of this name. */
async function publish(file: WorkflowFile, trigger: string): Promise<string> {
	const { cluster } = queueMode();
	const { url } = await publishExample(cluster, cluster.webhookUrl, file, trigger);
	expect(url).not.toBe('');
	return url;
}

/** Calls `send` for each element as often as it is brought, for {@link AT_ONCE} of them at the same moment. */
async function bring<Element, Result>(
	elements: Element[],
	send: (element: Element, time: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	for (let from = 0; from < elements.length; from += AT_ONCE) {
		const sending = elements
			.slice(from, from + AT_ONCE)
			.flatMap((element, index) =>
				Array.from(
					{ length: timesBrought(from + index) },
					async (_, time) => await send(element, time),
				),
			);
		results.push(...(await Promise.all(sending)));
	}
	return results;
}

describe('The lock of the examples, with Postgres and two workers', () => {
	beforeAll(async () => {
		const { cluster, sandbox } = queueMode();
		work = await startWork();
		shop = await startWooCommerce({ latency: LATENCY });
		await cluster.addWorker();
		await cluster.addWorker();
		await saveCredential(cluster.rest, {
			name: 'POD Fulfilment account',
			type: 'podFulfilmentApi',
			data: demoData(sandbox),
		});
		await saveCredential(cluster.rest, wooCommerceCredential(shop));
	});
	afterAll(async () => {
		await work?.close();
		await shop?.close();
	});

	it(`No Event Lost: ${CHANGES} changes that are brought 2 to 9 times at the same moment are done once each`, async () => {
		const { control } = queueMode().sandbox;
		const orders = await placeDrafts(queueMode().sandbox, 'locked', CHANGES);
		const example = await readExample('no-event-lost');
		// Work outside n8n in the place of the user's nodes.
		const nodes = example.nodes.map((node) =>
			node.name === 'Replace Me With Your Nodes' ? { ...node, ...work.node } : node,
		);
		await control.setWebhook({ url: await publish({ ...example, nodes }, 'At Once') });

		const deliveries = await bring(orders, async ({ id, externalId }) => {
			const data = { order: { id, status: 'onhold', external_id: externalId } };
			// An event of its own each time, so that Ignore Duplicates stops none.
			return await control.sendEvent({ type: 'order.updated', data, attempts: 1 });
		});
		expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => 200));
		const changes = orders.map(({ id }) => `order/${id}/onhold`);
		expect(changes.map((change) => work.done.filter((done) => done === change).length)).toEqual(
			changes.map(() => 1),
		);
	});

	it(`WooCommerce Round Trip: the parcels of ${SHOP_ORDERS} orders whose events come 2 to 9 times at the same moment are told to the customer once each`, async () => {
		const { sandbox } = queueMode();
		const { control } = sandbox;
		await control.setWebhook({ url: '' });
		// What a poll brings would come at any moment.
		const example = withoutNodes(
			await readExample('woocommerce-round-trip', { 'https://shop.example': shop.url }),
			['Found by Polling'],
		);
		const url = await publish(example, 'A Parcel Left');
		const produce = async () => {
			const { id } = shop.control.order({ lines: LINES });
			await untilConfirmed({ sandbox }, `woo-${id}`);
			const parcels = await produceParcels({ sandbox }, `woo-${id}`);
			for (const parcel of parcels) await control.stepShipment(parcel.id, 'shipped');
			return { id, parcels };
		};
		const orders: Array<Awaited<ReturnType<typeof produce>>> = [];
		for (let count = 0; count < SHOP_ORDERS; count += 1) orders.push(await produce());
		await control.setWebhook({ url });

		const deliveries = await bring(orders, async ({ id, parcels }, time) => {
			const parcel = parcels[time % parcels.length] as (typeof parcels)[number];
			const { status } = await sendParcelLeft(sandbox, parcel, 1);
			return { id, status };
		});
		for (const { id, parcels } of orders) {
			const statuses = deliveries.filter((one) => one.id === id).map(({ status }) => status);
			// 500 asks the service to bring it again.
			expect([200, 500]).toEqual(expect.arrayContaining(statuses));
			expect(statuses).toContain(200);
			expect(shop.control.customerNotes(id)).toHaveLength(parcels.length);
			for (const { trackingId } of parcels) {
				expect(shop.control.customerNotes(id, trackingId)).toHaveLength(1);
			}
			expect(shop.control.getOrder(id).status).toBe('completed');
			const completed = shop.control.mails().filter(({ orderId, kind }) => {
				return orderId === id && kind === 'completed';
			});
			expect(completed).toHaveLength(1);
		}
	});
});
