import { PassThrough } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { sendHttpRequest } from '../../../nodes/PodFulfilment/transport/http.ts';
import { ServiceError } from '../../../nodes/PodFulfilment/transport/serviceError.ts';
import type { Caller, RequestSettings } from '../../../nodes/PodFulfilment/transport/types.ts';
import { caller, requestOf } from './caller.ts';

beforeEach(() => {
	vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
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
	it('is searched for a suspended account, without the API key', async () => {
		const text = 'Suspended account of key-1';
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
		expect((result as ServiceError).message).toBe('The account is suspended');
		expect((result as ServiceError).description).toMatch(/says: Suspended account of \*\*\*\.$/);
	});
});

describe('A service that sends headers and no body', () => {
	it.each<[RequestSettings, number]>([
		[{}, 60_000],
		[{ timeout: 5000 }, 5000],
		[{ timeout: 300_000 }, 300_000],
	])('is given up after the timeout of %j, %i ms in all', async (settings, expected) => {
		const { result, milliseconds, timeout } = await sendToSilentService(settings, expected / 2);
		expect(timeout).toBe(expected);
		expect(result).toBeInstanceOf(ServiceError);
		expect((result as ServiceError).description).toContain('No answer came in time');
		expect(milliseconds).toBeGreaterThanOrEqual(expected);
		// The deadlines are looked at four times a second.
		expect(milliseconds).toBeLessThanOrEqual(expected + 250);
	});
});

/** Answers a change with a body. */
async function changeAnsweredWith(body: string, headers: Record<string, string> = {}) {
	const request = async () => ({ statusCode: 200, headers, body });
	const answering = { ...caller, helpers: { httpRequestWithAuthentication: request } };
	return await sendHttpRequest(
		answering as unknown as Caller,
		'https://api.example.com',
		requestOf('POST'),
		{},
		{},
	);
}

describe('A change that is answered with 200', () => {
	it.each([
		['by its type', 'Please wait', { 'content-type': 'text/html; charset=utf-8' }],
		['by its content', '\n<!DOCTYPE html><p>Please wait</p>', {}],
	])('and a web page, known %s, may not have been made', async (_, body, headers) => {
		const result = await changeAnsweredWith(body, headers);
		expect(result).toBeInstanceOf(ServiceError);
		expect((result as ServiceError).isIndeterminate).toBe(true);
	});

	it.each(['OK', '', '{}', '{"id":"job-7"'])('and the text %j was made', async (body) => {
		expect(await changeAnsweredWith(body)).toMatchObject({ status: 200 });
	});
});
