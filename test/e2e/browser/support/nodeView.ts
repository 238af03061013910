import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';

import { Fields } from './fields.ts';

export interface ShownError {
	message: string;
	description: string;
}

/** n8n's view of an open node: its input, parameters and output. */
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

	/** The node's 'Options', which come last; items of an order have a field of this label, too. */
	get options(): Fields {
		return new Fields(this.#page, this.fields('Options').last());
	}

	/** The output panel, with items or an error. */
	get output(): Locator {
		return this.window.getByTestId('output-panel');
	}

	/** The input panel. */
	get input(): Locator {
		return this.window.getByTestId('ndv-input-panel');
	}

	/** 'Execute step'; 'Fetch Test Event' for a polling trigger. */
	get executeButton(): Locator {
		return this.window.getByTestId('node-execute-button');
	}

	async chooseCredential(name: string): Promise<void> {
		await this.window.getByTestId('node-credentials-select').click();
		await this.#page
			.getByTestId(/^node-credentials-select-item/)
			.filter({ hasText: name, visible: true })
			.click();
	}

	/** Clicks 'Execute step' and waits until the execution has ended, successfully or not. */
	async execute(): Promise<void> {
		await this.executeButton.click();
		await this.ended();
	}

	/**
	 * Clicks 'Listen for event' and waits until n8n is listening. A click is lost while the editor still takes in that the
	 * execution before has ended.
	 */
	async listen(): Promise<void> {
		const listening = this.window.getByTestId('trigger-listening');
		await vi.waitFor(
			async () => {
				await this.executeButton.click();
				await listening.waitFor({ timeout: 15_000 });
			},
			{ timeout: 120_000 },
		);
	}

	/** Clicks 'Fetch Test Event' and waits until n8n has fetched it. Several outputs show no common number of items. */
	async fetchTestEvent(): Promise<void> {
		await this.executeButton.click();
		await this.#told();
	}

	/** Waits until the execution has ended and its output is shown. */
	async ended(): Promise<void> {
		await this.#told();
		await this.output.getByTestId('ndv-items-count').waitFor();
	}

	/**
	 * The error in the output panel.
	 *
	 * @param before the error of an earlier execution, where there was one: the panel has it until the next one is shown,
	 *   and its alert may still be there
	 */
	async shownError(before?: ShownError): Promise<ShownError> {
		return await vi.waitFor(
			async () => {
				// Both at once: read one after the other, they may belong to two errors.
				const texts = await this.output
					.getByTestId(/^node-error-(message|description)$/)
					.allInnerTexts();
				expect(texts).toHaveLength(2);
				const [message = '', description = ''] = texts;
				expect({ message, description }).not.toEqual(before);
				return { message, description };
			},
			{ timeout: 60_000 },
		);
	}

	/** Copies the test URL by clicking it, and returns the clipboard's content. */
	async copyTestUrl(): Promise<string> {
		await this.window.getByText('Webhook URLs').click();
		await this.window.getByText('/webhook-test/').click();
		await this.#page.getByRole('alert').filter({ hasText: 'copied' }).waitFor();
		// n8n says so before the browser has written it.
		const copied = await this.#page.waitForFunction('navigator.clipboard.readText()');
		return String(await copied.jsonValue());
	}

	async close(): Promise<void> {
		await this.window.getByTestId('ndv-close-button').click();
		await this.window.waitFor({ state: 'hidden' });
	}

	/** Waits until n8n tells that the execution has ended. */
	async #told(): Promise<void> {
		await this.#page
			.getByRole('alert')
			.filter({ hasText: /successfully|Problem in/ })
			.waitFor();
	}
}
