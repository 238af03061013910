import { beforeAll, describe, expect, it } from 'vitest';
import type { NodeView } from './support/nodeView.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Print shop', { seed: { orders: 12 } });

describe('The polling trigger', () => {
	let node: NodeView;

	beforeAll(async () => {
		await browser.editor.newWorkflow();
		node = await browser.editor.addTrigger(
			'print on demand',
			'POD Fulfilment Polling',
			'On order status changed',
		);
	});

	it('the trigger is found in the panel, with the event chosen there', async () => {
		await browser.editor.takeScreenshot('polling-added');
		expect(await node.field('Events').innerText()).toContain('Order Status Changed');
	});

	it('the options say what they are for, in the words of the documentation', async () => {
		const { editor } = browser;
		// Options of an event are there once it is chosen.
		await node.chooseSeveral('Events', 'Order Not Shipped in Time', 'Order Waiting');
		await node.options.add('Emit After (Minutes)');
		await node.options.add('Forget After (Days)');
		await node.options.add('Late After (Days)');
		await node.options.add('Remind Every (Days)');
		await node.options.add('Start From');
		await node.options.add('Waiting After (Hours)');
		await editor.takeScreenshot('polling-options');
		const shown = await Promise.all(
			[
				'Emit After (Minutes)',
				'Forget After (Days)',
				'Late After (Days)',
				'Remind Every (Days)',
				'Waiting After (Hours)',
			].map(async (label) => await node.options.field(label).locator('input').first().inputValue()),
		);
		expect(shown).toEqual(['0', '30', '7', '0', '24']);
		await node.unchoose('Events', 'Order Not Shipped in Time', 'Order Waiting');
		await node.options.field('Late After (Days)').waitFor({ state: 'hidden' });
		await node.options.field('Waiting After (Hours)').waitFor({ state: 'hidden' });
	});

	it('Fetch Test Event fetches the newest real example of each event at once, each on its output', async () => {
		const { editor, sandbox } = browser;
		await node.chooseCredential(browser.credential);
		await node.chooseSeveral('Events', 'Order Created', 'Parcel Created or Moved');
		await node.choose('Outputs', 'One per Event');
		await node.fetchTestEvent();
		await node.output.getByText('JSON', { exact: true }).click();
		await editor.takeScreenshot('polling-fetched');
		await editor.takeReadmePicture(
			'fetch-a-test-event',
			node.executeButton,
			node.field('Events'),
			node.options.field('Start From'),
			node.output.getByText('JSON', { exact: true }),
		);
		const newest = sandbox.control.orders().at(-1);
		await node.output.getByText(`order/${newest?.id}/created`).first().waitFor();
		await node.output.getByText('Order Status Branch (1 item)').click();
		await node.output.getByText('order.updated').first().waitFor();
		// The third one may lie behind the edge.
		await node.output.getByText('Parcel Branch (1 item)').waitFor({ state: 'attached' });
		await editor.takeScreenshot('polling-fetched-order-updated');
	});

	it('Fetch Test Event shows an order that waits, with what the service found wrong with it', async () => {
		const { editor, sandbox } = browser;
		sandbox.control.addOrders({ count: 1, statuses: ['failed'], newestDaysAgo: 2 });
		const waiting = sandbox.control.orders().find(({ status }) => status === 'failed');
		await editor.newWorkflow();
		node = await editor.addTrigger('print on demand', 'POD Fulfilment Polling', 'On order waiting');
		await node.chooseCredential(browser.credential);
		await node.field('Events').click();
		await editor.takeScreenshot('polling-events');
		await editor.page.keyboard.press('Escape');
		await node.fetchTestEvent();
		await node.output.getByText('JSON', { exact: true }).click();
		await node.output.getByText(`order/${waiting?.id}/waiting/failed`).first().waitFor();
		await node.output.getByText('validationErrors').first().waitFor();
		await editor.takeScreenshot('polling-fetched-order-waiting');
	});
});
