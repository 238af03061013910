import { beforeAll, describe, expect, it } from 'vitest';
import type { NodeView } from './support/nodeView.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Print shop that is polled', { seed: { orders: 12 } });

describe('the polling trigger', () => {
	let node: NodeView;

	beforeAll(async () => {
		await browser.editor.newWorkflow();
		node = await browser.editor.addTrigger(
			'print on demand',
			'POD Fulfilment Polling',
			'On order updated',
		);
	});

	it('is found in the panel, with the event chosen there', async () => {
		await browser.editor.takeScreenshot('polling-added');
		expect(await node.field('Events').innerText()).toContain('Order Updated');
	});

	it('fetches the newest real example of each event by a click', async () => {
		const { editor, sandbox } = browser;
		await node.chooseCredential(browser.credential);
		await node.chooseSeveral('Events', 'Order Created', 'Shipment Created');
		await node.choose('Outputs', 'One per Event');
		await editor.takeScreenshot('polling-panel');
		await node.window.getByTestId('node-execute-button').click();
		await node.ended();
		await editor.takeScreenshot('polling-fetched');
		expect(await node.output.innerText()).toContain('order.created');
		expect(sandbox.control.requests().length).toBeGreaterThan(0);
	});
});
