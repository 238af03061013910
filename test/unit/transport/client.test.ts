import fc from 'fast-check';
import {
	UserError,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
} from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { accountOf, createClient } from '../../../nodes/PodFulfilment/transport/client.ts';
import { ServiceError } from '../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { DEFAULT_RETRY_POLICY } from '../../../nodes/PodFulfilment/transport/retryPolicy.ts';
import { Run } from '../../../nodes/PodFulfilment/transport/run.ts';
import type { Caller } from '../../../nodes/PodFulfilment/transport/types.ts';
import { LEFT_OUT } from '../../../nodes/PodFulfilment/transport/secrets.ts';
import { caller, requestOf } from './caller.ts';
import { BASE_URL, scriptedService } from './scriptedService.ts';

beforeEach(() => {
	vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
	vi.useRealTimers();
});

const clientFor = (baseUrl: string, apiKey: string) => createClient(caller, { baseUrl, apiKey });

function catching(call: () => unknown): unknown {
	try {
		return call();
	} catch (error) {
		return error;
	}
}

describe('A client', () => {
	it('a client sends to the address of the credential', () => {
		expect(clientFor(`${BASE_URL}/api/`, 'key-1').address).toBe(BASE_URL);
	});

	it('no client is made for an address that cannot be used', () => {
		expect(() => clientFor('http://api.example.com', 'key-1')).toThrow(UserError);
	});

	it.each([
		['a number', { apiKey: 7 }, 'The API Key in the credential is not a text'],
		['an object', { apiKey: { key: 'key-1' } }, 'The API Key in the credential is not a text'],
		['a file', { apiKey: 'key-1'.repeat(801) }, 'The API Key in the credential is too long'],
		['a list', { signingSecret: ['key-1'] }, 'The Signing Secret in the credential is not a text'],
		[
			'a long text',
			{ signingSecret: 'key-1'.repeat(801) },
			'The Signing Secret in the credential is too long',
		],
	])('no client is made for a secret that is %s, and it is not repeated', (_, secrets, message) => {
		const refused = catching(() =>
			createClient(caller, { baseUrl: BASE_URL, apiKey: 'key', ...secrets }),
		);
		expect(refused).toBeInstanceOf(UserError);
		expect(refused).toMatchObject({ message });
		expect(JSON.stringify(refused)).not.toContain('key-1');
	});

	it('a client is made for a key of 4,000 characters', () => {
		expect(() => clientFor(BASE_URL, ` ${'k'.repeat(4_000)} `)).not.toThrow();
	});

	/** Whatever a bearer token may be (RFC 6750, section 2.1). */
	const keys = fc.stringMatching(/^[A-Za-z0-9._~+/|-]{8,40}={0,2}$/);

	it('a client is made for any key, with blanks around it and with Bearer as a part of a word', () => {
		const blanks = fc.stringMatching(/^[ \t\r\n\u00a0\ufeff]{0,3}$/);
		const parts = fc.constantFrom('', 'Bearer', 'bearer-', 'authorization.', '-bearer');
		fc.assert(
			fc.property(blanks, parts, keys, blanks, (before, part, key, after) => {
				expect(() => clientFor(BASE_URL, `${before}${part}${key}${after}`)).not.toThrow();
			}),
		);
	});

	/** What people paste around a key, by what is said about it. */
	const PASTED: Record<string, ReadonlyArray<(key: string) => string>> = {
		'contains the word "Bearer"': [
			(key) => `Bearer ${key}`,
			(key) => `bearer\t${key}`,
			(key) => `BEARER  ${key}`,
			(key) => `Bearer\u00a0${key}`,
			(key) => `Bearer: ${key}`,
			(key) => `Bearer=${key}`,
			(key) => `"Bearer ${key}"`,
			(key) => `Bearer "${key}"`,
			(key) => `{ "headers": { "authorization": "Bearer ${key}" } }`,
			() => 'Bearer ',
			() => ' bearer',
		],
		'contains the word "Authorization"': [
			(key) => `Authorization: Bearer ${key}`,
			(key) => `authorization:Bearer ${key}`,
			(key) => `AUTHORIZATION=${key}`,
			(key) => `-H "Authorization: Bearer ${key}"`,
			() => 'Authorization',
		],
		'is in quotation marks': [
			(key) => `"${key}"`,
			(key) => `'${key}'`,
			(key) => `“${key}”`,
			(key) => `\`${key}\``,
			(key) => `"${key}`,
			(key) => `${key}'`,
			(key) => `„${key}“`,
		],
		'contains a space': [
			(key) => `${key} ${key}`,
			(key) => `Token ${key}`,
			(key) => `${key}\t(production)`,
			(key) => `${key}\u00a0${key}`,
		],
		'contains a line break': [
			(key) => `${key.slice(0, 4)}\n${key.slice(4)}`,
			(key) => `${key}\r\n${key}`,
		],
		'contains a character that no key has': [
			(key) => `${key}\u200b`,
			(key) => `\u200b${key}`,
			(key) => `${key}ü`,
			(key) => `${key.slice(0, 4)}••••••••`,
			(key) => `${key.slice(0, 4)}…`,
			(key) => `${key}\u0000`,
		],
		'is empty': [() => '', () => ' \n'],
	};

	it.each(Object.entries(PASTED))(
		'no client is made for a pasted key that %s, and it is not repeated',
		(problem, pastes) => {
			for (const paste of pastes) {
				fc.assert(
					fc.property(keys, (key) => {
						const refused = catching(() => clientFor(BASE_URL, paste(key)));
						expect(refused).toBeInstanceOf(UserError);
						expect(refused).toMatchObject({
							message: `The API Key in the credential ${problem}`,
							description: expect.stringMatching(/^Enter .+\.$/),
						});
						expect(JSON.stringify(refused)).not.toContain(key);
					}),
					{ numRuns: 20 },
				);
			}
		},
	);

	it.each([undefined, null])('no client is made for a credential whose key is %s', (apiKey) => {
		const credential = { baseUrl: BASE_URL, apiKey } as unknown as ICredentialDataDecryptedObject;
		expect(() => createClient(caller, credential)).toThrow(
			'The API Key in the credential is empty',
		);
	});

	it('no client is made that would send a key which is limited to domains through a proxy that can read it', () => {
		const credential = { baseUrl: BASE_URL, apiKey: 'key-1', allowedHttpRequestDomains: 'none' };
		const proxy = { host: 'proxy.example', port: 3128 };
		expect(() => createClient(caller, credential, { proxy })).not.toThrow();
		expect(() =>
			createClient(caller, credential, { proxy, skipSslCertificateValidation: true }),
		).toThrow(UserError);
	});

	it('a client belongs to one account per address and key', () => {
		const { account } = clientFor(BASE_URL, 'key-1');
		expect(clientFor(BASE_URL, ' key-1 ').account).toBe(account);
		expect(clientFor(BASE_URL, 'key-2').account).not.toBe(account);
		expect(clientFor('https://staging.example.com', 'key-1').account).not.toBe(account);
	});

	it('clients of one run have what belongs to their own credential, also where only a signing secret differs', () => {
		const run = new Run(1);
		const baseUrls = [BASE_URL, 'https://staging.example.com'];
		const clients = baseUrls.flatMap((baseUrl) =>
			['key-1', 'key-2'].flatMap((apiKey) =>
				['whsec-1234', 'whsec-5678'].map((signingSecret) => {
					const credential = { baseUrl, apiKey, signingSecret };
					return { credential, client: createClient(caller, credential, {}, undefined, run) };
				}),
			),
		);
		for (const { credential, client } of clients) {
			expect(client.address).toBe(credential.baseUrl);
			expect(client.account).toBe(clientFor(credential.baseUrl, credential.apiKey).account);
			for (const text of ['key-1', 'key-2', 'whsec-1234', 'whsec-5678']) {
				const isOwn = Object.values(credential).includes(text);
				expect(client.redact(text)).toBe(isOwn ? LEFT_OUT : text);
			}
		}
	});

	it('an account is a text that no other one can look like, whatever is appended to it', () => {
		const accountWith = (apiKey: string) => accountOf({ baseUrl: BASE_URL, apiKey });
		expect(`${accountWith('key')} 1 2`).not.toBe(`${accountWith('key 1')} 2`);
		expect(`${accountWith('key')} 1 2`).not.toBe(`${accountWith('key"] 1')} 2`);
	});

	it('a look behind Max Waiting Time is short, and the first request has its own time', async () => {
		const timeouts: unknown[] = [];
		const httpRequestWithAuthentication = async (
			_: string,
			{ timeout = 0 }: IHttpRequestOptions,
		): Promise<never> => {
			timeouts.push(timeout);
			await new Promise((resolve) => setTimeout(resolve, timeout));
			throw Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
		};
		const client = createClient(
			{ ...caller, helpers: { httpRequestWithAuthentication } } as unknown as Caller,
			{ baseUrl: BASE_URL, apiKey: 'key-1' },
			{},
			{ ...DEFAULT_RETRY_POLICY, maxWaitSeconds: 5 },
		);
		for (const method of ['POST', 'GET'] as const) {
			const sending = client.send(requestOf(method));
			await vi.runAllTimersAsync();
			expect(await sending).toBeInstanceOf(ServiceError);
		}
		expect(timeouts).toEqual([60_000, 10_000]);
	});

	it.each(['@elsewhere.example', 'api/orders', ''])(
		'a client sends nothing to %j, which is no path and could become a part of the host',
		async (path) => {
			const { client, sent } = scriptedService([]);
			await expect(client.send({ ...requestOf('GET'), path })).rejects.toThrow(
				new RangeError(`No path: ${path}`),
			);
			expect(sent).toEqual([]);
		},
	);

	it('a client returns the response of a success', async () => {
		const headers = { 'x-svc-credits-used': '7' };
		const { client, sent } = scriptedService([{ status: 200, body: { id: 'o1' }, headers }]);
		expect(await client.send(requestOf('GET'))).toEqual({
			status: 200,
			headers,
			body: { id: 'o1' },
			characters: 11,
		});
		expect(sent).toEqual(['GET /api/orders/@A-1001']);
	});
});

