import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { testCredential } from '../../scripts/n8n/credentials.ts';
import { choosePort } from '../../scripts/n8n/ports.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import { connect, storeCredential } from './support/n8n.ts';

describe("the credential test, through n8n's own REST", () => {
	let sandbox: Sandbox;
	let rest: N8nRest;

	beforeAll(async () => {
		sandbox = await startSandbox();
		rest = connect();
	});
	afterAll(async () => await sandbox.close());

	const tryWith = async (name: string, changes: Record<string, string> = {}) =>
		await testCredential(rest, await storeCredential(rest, sandbox, name, changes));

	it('accepts a key that the service knows (section 5)', async () => {
		expect(await tryWith('Good')).toMatchObject({ status: 'OK' });
	});

	it('accepts a base URL with a trailing slash or with /api pasted behind it', async () => {
		expect(await tryWith('Slash', { baseUrl: `${sandbox.url}/` })).toMatchObject({ status: 'OK' });
		expect(await tryWith('Api', { baseUrl: `${sandbox.url}/api/` })).toMatchObject({
			status: 'OK',
		});
	});

	it('says that the key is refused (section 5: 403)', async () => {
		const answer = await tryWith('Refused', { apiKey: 'no-such-key' });
		expect(answer.status).toBe('Error');
		expect(answer.message).toMatch(/key/i);
		expect(answer.message).not.toMatch(/status code/i);
	});

	it('says that the account is suspended (section 7: 422)', async () => {
		const { apiKey } = sandbox.accounts.suspended;
		const answer = await tryWith('Suspended', { apiKey });
		expect(answer.status).toBe('Error');
		expect(answer.message).toMatch(/suspended/i);
	});

	it('says that the address is wrong when nothing answers there', async () => {
		const { port } = await choosePort(0);
		const answer = await tryWith('Nobody', { baseUrl: `http://127.0.0.1:${port}` });
		expect(answer.status).toBe('Error');
		expect(answer.message).toMatch(/base url|address|reach/i);
	});

	it('says that the address is wrong when another service answers there (section 7: 404)', async () => {
		const answer = await tryWith('Elsewhere', { baseUrl: `${sandbox.url}/elsewhere` });
		expect(answer.status).toBe('Error');
		expect(answer.message).toMatch(/base url|address/i);
	});

	it('refuses a base URL that is no URL, and sends nothing', async () => {
		const before = sandbox.control.requests().length;
		const answer = await tryWith('NoUrl', { baseUrl: 'not a url' });
		expect(answer.status).toBe('Error');
		expect(answer.message).toMatch(/base url/i);
		expect(sandbox.control.requests()).toHaveLength(before);
	});

	it('never shows the key or the signing secret in an answer', async () => {
		const apiKey = 'key-that-must-not-show-4711';
		const signingSecret = 'secret-that-must-not-show-4711';
		const credential = await storeCredential(rest, sandbox, 'Quiet', { apiKey, signingSecret });
		const answers = [
			JSON.stringify(await testCredential(rest, credential)),
			await rest.send('GET', '/rest/credentials'),
			await rest.send('GET', `/rest/credentials/${credential.id}?includeData=true`),
		];
		for (const answer of answers) {
			expect(answer).not.toContain(apiKey);
			expect(answer).not.toContain(signingSecret);
		}
	});
});
