import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import {
	startShopify,
	startWooCommerce,
	type Shopify,
	type WooCommerce,
} from '../../../sandbox/shops/index.ts';
import { saveCredential } from '../../../scripts/n8n/credentials.ts';
import type { WorkflowFile } from '../../../scripts/n8n/workflows.ts';
import {
	credentialsOf,
	LINES,
	produceParcels,
	readShopExample,
} from '../../e2e/support/shopsDay.ts';
import { TRIGGER } from '../../support/shopDay/day.ts';
import { shopifyDay, wooCommerceDay, type DayShop } from '../../support/shopDay/shop.ts';
import type { VersionOfN8n } from './installedN8n.ts';
import { run } from './workflows.ts';

/** Runs the examples for a shop, from the paid order to the completed one. */
export function testShops(n8n: () => VersionOfN8n): void {
	let sandbox: Sandbox;
	let wooCommerce: WooCommerce;
	let shopify: Shopify;

	beforeAll(async () => {
		sandbox = await startSandbox();
		wooCommerce = await startWooCommerce();
		shopify = await startShopify();
	});
	afterAll(async () => {
		await shopify.close();
		await wooCommerce.close();
		await sandbox.close();
	});

	/** The example, with credentials by their IDs: n8n 1 leaves it to the editor to find them by name. */
	async function setUp(shop: DayShop): Promise<WorkflowFile> {
		const saved = new Map<string, { id: string; name: string }>();
		for (const credential of credentialsOf({ sandbox, wooCommerce, shopify })) {
			const { id, name } = await saveCredential(n8n().rest, credential);
			saved.set(credential.type, { id, name });
		}
		const file = await readShopExample(shop.name, shopify);
		const nodes = file.nodes.map((node) => ({
			...node,
			...(node.credentials && {
				credentials: Object.fromEntries(
					Object.entries(node.credentials).map(([type, named]) => [type, saved.get(type) ?? named]),
				),
			}),
		}));
		return { ...file, nodes };
	}

	describe.each<[string, () => DayShop]>([
		['WooCommerce', () => wooCommerceDay(wooCommerce)],
		['Shopify', () => shopifyDay(shopify)],
	])('The example of %s', (_, shopOf) => {
		it('orders, completes with all numbers, cancels what was called off, and tells what was refused', async () => {
			const shop = shopOf();
			const file = await setUp(shop);
			const { id } = shop.control.order({ lines: LINES });
			const cancelled = shop.control.order({ lines: LINES });
			const ordered = await run(n8n().rest, file, TRIGGER);
			expect(ordered.status, ordered.error?.message).toBe('success');

			const parcels = await produceParcels({ sandbox }, shop.externalId(id));
			for (const parcel of parcels) await sandbox.control.stepShipment(parcel.id, 'shipped');
			shop.control.cancel(cancelled.id);
			const canceled = await run(n8n().rest, file, TRIGGER);
			expect(canceled.status, canceled.error?.message).toBe('success');
			const here = sandbox.control.orders();
			expect(
				here.find(({ externalId }) => externalId === shop.externalId(cancelled.id))?.status,
			).toBe('canceled');

			const refused = shop.control.order({
				lines: [{ sku: 'TS-UNKNOWN', printFile: LINES[0]?.printFile ?? '' }],
			});
			const completed = [
				await run(n8n().rest, file, TRIGGER),
				await run(n8n().rest, file, TRIGGER),
			];
			// Not canceled: n8n reads that from the message, and such a run starts no error workflow.
			expect(completed[0]?.status).toBe('error');
			// What was canceled is told by the run that follows.
			for (const told of [refused.id, cancelled.id]) {
				expect(completed.map(({ error }) => error?.message).join('\n')).toContain(
					`${shop.externalId(told)}: `,
				);
			}
			expect(shop.isSent(id)).toBe(true);
			const [mail] = shop.control
				.mails()
				.filter(({ orderId, kind }) => orderId === id && kind === shop.mailKind);
			for (const { trackingId } of parcels) expect(mail?.text).toContain(trackingId);
		});
	});
}
