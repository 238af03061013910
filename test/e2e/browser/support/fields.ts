import type { Locator, Page } from 'playwright-core';

/** Matches exactly this text, with optional spaces around it. */
const exactly = (text: string): RegExp =>
	new RegExp(`^\\s*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);

/**
 * The fields of a node, or of one of its groups or rows, by their labels. Values are typed or selected as a user does
 * it; expressions and JSON cannot be entered.
 */
export class Fields {
	readonly #page: Page;
	readonly #scope: Locator;

	constructor(page: Page, scope: Locator) {
		this.#page = page;
		this.#scope = scope;
	}

	/** The first field with this label, including the label. */
	field(label: string): Locator {
		return this.fields(label).first();
	}

	/** All fields with this label. */
	protected fields(label: string): Locator {
		return this.#scope
			.getByTestId('input-label')
			.filter({ has: this.#page.getByText(label, { exact: true }) })
			.locator('xpath=ancestor::*[@data-test-id="parameter-item"][1]');
	}

	/** The fields of a group, such as 'Recipient'. */
	group(label: string): Fields {
		return new Fields(this.#page, this.field(label));
	}

	/** The fields of one row of a repeated group, such as the second of 'Items'. */
	row(label: string, number: number): Fields {
		const rows = this.field(label).locator('[data-test-id^="fixed-collection-"]').first();
		// Only the rows of this group, not those of nested groups.
		const own = rows.locator('> div > div > div > [class*="parameterItem"]');
		return new Fields(this.#page, own.nth(number - 1));
	}

	/** Clicks a button by its text, such as 'Add Item'. If there are several, the last one belongs to this group. */
	async click(button: string): Promise<void> {
		await this.#scope.getByRole('button', { name: button, exact: true }).last().click();
	}

	/** Adds an optional field, such as 'Name' of an item. */
	async add(field: string): Promise<void> {
		await this.#scope
			.getByTestId(/^(fixed-)?collection-(parameter-)?add(-property)?$/)
			.last()
			.click();
		await this.#option(field).click();
	}

	/** Switches a setting on or off. */
	async toggle(label: string): Promise<void> {
		await this.field(label).locator('.el-switch').click();
	}

	async type(label: string, text: string): Promise<void> {
		const input = this.field(label).locator('input, textarea').first();
		await input.fill(text);
		await input.blur();
	}

	/** Selects an entry of a drop-down with fixed entries. */
	async choose(label: string, entry: string): Promise<void> {
		await this.field(label).getByRole('combobox').click();
		await this.#option(entry).click();
	}

	/** Selects entries of a multiple-choice drop-down. */
	async chooseSeveral(label: string, ...entries: string[]): Promise<void> {
		const field = this.field(label);
		// Disabled while its entries are loading.
		await field.locator('input:enabled').first().waitFor();
		await field.getByTestId('parameter-input').click();
		for (const entry of entries) await this.#option(entry).click();
		await field.getByText(label, { exact: true }).first().click();
		for (const entry of entries) await field.getByText(entry, { exact: true }).waitFor();
	}

	/** Takes entries out of a list that takes several. */
	async unchoose(label: string, ...entries: string[]): Promise<void> {
		const field = this.field(label);
		await field.getByTestId('parameter-input').click();
		for (const entry of entries) await this.#option(entry).click();
		await field.getByText(label, { exact: true }).first().click();
		for (const entry of entries) {
			await field.getByText(entry, { exact: true }).waitFor({ state: 'hidden' });
		}
	}

	/** Selects an entry of a resource locator's list by searching for it. */
	async pick(label: string, entry: string): Promise<void> {
		const list = await this.openList(label);
		const search = list.getByRole('textbox');
		await search.fill(entry);
		await list.getByTestId('rlc-item').filter({ hasText: entry }).first().click();
		await list.waitFor({ state: 'hidden' });
	}

	/** Fills in a resource locator in another mode than its list, such as 'ID'. */
	async locate(label: string, mode: string, text: string): Promise<void> {
		await this.field(label).getByTestId('rlc-mode-selector').click();
		await this.#option(mode).click();
		const input = this.field(label).getByTestId('rlc-input-container').locator('input').first();
		await input.fill(text);
		await input.blur();
	}

	/** An entry of the open drop-down, with or without a description below its name. */
	#option(name: string): Locator {
		const options = this.#page.getByRole('option');
		return this.#page
			.getByRole('option', { name: exactly(name) })
			.or(options.filter({ has: this.#page.getByText(name, { exact: true }) }))
			.filter({ visible: true });
	}

	/** Opens a resource locator's list and waits for its first entry. */
	async openList(label: string): Promise<Locator> {
		await this.field(label).getByTestId('rlc-input').click();
		const list = this.field(label).getByRole('dialog');
		await list.getByTestId('rlc-item').first().waitFor();
		return list;
	}

	/** Closes a resource locator's list without selecting an entry. */
	async closeList(label: string): Promise<void> {
		await this.#page.keyboard.press('Escape');
		await this.field(label).getByRole('dialog').waitFor({ state: 'hidden' });
	}
}
