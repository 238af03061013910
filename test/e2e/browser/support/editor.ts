import {
	selectors,
	type Browser,
	type BrowserContext,
	type Locator,
	type Page,
} from 'playwright-core';
import { expect, vi } from 'vitest';
import type { SharedN8n } from '../../setup.ts';
import { launchChromium } from './chromium.ts';
import { NodeView } from './nodeView.ts';
import { takeReadmePicture, takeScreenshot } from './screenshots.ts';

/** Timeout of each action in the browser; generous, for slow machines. */
const ACTION_TIMEOUT_MS = 120_000;

/** n8n's editor in a browser, signed in as the owner. */
export class Editor {
	readonly page: Page;
	readonly #n8n: SharedN8n;
	readonly #browser: Browser;

	private constructor(n8n: SharedN8n, browser: Browser, page: Page) {
		this.#n8n = n8n;
		this.#browser = browser;
		this.page = page;
	}

	static async open(n8n: SharedN8n): Promise<Editor> {
		// The attribute that n8n's own tests use.
		selectors.setTestIdAttribute('data-test-id');
		const browser = await launchChromium();
		const context = await browser.newContext({
			viewport: { width: 1440, height: 1100 },
			permissions: ['clipboard-read', 'clipboard-write'],
			reducedMotion: 'reduce',
		});
		context.setDefaultTimeout(ACTION_TIMEOUT_MS);
		await signIn(context, n8n);
		return new Editor(n8n, browser, await context.newPage());
	}

	async close(): Promise<void> {
		await this.#browser.close();
	}

	/** The open node. */
	get node(): NodeView {
		return new NodeView(this.page);
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.#n8n.url}/workflow/new`);
		await this.page.getByTestId('canvas-add-button').waitFor();
	}

	/** Opens a stored workflow. */
	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.#n8n.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/**
	 * Opens a stored workflow as a link within the editor does: without loading the editor again, if it is open. What it
	 * told of the workflow before is closed.
	 *
	 * @param nodeId ID of one of its nodes, by which it is known to be shown
	 */
	async switchToWorkflow(id: string, nodeId: string): Promise<void> {
		if (!this.page.url().startsWith(`${this.#n8n.url}/workflow/`)) {
			await this.openWorkflow(id);
			return;
		}
		if (await this.node.window.isVisible()) await this.node.close();
		const notifications = this.page.locator('.el-notification');
		// Not by the mouse: one may close by itself at the same moment.
		await this.page.evaluate(
			`document.querySelectorAll('.el-notification__closeBtn').forEach((button) => button.click())`,
		);
		await vi.waitFor(async () => expect(await notifications.count()).toBe(0), {
			timeout: ACTION_TIMEOUT_MS,
		});
		await this.page.evaluate(`
			history.pushState({}, '', '/workflow/${id}');
			dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
		`);
		await this.page.locator(`.vue-flow__node[data-id="${nodeId}"]`).waitFor();
	}

	/** Opens a node of the canvas by name, after closing any open one. */
	async openNode(name: string): Promise<NodeView> {
		if (await this.node.window.isVisible()) await this.node.close();
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.node.window.waitFor();
		return this.node;
	}

	/** Adds a manual trigger as the first step. */
	async startManually(): Promise<void> {
		await this.page.getByTestId('canvas-add-button').click();
		await this.#panelEntry('Trigger manually').click();
		await this.page.getByTestId('node-creator').waitFor({ state: 'hidden' });
	}

	/** Adds the first step by searching the nodes panel. Returns the opened node. */
	async addTrigger(search: string, node: string, event: string): Promise<NodeView> {
		await this.page.getByTestId('canvas-add-button').click();
		return await this.#add(search, node, event);
	}

	/** Adds a step after the last one by searching the nodes panel. Returns the opened node. */
	async addAction(search: string, node: string, action: string): Promise<NodeView> {
		await this.openPanel();
		return await this.#add(search, node, action);
	}

	/** Opens the nodes panel for a step after the last one, unless it is open. */
	async openPanel(): Promise<void> {
		const search = this.page.getByTestId('node-creator').getByRole('textbox');
		// The panel of an earlier step may still be closing.
		await vi.waitFor(
			async () => {
				if (!(await search.isVisible())) {
					await this.page.getByTestId('canvas-handle-plus').last().click({ timeout: 3_000 });
				}
				await search.focus({ timeout: 3_000 });
			},
			{ timeout: ACTION_TIMEOUT_MS },
		);
	}

	/** Searches the nodes panel until it shows the node. Returns the names of all nodes that it shows then. */
	async searchPanel(search: string, node: string): Promise<string[]> {
		await this.openPanel();
		// Clears the results of an earlier search.
		await this.#search('');
		await this.#panelEntry(node).waitFor({ state: 'hidden' });
		await this.#search(search);
		await this.#panelEntry(node).waitFor();
		return await this.page.getByTestId('node-creator-item-name').allInnerTexts();
	}

	/** Saves a screenshot as `.local/screenshots/<name>.png`. */
	async takeScreenshot(name: string): Promise<void> {
		await takeScreenshot(this.page, name);
	}

	/** Saves a screenshot for the README, cropped to the given elements. */
	async takeReadmePicture(name: string, ...parts: Locator[]): Promise<void> {
		await takeReadmePicture(this.page, name, ...parts);
	}

	async #search(text: string): Promise<void> {
		await this.page.getByTestId('node-creator').getByRole('textbox').fill(text);
	}

	#panelEntry(name: string) {
		return this.page.getByTestId('node-creator').getByText(name, { exact: true }).first();
	}

	async #add(search: string, node: string, action: string): Promise<NodeView> {
		await this.#search(search);
		await this.#panelEntry(node).click();
		await this.#panelEntry(action).click();
		await this.node.window.waitFor();
		return this.node;
	}
}

/** Signs the browser in with the owner's existing session. */
async function signIn(context: BrowserContext, { url, session }: SharedN8n): Promise<void> {
	await context.addCookies(
		session.cookie.split('; ').map((cookie) => {
			const [name = '', value = ''] = cookie.split(/=(.*)/s);
			return { name, value, url };
		}),
	);
	await context.addInitScript(
		(browserId) => localStorage.setItem('n8n-browserId', browserId),
		session.browserId,
	);
}
