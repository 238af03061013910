import type { IDataObject, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import { deadlineIn } from '../../../../nodes/PodFulfilment/transport/deadlineClient.ts';
import { CurrentOrderReader } from '../../../../nodes/PodFulfilment/trigger/webhook/currentOrder.ts';
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

describe('CurrentOrderReader', () => {
	it('the reader answers at the deadline, and sends nothing after it', async () => {
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
		const readings = await Promise.all(
			Array.from(
				{ length: 15 },
				async () => await reader.read(service.context, ITEM, deadlineIn(500)),
			),
		);
		expect(Date.now() - startedAt).toBeLessThan(5_000);
		for (const reading of readings) {
			expect(reading).toEqual({
				current: null,
				currentError: 'The order could not be read in time',
				isTemporary: true,
			});
		}
		expect(service.urls).toHaveLength(10);
		expect(reader.pendingCount).toBe(15);
		release();
		await vi.waitFor(() => expect(reader.pendingCount).toBe(0));
		expect(service.urls).toHaveLength(10);
	});

	it('the reader accepts fifty at once, and further ones as soon as these have ended', async () => {
		const reader = new CurrentOrderReader();
		const service = new Service();
		const read = async () => await reader.read(service.context, ITEM, deadlineIn(30_000));
		const readings = await Promise.all(Array.from({ length: 60 }, read));
		expect(readings.filter(({ current }) => current !== null)).toHaveLength(50);
		const turnedAway = readings.filter(({ isTemporary }) => isTemporary);
		expect(turnedAway).toHaveLength(10);
		expect(service.urls).toHaveLength(100);
		expect(await read()).toEqual({
			current: { order: { id: 'o-1', status: 'shipped', orderItems: [] }, shipments: [] },
			isTemporary: false,
		});
	});

	it('the delivery comes again when the credential cannot be read', async () => {
		const service = new Service();
		service.credential = new Error(`gone: ${SECRETS.apiKey}`);
		const reading = await new CurrentOrderReader().read(service.context, ITEM, deadlineIn(1000));
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
		const reading = await new CurrentOrderReader().read(
			context as unknown as IWebhookFunctions,
			ITEM,
			deadlineIn(1000),
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
		expect(await reader.read(service.context, ITEM, deadlineIn(30_000))).toMatchObject({
			isTemporary: true,
		});
		service.answer = found;
		const readings = await Promise.all([
			reader.read(service.context, ITEM, deadlineIn(30_000)),
			reader.read(service.context, ITEM, deadlineIn(30_000)),
		]);
		for (const { current } of readings) expect(current).not.toBeNull();
	});
});
