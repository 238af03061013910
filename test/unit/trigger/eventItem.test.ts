import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { parseEnvelope } from '../../../nodes/PodFulfilment/trigger/envelope.ts';
import { toEventItem } from '../../../nodes/PodFulfilment/trigger/eventItem.ts';
import {
	bytes,
	headers,
	mockupTaskFinished,
	mockupTaskStatuses,
	orderCreated,
	orderStatuses,
	orderUpdated,
	shipmentCreated,
	shipmentStatuses,
} from './deliveries.ts';

const itemOfJson = (json: string, of: Record<string, string | string[]> = headers): IDataObject => {
	const envelope = parseEnvelope(Buffer.from(json));
	if (envelope === undefined) throw new Error('The test body is no envelope');
	return toEventItem(envelope, of);
};
const itemOf = (body: IDataObject, of?: Record<string, string | string[]>): IDataObject =>
	itemOfJson(bytes(body).toString(), of);

const eventId = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
const ids = { accountId: 'account-1', webhookId: 'webhook-1' };

describe('The item of an event (sections 2 and 6)', () => {
	it.each(orderStatuses)('names the fields of order.created in camelCase, status %s', (status) => {
		expect(itemOf(orderCreated(status))).toStrictEqual({
			event: 'order.created',
			eventId,
			occurredAt: '2026-11-20T10:00:02+00:00',
			retries: 0,
			...ids,
			order: {
				id: '3f1c0b52-6c0e-4a39-8d35-1d0d6b6f7a01',
				status,
				createdAt: '2026-11-20T10:00:00+00:00',
				updatedAt: '2026-11-20T10:00:01+00:00',
				externalId: 'SHOP-1001',
				dashboardUrl: 'https://dashboard.example/orders/1',
				organizationId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
			},
		});
	});

	it.each(orderStatuses)('carries the order of order.updated, status %s', (status) => {
		expect(itemOf(orderUpdated(status))).toStrictEqual({
			event: 'order.updated',
			eventId,
			occurredAt: '2026-11-20T11:00:00+00:00',
			retries: 0,
			...ids,
			order: { id: '3f1c0b52-6c0e-4a39-8d35-1d0d6b6f7a01', externalId: 'SHOP-1001', status },
		});
	});

	it.each(mockupTaskStatuses)(
		'carries the task and the statistics of mockup_task.finished, status %s',
		(status) => {
			const body = mockupTaskFinished(status);
			expect(itemOf(body)).toStrictEqual({
				event: 'mockup_task.finished',
				eventId,
				occurredAt: '2026-11-20T10:01:01+00:00',
				retries: 0,
				...ids,
				mockupTask: (body.data as IDataObject).mockupTask,
				statistics: { countPerMonth: 17 },
			});
		},
	);

	it.each(shipmentStatuses)('carries the shipment of shipment.created, status %s', (status) => {
		const body = shipmentCreated(status);
		expect(itemOf(body)).toStrictEqual({
			event: 'shipment.created',
			eventId,
			occurredAt: '2026-11-20T12:00:01+00:00',
			retries: 0,
			...ids,
			shipment: (body.data as IDataObject).shipment,
		});
	});

	it('lists its fields in the order of the documentation', () => {
		expect(Object.keys(itemOf(mockupTaskFinished()))).toEqual([
			'event',
			'eventId',
			'occurredAt',
			'retries',
			'accountId',
			'webhookId',
			'mockupTask',
			'statistics',
		]);
	});

	it('leaves out what was not sent, rather than to set it to null', () => {
		const body = { type: 'order.updated', data: { order: { id: '1' } } };
		expect(itemOf(body, {})).toStrictEqual({
			event: 'order.updated',
			eventId,
			order: { id: '1' },
		});
	});

	it('leaves out an account that was given twice', () => {
		expect(itemOf(orderUpdated(), { 'x-account-id': ['a', 'b'] })).not.toHaveProperty('accountId');
	});

	it('keeps what the spec does not name, in camelCase at any depth', () => {
		const body = {
			type: 'order.updated',
			api_version: 2,
			data: {
				order: {
					id: '1',
					hold_reason: null,
					line_items: [{ unit_price: '1.00', address_1: 'x' }, 'as_is', [{ a_b: 1 }]],
					'@id': '/api/orders/1',
					'hydra:member': [],
					_private: 1,
					SKU_CODE: 'A_1',
				},
				linked_to: { order_id: '2' },
			},
		};
		expect(itemOf(body, {})).toStrictEqual({
			event: 'order.updated',
			eventId,
			order: {
				id: '1',
				holdReason: null,
				lineItems: [{ unitPrice: '1.00', address1: 'x' }, 'as_is', [{ aB: 1 }]],
				'@id': '/api/orders/1',
				'hydra:member': [],
				_private: 1,
				SKU_CODE: 'A_1',
			},
			linkedTo: { orderId: '2' },
			apiVersion: 2,
		});
	});

	it('takes the camelCase field where both spellings are sent, in either order', () => {
		const both = '{"type":"order.updated","data":{"order":{"external_id":"a","externalId":"b"}}}';
		const turned = '{"type":"order.updated","data":{"order":{"externalId":"b","external_id":"a"}}}';
		expect(itemOfJson(both).order).toEqual({ externalId: 'b' });
		expect(itemOfJson(turned).order).toEqual({ externalId: 'b' });
	});

	it('keeps whatever the data of any other event holds', () => {
		const body = { type: 'product.updated', data: { product: { variant_count: 3 }, note: 'x' } };
		expect(itemOf(body, {})).toStrictEqual({
			event: 'product.updated',
			eventId,
			product: { variantCount: 3 },
			note: 'x',
		});
	});

	it('lets nothing in the body take the place of its own fields', () => {
		const body = {
			type: 'order.updated',
			event: 'forged',
			data: {
				order: { id: '1' },
				event_id: 'forged',
				account_id: 'forged',
				event: 'forged',
				retries: 9,
			},
			retries: 3,
		};
		expect(itemOf(body)).toMatchObject({ event: 'order.updated', eventId, ...ids, retries: 3 });
	});

	it('takes none of its own fields from elsewhere when they were not sent', () => {
		const elsewhere = {
			event_id: 'forged',
			occurred_at: { not: 'a time' },
			retries: 'many',
			account_id: 'forged',
			webhookId: 'forged',
		};
		const { occurred_at: _time, retries: _retries, ...outside } = elsewhere;
		const body = { type: 'order.updated', ...outside, data: { ...elsewhere, order: { id: '1' } } };
		expect(itemOf(body, {})).toStrictEqual({ event: 'order.updated', eventId, order: { id: '1' } });
	});

	it('drops keys that reach a prototype, and changes no prototype', () => {
		const item = itemOfJson(
			'{"type":"order.updated","__proto__":{"polluted":1},"data":{"__proto__":{"polluted":1},"order":{"id":"1","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":1}}}',
			{},
		);
		expect(item).toStrictEqual({ event: 'order.updated', eventId, order: { id: '1' } });
		expect(Object.getPrototypeOf(item.order)).toBe(Object.prototype);
		expect(({} as IDataObject).polluted).toBeUndefined();
	});
});

