import type { IDataObject, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { CurrentOrderReader } from '../../../../nodes/PodFulfilment/trigger/webhook/currentOrderReader.ts';
import { caller, SECRETS } from '../../transport/caller.ts';

const ITEM = { order: { id: 'o-1', status: 'inprocess' } };

/** Of an order that is there and has no shipments. */
const found = (url: string): object => ({
	statusCode: 200,
	headers: {},
	body: JSON.stringify(
		url.endsWith('/shipments') ? [] : { id: 'o-1', status: 'shipped', orderItems: [] },
	),
});

/** A service, and n8n's context of a delivery that reaches it. */
class Service {
	/** What was asked for, in order. */
	readonly urls: string[] = [];

	credential: IDataObject | Error = { baseUrl: 'https://api.example', apiKey: SECRETS.apiKey };

	answer: (url: string) => Promise<object> | object = found;

	readonly context = {
		...caller,
		getCredentials: async () => {
			if (this.credential instanceof Error) throw this.credential;
			return this.credential;
		},
		helpers: {
			httpRequestWithAuthentication: async (_type: string, { url }: IHttpRequestOptions) => {
				this.urls.push(url);
				return await this.answer(url);
			},
		},
	} as unknown as IWebhookFunctions;
}

beforeEach(() => {
	vi.useFakeTimers();
});

afterEach(() => {
	vi.useRealTimers();
});

/** The result of something that waits, in simulated time. */
async function soon<Value>(result: Promise<Value>): Promise<Value> {
	await vi.runAllTimersAsync();
	return await result;
}

describe('CurrentOrderReader', () => {
	it('all deliveries have their answer after ten seconds when the service hangs, and nothing is sent after them', async () => {
		const reader = new CurrentOrderReader();
		const service = new Service();
		let release = (): void => undefined;
		const silence = new Promise<void>((resolve) => {
			release = resolve;
		});
		service.answer = async (url) => {
			await silence;
			return found(url);
		};
		const startedAt = Date.now();
		const readings = await soon(
			Promise.all(Array.from({ length: 15 }, async () => await reader.read(service.context, ITEM))),
		);
		// Time-outs are checked every 250 ms.
		expect(Date.now() - startedAt).toBeLessThanOrEqual(10_250);
		for (const reading of readings) {
			expect(reading).toEqual({
				current: null,
				currentError: 'The order could not be read in time',
				isTemporary: true,
			});
		}
		expect(service.urls).toHaveLength(10);
		release();
		await vi.runAllTimersAsync();
		expect(service.urls).toHaveLength(10);
		expect(reader.size).toBe(0);
		expect(vi.getTimerCount()).toBe(0);
	});

	it.each([408, 429, 500, 503])(
		'a delivery has its answer after ten seconds when the service answers %i slowly, and nothing is sent after it',
		async (statusCode) => {
			const reader = new CurrentOrderReader();
			const service = new Service();
			const sentAt: number[] = [];
			service.answer = async () => {
				sentAt.push(Date.now());
				await new Promise((resolve) => setTimeout(resolve, 4_000));
				return { statusCode, headers: {}, body: '' };
			};
			const startedAt = Date.now();
			let answeredAt = 0;
			const reading = reader.read(service.context, ITEM).then((result) => {
				answeredAt = Date.now();
				return result;
			});
			expect(await soon(reading)).toMatchObject({ current: null, isTemporary: true });
			expect(answeredAt - startedAt).toBeLessThanOrEqual(10_250);
			expect(Math.max(...sentAt) - startedAt).toBeLessThan(10_000);
			expect(reader.size).toBe(0);
		},
	);

	it('the reader accepts fifty at once, and further ones as soon as these have ended', async () => {
		const reader = new CurrentOrderReader();
		const service = new Service();
		const read = async () => await reader.read(service.context, ITEM);
		const readings = await soon(Promise.all(Array.from({ length: 60 }, read)));
		expect(readings.filter(({ current }) => current !== null)).toHaveLength(50);
		const turnedAway = readings.filter(({ isTemporary }) => isTemporary);
		expect(turnedAway).toHaveLength(10);
		expect(service.urls).toHaveLength(100);
		expect(await soon(read())).toEqual({
			current: {
				order: {
					id: 'o-1',
					status: 'shipped',
					orderItems: [],
					shopOrderId: null,
					shopOrderNumber: null,
				},
				shipments: [],
			},
			isTemporary: false,
		});
	});

	it('the delivery comes again when the credential cannot be read', async () => {
		const service = new Service();
		service.credential = new Error(`gone: ${SECRETS.apiKey}`);
		const reading = await soon(new CurrentOrderReader().read(service.context, ITEM));
		expect(reading).toEqual({
			current: null,
			currentError: 'The credential could not be read',
			isTemporary: true,
		});
		expect(service.urls).toEqual([]);
	});

	it('the reader never throws, and tells nothing of internal errors', async () => {
		const service = new Service();
		const context = { ...service.context, helpers: undefined, getNode: undefined };
		const reading = await soon(
			new CurrentOrderReader().read(context as unknown as IWebhookFunctions, ITEM),
		);
		expect(reading).toEqual({
			current: null,
			currentError: 'The order could not be read',
			isTemporary: false,
		});
	});

	it('the reader forgets what it learned of the limits once nothing waits any more', async () => {
		const reader = new CurrentOrderReader();
		const service = new Service();
		service.answer = () => ({ statusCode: 429, headers: { 'retry-after': '600' }, body: '' });
		expect(await soon(reader.read(service.context, ITEM))).toMatchObject({
			isTemporary: true,
		});
		service.answer = found;
		const readings = await soon(
			Promise.all([reader.read(service.context, ITEM), reader.read(service.context, ITEM)]),
		);
		for (const { current } of readings) expect(current).not.toBeNull();
	});
});
