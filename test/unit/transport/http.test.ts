import { PassThrough, Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { sendHttpRequest } from '../../../nodes/PodFulfilment/transport/http.ts';
import { MAX_RESPONSE_BYTES } from '../../../nodes/PodFulfilment/transport/responseBody.ts';
import { ServiceError } from '../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import type {
	Caller,
	RequestSettings,
	ServiceRequest,
	ServiceResponse,
} from '../../../nodes/PodFulfilment/transport/types.ts';
import { LEFT_OUT } from '../../../nodes/PodFulfilment/transport/secrets.ts';
import { caller, requestOf } from './caller.ts';

beforeEach(() => {
	vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(async () => {
	// All bodies share one timer, which would never fire on a clock that is gone.
	await vi.runAllTimersAsync();
	vi.useRealTimers();
});

/** Sends with n8n's request helper replaced: the headers come after so many milliseconds, the body never. */
async function sendToSilentService(settings: RequestSettings, headersAfter: number) {
	const startedAt = Date.now();
	let options: IHttpRequestOptions | undefined;
	const request = async (_: string, sent: IHttpRequestOptions): Promise<unknown> => {
		options = sent;
		await new Promise((resolve) => setTimeout(resolve, headersAfter));
		return { statusCode: 200, headers: {}, body: new PassThrough() };
	};
	const silent = { ...caller, helpers: { httpRequestWithAuthentication: request } };
	const sending = sendHttpRequest(
		silent as unknown as Caller,
		'https://api.example.com',
		requestOf('GET'),
		settings,
		{},
	).then((result) => ({ result, milliseconds: Date.now() - startedAt }));
	await vi.runAllTimersAsync();
	return { ...(await sending), timeout: options?.timeout };
}

describe('A 422 whose body is no JSON', () => {
	it.each([
		['Suspended account of Ada', 'The account is suspended'],
		['Suspended account of key-1', 'The service could not process the request'],
	])('%j is searched for a suspended account, without the API key', async (text, message) => {
		const answering = {
			...caller,
			helpers: {
				httpRequestWithAuthentication: async () => ({ statusCode: 422, headers: {}, body: text }),
			},
		};
		const result = await sendHttpRequest(
			answering as unknown as Caller,
			'https://api.example.com',
			requestOf('GET'),
			{},
			{ apiKey: 'key-1' },
		);
		expect((result as ServiceError).message).toContain(message);
		expect((result as ServiceError).description).not.toContain('key-1');
	});
});

describe('A request that has no time left', () => {
	it.each([0, -1])('a request with a timeout of %i ms is not sent', async (timeout) => {
		const { result, milliseconds, timeout: sent } = await sendToSilentService({ timeout }, 1);
		expect(sent).toBeUndefined();
		expect(milliseconds).toBe(0);
		expect(result).toBeInstanceOf(ServiceError);
		expect(result).toMatchObject({ outcome: 'lost', status: 0 });
	});
});

describe('A service that sends headers and no body', () => {
	it.each<[RequestSettings, number]>([
		[{}, 60_000],
		[{ timeout: 5000 }, 5000],
		[{ timeout: 300_000 }, 300_000],
	])('a silent service is given up after %j, %i ms in all', async (settings, expected) => {
		const { result, milliseconds, timeout } = await sendToSilentService(settings, expected / 2);
		expect(timeout).toBe(expected);
		expect(result).toBeInstanceOf(ServiceError);
		expect((result as ServiceError).description).toContain('No answer came in time');
		expect(milliseconds).toBeGreaterThanOrEqual(expected);
		// The deadlines are looked at four times a second.
		expect(milliseconds).toBeLessThanOrEqual(expected + 250);
	});
});

interface Sent {
	credentialType: string;
	options: IHttpRequestOptions;
	additional: unknown;
}

/** Sends a request whose answer is given. Resolves to the result, and to what n8n's request helper was called with. */
async function sendTo(
	answer: { statusCode?: number; headers?: Record<string, string>; body?: unknown } | Error,
	request: ServiceRequest = requestOf('GET'),
	{ settings = {}, isInDoubt }: { settings?: RequestSettings; isInDoubt?: boolean } = {},
): Promise<{ result: ServiceResponse | ServiceError; sent: Sent }> {
	const sent: Sent[] = [];
	const httpRequestWithAuthentication = async (
		credentialType: string,
		options: IHttpRequestOptions,
		additional: unknown,
	): Promise<unknown> => {
		sent.push({ credentialType, options, additional });
		if (answer instanceof Error) throw answer;
		return await Promise.resolve({ statusCode: 200, ...answer });
	};
	const result = await sendHttpRequest(
		{ ...caller, helpers: { httpRequestWithAuthentication } } as unknown as Caller,
		'https://api.example.com',
		request,
		settings,
		{ apiKey: 'key-1' },
		isInDoubt,
	);
	expect(sent).toHaveLength(1);
	return { result, sent: sent[0] as Sent };
}

const errorOf = async (...call: Parameters<typeof sendTo>): Promise<ServiceError> => {
	const { result } = await sendTo(...call);
	expect(result).toBeInstanceOf(ServiceError);
	return result as ServiceError;
};

describe('A request (spec sections 1, 4 and 5)', () => {
	it('a request goes to the path below the address, with the credential of the item', async () => {
		const { credentialType, options, additional } = (await sendTo({})).sent;
		expect(options).toMatchObject({
			method: 'GET',
			url: 'https://api.example.com/api/orders/@A-1001',
		});
		expect(credentialType).toBe('podFulfilmentApi');
		expect(additional).toMatchObject({
			credentialsDecrypted: { type: 'podFulfilmentApi', data: { apiKey: 'key-1' } },
		});
	});

	it.each([
		['GET', { accept: 'application/ld+json' }],
		['POST', { accept: 'application/ld+json', 'content-type': 'application/json' }],
		['PATCH', { accept: 'application/ld+json', 'content-type': 'application/merge-patch+json' }],
	] as const)('a request with %s has the headers of the spec', async (method, headers) => {
		const { options } = (await sendTo({}, requestOf(method))).sent;
		expect(options.headers).toStrictEqual(headers);
	});

	it('a request holds its body as JSON, and no body when there is none', async () => {
		const change = await sendTo({}, requestOf('POST'));
		expect(JSON.parse(String(change.sent.options.body))).toEqual(requestOf('POST').body);
		expect((await sendTo({})).sent.options).not.toHaveProperty('body');
	});

	it('a request follows no redirect, which would take the key elsewhere', async () => {
		expect((await sendTo({})).sent.options).toMatchObject({
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
		});
	});

	it('a request asks for status, headers and an unread body, whatever the status', async () => {
		expect((await sendTo({})).sent.options).toMatchObject({
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		});
	});

	it("a request has n8n's request options", async () => {
		const settings = {
			timeout: 5000,
			skipSslCertificateValidation: true,
			proxy: { protocol: 'http', host: '127.0.0.1', port: 8080 },
		};
		expect((await sendTo({}, requestOf('GET'), { settings })).sent.options).toMatchObject(settings);
	});
});

describe('The response of a success', () => {
	it.each([200, 201, 204, 299])(
		'a response with %i has status, headers and parsed JSON',
		async (statusCode) => {
			const headers = { 'content-type': 'application/ld+json' };
			const { result } = await sendTo({ statusCode, headers, body: '{"id":"key-1"}' });
			expect(result).toEqual({
				status: statusCode,
				headers,
				body: { id: 'key-1' },
				characters: 14,
			});
		},
	);

	it('the API key is left out of what the service says of an order, and of no other field', async () => {
		const validationErrors = [{ code: 2001, message: 'Not for key-1' }];
		const { result } = await sendTo({ body: JSON.stringify({ id: 'key-1', validationErrors }) });
		expect(result).toMatchObject({
			body: { id: 'key-1', validationErrors: [{ code: 2001, message: LEFT_OUT }] },
		});
	});

	it('a response may have neither headers nor body', async () => {
		expect((await sendTo({ statusCode: 204 })).result).toEqual({
			status: 204,
			headers: {},
			body: undefined,
			characters: 0,
		});
	});

	it.each([
		['text', 'OK', {}],
		['half a JSON', '{"id":', {}],
		['a web page', '<html></html>', { 'content-type': 'text/html' }],
	])('a response to a GET has to be JSON, not %s', async (_, body, headers) => {
		const error = await errorOf({ body, headers });
		expect(error.message).toBe('The answer of the service could not be read');
		expect(error.outcome).toBe('unreadable');
		expect(error.description).toContain('GET https://api.example.com/api/orders/@A-1001');
	});
});

describe('A response that is nested too deeply', () => {
	const body = `${'['.repeat(1_000)}${']'.repeat(1_000)}`;

	it('a response that is nested too deeply is an error for a GET, which says how deep it may be', async () => {
		const error = await errorOf({ body });
		expect(error.outcome).toBe('unreadable');
		expect(error.description).toContain(
			'should have been answered with JSON that is nested at most 100 levels deep.',
		);
	});

	it('a response that is nested too deeply is a success for a change, which was made', async () => {
		const { result } = await sendTo({ statusCode: 201, body }, requestOf('POST'));
		expect(result).toMatchObject({ status: 201, body: undefined });
	});
});

describe('A response that is larger than what is read', () => {
	const body = () => {
		const stream = new PassThrough();
		vi.spyOn(stream, 'on').mockImplementation((event, listener) => {
			if (event === 'data') listener(Buffer.alloc(MAX_RESPONSE_BYTES + 1));
			return stream;
		});
		return stream;
	};

	it('a response that is too large is an error for a GET', async () => {
		const error = await errorOf({ body: body() });
		expect(error.message).toBe('The answer of the service is too large');
		expect(error.outcome).toBe('unreadable');
	});

	it('a response that is too large is a success without a body for a change, which was made', async () => {
		const { result } = await sendTo({ statusCode: 201, body: body() }, requestOf('POST'));
		expect(result).toMatchObject({ status: 201, headers: {}, body: undefined });
	});

	it('a response that is too large has the error of its status when it is no success', async () => {
		const error = await errorOf({ statusCode: 409, body: body() }, requestOf('POST'));
		expect(error.message).toContain('does not allow this');
	});
});

describe('A response that is no success', () => {
	it.each([
		['a message', '{"detail":"Sandbags', 'The service says: {"detail":"Sandbags'],
		['violations', '{"violations":[{"propertyPath":"', 'The service says: {"violations":'],
		['a page', '<p>Sandbags', 'It answered with status 500.'],
		['a key', '{"detail":"key-1 ', 'It answered with status 500.'],
	])('the first 64 KB of an error are read, and no more: %s', async (_, begin, said) => {
		const chunk = Buffer.from('Sandbags '.repeat(1_000));
		let sent = 0;
		const body = Readable.from(
			(function* () {
				yield Buffer.from(begin);
				for (; sent < 100; sent += 1) yield chunk;
			})(),
		);
		const error = await errorOf({ statusCode: 500, body });
		expect(error.status).toBe(500);
		expect(error.description).toContain(said);
		expect(error.description).not.toContain('key-1');
		expect(error.description.length).toBeLessThan(500);
		expect(body.destroyed).toBe(true);
		expect(sent).toBeLessThan(30);
	});

	it.each([199, 300, 404, 500])('a status of %i is the error of its status', async (statusCode) => {
		const error = await errorOf({ statusCode, body: '{"detail":"Sandbags"}' });
		expect(error.status).toBe(statusCode);
	});

	it('the error shows what the service says, but not the API key', async () => {
		const body = JSON.stringify({ detail: 'Stock of key-1 is empty, key-1' });
		const { description } = await errorOf({ statusCode: 409, body });
		expect(description).toContain(`The service says: ${LEFT_OUT}.`);
		expect(description).not.toContain('key-1');
	});

	it("the error does not depend on the body, which may be a gateway's page", async () => {
		const error = await errorOf(
			{ statusCode: 502, headers: { 'content-type': 'text/html' }, body: '<p>Bad gateway</p>' },
			requestOf('POST'),
		);
		expect(error).toMatchObject({ status: 502, outcome: 'lost' });
		expect(error.message).toContain('not available');
	});

	it.each([
		[undefined, true],
		[false, true],
		[true, false],
	])(
		'the change is in doubt: %s, and so the error says that nothing was changed: %s',
		async (isInDoubt, saysSo) => {
			const body = JSON.stringify({ violations: [{ propertyPath: 'a', message: 'No' }] });
			const request = requestOf('PATCH');
			const options = isInDoubt === undefined ? {} : { isInDoubt };
			const error = await errorOf({ statusCode: 422, body }, request, options);
			if (saysSo) expect(error.description).toContain('Nothing was changed');
			else expect(error.description).not.toContain('Nothing was changed');
		},
	);
});

describe('A request without a response', () => {
	const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });

	it('the error names the address when nothing answers there', async () => {
		const error = await errorOf(refused);
		expect(error.outcome).toBe('unsent');
		expect(error.description).toContain(
			'Nothing answers at that address: https://api.example.com.',
		);
		expect(error.description).toContain('Nothing was sent by this request');
	});

	it('the error does not say that nothing was sent while the change is in doubt', async () => {
		const error = await errorOf(refused, requestOf('POST'), { isInDoubt: true });
		expect(error.description).not.toContain('Nothing was sent by this request');
	});

	it('a response is lost when the connection is closed in the middle of the body', async () => {
		const stream = new PassThrough();
		const sending = errorOf({ body: stream });
		stream.write('{"id":');
		stream.destroy();
		expect((await sending).outcome).toBe('lost');
		await vi.runAllTimersAsync();
	});

	it('a response is lost when its body ends with a code that otherwise means that nothing was sent', async () => {
		const stream = new PassThrough();
		const sending = errorOf({ statusCode: 502, body: stream }, requestOf('POST'));
		stream.write('{"id":');
		stream.destroy(Object.assign(new Error('No route'), { code: 'EHOSTUNREACH' }));
		const error = await sending;
		expect(error.outcome).toBe('lost');
		expect(error.description).not.toContain('Nothing was sent by this request');
		await vi.runAllTimersAsync();
	});
});

