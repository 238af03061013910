import { describe, expect, it } from 'vitest';
import { createWorkflow } from '../../../scripts/n8n/workflows.ts';
import { connect, storeCredential } from '../support/n8n.ts';
import { actionNode, manualWorkflow } from '../support/workflows.ts';
import type { NodeView } from './support/nodeView.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Names');

/** Opens a new workflow with this node. */
async function open(name: string, parameters: Record<string, unknown>): Promise<NodeView> {
	const rest = connect();
	const credential = await storeCredential(rest, browser.sandbox, browser.credential);
	const workflow = await createWorkflow(
		rest,
		manualWorkflow(name, [actionNode(name, credential, parameters)]),
	);
	await browser.editor.openWorkflow(workflow.id);
	return await browser.editor.openNode(name);
}

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

describe('Things have names in the editor', () => {
	it('an order that was placed without names lists its items by product, variant and SKU', async () => {
		const { editor, sandbox } = browser;
		const clock = sandbox.control.variants().find(({ sku }) => sku.startsWith('WAL002-BIRCH-30'));
		const node = await open('Create', {
			resource: 'order',
			operation: 'create',
			externalId: 'NAMES-1',
			recipient: {
				name: 'Mia Roe',
				address1: '12 Harbour Street',
				city: 'Hamburg',
				zip: '20457',
				countryCode: 'DE',
			},
			specifyItems: 'json',
			itemsJson: JSON.stringify([
				{
					variantId: clock?.id,
					quantity: 1,
					files: `${sandbox.url}/_sandbox/files/front-3000x3000.png`,
					options: { dial_color: 'black' },
				},
			]),
		});
		await node.execute();
		await node.output.getByText('Mia Roe in Hamburg').first().waitFor();
		expect(await node.output.innerText()).toContain('1 × Wooden Wall Clock – Birch / 30 cm');
		await editor.takeScreenshot('names-create');

		const update = await open('Update', {
			resource: 'orderItem',
			operation: 'update',
			orderId: { __rl: true, mode: 'externalId', value: 'NAMES-1' },
		});
		const list = await update.openList('Order Item');
		await list
			.getByText('1 × Wooden Wall Clock – Birch / 30 cm (WAL002-BIRCH-30-CM)')
			.first()
			.waitFor();
		await editor.takeScreenshot('names-items');
	});

	it('a variant is found by words in any order', async () => {
		const { editor, sandbox } = browser;
		const [shirt] = sandbox.control.products();
		const node = await open('Get', { resource: 'catalogVariant', operation: 'get' });
		const list = await node.openList('Variant');
		await editor.page.keyboard.type('white m');
		await list.getByText('White / M · Unisex Organic T-Shirt').first().waitFor();
		expect(shirt?.name).toBe('Unisex Organic T-Shirt');
		await editor.takeScreenshot('names-search');
	});

	it('the images of a mockup task are shown', async () => {
		const { editor, sandbox } = browser;
		const task = await sandbox.control.createMockupTask();
		await sandbox.control.stepMockupTask(task.id, 'completed');
		const node = await open('Download', {
			resource: 'mockupTask',
			operation: 'downloadImages',
			mockupTaskId: byId(task.id),
		});
		await node.execute();
		await node.output.getByText('image/png').first().waitFor();
		await editor.takeScreenshot('images-binary');
		await node.output.getByRole('button', { name: 'View' }).first().click();
		const image = editor.page.locator(
			'img[src^="blob:"], img[src*="binary-data"], img[src^="data:image"]',
		);
		await image.first().waitFor();
		await editor.takeScreenshot('images-view');
	});
});
