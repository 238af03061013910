import { beforeAll, describe, expect, it } from 'vitest';
import type { NodeView } from './support/nodeView.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Print shop');

beforeAll(async () => {
	await browser.editor.newWorkflow();
	await browser.editor.startManually();
});

describe('The panel of nodes', () => {
	beforeAll(async () => await browser.editor.openPanel());

	it.each(['merch', 'dropshipping', 'print on demand', 'printful', 'printify', 'gelato'])(
		'the panel shows the node first to who searches "%s"',
		async (search) => {
			const [first] = await browser.editor.searchPanel(search, 'POD Fulfilment');
			await browser.editor.takeScreenshot(`panel-${search.replaceAll(' ', '-')}`);
			expect(first).toBe('POD Fulfilment');
		},
	);

	it('the panel shows the node, too, to who searches "shopify order"', async () => {
		const found = await browser.editor.searchPanel('shopify order', 'POD Fulfilment');
		await browser.editor.takeScreenshot('panel-shopify-order');
		expect(found).toContain('POD Fulfilment');
	});
});

describe('An order of two items with options', () => {
	let node: NodeView;

	beforeAll(async () => {
		const { editor } = browser;
		node = await editor.addAction(
			'print on demand',
			'POD Fulfilment',
			'Create an order to print and ship',
		);
		await editor.takeScreenshot('create-empty');
	});

	it('an order is composed through fields and lists alone, and accepted (section 4: POST /api/orders)', async () => {
		const { editor, sandbox, credential } = browser;
		await node.chooseCredential(credential);
		await node.type('External ID', 'SHOP-1001');
		const recipient = node.group('Recipient');
		await recipient.type('Name', 'Ada Example');
		await recipient.type('Address Line 1', 'Musterstrasse 12');
		await recipient.type('City', 'Berlin');
		await recipient.type('ZIP or Postal Code', '10115');
		await recipient.choose('Country', 'Germany, Deutschland (DE)');

		const clock = node.row('Items', 1);
		await clock.add('Product');
		await clock.pick('Product', 'Wooden Wall Clock');
		// At the top, so that the list opens below.
		await clock.field('Variant').evaluate((field) => field.scrollIntoView());
		const variants = await clock.openList('Variant');
		await editor.takeScreenshot('create-variants');
		await editor.takeReadmePicture('compose-an-order', clock.field('Variant'), variants);
		await clock.closeList('Variant');
		await clock.pick('Variant', 'Walnut / 40 cm');
		await clock.add('Quantity');
		await clock.type('Quantity', '2');
		await clock.type('Print File', 'https://print-files.example/dial.png');
		await clock.add('Product Options');
		await clock.group('Product Options').click('Add Product Option');
		await clock.row('Product Options', 1).pick('Option', 'Dial colour');
		await clock.row('Product Options', 1).openList('Value');
		await editor.takeScreenshot('create-option-values');
		await clock.row('Product Options', 1).closeList('Value');
		await clock.row('Product Options', 1).pick('Value', 'black');
		await clock.add('Name');
		await clock.type('Name', 'Kitchen clock');
		await editor.takeScreenshot('create-first-item');

		await node.group('Items').click('Add Item');
		const shirt = node.row('Items', 2);
		await editor.takeScreenshot('create-item-added');
		// A second item opens like the first.
		for (const label of ['Variant', 'Print File']) {
			expect(await shirt.field(label).isVisible(), label).toBe(true);
		}
		for (const label of ['Product', 'Quantity']) {
			expect(await shirt.field(label).isVisible(), label).toBe(false);
		}
		await shirt.add('Product');
		await shirt.pick('Product', 'Unisex Organic T-Shirt');
		await shirt.pick('Variant', 'Navy / M');
		await shirt.add('Placements');
		await shirt.group('Placements').click('Add Placement');
		await shirt.row('Placements', 1).type('Print File', 'https://print-files.example/motif.png');
		await shirt.row('Placements', 1).pick('Placement', 'back');
		await shirt.group('Placements').click('Add Placement');
		await shirt.row('Placements', 2).type('Print File', 'https://print-files.example/logo.png');
		await shirt.row('Placements', 2).pick('Placement', 'front');
		await shirt.row('Placements', 2).add('Technique');
		await shirt.row('Placements', 2).pick('Technique', 'dtf');
		await editor.takeScreenshot('create-second-item');

		await node.execute();
		await editor.takeScreenshot('create-output');
		expect(await node.output.innerText()).toContain('SHOP-1001');

		await sandbox.control.settled();
		const [order, ...others] = sandbox.control.orders();
		expect(others).toEqual([]);
		expect(order).toMatchObject({
			externalId: 'SHOP-1001',
			status: 'draft',
			errors: [],
			recipient: {
				name: 'Ada Example',
				address1: 'Musterstrasse 12',
				city: 'Berlin',
				zip: '10115',
				countryCode: 'DE',
			},
		});
		const positioned = (url: string, width: number, height: number) => ({
			url,
			type: 'file',
			position: { top: 0, left: 0, width, height },
		});
		expect(order?.items).toMatchObject([
			{
				name: 'Kitchen clock',
				quantity: 2,
				options: [{ id: 'dial_color', value: 'black' }],
				placements: [
					{
						type: 'main',
						technique: 'direct_print',
						layers: [positioned('https://print-files.example/dial.png', 3000, 3000)],
					},
				],
				errors: [],
			},
			{
				quantity: 1,
				options: [],
				placements: [
					{
						type: 'back',
						technique: 'dtg',
						layers: [positioned('https://print-files.example/motif.png', 3000, 4000)],
					},
					{
						type: 'front',
						technique: 'dtf',
						layers: [positioned('https://print-files.example/logo.png', 3000, 4000)],
					},
				],
				errors: [],
			},
		]);
	});

	it('one item of an order is reprinted in the same way (section 2, Action)', async () => {
		const { editor, sandbox, credential } = browser;
		await sandbox.control.stepOrder('@SHOP-1001', 'shipped');
		await node.close();
		node = await editor.addAction(
			'print on demand',
			'POD Fulfilment',
			'Reprint an order as a new order',
		);
		await node.chooseCredential(credential);
		await node.openList('Original Order');
		await editor.takeScreenshot('reprint-orders');
		await node.closeList('Original Order');
		await node.pick('Original Order', 'SHOP-1001');
		await node.type('External ID', 'SHOP-1001-R1');
		await node.chooseSeveral('Item Names or IDs', '2 × Kitchen clock (WAL002-WALNUT-40-CM)');
		await editor.takeScreenshot('reprint-composed');
		await editor.takeReadmePicture(
			'reprint-some-items',
			node.field('Original Order'),
			node.field('Item Names or IDs'),
		);

		await node.execute();
		await editor.takeScreenshot('reprint-output');
		expect(await node.output.innerText()).toContain('SHOP-1001-R1');

		const original = sandbox.control.orders().find(({ externalId }) => externalId === 'SHOP-1001');
		const reprint = sandbox.control
			.orders()
			.find(({ externalId }) => externalId === 'SHOP-1001-R1');
		expect(reprint?.items).toMatchObject([
			{
				name: 'Kitchen clock',
				quantity: 2,
				variantId: original?.items[0]?.variantId,
				options: [{ id: 'dial_color', value: 'black' }],
			},
		]);
		expect(reprint?.recipient).toEqual(original?.recipient);
	});
});

