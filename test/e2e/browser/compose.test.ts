import { beforeAll, describe, expect, it } from 'vitest';
import type { NodeView } from './support/nodeView.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Print shop');

describe('the panel of nodes', () => {
	beforeAll(async () => {
		await browser.editor.newWorkflow();
		await browser.editor.startManually();
		await browser.editor.openPanel();
	});

	it.each(['merch', 'dropshipping', 'print on demand'])(
		'shows the node first to who searches "%s"',
		async (search) => {
			const [first] = await browser.editor.searchPanel(search, 'POD Fulfilment');
			await browser.editor.takeScreenshot(`panel-${search.replaceAll(' ', '-')}`);
			expect(first).toBe('POD Fulfilment');
		},
	);
});

describe('an order of two items with options', () => {
	let node: NodeView;

	beforeAll(async () => {
		const { editor } = browser;
		await editor.newWorkflow();
		await editor.startManually();
		node = await editor.addAction('print on demand', 'POD Fulfilment', 'Create an order');
	});

	it('is composed through fields and lists alone, and placed', async () => {
		const { editor, sandbox, credential } = browser;
		await editor.takeScreenshot('create-empty');
		await node.chooseCredential(credential);
		await node.type('External ID', 'SHOP-1001');
		const recipient = node.group('Recipient');
		await recipient.type('Name', 'Ada Example');
		await recipient.type('Address Line 1', 'Musterstrasse 12');
		await recipient.type('City', 'Berlin');
		await recipient.type('ZIP or Postal Code', '10115');
		await recipient.choose('Country', 'Germany (DE)');

		const clock = node.row('Items', 1);
		await clock.pick('Product', 'Wooden Wall Clock');
		await clock.openList('Variant');
		await editor.takeScreenshot('create-variants');
		await editor.page.keyboard.press('Escape');
		await clock.pick('Variant', 'Walnut / 40 cm');
		await clock.type('Quantity', '2');
		const dial = clock.row('Placements', 1);
		await dial.type('Print File URL', 'https://print-files.example/dial.png');
		await dial.pick('Type', 'main');
		await clock.group('Options').click('Add Option');
		await clock.row('Options', 1).pick('Option ID', 'Dial colour');
		await clock.row('Options', 1).pick('Value', 'black');
		await editor.takeScreenshot('create-first-item');

		await node.group('Items').click('Add Item');
		const shirt = node.row('Items', 2);
		await shirt.pick('Product', 'Unisex Organic T-Shirt');
		await shirt.pick('Variant', 'Navy / M');
		await shirt.group('Placements').click('Add Placement');
		const back = shirt.row('Placements', 1);
		await back.type('Print File URL', 'https://print-files.example/motif.png');
		await back.pick('Type', 'front');
		await editor.takeScreenshot('create-second-item');

		await node.execute();
		await editor.takeScreenshot('create-output');
		expect(await node.output.innerText()).toContain('SHOP-1001');

		const [order] = sandbox.control.orders();
		expect(order).toMatchObject({ externalId: 'SHOP-1001' });
	});
});
