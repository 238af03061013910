import { CREDENTIAL_BLANKING_VALUE } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { connect, n8n } from '../support/n8n.ts';
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
		await form.getByText('As your provider shows it').waitFor();
	});

	it('the secret of a credential from before the switch is kept as it is saved, and shown with the switch', async () => {
		const { page } = browser.editor;
		const form = page.getByTestId('editCredential-modal');
		await form.getByText('Use the Webhook Trigger').waitFor();
		expect(await form.getByText('Signing Secret', { exact: true }).count()).toBe(0);
		// It was saved so by the test before.
		const { id } = browser.storedCredential;
		const path = `/rest/credentials/${id}?includeData=true`;
		const { data } = await connect().call<{ data: Record<string, string> }>('GET', path);
		expect(data.signingSecret).toBe(CREDENTIAL_BLANKING_VALUE);
		await form.locator('.el-switch').first().click();
		await form.getByText('Signing Secret', { exact: true }).waitFor();
		await form.getByText('Header Brand', { exact: true }).waitFor();
		await browser.editor.takeScreenshot('credential-webhook-fields');
	});
});
