import type { ICredentialsDecrypted, ICredentialTestFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { podFulfilmentApiTest } from '../../../nodes/PodFulfilment/execution/credentialTest.ts';

const KEY = 'key-6f1d0c2e9b';
const COLLECTION = '{"@type":"hydra:Collection","hydra:member":[]}';

interface SentRequest {
	method: string;
	uri: string;
	headers: Record<string, string>;
	followRedirect: boolean;
}

/** Runs the credential test against this response, or against a connection that fails with this error. */
async function runTest(
	response: { statusCode: number; body?: unknown } | Error,
	data: Record<string, string> = {},
) {
	const sent: SentRequest[] = [];
	const functions = {
		helpers: {
			request: async (options: SentRequest) => {
				sent.push(options);
				if (response instanceof Error) throw response;
				return response;
			},
		},
	} as unknown as ICredentialTestFunctions;
	const credential = {
		id: '1',
		name: 'Shop production',
		type: 'podFulfilmentApi',
		data: { baseUrl: 'https://api.example.com/api/', apiKey: KEY, ...data },
	} as ICredentialsDecrypted;
	const result = await podFulfilmentApiTest.call(functions, credential);
	expect(result.message).toMatch(/\S/);
	expect(result.message).not.toContain(KEY);
	expect(result.message).not.toMatch(/error|problem|failure|mistake|undefined/i);
	return { ...result, sent };
}

describe('podFulfilmentApiTest (sections 5 and 7)', () => {
	it('reads the catalog with the key as a bearer token and follows no redirect', async () => {
		const { status, sent } = await runTest({ statusCode: 200, body: COLLECTION });
		expect(status).toBe('OK');
		expect(sent).toHaveLength(1);
		expect(sent[0]).toMatchObject({
			method: 'GET',
			uri: 'https://api.example.com/api/catalog-products',
			headers: { accept: 'application/ld+json', authorization: `Bearer ${KEY}` },
			followRedirect: false,
		});
	});

	it.each([401, 403])('reports a rejected key for status %i', async (statusCode) => {
		const { status, message } = await runTest({
			statusCode,
			body: `{"code":${statusCode},"message":"Bearer ${KEY} is not known"}`,
		});
		expect(status).toBe('Error');
		expect(message).toContain('API key');
	});

	it('reports a suspended account for status 422', async () => {
		const { status, message } = await runTest({
			statusCode: 422,
			body: '{"@type":"hydra:Error","hydra:description":"Payment is overdue."}',
		});
		expect(status).toBe('Error');
		expect(message).toContain('suspended');
		expect(message).toContain('Payment is overdue.');
	});

	it('redacts the key where the service repeats it', async () => {
		const { message } = await runTest({
			statusCode: 422,
			body: JSON.stringify({ detail: `No account for ${KEY}, please pay` }),
		});
		expect(message).toContain('No account for ***, please pay');
	});

	it.each([
		['a web page', { statusCode: 200, body: '<html></html>' }],
		['JSON that is no collection', { statusCode: 200, body: '{"id":"1"}' }],
		['an empty body', { statusCode: 200, body: '' }],
		['a redirect', { statusCode: 302, body: '' }],
		['a 404', { statusCode: 404, body: '{"@type":"hydra:Error"}' }],
	])('reports a wrong address for %s', async (_, response) => {
		const { status, message } = await runTest(response);
		expect(status).toBe('Error');
		expect(message).toContain('https://api.example.com');
		expect(message).toContain('Base URL');
	});

	it('names the address when there is no connection', async () => {
		const { status, message } = await runTest(
			Object.assign(new Error(`connect ECONNREFUSED Bearer ${KEY}`), { code: 'ECONNREFUSED' }),
		);
		expect(status).toBe('Error');
		expect(message).toContain('https://api.example.com');
	});

	it.each([429, 500, 503])('says to test again for status %i', async (statusCode) => {
		const { status, message } = await runTest({ statusCode, body: '' });
		expect(status).toBe('Error');
		expect(message).toMatch(/again/);
	});

	it.each<Record<string, string>>([
		{ baseUrl: 'http://api.example.com' },
		{ baseUrl: 'no address' },
		{ baseUrl: '' },
		{ apiKey: '' },
		{ apiKey: '  ' },
	])('sends nothing for the invalid credential %j', async (data) => {
		const { status, sent } = await runTest({ statusCode: 200, body: COLLECTION }, data);
		expect(status).toBe('Error');
		expect(sent).toEqual([]);
	});
});
