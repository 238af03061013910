import { beforeAll, expect, it } from 'vitest';
import type { NodeView } from './support/nodeView.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Shop with SKUs');

/** A variant that can be printed on its sleeves, too. */
const shirt = () => {
	const variant = browser.sandbox.control
		.variants()
		.find(({ name }) => name === 'Unisex Organic T-Shirt - Navy / M');
	if (!variant) throw new Error('The catalog has no such variant');
	return variant;
};

let node: NodeView;

beforeAll(async () => {
	const { editor, credential } = browser;
	await editor.newWorkflow();
	await editor.startManually();
	node = await editor.addAction(
		'print on demand',
		'POD Fulfilment',
		'Create an order to print and ship',
	);
	await node.chooseCredential(credential);
	await node.type('External ID', 'SHOP-2001');
	const recipient = node.group('Recipient');
	await recipient.type('Name', 'Ada Example');
	await recipient.type('Address Line 1', 'Musterstrasse 12');
	await recipient.type('City', 'Berlin');
	await recipient.type('ZIP or Postal Code', '10115');
	await recipient.choose('Country', 'Germany, Deutschland (DE)');
	const item = node.row('Items', 1);
	await item.add('Placements');
	await item.group('Placements').click('Add Placement');
	await item.row('Placements', 1).type('Print File', 'https://print-files.example/motif.png');
});

it('the list shows the placements of the variant with the entered SKU, which is ordered', async () => {
	const { editor, sandbox } = browser;
	const item = node.row('Items', 1);
	await item.locate('Variant', 'SKU', shirt().sku);
	await editor.takeScreenshot('sku-mode');
	const types = await item.row('Placements', 1).openList('Placement');
	await editor.takeScreenshot('sku-placements');
	expect(await types.innerText()).toContain('Sleeve Left · 1050 × 1200 px');
	await item.row('Placements', 1).closeList('Placement');
	await item.row('Placements', 1).pick('Placement', 'front');
	await node.execute();
	await editor.takeScreenshot('sku-output');
	expect(await node.output.innerText()).toContain('SHOP-2001');
	const [order] = sandbox.control.orders();
	expect(order?.items).toMatchObject([{ variantId: shirt().id, placements: [{ type: 'front' }] }]);
});

it('the error names the field and the nearest SKU when the catalog does not have the one that was typed', async () => {
	const { editor, sandbox } = browser;
	await node.row('Items', 1).locate('Variant', 'SKU', `${shirt().sku}X`);
	await node.type('External ID', 'SHOP-2002');
	await node.executeButton.click();
	const { message, description } = await node.shownError();
	await editor.takeScreenshot('sku-unknown');
	expect(message).toContain(`Items → Item 1 → Variant is "${shirt().sku}X"`);
	expect(description).toContain(`"${shirt().sku}"`);
	expect(sandbox.control.orders()).toHaveLength(1);
});
