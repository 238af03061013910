import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Operation } from '../../../nodes/PodFulfilment/execution/operation.ts';
import { get } from '../../../nodes/PodFulfilment/resources/order/get.ts';
import { refund } from '../../../nodes/PodFulfilment/resources/order/refund.ts';
import { reprint } from '../../../nodes/PodFulfilment/resources/order/reprint.ts';
import { cancel, confirm } from '../../../nodes/PodFulfilment/resources/order/stateChange.ts';
import { update } from '../../../nodes/PodFulfilment/resources/order/update.ts';
import { update as updateItem } from '../../../nodes/PodFulfilment/resources/orderItem/update.ts';
import { getAll as getShipments } from '../../../nodes/PodFulfilment/resources/shipment/getAll.ts';
import type { Answer } from '../transport/scriptedService.ts';
import { found, listOf, locate, passWaitingTimes, runOperation } from './runOperation.ts';

passWaitingTimes();

const UUID = '0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88';
const ITEM = { id: 'i1', variantId: 'v1', quantity: 2 };
const order = (status: string, more: IDataObject = {}): IDataObject => ({
	id: UUID,
	externalId: 'SHOP-1001',
	status,
	shipping: 'STANDARD',
	orderItems: [ITEM],
	...more,
});

const NOT_FOUND: Answer = { status: 404 };
const BY_ID = '/api/orders/SHOP-1001';
const BY_EXTERNAL_ID = '/api/orders/@SHOP-1001';

interface Case {
	operation: Operation;
	parameters?: IDataObject;
	/** The first request, below the path of the order. */
	request: string;
	answers: Answer[];
}

const refunded = { associations: [{ type: 'refund' }] };

const CASES: Record<string, Case> = {
	Get: { operation: get, request: 'GET ', answers: [found(order('pending'))] },
	Confirm: {
		operation: confirm,
		request: 'POST /confirm',
		answers: [found(order('pending'))],
	},
	Cancel: {
		operation: cancel,
		request: 'POST /cancel',
		answers: [found(order('canceled'))],
	},
	Refund: {
		operation: refund,
		request: 'GET ',
		answers: [found(order('shipped')), found(order('shipped', refunded))],
	},
	Update: {
		operation: update,
		parameters: { updateFields: { shipping: 'STANDARD' } },
		request: 'PATCH ',
		answers: [found(order('draft'))],
	},
	'Update of an item': {
		operation: updateItem,
		parameters: { orderItemId: 'i1', updateFields: { quantity: 2 } },
		request: 'PATCH /order_item/i1',
		answers: [found(ITEM), found(order('draft'))],
	},
	'Get Many of shipments': {
		operation: getShipments,
		parameters: { returnAll: true },
		request: 'GET /shipments',
		answers: [listOf()],
	},
};

const cases = Object.entries(CASES).map(([name, each]) => ({ name, ...each }));

const run = async (
	{ operation, parameters = {} }: Pick<Case, 'operation' | 'parameters'>,
	[mode, value]: [mode: string, value: string],
	answers: Answer[],
	options: IDataObject = { maxAttempts: 1 },
) =>
	await runOperation(operation, { orderId: locate(mode, value), options, ...parameters }, answers);

/** The request at the path of an order. */
const at = (path: string, request: string): string => request.replace(' ', ` ${path}`);

