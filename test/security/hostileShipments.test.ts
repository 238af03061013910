import type { IDataObject, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
	readCurrentOrder,
	readShipmentsOfExisting,
} from '../../nodes/PodFulfilment/api/orderWithShipments.ts';
import type { ApiClient } from '../../nodes/PodFulfilment/transport/client.ts';
import { CurrentOrderReader } from '../../nodes/PodFulfilment/trigger/webhook/currentOrderReader.ts';
import { caller } from '../unit/transport/caller.ts';

const MEGABYTE = 1024 * 1024;

/** A service of which an order has so many shipments on each page, and always one page more. */
function endlessShipments(shipmentsOnPage: number, sizeOfEach: number, order: IDataObject = {}) {
	let requests = 0;
	const client = {
		caller,
		address: 'https://api.example.com',
		send: async ({ path }: { path: string }) => {
			requests += 1;
			const page = requests;
			const members = Array.from({ length: shipmentsOnPage }, (_, index) => ({
				id: `s-${page}-${index}`,
				note: 'x'.repeat(sizeOfEach),
			}));
			const body = path.includes('/shipments')
				? { 'hydra:member': members, next: `${path.split('?')[0]}?page=${page + 1}` }
				: { id: 'o-1', ...order };
			return await Promise.resolve({ status: 200, headers: {}, body });
		},
	} as unknown as ApiClient;
	return { client, requestCount: () => requests };
}

describe('Shipments without an end', () => {
	it.each([
		['of many pages', 1, 10, 20],
		['of many parcels', 500, 10, 3],
		['of many megabytes', 3, MEGABYTE, 2],
	])(
		'a list %s is given up within its bounds, and the error names the order',
		async (_, count, size, requests) => {
			const { client, requestCount } = endlessShipments(count, size);
			await expect(readShipmentsOfExisting(client, 'o-1')).rejects.toThrow(
				'The shipments of order "o-1" are more than are read',
			);
			expect(requestCount()).toBe(requests);
		},
	);

	it.each([
		['of many pages', 1, 10, 3],
		['of many parcels', 101, 10, 2],
		['of many megabytes', 3, MEGABYTE / 2, 2],
	])('an event does without a list %s, and says why', async (_, count, size, requests) => {
		const { client, requestCount } = endlessShipments(count, size);
		await expect(readCurrentOrder(client, 'o-1')).rejects.toThrow(
			'The shipments of order "o-1" are more than are read',
		);
		expect(requestCount()).toBe(requests);
	});

	it('an event does without an order that takes more than 1 MB, and says why', async () => {
		const { client } = endlessShipments(0, 0, { externalId: 'x'.repeat(MEGABYTE) });
		await expect(readCurrentOrder(client, 'o-1')).rejects.toThrow(
			'Order "o-1" is too large for an event',
		);
	});
});

describe('An account whose service hangs', () => {
	let release = (): void => undefined;
	let silence: Promise<void>;
	beforeEach(() => {
		silence = new Promise((resolve) => {
			release = resolve;
		});
	});
	afterEach(() => release());

	const contextOf = (baseUrl: string): IWebhookFunctions =>
		({
			...caller,
			getCredentials: async () => await Promise.resolve({ baseUrl, apiKey: 'key' }),
			helpers: {
				httpRequestWithAuthentication: async (_name: string, { url }: IHttpRequestOptions) => {
					if (url.startsWith('https://hangs.')) await silence;
					const body = url.endsWith('/shipments')
						? []
						: { id: 'o-1', status: 'shipped', orderItems: [] };
					return { statusCode: 200, headers: {}, body: JSON.stringify(body) };
				},
			},
		}) as unknown as IWebhookFunctions;

	const ITEM = { event: 'order.updated', order: { id: 'o-1', status: 'shipped' } };

	it('an account whose service hangs turns away no event of another one', async () => {
		const reader = new CurrentOrderReader();
		const read = async (host: string) => await reader.read(contextOf(`https://${host}`), ITEM);
		const hanging = Array.from({ length: 60 }, async () => await read('hangs.example.com'));
		const others = await Promise.all(
			Array.from({ length: 50 }, async () => await read('works.example.com')),
		);
		expect(others.filter(({ current }) => current === null)).toEqual([]);
		release();
		const ended = await Promise.all(hanging);
		// Of the account itself, no more than fifty wait.
		expect(ended.filter(({ current }) => current === null)).toHaveLength(10);
	});
});
