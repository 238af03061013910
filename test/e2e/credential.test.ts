import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { testCredential } from '../../scripts/n8n/credentials.ts';
import { choosePort } from '../../scripts/n8n/ports.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import { useServers } from '../security/support/servers.ts';
import { connect, storeCredential } from './support/n8n.ts';

describe("The credential test, through n8n's own REST", () => {
	const listen = useServers();
	let sandbox: Sandbox;
	let rest: N8nRest;

	beforeAll(async () => {
		sandbox = await startSandbox();
		rest = connect();
	});
	afterAll(async () => await sandbox.close());

	const tryWith = async (name: string, changes: Record<string, string> = {}) =>
		await testCredential(rest, await storeCredential(rest, sandbox, name, changes));

	it('the credential test accepts a key that the service knows (section 5)', async () => {
		expect(await tryWith('Good')).toMatchObject({ status: 'OK' });
	});

	it('the credential test accepts a base URL with a trailing slash or with /api pasted behind it', async () => {
		expect(await tryWith('Slash', { baseUrl: `${sandbox.url}/` })).toMatchObject({ status: 'OK' });
		expect(await tryWith('Api', { baseUrl: `${sandbox.url}/api/` })).toMatchObject({
			status: 'OK',
		});
	});

	it('the credential test accepts a base URL without a scheme, and takes http for this machine', async () => {
		const { host } = new URL(sandbox.url);
		expect(await tryWith('No scheme', { baseUrl: host })).toMatchObject({ status: 'OK' });
	});

	it('the credential test says that the key is refused (section 5: 403)', async () => {
		const { status, message } = await tryWith('Refused', { apiKey: 'no-such-key' });
		expect(status).toBe('Error');
		expect(message).toContain('The service refused the API key');
	});

	it.each([
		['nothing', ''],
		['Bearer and a key', 'Bearer sandbox-demo-key'],
		['a key in quotation marks', '"sandbox-demo-key"'],
	])('the credential test says how to enter the key where it is %s', async (name, apiKey) => {
		const { status, message } = await tryWith(name, { apiKey });
		expect(status).toBe('Error');
		expect(message).toContain('copied completely, and alone: without "Bearer" or quotation marks');
	});

	it('the credential test says that the account is suspended (section 7: 422)', async () => {
		const { apiKey } = sandbox.accounts.suspended;
		const { status, message } = await tryWith('Suspended', { apiKey });
		expect(status).toBe('Error');
		expect(message).toContain('The account is suspended');
	});

	it('the credential test says that the address is wrong when the service does not know it (section 7: 404)', async () => {
		const { status, message } = await tryWith('Elsewhere', { baseUrl: `${sandbox.url}/elsewhere` });
		expect(status).toBe('Error');
		expect(message).toContain('Check the Base URL');
	});

	it.each([
		['a web page', 200, '<!doctype html><html></html>', 'Check the Base URL'],
		['JSON that is no collection', 200, '{"status":"ok"}', 'Check the Base URL'],
		['an empty answer', 200, '', 'Check the Base URL'],
		['a status without a message of its own', 418, '', 'Check the Base URL'],
		['a rejected key (401)', 401, '{"code":401}', 'The service refused the API key'],
		['a limit (429)', 429, '', 'The service asks for fewer requests'],
		['a service that is down (503)', 503, '<html></html>', 'not available at the moment'],
	])('the credential test says what to do after %s', async (name, status, body, expected) => {
		const { url } = await listen((_request, response) => {
			response.writeHead(status, { 'content-type': 'text/html' }).end(body);
		});
		const result = await tryWith(name, { baseUrl: url });
		expect(result.status).toBe('Error');
		expect(result.message).toContain(expected);
	});

	it('the credential test does not follow a redirect, and says so', async () => {
		const target = await listen((_request, response) => response.end('{"hydra:member":[]}'));
		const { url } = await listen((_request, response) => {
			response.writeHead(302, { location: `${target.url}/api/catalog-products` }).end();
		});
		const { status, message } = await tryWith('Redirect', { baseUrl: url });
		expect(status).toBe('Error');
		expect(message).toContain('leads elsewhere');
		expect(target.requests).toEqual([]);
	});

	it("the credential test shows n8n's code of the connection when nothing answers", async () => {
		const { port } = await choosePort(0);
		const result = await tryWith('Nobody', { baseUrl: `http://127.0.0.1:${port}` });
		expect(result).toMatchObject({ status: 'Error', message: 'ECONNREFUSED' });
	});

	it.each([
		['no URL', 'not a url'],
		['no address', ''],
		['an address without https', 'http://api.example.com'],
	])('the credential test refuses %s as the base URL, and sends nothing', async (name, baseUrl) => {
		const result = await tryWith(name, { baseUrl });
		expect(result).toMatchObject({ status: 'Error', message: 'ERR_INVALID_URL' });
	});

	it('n8n never shows the key or the signing secret in a response', async () => {
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
