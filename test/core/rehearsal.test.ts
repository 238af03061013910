/** The last 100 orders of a shop, through the examples that rehearse them. */
import type { IDataObject, INode } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import shopify from '../../examples/rehearsal-shopify.json' with { type: 'json' };
import wooCommerce from '../../examples/rehearsal-woocommerce.json' with { type: 'json' };
import { startShopify, startWooCommerce, type ShopOptions } from '../../sandbox/shops/index.ts';
import { CHECK, expectRehearsals, OLD_MUG, orderHundred } from '../support/rehearsal.ts';
import { shopifyDay, wooCommerceDay, type DayShop } from '../support/shopDay/shop.ts';
import { ExampleWorkflow } from './engine/example.ts';
import { credentialFor } from './engine/run.ts';
import { receivedRequests } from './orderRuns.ts';
import { fromShop } from './shopOrders.ts';
import { useSandbox } from './support.ts';

const node = useSandbox();

const DAY_MS = 24 * 3_600_000;

describe.each([
	[
		'WooCommerce',
		wooCommerce,
		async (options: ShopOptions) => {
			const double = await startWooCommerce(options);
			return { ...wooCommerceDay(double), list: '/orders?per_page=100' };
		},
	],
	[
		'Shopify',
		shopify,
		async (options: ShopOptions) => {
			const double = await startShopify(options);
			const list = `${double.url}/admin/api/2026-10/orders.json?status=any&limit=100`;
			return { ...shopifyDay(double), list };
		},
	],
] as const)('The last 100 orders of %s', (_, file, start) => {
	let shop: DayShop;
	/** What the shop answers, as n8n has it: a list is an item for each entry. */
	let answered: IDataObject[];

	beforeEach(async () => {
		let today = 0;
		const started = await start({ now: () => Date.now() + today * DAY_MS });
		shop = started;
		orderHundred(shop, (day) => void (today = day));
		const response = await shop.call(started.list);
		answered = [(await response.json()) as IDataObject].flat();
	});
	afterEach(async () => await shop.close());

	it('are told in a table, and nothing but what it says has 95 of them clean', async () => {
		const example = structuredClone(file) as unknown as { nodes: INode[]; pinData: object };
		const check = example.nodes.find(({ name }) => name === CHECK) as INode;
		await expectRehearsals(shop, check.parameters, async () => {
			const workflow = new ExampleWorkflow(example, credentialFor(node.sandbox), async () =>
				Promise.reject(new Error('Nothing is written')),
			);
			const { [CHECK]: checked = [], Table: table = [] } = await workflow.run(
				'Last 100 Orders',
				answered,
			);
			return { checked, table: table as never };
		});
		expect(receivedRequests(node).filter((line) => !line.startsWith('GET '))).toEqual([]);
		expect(node.sandbox.control.orders()).toEqual([]);
	});

	it('of a row of SKU Mapping that is pasted and not completed, nothing is produced', async () => {
		const orders = answered.flatMap((answer) => (answer.orders ?? answer) as IDataObject[]);
		const order = orders.find((one) => JSON.stringify(one.line_items).includes(OLD_MUG));
		for (const missing of ['sku', 'printFileUrl']) {
			const skuMappingJson = JSON.stringify([{ shopSku: OLD_MUG, [missing]: '' }]);
			const parameters = { then: 'check', options: { skuMappingJson } };
			const { json } = await node.run(fromShop('detect', parameters), {
				items: [order as IDataObject],
			});
			expect(json[0]).toMatchObject({ problems: [expect.any(String)] });
		}
	});
});
