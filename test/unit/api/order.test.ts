import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	exclusivelyOn,
	externalIdReference,
	findOrder,
	isWholeOrder,
	orderReferenceOf,
	readUntil,
	tryOrder,
} from '../../../nodes/PodFulfilment/api/order.ts';
import { ServiceError } from '../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { scriptedService, type Answer } from '../transport/scriptedService.ts';

const byId = orderReferenceOf({ __rl: true, mode: 'id', value: 'o1' });
const byExternalId = externalIdReference('A-1');
const order = { id: 'o1', externalId: 'A-1', status: 'draft', orderItems: [] };
const once = { retryPolicy: { maxAttempts: 1 } };

describe('The reference of an order', () => {
	it('holds its path, its name in messages, and what requests call it', () => {
		expect(byId).toMatchObject({ path: '/api/orders/o1', subject: 'order "o1"', reference: 'o1' });
		expect(byExternalId).toMatchObject({
			path: '/api/orders/@A-1',
			subject: 'order "A-1"',
			reference: '@A-1',
		});
	});
});

describe('The response to a change', () => {
	it.each([
		['named by its ID', order, byId],
		['named by its external ID', order, byExternalId],
		['with spaces around its external ID', { ...order, externalId: ' A-1 ' }, byExternalId],
		[
			'whose ID is a number',
			{ ...order, id: 1 },
			orderReferenceOf({ __rl: true, mode: 'id', value: '1' }),
		],
	])('is the whole order %s', (_, body, reference) => {
		expect(isWholeOrder(body, reference)).toBe(true);
	});

	it.each([
		['nothing', undefined, byId],
		['another order', { ...order, id: 'o2' }, byId],
		['an order with another external ID', { ...order, externalId: 'A-2' }, byExternalId],
		// Its ID would be taken for the external ID.
		[
			'an order whose ID is the external ID',
			{ ...order, id: '@A-1', externalId: 'A-2' },
			byExternalId,
		],
		['an order without a status', { id: 'o1', orderItems: [] }, byId],
		['an order with an empty status', { ...order, status: ' ' }, byId],
		['an order without its items', { id: 'o1', status: 'draft' }, byId],
		['an order without an ID', { ...order, id: undefined }, byExternalId],
		['an order with an empty ID', { ...order, id: '' }, byExternalId],
	])('is not the whole order when it is %s', (_, body, reference) => {
		expect(isWholeOrder(body, reference)).toBe(false);
	});
});

describe('An order that is read', () => {
	it('is what the service returns for its path', async () => {
		const { client, sent } = scriptedService([{ status: 200, body: order }]);
		expect(await tryOrder(client, byExternalId)).toEqual(order);
		expect(sent).toEqual(['GET /api/orders/@A-1']);
	});

	it.each([
		['another order', { ...order, id: 'o2' }, 'the order that was asked for'],
		['a list', [order], 'the order that was asked for'],
		['an object without an ID', { status: 'draft' }, 'the order that was asked for'],
	])('is an error when the service returns %s', async (_, body, expected) => {
		const { client } = scriptedService([{ status: 200, body }], once);
		expect(await tryOrder(client, byId)).toMatchObject({
			outcome: 'unreadable',
			description: expect.stringContaining(
				`GET https://api.example.com/api/orders/o1 should have been answered with ${expected}.`,
			) as string,
		});
	});

	it('is not found when the service has none: that is no error', async () => {
		const { client } = scriptedService([{ status: 404 }, { status: 200, body: order }], once);
		expect(await findOrder(client, byId)).toBeUndefined();
		expect(await findOrder(client, byId)).toEqual(order);
	});

	it('is an error when the service refuses with 403', async () => {
		const { client } = scriptedService([{ status: 403 }], once);
		expect(await findOrder(client, byId)).toMatchObject({ status: 403 });
	});

	it.each([404, 410])('does not exist when the service answers %i', async (status) => {
		const { client } = scriptedService([{ status }], once);
		expect(await findOrder(client, byId)).toBeUndefined();
	});

	it.each([404, 410])("may exist when %i comes with a gateway's page", async (status) => {
		const headers = { 'content-type': 'text/html' };
		const { client } = scriptedService([{ status, body: '<html>', headers }], once);
		expect(await findOrder(client, byId)).toMatchObject({ status, isPage: true });
	});

	it.each<[string, IDataObject]>([
		['its path instead of the ID', { ...order, id: '/api/orders/o1' }],
		['its address instead of the ID', { ...order, id: 'https://api.example.com/api/orders/o1' }],
		['its path alone', { ...order, id: undefined, '@id': '/api/orders/o1' }],
	])('has its ID when the service shows %s', async (_, body) => {
		const { client } = scriptedService([{ status: 200, body }], once);
		expect(await findOrder(client, byId)).toMatchObject({ id: 'o1' });
	});

	it('goes first unless it is read in the background', async () => {
		const { client } = scriptedService([]);
		const priorities: Array<boolean | undefined> = [];
		client.send = async ({ isBackground }) => {
			priorities.push(isBackground);
			return await Promise.resolve({ status: 200, headers: {}, body: order });
		};
		await tryOrder(client, byId);
		await findOrder(client, byId);
		await tryOrder(client, byId, true);
		await findOrder(client, byId, true);
		expect(priorities).toEqual([false, false, true, true]);
	});
});