describe('A change whose success is cut off', () => {
	const cutOff = (statusCode: number, headers = {}) => {
		const stream = new PassThrough();
		const sending = sendTo({ statusCode, headers, body: stream }, requestOf('POST'));
		stream.write('{"id":');
		stream.destroy(Object.assign(new Error('No route'), { code: 'EHOSTUNREACH' }));
		return sending;
	};
	const html = { 'content-type': 'text/html' };

	it.each([
		[200, {}],
		[201, {}],
		[202, {}],
		[201, html],
	])('was made: status %i, headers %j', async (status, headers) => {
		expect((await cutOff(status, headers)).result).toEqual({
			status,
			headers,
			body: undefined,
		});
		await vi.runAllTimersAsync();
	});

	it("may not have been made when it is a gateway's page", async () => {
		expect((await cutOff(200, html)).result).toMatchObject({ outcome: 'lost', status: 0 });
		await vi.runAllTimersAsync();
	});
});

describe('A change that is answered with 201', () => {
	it.each(['<p>Thank you</p>', 'OK', '{"id":'])('was made, whatever %j means', async (body) => {
		const { result } = await sendTo({ statusCode: 201, body }, requestOf('POST'));
		expect(result).toMatchObject({ status: 201, body: undefined });
	});
});

describe('A change that is answered with 200', () => {
	it.each([
		['by its type', 'Please wait', { 'content-type': 'text/html; charset=utf-8' }],
		['by its type in capitals', 'Please wait', { 'content-type': 'TEXT/HTML' }],
		['by its content', '\n<!DOCTYPE html><p>Please wait</p>', {}],
	])('a change answered by HTML, known %s, may not have been made', async (_, body, headers) => {
		const error = await errorOf({ body, headers }, requestOf('POST'));
		expect(error.outcome).toBe('lost');
		expect(error).toMatchObject({ isIndeterminate: true, isPage: true });
	});

	it.each(['OK', '', '{}', '{"id":"job-7"}', '{"id":', 'a < b'])(
		'a change answered with 200 and the text %j was made',
		async (body) => {
			expect((await sendTo({ body }, requestOf('POST'))).result).toMatchObject({ status: 200 });
		},
	);

	it('a change answered with 200 and no JSON was made, and has no body', async () => {
		const { result } = await sendTo({ body: 'OK', headers: {} }, requestOf('PATCH'));
		expect(result).toMatchObject({ status: 200, headers: {}, body: undefined });
	});
});
