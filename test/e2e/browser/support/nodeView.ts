import type { Locator, Page } from 'playwright-core';
import { Fields } from './fields.ts';

/** An open node: its parameters in the middle, its output on the right. */
export class NodeView extends Fields {
	/** The whole window of the node. */
	readonly window: Locator;
	readonly #page: Page;

	constructor(page: Page) {
		const window = page.getByTestId('ndv');
		super(page, window.getByTestId('node-parameters'));
		this.window = window;
		this.#page = page;
	}

	/** What came out, or why nothing did. */
	get output(): Locator {
		return this.window.getByTestId('output-panel');
	}

	/** What the nodes before hand over, or would hand over. */
	get input(): Locator {
		return this.window.getByTestId('ndv-input-panel');
	}

	async chooseCredential(name: string): Promise<void> {
		await this.window.getByTestId('node-credentials-select').click();
		await this.#page
			.getByTestId(/^node-credentials-select-item/)
			.filter({ hasText: name, visible: true })
			.click();
	}

	/** Clicks 'Execute step' and waits until the node has ended, well or not. */
	async execute(): Promise<void> {
		await this.window.getByTestId('node-execute-button').click();
		await this.output
			.getByTestId('ndv-items-count')
			.or(this.output.getByTestId('node-error-message'))
			.first()
			.waitFor();
	}

	async close(): Promise<void> {
		await this.window.getByTestId('ndv-close-button').click();
		await this.window.waitFor({ state: 'hidden' });
	}
}
