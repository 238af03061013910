import type { Locator, Page } from 'playwright-core';

/** An exact text, apart from blanks around it. */
const exactly = (text: string): RegExp =>
	new RegExp(`^\\s*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);

/**
 * The fields of a node, or of one group or row among them, by the labels that the user reads. Every value is typed or
 * chosen as a user does it; nothing here can enter an expression or JSON.
 */
export class Fields {
	readonly #page: Page;
	readonly #scope: Locator;

	constructor(page: Page, scope: Locator) {
		this.#page = page;
		this.#scope = scope;
	}

	/** A field with its label, whatever its kind; the first one of that label. */
	field(label: string): Locator {
		return this.fields(label).first();
	}

	/** All fields of a label. */
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
		// The rows of this group alone, not those of the groups inside them.
		const own = rows.locator('> div > div > div > [class*="parameterItem"]');
		return new Fields(this.#page, own.nth(number - 1));
	}

	/** Clicks a button by its text, such as 'Add Item'; the last one, which belongs to the group itself. */
	async click(button: string): Promise<void> {
		await this.#scope.getByRole('button', { name: button, exact: true }).last().click();
	}

	/** Adds a field that is not shown at first, such as 'Name' of an item. */
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

	/** Chooses from a drop-down whose entries are known at once; it is searched where it can be. */
	async choose(label: string, entry: string): Promise<void> {
		await this.field(label).getByRole('combobox').click();
		await this.#option(entry).click();
	}

	/** Chooses from a drop-down that takes several entries. */
	async chooseSeveral(label: string, ...entries: string[]): Promise<void> {
		const field = this.field(label);
		// It is disabled while its entries are being fetched.
		await field.locator('input:enabled').first().waitFor();
		await field.getByTestId('parameter-input').click();
		for (const entry of entries) await this.#option(entry).click();
		await field.getByText(label, { exact: true }).first().click();
		for (const entry of entries) await field.getByText(entry, { exact: true }).waitFor();
	}

	/** Chooses from a list that the service fills, by searching it for what the entry begins with. */
	async pick(label: string, entry: string): Promise<void> {
		const list = await this.openList(label);
		const search = list.getByRole('textbox');
		await search.fill(entry);
		await list.getByTestId('rlc-item').filter({ hasText: entry }).first().click();
		await list.waitFor({ state: 'hidden' });
	}

	/** An entry of the drop-down that is open. */
	#option(name: string): Locator {
		return this.#page.getByRole('option', { name: exactly(name) }).filter({ visible: true });
	}

	/** Opens a list that the service fills, and waits until something is in it. */
	async openList(label: string): Promise<Locator> {
		await this.field(label).getByTestId('rlc-input').click();
		const list = this.field(label).getByRole('dialog');
		await list.getByTestId('rlc-item').first().waitFor();
		return list;
	}

	/** Closes a list without choosing. */
	async closeList(label: string): Promise<void> {
		await this.#page.keyboard.press('Escape');
		await this.field(label).getByRole('dialog').waitFor({ state: 'hidden' });
	}
}
