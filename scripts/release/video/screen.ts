import type { Locator, Page } from 'playwright-core';
import { Fields } from '../../../test/e2e/browser/support/fields.ts';

/** Between two actions, so that whoever watches can follow. */
const PACE_MS = 700;

/** What the video shows: n8n's editor, in which everything is done by what is to be read on it. */
export class Screen {
	readonly page: Page;
	readonly #seen = new Set<string>();

	constructor(page: Page) {
		this.page = page;
	}

	/** What was read since the last call. */
	takeSeen(): Set<string> {
		const seen = new Set(this.#seen);
		this.#seen.clear();
		return seen;
	}

	/** Fields of the open node. */
	get fields(): Fields {
		return new Fields(this.page, this.node.getByTestId('node-parameters'));
	}

	/** The open node. */
	get node(): Locator {
		return this.page.getByTestId('ndv');
	}

	/** Its output. */
	get output(): Locator {
		return this.node.getByTestId('output-panel');
	}

	/** Gives the viewer time to see. */
	async pause(milliseconds = PACE_MS): Promise<void> {
		await this.page.waitForTimeout(milliseconds);
	}

	/**
	 * Waits until a text is on the screen.
	 *
	 * @param text the whole text of something, or how it begins, with ' …' at its end
	 */
	async see(text: string, where: Page | Locator = this.page): Promise<Locator> {
		const isBeginning = text.endsWith(' …');
		const found = isBeginning ? where.getByText(text.slice(0, -2)) : where.getByText(text, EXACTLY);
		const first = found.filter({ visible: true }).first();
		await first.waitFor();
		this.#seen.add(text);
		return first;
	}

	/** Clicks what has this text. */
	async press(text: string, where?: Page | Locator): Promise<void> {
		const found = await this.see(text, where);
		await this.pause();
		await found.click();
	}

	/** Clicks what has a sign in place of a text, and its test ID. */
	async pressSign(sign: string, testId: string): Promise<void> {
		await this.page.getByTestId(testId).filter({ visible: true }).first().click();
		this.#seen.add(sign);
		await this.pause();
	}

	/** Chooses an entry of a list of the open node. */
	async choose(label: string, entry: string): Promise<void> {
		await this.see(label, this.node);
		await this.fields.field(label).getByRole('combobox').click();
		await this.press(entry, this.page.getByRole('option'));
		await this.pause();
	}

	/** Names something in the open node in another way than by its list; without a text, what was chosen from it is kept. */
	async locate(label: string, mode: string, text?: string, fields = this.fields): Promise<Locator> {
		await this.see(label, this.node);
		await fields.field(label).getByTestId('rlc-mode-selector').click();
		await this.press(mode, this.page.getByRole('option'));
		const input = fields.field(label).getByTestId('rlc-input-container').locator('input').first();
		if (text !== undefined) await input.fill(text);
		await this.pause();
		return input;
	}

	/** Opens a node of the canvas. */
	async open(name: string): Promise<void> {
		const found = this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
		await found.waitFor();
		this.#seen.add(name);
		await this.pause();
		await found.dblclick();
		await this.node.waitFor();
	}

	async closeNode(): Promise<void> {
		await this.pause();
		await this.node.getByTestId('ndv-close-button').click();
		await this.node.waitFor({ state: 'hidden' });
	}

	/** Runs the open node, until a text is in its output or its error. */
	async execute(button: string, result: string): Promise<void> {
		await this.press(button, this.node.getByTestId('node-execute-button'));
		await this.output.getByText(result).filter({ visible: true }).first().waitFor();
		await this.pause(2 * PACE_MS);
	}
}

const EXACTLY = { exact: true };
