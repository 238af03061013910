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