describe('The form of Order → Create', () => {
	/** The labels, without what the editor shows beside one. */
	const labelsOf = async (): Promise<string[]> => {
		const items = browser.editor.node.window.getByTestId('parameter-item');
		const texts = await items.getByTestId('input-label').allInnerTexts();
		return texts.map((text) => text.split('\n')[0]?.trim() ?? '');
	};

	it.each(['Fields', 'A Shop Order', 'Rows of a Sheet or Form'])(
		'shows nothing that few change, for %s',
		async (orderFrom) => {
			const node = await browser.openAction('Create', { resource: 'order', operation: 'create' });
			if (orderFrom !== 'Fields') await node.choose('Order From', orderFrom);
			await browser.editor.takeScreenshot(`create-form-${orderFrom.replaceAll(' ', '-')}`);
			const labels = await labelsOf();
			expect(labels).toContain('Then');
			for (const label of ['Shipping', 'Simplify', 'Specify Items', 'Quantity', 'Product']) {
				expect(labels).not.toContain(label);
			}
		},
	);

	it('the options Recipient (JSON) and Items (JSON) take the place of the fields', async () => {
		const node = await browser.openAction('Create', { resource: 'order', operation: 'create' });
		await node.options.add('Recipient (JSON)');
		await node.options.add('Items (JSON)');
		await node.field('Items').waitFor({ state: 'hidden' });
		expect(await node.field('Recipient').isVisible()).toBe(false);
		expect(await node.field('Recipient (JSON)').isVisible()).toBe(true);
		expect(await node.field('Items (JSON)').isVisible()).toBe(true);
		await browser.editor.takeScreenshot('create-json-options');
	});
});
