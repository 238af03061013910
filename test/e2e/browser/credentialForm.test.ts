import { describe, expect, it, vi } from 'vitest';
import { n8n } from '../support/n8n.ts';
import { useEditor } from './support/use.ts';

const browser = useEditor('Typed by hand');

describe('The form of the credential', () => {
	it('a Base URL without a scheme passes the test that n8n makes when the credential is saved', async () => {
		const { page } = browser.editor;
		await page.goto(`${n8n.url}/home/credentials`);
		await page.getByText(browser.credential, { exact: true }).first().click();
		const form = page.getByTestId('editCredential-modal');
		// The first field is the address.
		const baseUrl = form.locator('input[type="text"]').first();
		await vi.waitFor(
			async () => expect(await baseUrl.inputValue()).toBe(browser.sandbox.url),
			60_000,
		);
		const { host } = new URL(browser.sandbox.url);
		await baseUrl.fill(host);
		await form.getByTestId('credential-save-button').click();
		await form.getByText('Connection tested successfully').waitFor();
		await browser.editor.takeScreenshot('credential-without-scheme');
		expect(await baseUrl.inputValue()).toBe(host);
	});
});
