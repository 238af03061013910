import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createWorkflow, type WorkflowFile } from '../../../scripts/n8n/workflows.ts';
import { shopifyLine, shopifyOrder } from '../../support/shopOrders/shopify.ts';
import { connect } from '../support/n8n.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Shop account');

/** A workflow of a Shopify Trigger whose last order is pinned. */
const shopifyWorkflow = (order: object): WorkflowFile & { pinData: object } => ({
	name: 'Shopify orders',
	nodes: [
		{
			id: randomUUID(),
			name: 'Shopify Trigger',
			type: 'n8n-nodes-base.shopifyTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: { authentication: 'oAuth2', topic: 'orders/paid' },
			webhookId: randomUUID(),
		},
	],
	connections: {},
	settings: { executionOrder: 'v1' },
	pinData: { 'Shopify Trigger': [{ json: order }] },
});

/** SKUs of two variants in stock that need no more than one print file. */
const skus = (): string[] =>
	browser.sandbox.control
		.variants()
		.filter(
			({ placements, options, inStock }) =>
				inStock &&
				placements.filter(({ required }) => required).length === 1 &&
				options.every(({ required }) => !required),
		)
		.slice(0, 2)
		.map(({ sku }) => sku);

const printFile = (name: string) => [
	{ name: 'Print file', value: `${browser.sandbox.url}/_sandbox/files/${name}.png` },
];

/** A line for a variant. The title of the documentation's line is that of another one, which would be reviewed. */
const ofSku = (sku: string) => ({ sku, variant_title: null });

/** Counts what a person does with the mouse, and what is typed elsewhere than in the search of the nodes panel. */
async function countActions(): Promise<() => Promise<{ clicks: number; typed: number }>> {
	const { page } = browser.editor;
	await page.evaluate(`
		window.actions = { clicks: 0, typed: 0 };
		document.addEventListener('pointerdown', () => { window.actions.clicks += 1; }, true);
		document.addEventListener('input', ({ target }) => {
			if (!target.closest('[data-test-id="node-creator"]')) window.actions.typed += 1;
		}, true);
	`);
	return async () => await page.evaluate('window.actions');
}

describe('An order of a shop', () => {
	beforeAll(async () => {
		const [first = '', second = ''] = skus();
		const order = shopifyOrder([
			shopifyLine({ ...ofSku(first), quantity: 2, properties: printFile('first') }),
			shopifyLine({ ...ofSku(second), id: 2, name: 'Second', properties: printFile('second') }),
		]);
		const { id } = await createWorkflow(connect(), shopifyWorkflow(order));
		await browser.editor.openWorkflow(id);
	});

	it('the order is placed and confirmed with at most 10 clicks and no typed value', async () => {
		const { editor, sandbox } = browser;
		const actions = await countActions();
		const node = await editor.addAction(
			'POD',
			'POD Fulfilment',
			'Create an order to print and ship',
		);
		await node.choose('Order From', 'A Shop Order');
		await editor.takeScreenshot('shop-order-shopify');
		await node.choose('Then', 'Place and Confirm');
		await node.execute();
		const { clicks, typed } = await actions();
		await editor.takeScreenshot('shop-order-placed');
		await node.window.getByTestId('node-credentials-select').scrollIntoViewIfNeeded();
		await editor.takeReadmePicture(
			'connect-your-shop',
			node.field('Order From'),
			node.field('Print File Property'),
			node.output.getByText('1 item', { exact: true }),
			node.output.getByText('externalId', { exact: true }).first(),
			node.output.getByText('pending', { exact: true }),
		);
		expect(typed).toBe(0);
		expect(clicks).toBeLessThanOrEqual(10);
		const order = sandbox.control.order('@shopify-1001-450789469');
		expect(order.status).toBe('pending');
		expect(order.items).toMatchObject([{ quantity: 2 }, { quantity: 1, name: 'Second' }]);
	});

	it('the node shows the fields of each shop alone', async () => {
		const { editor } = browser;
		const { node } = editor;
		expect(await node.field('Lines Field').isVisible()).toBe(false);
		expect(await node.field('External ID').isVisible()).toBe(false);
		await node.choose('Shop', 'WooCommerce');
		await editor.takeScreenshot('shop-order-woocommerce');
		await node.choose('Shop', 'Other');
		await node.field('Lines Field').waitFor();
		await editor.takeScreenshot('shop-order-other');
		await node.choose('Print File From', 'Template');
		expect(await node.field('Print File Property').isVisible()).toBe(false);
	});

	it('three rows of the SKU mapping fit on a screen, with the rest of a row behind Add Field', async () => {
		const { editor } = browser;
		const { node } = editor;
		const mapping = node.group('SKU Mapping');
		for (const [index, sku] of ['TEAM-SHIRT-M', 'TEAM-SHIRT-L', 'TEAM-MUG'].entries()) {
			await mapping.click('Add Row');
			await node.row('SKU Mapping', index + 1).type('Shop SKU', sku);
		}
		await node.field('SKU Mapping').scrollIntoViewIfNeeded();
		await editor.takeScreenshot('shop-order-mapping');
		const rows = [1, 2, 3].map((number) => node.row('SKU Mapping', number));
		const [first, last] = await Promise.all([
			rows[0]?.field('Shop SKU').boundingBox(),
			rows[2]?.field('Print File').boundingBox(),
		]);
		const height = (last?.y ?? Infinity) + (last?.height ?? 0) - (first?.y ?? 0);
		// What n8n's window of a node leaves to its fields on a screen of 900 pixels.
		expect(height).toBeLessThan(750);
		for (const row of rows) {
			for (const label of ['Shop SKU', 'Variant', 'Print File'])
				expect(await row.field(label).isVisible(), label).toBe(true);
			expect(await row.field('Product Options').isVisible()).toBe(false);
		}
		await rows[0]?.add('When');
		await rows[0]?.group('When').click('Add Condition');
		await editor.takeScreenshot('shop-order-mapping-when');
	});
});
