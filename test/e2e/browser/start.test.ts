import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selectors, type Browser, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANY_PORTS, launchStart, LINK_PATTERN } from '../support/start.ts';
import { nodesOf } from './support/canvas.ts';
import { launchChromium } from './support/chromium.ts';
import { takeReadmePicture, takeScreenshot } from './support/screenshots.ts';

/** From the click to the note, as README promises. */
const PROMISED_MS = 120_000;

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
	page = await browser.newPage({ viewport: { width: 1440, height: 800 }, reducedMotion: 'reduce' });
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

/** Opens a link that leads to a tab of its own. */
async function openTab(name: string): Promise<Page> {
	const [tab] = await Promise.all([
		page.context().waitForEvent('page'),
		page.getByRole('link', { name, exact: true }).click(),
	]);
	return tab;
}

/** The mails that the customer of an order got. */
const mailsOf = (order: Locator): Locator => order.locator('h4 + ul');

/** Takes a picture of the shop for the README: its name, the mug, and an order. */
async function takePicture(name: string, order: Locator): Promise<void> {
	await takeScreenshot(page, name);
	const mug = page.locator('.products li').first();
	await takeReadmePicture(page, name, page.locator('h1'), mug, order);
}

describe('The link that npm start ends with', () => {
	it('leads to the page of the shop, with a picture of each product', async () => {
		await page.goto(LINK_PATTERN.exec(output)?.[1] ?? '');
		await page.getByRole('heading', { name: 'Harbour Shop' }).waitFor();
		expect(await page.locator('.products img').count()).toBeGreaterThan(20);
		await expect
			.poll(
				async () =>
					await page.evaluate(
						'[...document.images].filter(({ naturalWidth }) => naturalWidth === 0).length',
					),
			)
			.toBe(0);
		await takeScreenshot(page, 'shop-page');
	});

	it('brings the note with the tracking link in less than two minutes after a click on Order a Mug', async () => {
		const clickedAt = performance.now();
		await page.getByRole('button', { name: 'Order a Mug' }).first().click();
		const order = page.locator('.orders li.card').first();
		await order.getByText('Processing', { exact: true }).waitFor();
		await takePicture('shop-order', order);
		// Without a click: the page looks for what is new by itself.
		await mailsOf(order).getByRole('link').first().waitFor({ timeout: PROMISED_MS });
		expect(performance.now() - clickedAt).toBeLessThan(PROMISED_MS);
		await order.getByText('Completed', { exact: true }).waitFor({ timeout: PROMISED_MS });
		await takePicture('shop-note', order);
	});

	it('has the runs that placed and completed the order with it, without a sign-in, and the canvas of the workflow', async () => {
		const linkTo = async (name: string) =>
			await page.getByRole('link', { name, exact: true }).getAttribute('href');
		// It appears once the run is over; those after it had no order.
		const completed = await linkTo('Its Run: Completed');
		expect(await linkTo('Its Runs')).toBe(completed);
		expect(await linkTo('Its Run: Placed')).not.toBe(completed);
		const run = await openTab('Its Run: Completed');
		await run
			.getByTestId('canvas-node')
			.filter({ hasText: 'Complete the Order' })
			.getByTestId('canvas-node-status-success')
			.waitFor();
		// What n8n shows once to everybody who has published a workflow.
		const checklist = run.getByTestId('suggested-actions-close');
		await checklist.click();
		await checklist.waitFor({ state: 'hidden' });
		await takeScreenshot(run, 'shop-run');
		const nodes = await nodesOf(run);
		await takeReadmePicture(run, 'shop-run', ...nodes.flatMap(({ parts }) => parts));
		await run.close();

		const canvas = await openTab('Workflow on Its Canvas');
		await canvas.getByTestId('canvas-node').first().waitFor();
		expect(await canvas.title()).toContain('WooCommerce');
		await takeScreenshot(canvas, 'shop-canvas');
		await canvas.close();
	});

	it('the tracking link leads to the way of the parcel', async () => {
		const link = mailsOf(page.locator('.orders li.card').first()).getByRole('link').first();
		const number = (await link.innerText()).split('/').at(-1) ?? '';
		await link.click();
		await page.getByRole('heading', { name: `Parcel ${number}` }).waitFor();
		await page.locator('[aria-current="step"]', { hasText: 'Handed to the Carrier' }).waitFor();
		await page.getByText('1 × Ceramic Mug', { exact: true }).waitFor();
		await takeScreenshot(page, 'shop-parcel');
		await takeReadmePicture(page, 'shop-parcel', page.locator('h1'), page.locator('.card'));
	});

	it('the address of the editor leads to the workflow', async () => {
		await page.goto(/Workflows: (\S+)/.exec(output)?.[1] ?? '');
		await page.getByTestId('workflow-card-name').filter({ hasText: 'WooCommerce' }).waitFor();
		await takeScreenshot(page, 'start-workflows');
	});
});
