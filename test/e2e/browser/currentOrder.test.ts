import { beforeAll, describe, expect, it } from 'vitest';
import type { NodeView } from './support/nodeView.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Current orders', { seed: { orders: 1 } });

describe('Add Current Order of the webhook trigger', () => {
	let node: NodeView;

	beforeAll(async () => {
		await browser.editor.newWorkflow();
		node = await browser.editor.addTrigger(
			'print on demand',
			'POD Fulfilment',
			'On order status changed',
		);
		await node.chooseCredential(browser.credential);
	});

	it('the output shows the order and its shipments as they are now, beside a late event', async () => {
		const { editor, sandbox } = browser;
		await node.options.add('Add Current Order');
		await node.options.toggle('Add Current Order');
		await editor.takeScreenshot('current-order-option');
		const [order] = sandbox.control.orders();
		for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
			await sandbox.control.stepOrder(order?.id ?? '', status);
		}
		const [shipment] = sandbox.control.shipments(order?.id ?? '');
		await sandbox.control.setWebhook({ url: await node.copyTestUrl() });
		await node.listen();
		const { status } = await sandbox.control.sendEvent({
			type: 'order.updated',
			data: { order: { id: order?.id, status: 'onhold' } },
		});
		expect(status).toBe(200);
		await node.ended();
		await editor.takeScreenshot('current-order-item');
		const shown = await node.output.innerText();
		for (const text of ['onhold', 'current', 'shipped', 'shipments', shipment?.trackingId]) {
			expect(shown).toContain(text);
		}
	});
});
