import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shopifyLine, shopifyOrder } from '../support/shopOrders/shopify.ts';
import { startAction } from './engine/execution.ts';
import { credentialFor } from './engine/run.ts';
import { withTool } from './engine/tool.ts';
import { fromShop, shirt, shopifyLineOf } from './shopOrders.ts';
import { useSandbox } from './support.ts';

const node = useSandbox();

const orderOf = (number: number, ...lines: IDataObject[]): IDataObject =>
	shopifyOrder([shopifyLineOf(shirt(node.sandbox).sku), ...lines], { order_number: number });

describe('Orders of a shop, several in one run', () => {
	it('the orders of one run are each placed, and each paired with its input item', async () => {
		const { items, error } = await node.run(fromShop('shopify'), {
			items: [orderOf(1), orderOf(2), orderOf(3)],
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [json.externalId, pairedItem])).toEqual([
			['shopify-1-450789469', { item: 0 }],
			['shopify-2-450789469', { item: 1 }],
			['shopify-3-450789469', { item: 2 }],
		]);
	});

	it('the orders of one run are each placed or refused under Continue on Fail', async () => {
		const { json } = await node.run(fromShop('shopify'), {
			items: [orderOf(1), orderOf(2, shopifyLineOf('SHIRT-X', { id: 2 })), orderOf(3)],
			settings: { onError: 'continueRegularOutput' },
		});
		expect(json.map(({ externalId, message }) => message ?? externalId)).toEqual([
			'shopify-1-450789469',
			expect.stringContaining('Order #2, line 2 (IPod Nano - 8gb - green, SKU SHIRT-X)'),
			'shopify-3-450789469',
		]);
		expect(json[1]?.externalId).toBe('shopify-2-450789469');
	});

	it('the error names the item of the order that stops the run', async () => {
		const { error } = await node.run(fromShop('shopify'), {
			items: [orderOf(1), orderOf(2, shopifyLineOf('SHIRT-X', { id: 2 }))],
		});
		expect(error?.message).toMatch(/\[item 1\]$/);
	});

	it('the orders of one run read the catalog once for all', async () => {
		const catalogReads = (): number =>
			node.sandbox.control.requests().filter(({ path }) => path.includes('/catalog-')).length;
		await node.run(fromShop('shopify'), { items: [orderOf(1)] });
		const ofOne = catalogReads();
		await node.sandbox.control.reset({ pageSize: 30, seed: { orders: 0 } });
		const many = Array.from({ length: 50 }, (_, index) => orderOf(index + 1));
		await node.run(fromShop('shopify'), { items: many });
		expect(node.sandbox.control.orders()).toHaveLength(50);
		expect(catalogReads()).toBeLessThanOrEqual(Math.max(ofOne, 1));
	});
});

describe('The lines that were left out of an order', () => {
	it('the lines that were left out are in a hint beside the output, as text', async () => {
		const line = shopifyLine({ id: 2, name: '&lt;b&gt;Sticker&lt;/b&gt;', sku: 'STICKER' });
		const { hints } = await startAction({
			parameters: fromShop('shopify', { unknownLines: 'leaveOut' }),
			items: [orderOf(1, line)],
			credential: credentialFor(node.sandbox),
		}).finished;
		const [hint] = hints.filter(({ type }) => type === 'warning');
		expect(hint?.message).toBe(
			'Line 2 (‹b›Sticker‹/b›, SKU STICKER) was left out: no variant has the SKU "STICKER"',
		);
	});

	it('the hint counts the lines when many were left out', async () => {
		const lines = Array.from({ length: 10 }, (_, index) =>
			shopifyLine({ id: index + 2, sku: 'X' }),
		);
		const { hints } = await startAction({
			parameters: fromShop('shopify', { unknownLines: 'leaveOut' }),
			items: [orderOf(1, ...lines)],
			credential: credentialFor(node.sandbox),
		}).finished;
		const [hint] = hints.filter(({ type }) => type === 'warning');
		expect(hint?.message).toMatch(/<br>\n7 more under 'warnings'$/);
	});
});

describe('An order of a shop through the tool of an AI agent', () => {
	it('an order of a shop is placed from what the model passes', async () => {
		const shopOrder =
			"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Shop_Order', ``, 'json') }}";
		const answer = await withTool(
			fromShop('shopify', { shopOrder }),
			credentialFor(node.sandbox),
			async (tool) => JSON.parse(await tool.invoke({ Shop_Order: orderOf(7) })) as IDataObject[],
		);
		expect(answer).toMatchObject([{ externalId: 'shopify-7-450789469', status: 'draft' }]);
	});
});
