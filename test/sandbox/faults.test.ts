import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { skipWaits } from '../core/engine/skippedWaits.ts';
import { call, placeOrder } from './support/client.ts';

skipWaits();

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(async () => await sandbox.control.reset());
afterAll(async () => await sandbox.close());

const list = async () => await call(sandbox, 'GET', '/api/orders');

describe('Section 7: 5xx and other statuses on demand', () => {
	it.each([400, 409, 410, 422, 429, 500, 502, 503, 504])(
		'an injected %i is a hydra:Error and does no work',
		async (status) => {
			sandbox.control.injectFault({ match: { method: 'POST' }, status });
			const answer = await placeOrder(sandbox);
			expect(answer.status).toBe(status);
			expect(answer.headers.get('content-type')).toBe('application/ld+json; charset=utf-8');
			expect(answer.json['@type']).toBe('hydra:Error');
			expect(sandbox.control.orders()).toHaveLength(0);
			expect((await list()).status).toBe(200);
		},
	);

	it.each([401, 403])('an injected %i has code and message', async (status) => {
		sandbox.control.injectFault({ status });
		expect((await list()).json).toEqual({ code: status, message: expect.any(String) });
	});

	it('an injected status may have headers and a body of its own', async () => {
		sandbox.control.injectFault({
			status: 503,
			headers: { 'retry-after': '7' },
			body: { reason: 'maintenance' },
		});
		const answer = await list();
		expect(answer.headers.get('retry-after')).toBe('7');
		expect(answer.json).toEqual({ reason: 'maintenance' });
	});

	it('a fault hits as many requests as `times` says, and only those that match', async () => {
		sandbox.control.injectFault({ match: { path: '/api/catalog-*' }, status: 502, times: 2 });
		const statuses: number[] = [];
		for (let count = 0; count < 3; count++) {
			expect((await list()).status).toBe(200);
			statuses.push((await call(sandbox, 'GET', '/api/catalog-products?page=1')).status);
		}
		expect(statuses).toEqual([502, 502, 200]);
		expect(sandbox.control.faults()[0]?.hits).toBe(2);
	});

	it('a fault hits every so many-th request that matches', async () => {
		sandbox.control.injectFault({ match: { path: '/api/orders' }, status: 502, every: 3 });
		const statuses: number[] = [];
		for (let count = 0; count < 7; count++) {
			statuses.push((await list()).status);
			expect((await call(sandbox, 'GET', '/api/catalog-products')).status).toBe(200);
		}
		expect(statuses).toEqual([200, 200, 502, 200, 200, 502, 200]);
	});

	it('a fault hits a share of the requests, the same ones in each run', async () => {
		const run = async (): Promise<number[]> => {
			await sandbox.control.reset();
			sandbox.control.injectFault({ rate: 0.3, status: 500 });
			const statuses: number[] = [];
			for (let count = 0; count < 100; count++) statuses.push((await list()).status);
			return statuses;
		};
		const statuses = await run();
		const hits = statuses.filter((status) => status === 500).length;
		expect(hits).toBeGreaterThan(15);
		expect(hits).toBeLessThan(45);
		expect(await run()).toEqual(statuses);
	});

	it('a fault ends when the faults are cleared', async () => {
		sandbox.control.injectFault({ status: 500 });
		sandbox.control.clearFaults();
		expect((await list()).status).toBe(200);
	});

	it('a fault with settings that make no sense is refused', () => {
		expect(() => sandbox.control.injectFault({ rate: 2 })).toThrow(/rate/);
		expect(() => sandbox.control.injectFault({ times: 0 })).toThrow(/times/);
		expect(() => sandbox.control.injectFault({ every: 0.5 })).toThrow(/every/);
		expect(() => sandbox.control.injectFault({ status: 42 })).toThrow(/status/);
	});
});