describe('The event id', () => {
	const idOf = (body: IDataObject): unknown => itemOf(body).eventId;

	it('is the same for all six deliveries of an event', () => {
		const found = [0, 1, 2, 3, 4, 5].map((retries) => idOf({ ...orderUpdated(), retries }));
		expect(new Set(found).size).toBe(1);
	});

	it('is the same when the JSON is laid out in another way, or other headers come with it', () => {
		const body = '{"type":"order.updated","data":{"order":{"id":"1","status":"failed"}}}';
		const turned =
			'{ "data": {"order":{"status":"failed", "id":"\\u0031"}}, "type":"order.updated"}';
		expect(itemOfJson(turned, {}).eventId).toBe(itemOfJson(body).eventId);
	});

	it('is the same when only the running count of the month has moved on', () => {
		expect(idOf({ ...mockupTaskFinished(), statistics: { countPerMonth: 18 } })).toBe(
			idOf(mockupTaskFinished()),
		);
	});

	it('differs between the types, statuses and times of events', () => {
		const bodies = [
			...orderStatuses.flatMap((status) => [orderCreated(status), orderUpdated(status)]),
			...mockupTaskStatuses.map(mockupTaskFinished),
			...shipmentStatuses.map(shipmentCreated),
			{ ...orderUpdated(), occurred_at: '2026-11-20T11:00:01+00:00' },
			{ ...orderUpdated(), occurred_at: undefined },
			{ ...orderUpdated(), unknown_field: 1 },
			{ ...orderUpdated(), data: { order: { id: '2', status: 'shipped' } } },
		];
		expect(new Set(bodies.map(idOf)).size).toBe(bodies.length);
	});

	it('tells a text from a number, an array from an object and a key from a value', () => {
		const values = [1, '1', ['1'], { 1: '1' }, null, '', '[1]', { a: 'b,c' }, { a: 'b', c: '' }];
		const bodies = values.map((value) => ({
			type: 'order.updated',
			data: { order: { value } as IDataObject },
		}));
		expect(new Set(bodies.map(idOf)).size).toBe(values.length);
	});
});

describe('A field of the envelope with the name of what the event carries', () => {
	it('does not take its place', () => {
		const item = itemOf({ ...orderUpdated('shipped'), order: null });
		expect(item.order).toMatchObject({ status: 'shipped' });
	});
});