describe('Work on orders', () => {
	it('on one order is done one after the other, also after a failure, and on others at the same time', async () => {
		const { client } = scriptedService([]);
		const { promise: first, reject } = Promise.withResolvers<string>();
		const begun: string[] = [];
		const work = async (name: string, end: Promise<string> | string): Promise<string> =>
			await exclusivelyOn(client, name.startsWith('o1') ? byId : byExternalId, async () => {
				begun.push(name);
				return await end;
			});
		const failed = work('o1, first', first).catch((error: unknown) => error);
		const second = work('o1, second', 'done');
		await work('A-1', 'done');
		expect(begun).toEqual(['o1, first', 'A-1']);
		reject(new Error('failed'));
		expect(await failed).toMatchObject({ message: 'failed' });
		expect(await second).toBe('done');
		expect(begun).toEqual(['o1, first', 'A-1', 'o1, second']);
	});

	it('on orders of one ID in two accounts is done at the same time', async () => {
		const { client } = scriptedService([]);
		const never = exclusivelyOn(client, byId, async () => await new Promise(() => undefined));
		const other = { ...client, account: 'another account' };
		expect(await exclusivelyOn(other, byId, async () => await Promise.resolve('done'))).toBe(
			'done',
		);
		expect(never).toBeInstanceOf(Promise);
	});
});

describe('A read that waits for a change to show', () => {
	beforeEach(() => {
		vi.useFakeTimers({ now: 0 });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	async function readUntilDone(answers: Answer[], maxWaitSeconds = 300) {
		const { client } = scriptedService(answers, {
			retryPolicy: { maxAttempts: 1, maxWaitSeconds },
		});
		const secondsOfReads: number[] = [];
		const reading = readUntil(
			client,
			async () => {
				secondsOfReads.push(Date.now() / 1000);
				return await tryOrder(client, byId);
			},
			({ status }) => status === 'done',
		);
		await vi.runAllTimersAsync();
		return { result: await reading, secondsOfReads };
	}

	const found = (status: string): Answer => ({ status: 200, body: { ...order, status } });

	it('ends at once when the change shows', async () => {
		expect(await readUntilDone([found('done')])).toMatchObject({
			result: { status: 'done' },
			secondsOfReads: [0],
		});
	});

	it('is repeated after 0.5, 1, 2 and 4 seconds, and then the last result counts', async () => {
		expect(await readUntilDone(Array<Answer>(5).fill(found('draft')))).toMatchObject({
			result: { status: 'draft' },
			secondsOfReads: [0, 0.5, 1.5, 3.5, 7.5],
		});
	});

	it('ends when the service refuses', async () => {
		const { result, secondsOfReads } = await readUntilDone([found('draft'), { status: 403 }]);
		expect(result).toBeInstanceOf(ServiceError);
		expect(secondsOfReads).toEqual([0, 0.5]);
	});

	it('ends when Max Waiting Time is over', async () => {
		const { result, secondsOfReads } = await readUntilDone(
			Array<Answer>(5).fill(found('draft')),
			2,
		);
		expect(result).toMatchObject({ status: 'draft' });
		expect(secondsOfReads).toEqual([0, 0.5, 1.5]);
	});
});