describe.each(cases)('$name of an order that is entered By ID', (operation) => {
	const { request, answers } = operation;

	it.each(['id', 'list'])(
		'works on the order with this external ID where there is none with this ID, in the mode %s',
		async (mode) => {
			const { sent, error } = await run(operation, [mode, 'SHOP-1001'], [NOT_FOUND, ...answers]);
			expect(error).toBeUndefined();
			expect(sent.slice(0, 2)).toEqual([at(BY_ID, request), at(BY_EXTERNAL_ID, request)]);
			expect(sent.slice(2).every((each) => each.includes(`${BY_EXTERNAL_ID}`))).toBe(true);
		},
	);

	it('costs one more request before it is not found at all', async () => {
		const { sent, error } = await run(operation, ['id', 'SHOP-1001'], [NOT_FOUND, NOT_FOUND]);
		expect(sent).toEqual([at(BY_ID, request), at(BY_EXTERNAL_ID, request)]);
		expect(error?.message).toMatch(/rder "SHOP-1001" was not found$/);
		expect(error?.description).toContain('its External ID is written as in the list of orders');
	});

	it.each([
		['id', UUID, `/api/orders/${UUID}`],
		['externalId', 'SHOP-1001', BY_EXTERNAL_ID],
		['id', '@SHOP-1001', BY_EXTERNAL_ID],
		['id', '#1001', '/api/orders/%231001'],
	])('looks for nothing else in the mode %s with %s', async (mode, value, path) => {
		const { sent, error } = await run(operation, [mode, value], [NOT_FOUND]);
		expect(sent).toEqual([at(path, request)]);
		expect(error?.message).toMatch(/ was not found$/);
	});

	it.each([403, 500])('looks for nothing else after an answer with status %i', async (status) => {
		const { sent, error } = await run(operation, ['id', 'SHOP-1001'], [{ status }]);
		expect(error).toBeDefined();
		expect(sent.filter((each) => each.includes('@'))).toEqual([]);
	});

	it('looks for nothing else after a page that is not the service', async () => {
		const page = { status: 404, body: '<html></html>', headers: { 'content-type': 'text/html' } };
		const { sent } = await run(operation, ['id', 'SHOP-1001'], [page]);
		expect(sent.filter((each) => each.includes('@'))).toEqual([]);
	});
});

describe('A change that may have been made to the order with the entered ID', () => {
	it('is not made to another one', async () => {
		const answers = [{ status: 502 }, ...Array<Answer>(8).fill(NOT_FOUND)];
		const { sent, error } = await run({ operation: cancel }, ['id', 'SHOP-1001'], answers, {
			maxAttempts: 2,
		});
		expect(sent.filter((request) => request.includes('@'))).toEqual([]);
		expect(error?.description).toContain('may have been made');
	});
});

describe('Reprint of an order that is entered By ID', () => {
	const run = async (value: string, externalId: string, answers: Answer[]) =>
		await runOperation(
			reprint,
			{ orderId: locate('id', value), externalId, shipping: 'STANDARD' },
			answers,
		);

	it('names the order by its external ID where there is none with this ID', async () => {
		const { sent, bodies } = await run('SHOP-1001', 'SHOP-1001-R1', [
			NOT_FOUND,
			found(order('shipped')),
			{ status: 201, body: order('draft', { id: 'r1', externalId: 'SHOP-1001-R1' }) },
		]);
		expect(sent.slice(0, 3)).toEqual([`GET ${BY_ID}`, `GET ${BY_EXTERNAL_ID}`, 'POST /api/orders']);
		expect(bodies).toMatchObject([{ actions: [{ type: 'reprint', source: '@SHOP-1001' }] }]);
	});

	it('is not looked for where it has the shape of an ID', async () => {
		const { sent, bodies } = await run(UUID, 'SHOP-1001-R1', [
			{ status: 201, body: order('draft', { id: 'r1', externalId: 'SHOP-1001-R1' }) },
		]);
		expect(sent[0]).toBe('POST /api/orders');
		expect(bodies).toMatchObject([{ actions: [{ type: 'reprint', source: UUID }] }]);
	});

	it('does not get the external ID of its original', async () => {
		const { sent, error } = await run('SHOP-1001', 'SHOP-1001', [
			NOT_FOUND,
			found(order('shipped')),
		]);
		expect(sent).toEqual([`GET ${BY_ID}`, `GET ${BY_EXTERNAL_ID}`]);
		expect(error?.message).toBe('External ID is that of the original order');
	});
});
