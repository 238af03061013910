import { beforeAll, describe, expect, it } from 'vitest';
import { n8n } from '../support/n8n.ts';
import type { NodeView } from './support/nodeView.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Signed webhooks', { seed: { orders: 1 } });

describe('The webhook trigger', () => {
	let node: NodeView;
	let url: string;

	/** That an address like this one reaches no service, and what to do. */
	const addressAdvice = () =>
		node.window.getByText(/cannot reach localhost or a private .+ WEBHOOK_URL/);

	beforeAll(async () => {
		await browser.editor.newWorkflow();
		node = await browser.editor.addTrigger(
			'print on demand',
			'POD Fulfilment',
			'On order status changed',
		);
	});

	it('the trigger is found in the panel, with the event chosen there', async () => {
		await browser.editor.takeScreenshot('trigger-added');
		expect(await node.field('Events').innerText()).toContain('Order Status Changed');
	});

	it('the events have plain names, each with what it covers', async () => {
		const { editor } = browser;
		await node.field('Events').getByTestId('parameter-input').click();
		const entries = editor.page.getByRole('option').filter({ visible: true });
		await entries.first().waitFor();
		await editor.takeScreenshot('trigger-events');
		const shown = (await entries.allInnerTexts()).map((text) => text.split('\n').filter(Boolean));
		expect(shown.map(([name]) => name)).toEqual([
			'Mockup Task Changed',
			'Order Created',
			'Order Status Changed',
			'Parcel Created or Moved',
			'Any Other Event',
		]);
		for (const [, description] of shown) expect(description).toMatch(/^When /);
		await node.field('Events').getByText('Events', { exact: true }).first().click();
		await entries.first().waitFor({ state: 'hidden' });
	});

	it('the filter explains the statuses that explain themselves least', async () => {
		const { editor } = browser;
		const filters = node.group('Filters');
		await filters.add('Order Statuses');
		await editor.takeScreenshot('trigger-filters');
		await filters.field('Order Statuses').getByTestId('parameter-input').click();
		const entries = editor.page.getByRole('option').filter({ visible: true });
		await entries.first().waitFor();
		await editor.takeScreenshot('trigger-statuses');
		const shown = (await entries.allInnerTexts()).map((text) => text.split('\n').filter(Boolean));
		for (const status of ['On Hold', 'Partial', 'Fulfilled']) {
			expect(shown.find(([name]) => name === status)).toHaveLength(2);
		}
		await editor.page.keyboard.press('Escape');
	});

	it('a click copies the test URL', async () => {
		await node.chooseCredential(browser.credential);
		url = await node.copyTestUrl();
		await browser.editor.takeReadmePicture(
			'set-up-the-trigger',
			node.window.getByText('Webhook URLs'),
			node.field('Events'),
		);
		expect(await addressAdvice().isVisible()).toBe(true);
		expect(url).toMatch(new RegExp(`^${n8n.url}/webhook-test/[\\w-]+/pod-fulfilment$`));
	});

	it('the output shows the item of the delivery that the editor listened for (section 6)', async () => {
		const { editor, sandbox } = browser;
		await sandbox.control.setWebhook({ url });
		await node.listen();
		// The panel beside it has n8n's words.
		await node.window.getByText('while you listen, the Test URL').waitFor();
		await editor.takeScreenshot('trigger-listening');
		expect(await addressAdvice().isVisible()).toBe(true);
		const [order] = sandbox.control.orders();
		await sandbox.control.stepOrder(order?.id ?? '', 'inprocess');
		await node.ended();
		await editor.takeScreenshot('trigger-item');
		const shown = await node.output.innerText();
		for (const text of ['order.updated', order?.externalId, 'inprocess']) {
			expect(shown).toContain(text);
		}
		const [delivery] = sandbox.control.deliveries();
		expect(delivery).toMatchObject({ type: 'order.updated', status: 200 });
	});
});