describe('Faults of the connection', () => {
	it('a fault delays a request by milliseconds, however fast the clock of the service is', async () => {
		sandbox.control.injectFault({ delayMilliseconds: 60, times: 1 });
		const before = performance.now();
		expect((await list()).status).toBe(200);
		expect(performance.now() - before).toBe(60);
	});

	it('a connection that is cut before the work has committed nothing', async () => {
		sandbox.control.injectFault({ reset: 'beforeCommit', times: 1 });
		await expect(placeOrder(sandbox, { externalId: 'cut-1' })).rejects.toThrow();
		expect((await call(sandbox, 'GET', '/api/orders/@cut-1')).status).toBe(404);
	});

	it('a connection that is cut after the work leaves an order although nobody was told', async () => {
		sandbox.control.injectFault({ reset: 'afterCommit', times: 1 });
		await expect(placeOrder(sandbox, { externalId: 'cut-2' })).rejects.toThrow();
		expect((await call(sandbox, 'GET', '/api/orders/@cut-2')).status).toBe(200);
		const [placed] = sandbox.control.requests();
		expect(placed?.status).toBeUndefined();
		const finished = await sandbox.control.waitFor('request', ({ method }) => method === 'POST');
		expect(finished).toMatchObject({ path: '/api/orders', status: undefined });
	});

	it('a 504 after the work leaves an order', async () => {
		sandbox.control.injectFault({ statusAfterCommit: 504, times: 1 });
		const answer = await placeOrder(sandbox, { externalId: 'late' });
		expect(answer.status).toBe(504);
		expect(answer.json['@type']).toBe('hydra:Error');
		expect((await call(sandbox, 'GET', '/api/orders/@late')).status).toBe(200);
	});

	it('a fault hits a single page', async () => {
		sandbox.control.injectFault({
			match: { path: '/api/orders', query: { page: '2' } },
			status: 500,
		});
		const statuses = ['', '?page=2', '?page=2&itemsPerPage=1', '?page=3'].map(
			async (query) => (await call(sandbox, 'GET', `/api/orders${query}`)).status,
		);
		expect(await Promise.all(statuses)).toEqual([200, 500, 500, 200]);
	});

	it('a delay and a status add up', async () => {
		sandbox.control.injectFault({ delayMilliseconds: 40 });
		sandbox.control.injectFault({ status: 503, times: 1 });
		sandbox.control.injectFault({ status: 500 });
		const before = performance.now();
		expect((await list()).status).toBe(503);
		expect(performance.now() - before).toBe(40);
		expect((await list()).status).toBe(500);
	});
});

describe('Section 7: the rate limit', () => {
	it('the answer is 429 with Retry-After above the limit, for each account by itself', async () => {
		await sandbox.control.reset({ rateLimit: { requests: 3, perMilliseconds: 60_000 } });
		const statuses: number[] = [];
		for (let count = 0; count < 4; count++) statuses.push((await list()).status);
		expect(statuses).toEqual([200, 200, 200, 429]);
		const refused = await list();
		expect(refused.json['@type']).toBe('hydra:Error');
		expect(refused.headers.get('retry-after')).toBe('60');
		const other = await call(sandbox, 'GET', '/api/orders', { apiKey: 'sandbox-other-key' });
		expect(other.status).toBe(200);
		sandbox.control.setRateLimit();
		expect((await list()).status).toBe(200);
	});

	it('requests pass again in the next window', async () => {
		sandbox.control.setRateLimit({ requests: 1, perMilliseconds: 80 });
		expect((await list()).status).toBe(200);
		const refused = await list();
		expect(refused.status).toBe(429);
		expect(refused.headers.get('retry-after')).toBe('1');
		await expect.poll(async () => (await list()).status, { interval: 20 }).toBe(200);
	});

	it('the rate limit never counts the control surface', async () => {
		sandbox.control.setRateLimit({ requests: 1, perMilliseconds: 60_000 });
		for (let count = 0; count < 5; count++) {
			const answer = await call(sandbox, 'GET', '/_sandbox/requests', { apiKey: null });
			expect(answer.status).toBe(200);
		}
		expect((await list()).status).toBe(200);
	});
});
