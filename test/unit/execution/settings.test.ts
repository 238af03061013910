import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	batchDelayOf,
	requestSettingsOf,
	retryPolicyOf,
} from '../../../nodes/PodFulfilment/execution/settings.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

describe('retryPolicyOf', () => {
	it('the retry policy is 10 requests at once, 5 attempts and 5 minutes by default', () => {
		expect(retryPolicyOf({})).toEqual({ concurrency: 10, maxAttempts: 5, maxWaitSeconds: 300 });
	});

	it('the retry policy uses the options as they were set', () => {
		const set = { concurrency: 3, maxAttempts: 7, maxWaitSeconds: 20 };
		expect(retryPolicyOf({ ...set, simplify: true })).toEqual(set);
	});

	it.each([
		['concurrency', 0, 1],
		['concurrency', -4, 1],
		['concurrency', 51, 50],
		['concurrency', 7.9, 7],
		['concurrency', '12', 12],
		['concurrency', 'many', 10],
		['concurrency', null, 10],
		['concurrency', '', 10],
		['maxWaitSeconds', ' ', 300],
		['concurrency', Number.POSITIVE_INFINITY, 10],
		['maxAttempts', 0, 1],
		['maxAttempts', 1000, 20],
		['maxAttempts', Number.NaN, 5],
		['maxWaitSeconds', -1, 0],
		['maxWaitSeconds', 0, 0],
		['maxWaitSeconds', 86_400, 86_400],
		['maxWaitSeconds', {}, 300],
	])('the retry policy reads %s of %j as %i', (name, value, expected) => {
		expect(retryPolicyOf({ [name]: value as never })).toMatchObject({ [name]: expected });
	});

	it('the retry policy has whole numbers within their limits for any values', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (one, two, three) => {
				const { concurrency, maxAttempts, maxWaitSeconds } = retryPolicyOf({
					concurrency: one as never,
					maxAttempts: two as never,
					maxWaitSeconds: three as never,
				});
				expect(concurrency).toSatisfy((n: number) => Number.isInteger(n) && n >= 1 && n <= 50);
				expect(maxAttempts).toSatisfy((n: number) => Number.isInteger(n) && n >= 1 && n <= 20);
				expect(maxWaitSeconds).toSatisfy((n: number) => Number.isInteger(n) && n >= 0);
			}),
		);
	});
});

describe("requestSettingsOf, for n8n's own Request Options", () => {
	it('the request settings have a timeout of a minute and no proxy by default', () => {
		expect(requestSettingsOf({})).toEqual({
			timeout: 60_000,
			skipSslCertificateValidation: false,
		});
	});

	it.each([
		[5000, 5000],
		['5000', 5000],
		[0, 60_000],
		[-1, 60_000],
		['soon', 60_000],
		[Number.NaN, 60_000],
		// A longer delay of a Node.js timer would end at once.
		[1e12, 2_147_483_647],
	])('the request settings read the timeout %j as %i ms', (timeout, expected) => {
		expect(requestSettingsOf({ timeout }).timeout).toBe(expected);
	});

	it.each([
		[true, true],
		[false, false],
		[undefined, false],
		['yes', false],
	])('SSL certificates are ignored only when that is switched on: %s', (entered, expected) => {
		expect(
			requestSettingsOf({ allowUnauthorizedCerts: entered }).skipSslCertificateValidation,
		).toBe(expected);
	});

	it.each([
		['http://proxy.example:3128', { host: 'proxy.example', port: 3128, protocol: 'http' }],
		['http://proxy.example', { host: 'proxy.example', port: 80, protocol: 'http' }],
		['https://proxy.example', { host: 'proxy.example', port: 443, protocol: 'https' }],
		[
			'http://user%40shop:p%3Aw@proxy.example:8080',
			{
				host: 'proxy.example',
				port: 8080,
				protocol: 'http',
				auth: { username: 'user@shop', password: 'p:w' },
			},
		],
	])('the request settings contain the parsed proxy %s', (entered, proxy) => {
		expect(requestSettingsOf({ proxy: entered }).proxy).toEqual(proxy);
	});

	it.each(['proxy', 'myproxy:3128', 'http://', '::'])(
		'the invalid proxy %s is rejected with a plain message',
		(proxy) => {
			expect(() => requestSettingsOf({ proxy })).toThrow(UserError);
			expectPlainWords(refusedWith(() => requestSettingsOf({ proxy })));
		},
	);
});

describe("batchDelayOf, for n8n's own Batching", () => {
	const startTimes = (batch: object, count = 6): number[] => {
		const delayOf = batchDelayOf({ batching: { batch } } as never);
		return Array.from({ length: count }, (_, index) => delayOf(index));
	};

	it.each([
		[{ batchSize: 2, batchInterval: 1000 }, [0, 0, 1000, 1000, 2000, 2000]],
		[{ batchSize: 1, batchInterval: 10 }, [0, 10, 20, 30, 40, 50]],
		[{ batchSize: 50, batchInterval: 1000 }, [0, 0, 0, 0, 0, 0]],
		[{ batchSize: 2, batchInterval: 0 }, [0, 0, 0, 0, 0, 0]],
		[{ batchSize: -1, batchInterval: 1000 }, [0, 0, 0, 0, 0, 0]],
		// n8n treats 0 as 1.
		[{ batchSize: 0, batchInterval: 5 }, [0, 5, 10, 15, 20, 25]],
		[{ batchSize: 2, batchInterval: -5 }, [0, 0, 0, 0, 0, 0]],
		[{}, [0, 0, 0, 0, 0, 0]],
	])('the batching %j starts the items at %j ms', (batch, expected) => {
		expect(startTimes(batch)).toEqual(expected);
	});

	it('all items start at once by default', () => {
		expect([0, 1, 99].map(batchDelayOf({}))).toEqual([0, 0, 0]);
		expect([0, 1, 99].map(batchDelayOf({ batching: {} }))).toEqual([0, 0, 0]);
	});
});
