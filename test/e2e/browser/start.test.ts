import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selectors, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANY_PORTS, launchStart, LINK_PATTERN } from '../support/start.ts';
import { hiddenByNotes, nodesOf, notesOf } from './support/canvas.ts';
import { launchChromium } from './support/chromium.ts';
import { NodeView } from './support/nodeView.ts';
import { takeReadmePicture, takeScreenshot } from './support/screenshots.ts';

/** For an order that is placed, produced and shipped, on a slow machine. */
const SHIPPED_TIMEOUT_MS = 120_000;

let folder: string;
let start: ReturnType<typeof launchStart>;
let output: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-start-'));
	start = launchStart('--folder', folder, ...ANY_PORTS);
	output = await start.printed(LINK_PATTERN);
	selectors.setTestIdAttribute('data-test-id');
	// As a user's browser, which knows nothing of this n8n.
	browser = await launchChromium({ webSecurity: true });
	page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
});
beforeEach(({ task, onTestFailed }) => {
	onTestFailed(async () => {
		await takeScreenshot(page, `not-passed-${task.name.replaceAll(/\W+/g, '-')}`);
	});
});
afterAll(async () => {
	await browser?.close();
	start?.interrupt();
	await start?.ended;
	await rm(folder, { recursive: true, force: true });
});

/** Opens a node by a double click. */
async function openNode(name: string): Promise<NodeView> {
	const node = new NodeView(page);
	if (await node.window.isVisible()) await node.close();
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	await node.window.waitFor();
	return node;
}

describe('The link that npm start ends with', () => {
	it('the link opens the workflow to begin with, without a sign-in, and its notes hide nothing', async () => {
		const link = LINK_PATTERN.exec(output)?.[1] ?? '';
		await page.goto(link);
		await page.getByTestId('canvas-node').first().waitFor();
		expect(await page.title()).toContain('From the Shop to the Doorstep');
		await takeScreenshot(page, 'start-opened');
		expect(await hiddenByNotes(page)).toEqual([]);
	});

	it('one click turns the order of a shop into an order with names, picture and tracking link', async () => {
		await page.getByTestId('execute-workflow-button').first().click();
		await page
			.getByRole('alert')
			.filter({ hasText: 'executed successfully' })
			.waitFor({ timeout: SHIPPED_TIMEOUT_MS });
		const parts = (await nodesOf(page)).flatMap((node) => node.parts);
		await takeScreenshot(page, 'start-executed');
		const edges = await page.locator('.vue-flow__edge-path').all();
		await takeReadmePicture(page, 'first-steps', ...(await notesOf(page)), ...parts, ...edges);

		const order = await openNode('Order It');
		await order.output.getByText('2 × Harbour Tee', { exact: true }).waitFor();
		await order.output.getByText('Mia in Hamburg', { exact: true }).waitFor();
		await takeScreenshot(page, 'start-order');

		const variant = await openNode('Its Picture');
		await variant.output.getByText('Binary', { exact: true }).click();
		await variant.output.getByText('image/png', { exact: true }).waitFor();
		await variant.output.getByText('View', { exact: true }).click();
		const picture = variant.output.locator('img').last();
		await picture.waitFor();
		await expect
			.poll(async () => await picture.evaluate('(image) => image.naturalWidth'))
			.not.toBe(0);
		await takeScreenshot(page, 'start-picture');

		const parcel = await openNode('Its Parcel');
		const trackingUrl = parcel.output.getByText(/^https:\/\/tracking\./);
		await trackingUrl.waitFor();
		const link = await trackingUrl.innerText();

		const result = await openNode('What Mia Gets');
		const shown = result.output.frameLocator('iframe');
		await shown.getByText('2 × Harbour Tee → Mia in Hamburg', { exact: true }).waitFor();
		await shown.getByRole('link', { name: link, exact: true }).waitFor();
		await takeScreenshot(page, 'start-result');
		await result.close();
	});

	it.each([
		['n8n placed the order', ['An Order Changed', 'Create the Order']],
		[
			'the tracking number came back to the shop',
			['A Parcel Left', 'Tell the Customer', 'Complete the Order'],
		],
	])('the note "%s" leads to that execution of the round trip', async (text, names) => {
		const [execution] = await Promise.all([
			page.context().waitForEvent('page'),
			page.getByText(text, { exact: true }).click(),
		]);
		for (const name of names) {
			await execution
				.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`)
				.getByTestId('canvas-node-status-success')
				.waitFor();
		}
		await takeScreenshot(execution, `start-${text.replaceAll(' ', '-')}`);
		await execution.close();
	});

	it('the address of the editor leads to both workflows', async () => {
		await page.goto(/Workflows: (\S+)/.exec(output)?.[1] ?? '');
		const cards = page.getByTestId('workflow-card-name');
		await cards.filter({ hasText: 'From the Shop to the Doorstep' }).waitFor();
		await cards.filter({ hasText: 'WooCommerce Round Trip' }).waitFor();
		await takeScreenshot(page, 'start-workflows');
	});
});