describe('The write of a client', () => {
	it.each(['POST', 'PATCH'] as const)('the change is named and done after a %s', async (method) => {
		const { client } = scriptedService([{ status: 200, body: {} }]);
		await client.send(requestOf(method));
		expect(client.write).toMatchObject({ progress: 'done', lastSubject: 'order "A-1001"' });
	});

	it('the change is not affected by reading', async () => {
		const { client } = scriptedService([{ status: 200, body: {} }]);
		await client.send(requestOf('GET'));
		expect(client.write).toMatchObject({ progress: 'notMade', lastSubject: '', wasSent: false });
	});

	it.each([
		[false, { status: 422, body: { violations: [{ message: 'No' }] } }, 'Nothing was changed'],
		[
			false,
			Object.assign(new Error('x'), { code: 'ENOTFOUND' }),
			'Nothing was sent by this request',
		],
		[true, { status: 422, body: { violations: [{ message: 'No' }] } }, 'Nothing was changed'],
		[
			true,
			Object.assign(new Error('x'), { code: 'ENOTFOUND' }),
			'Nothing was sent by this request',
		],
	])(
		'the change is in doubt: %s, which decides whether an error says that nothing came of it',
		async (isInDoubt, answer, words) => {
			const { client } = scriptedService([answer], { retryPolicy: { maxAttempts: 1 } });
			if (isInDoubt) client.write.onDoubt();
			const { description } = (await client.send(requestOf('POST'))) as ServiceError;
			if (isInDoubt) expect(description).not.toContain(words);
			else expect(description).toContain(words);
		},
	);

	const rejected = { status: 422, body: { violations: [{ message: 'No' }] } };

	it('the error of a follow-up does not say that nothing was changed after the write before it was made', async () => {
		const { client } = scriptedService([{ status: 201, body: { id: 'o1' } }, rejected]);
		await client.send(requestOf('POST'));
		const sending = client.forFollowUp().send(requestOf('POST'));
		await vi.runAllTimersAsync();
		const error = (await sending) as ServiceError;
		expect(error.message).toContain('does not accept a value');
		expect(error.description).not.toContain('Nothing was changed');
	});

	it('the error of a follow-up does not say that nothing was changed while it is in doubt itself', async () => {
		const { client } = scriptedService([rejected]);
		const followUp = client.forFollowUp();
		followUp.write.onDoubt();
		const error = (await followUp.send(requestOf('POST'))) as ServiceError;
		expect(error.message).toContain('does not accept a value');
		expect(error.description).not.toContain('Nothing was changed');
	});
});

describe('The waiting time of a client', () => {
	it('the waiting time is shared by pauses and retries', async () => {
		const headers = { 'retry-after': '6' };
		const { client, sent } = scriptedService(
			[
				{ status: 503, headers },
				{ status: 200, body: {} },
				{ status: 503, headers },
			],
			{ retryPolicy: { maxWaitSeconds: 10 } },
		);
		const startedAt = Date.now();
		const waits = (async () => [
			await client.send(requestOf('GET')),
			await client.pause(4000),
			await client.pause(1),
			await client.send(requestOf('GET')),
		])();
		await vi.runAllTimersAsync();
		expect(await waits).toEqual([
			expect.objectContaining({ status: 200 }),
			true,
			false,
			expect.objectContaining({ status: 503 }),
		]);
		expect(sent).toHaveLength(3);
		expect(Date.now() - startedAt).toBe(10_000);
	});
});
