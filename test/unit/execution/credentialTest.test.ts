import type { ICredentialsDecrypted, ICredentialTestFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { podFulfilmentApiTest } from '../../../nodes/PodFulfilment/execution/credentialTest.ts';

const KEY = 'key-6f1d0c2e9b';
const COLLECTION = '{"@type":"hydra:Collection","hydra:member":[]}';

interface Sent {
	method: string;
	uri: string;
	headers: Record<string, string>;
	followRedirect: boolean;
}

async function tested(
	answer: { statusCode: number; body?: unknown } | Error,
	data: Record<string, string> = {},
) {
	const sent: Sent[] = [];
	const functions = {
		helpers: {
			request: async (options: Sent) => {
				sent.push(options);
				if (answer instanceof Error) throw answer;
				return answer;
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

describe('The test of a credential (sections 5 and 7)', () => {
	it('reads the catalog with the key as a bearer token and follows no redirect', async () => {
		const { status, sent } = await tested({ statusCode: 200, body: COLLECTION });
		expect(status).toBe('OK');
		expect(sent).toHaveLength(1);
		expect(sent[0]).toMatchObject({
			method: 'GET',
			uri: 'https://api.example.com/api/catalog-products',
			headers: { accept: 'application/ld+json', authorization: `Bearer ${KEY}` },
			followRedirect: false,
		});
	});

	it.each([401, 403])('says that the key is refused for status %i', async (statusCode) => {
		const { status, message } = await tested({
			statusCode,
			body: `{"code":${statusCode},"message":"Bearer ${KEY} is not known"}`,
		});
		expect(status).toBe('Error');
		expect(message).toContain('API key');
	});

	it('says that the account is suspended for status 422', async () => {
		const { status, message } = await tested({
			statusCode: 422,
			body: '{"@type":"hydra:Error","hydra:description":"Payment is overdue."}',
		});
		expect(status).toBe('Error');
		expect(message).toContain('suspended');
		expect(message).toContain('Payment is overdue.');
	});

	it('blots out the key where the service repeats it', async () => {
		const { message } = await tested({
			statusCode: 422,
			body: JSON.stringify({ detail: `No account for ${KEY}, please pay` }),
		});
		expect(message).toContain('No account for ***, please pay');
	});

	it.each([
		['a web page', { statusCode: 200, body: '<html></html>' }],
		['JSON that is no collection', { statusCode: 200, body: '{"id":"1"}' }],
		['an empty answer', { statusCode: 200, body: '' }],
		['a redirect', { statusCode: 302, body: '' }],
		['a 404', { statusCode: 404, body: '{"@type":"hydra:Error"}' }],
	])('says that the address is wrong for %s', async (_what, answer) => {
		const { status, message } = await tested(answer);
		expect(status).toBe('Error');
		expect(message).toContain('https://api.example.com');
		expect(message).toContain('Base URL');
	});

	it('says that nothing answers at the address', async () => {
		const { status, message } = await tested(
			Object.assign(new Error(`connect ECONNREFUSED Bearer ${KEY}`), { code: 'ECONNREFUSED' }),
		);
		expect(status).toBe('Error');
		expect(message).toContain('https://api.example.com');
	});

	it.each([429, 500, 503])('says to come back later for status %i', async (statusCode) => {
		const { status, message } = await tested({ statusCode, body: '' });
		expect(status).toBe('Error');
		expect(message).toMatch(/again/);
	});

	it.each<Record<string, string>>([
		{ baseUrl: 'http://api.example.com' },
		{ baseUrl: 'no address' },
		{ baseUrl: '' },
		{ apiKey: '' },
		{ apiKey: '  ' },
	])('sends nothing for %j', async (data) => {
		const { status, sent } = await tested({ statusCode: 200, body: COLLECTION }, data);
		expect(status).toBe('Error');
		expect(sent).toEqual([]);
	});
});
