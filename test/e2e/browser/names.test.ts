import { describe, expect, it } from 'vitest';
import { useEditor } from './support/use.ts';

const browser = useEditor('Names');

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

describe('Things have names in the editor', () => {
	it('an order that was placed without names lists its items by product, variant and SKU', async () => {
		const { editor, sandbox } = browser;
		const clock = sandbox.control.variants().find(({ sku }) => sku.startsWith('WAL002-BIRCH-30'));
		const node = await browser.openAction('Create', {
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

		const update = await browser.openAction('Update', {
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

	it('an item that was changed says which order it belongs to, and the status of that order', async () => {
		const { editor, sandbox } = browser;
		const [item] = sandbox.control.order('@NAMES-1').items;
		const node = await browser.openAction('Change', {
			resource: 'orderItem',
			operation: 'update',
			orderId: { __rl: true, mode: 'externalId', value: 'NAMES-1' },
			orderItemId: byId(String(item?.id)),
			updateFields: { quantity: 2 },
		});
		await node.execute();
		await node.output.getByText('JSON', { exact: true }).click();
		await node.output.getByText('"orderStatus"').waitFor();
		await editor.takeScreenshot('names-item-updated');
		const shown = await node.output.innerText();
		for (const value of ['"orderId"', '"NAMES-1"', '"draft"', 'Wooden Wall Clock']) {
			expect(shown).toContain(value);
		}
	});

	it('each parcel says which order it belongs to', async () => {
		const { editor, sandbox } = browser;
		const { externalId } = sandbox.control.order('@NAMES-1');
		for (const status of ['pending', 'inprocess', 'fulfilled'] as const) {
			await sandbox.control.stepOrder('@NAMES-1', status);
		}
		const node = await browser.openAction('Parcels', {
			resource: 'shipment',
			operation: 'getAll',
			orderId: { __rl: true, mode: 'externalId', value: externalId },
		});
		await node.execute();
		await node.output.getByText('orderExternalId').first().waitFor();
		await editor.takeScreenshot('names-parcels');
		expect(await node.output.innerText()).toContain('NAMES-1');
	});

	it('a product of the catalog is simplified, with its description as plain text', async () => {
		const node = await browser.openAction('Products', {
			resource: 'catalogProduct',
			operation: 'getAll',
			limit: 3,
			simplify: true,
		});
		await node.execute();
		await node.output.getByText('Unisex Organic T-Shirt').first().waitFor();
		await browser.editor.takeScreenshot('names-products');
		expect(await node.output.innerText()).not.toMatch(/<\/?(p|br|ul|li)\b/);
	});

	it('the number of an order in its shop is not found, and the error says what the order is called', async () => {
		const node = await browser.openAction('Wrong word', {
			resource: 'order',
			operation: 'get',
			orderId: { __rl: true, mode: 'externalId', value: '#1001' },
		});
		await node.execute();
		await browser.editor.takeScreenshot('names-shop-number');
		const { message, description } = await node.shownError();
		expect(message).toContain('Order "#1001" was not found');
		expect(description).toContain('choose "From List" and search for 1001');
		expect(description).not.toContain('mode "External ID"');
		expect(description).toContain('Orders from Shopify are called shopify-1001-');
	});

	it('a variant is found by words in any order', async () => {
		const { editor, sandbox } = browser;
		const [shirt] = sandbox.control.products();
		const node = await browser.openAction('Get', { resource: 'catalogVariant', operation: 'get' });
		const list = await node.openList('Variant');
		await editor.page.keyboard.type('white m');
		await list.getByText('White / M · Unisex Organic T-Shirt').first().waitFor();
		expect(shirt?.name).toBe('Unisex Organic T-Shirt');
		await editor.takeScreenshot('names-search');
	});

	it('a mockup task is simplified to its status, its variants and the addresses of its images', async () => {
		const { editor, sandbox } = browser;
		const task = await sandbox.control.createMockupTask();
		await sandbox.control.stepMockupTask(task.id, 'completed');
		const parameters = { resource: 'mockupTask', operation: 'get', mockupTaskId: byId(task.id) };
		const node = await browser.openAction('Mockup', { ...parameters, simplify: true });
		await node.execute();
		await node.output.getByText('JSON', { exact: true }).click();
		await node.output.getByText('"mockups"').waitFor();
		await editor.takeScreenshot('names-mockup-task');
		const shown = await node.output.innerText();
		for (const value of ['"completed"', 'displayName', 'placement', 'mockupUrl', 'remaining']) {
			expect(shown).toContain(value);
		}
		expect(shown).not.toMatch(/@id|@type|catalogVariantMockups/);
	});

	it('the images of a mockup task are shown', async () => {
		const { editor, sandbox } = browser;
		const task = await sandbox.control.createMockupTask();
		await sandbox.control.stepMockupTask(task.id, 'completed');
		const node = await browser.openAction('Download', {
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
