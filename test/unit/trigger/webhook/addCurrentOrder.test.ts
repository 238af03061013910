import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import {
	NodeOperationError,
	type IDataObject,
	type IHttpRequestOptions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { webhook } from '../../../../nodes/PodFulfilment/trigger/webhook/webhook.ts';
import { caller } from '../../transport/caller.ts';
import { bytes, mockupTaskFinished, orderUpdated, shipmentCreated } from './deliveries.ts';

const SECRET = 'sandbox-demo-signing-secret';

/** What the service shows of the order of these events, and of its shipment. */
const ORDER = {
	id: '3f1c0b52-6c0e-4a39-8d35-1d0d6b6f7a01',
	status: 'shipped',
	shipping: 'STANDARD',
	orderItems: [],
};
const SHIPMENT = {
	id: '5e0c9a44-1f6b-4d4f-9c55-6a0f7b1c2d03',
	carrier: 'DHL',
	shipmentStatus: 'shipped',
};

interface Delivery {
	body?: IDataObject;
	options?: IDataObject;
	mode?: 'webhook' | 'manual';
	/** Status with which the service answers when the order is read. */
	orderStatus?: number;
}

beforeEach(() => {
	vi.useFakeTimers();
});

afterEach(() => {
	vi.useRealTimers();
});

let workflows = 0;

/** Delivers a signed event to a trigger with Add Current Order, in simulated time. */
async function deliver({
	body = orderUpdated(),
	options = { addCurrentOrder: true },
	mode = 'webhook',
	orderStatus = 200,
}: Delivery) {
	const rawBody = bytes(body);
	const timestamp = String(Math.floor(Date.now() / 1000));
	const signature = createHmac('sha256', SECRET)
		.update(`${timestamp}.`)
		.update(rawBody)
		.digest('hex');
	const parameters: IDataObject = { events: [body.type], options };
	const requests: string[] = [];
	const warnings: unknown[] = [];
	let status = 200;
	const response = Object.assign(new EventEmitter(), {
		status(code: number) {
			status = code;
			return response;
		},
		json: () => undefined,
	});
	const context = {
		...caller,
		getRequestObject: () => ({
			rawBody,
			headers: {
				'x-service-request-signature': signature,
				'x-service-request-timestamp': timestamp,
			},
		}),
		getResponseObject: () => response,
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getCredentials: async () => ({
			baseUrl: 'https://api.example.com',
			apiKey: 'key-1',
			signingSecret: SECRET,
		}),
		getMode: () => mode,
		getWorkflow: () => ({ id: `workflow ${workflows++}` }),
		logger: { debug: () => undefined, warn: (...entry: unknown[]) => warnings.push(entry) },
		helpers: {
			httpRequestWithAuthentication: async (_: string, { url }: IHttpRequestOptions) => {
				requests.push(url);
				const body = url.endsWith('/shipments') ? [SHIPMENT] : ORDER;
				return { statusCode: orderStatus, headers: {}, body: JSON.stringify(body) };
			},
		},
	} as unknown as IWebhookFunctions;
	const answer = webhook.call(context);
	// It is awaited below.
	answer.catch(() => undefined);
	await vi.runAllTimersAsync();
	const { workflowData } = await answer;
	return { item: workflowData?.[0]?.[0]?.json, requests, warnings, status };
}

/** The last of the service's six attempts (spec section 6). */
const lastRetry = { ...orderUpdated(), retries: 5 };

describe('A delivery to a trigger with Add Current Order', () => {
	it.each([orderUpdated(), shipmentCreated()])(
		'an event of an order has the order and its shipments as they are now: $type',
		async (body) => {
			const { item } = await deliver({ body });
			expect(item).toMatchObject({
				current: { order: ORDER, shipments: [SHIPMENT] },
			});
			expect(item).not.toHaveProperty('currentError');
			expect(item).not.toHaveProperty('isTemporary');
		},
	);

	it.each<[string, Delivery]>([
		['belongs to no order', { body: mockupTaskFinished() }],
		['arrives without the option', { options: {} }],
	])('nothing is read for an event that %s', async (_, delivery) => {
		const { item, requests } = await deliver(delivery);
		expect(item).toBeDefined();
		expect(item).not.toHaveProperty('current');
		expect(requests).toEqual([]);
	});

	it('the service is asked to retry an event whose order could not be read at the moment', async () => {
		const { item, status, warnings } = await deliver({ orderStatus: 503 });
		expect(item).toBeUndefined();
		expect(status).toBe(503);
		expect(warnings).toEqual([
			[
				'POD Fulfilment Trigger: the service is asked to retry a delivery',
				{ reason: 'The service is not available at the moment' },
			],
		]);
	});

	it.each<[string, number, IDataObject]>([
		['is retried no more', 503, lastRetry],
		['does not say how often it was retried', 503, { ...orderUpdated(), retries: undefined }],
		['has an order that is gone', 410, orderUpdated()],
		['has an order that no retry has found', 404, lastRetry],
	])('an event starts the workflow without its order when it %s', async (_, orderStatus, body) => {
		const { item, warnings } = await deliver({ orderStatus, body });
		expect(item).toMatchObject({ event: 'order.updated', current: null });
		expect(item?.currentError).toMatch(/^\S/);
		expect(warnings).toEqual([]);
	});

	it('a user who listens for a test event is told that the order could not be read', async () => {
		const error = await deliver({ orderStatus: 503, mode: 'manual' }).catch(
			(thrown: unknown) => thrown,
		);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'The order of this event could not be read at the moment',
			description:
				'The service is not available at the moment. Add Current Order requires it. The service was asked to send the event again: listen again, and wait for it.',
		});
	});
});
