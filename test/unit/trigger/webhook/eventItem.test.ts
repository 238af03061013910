import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { parseEnvelope } from '../../../../nodes/PodFulfilment/trigger/webhook/envelope.ts';
import { toEventItem } from '../../../../nodes/PodFulfilment/trigger/webhook/eventItem.ts';
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

const itemOfJson = (
	json: string,
	requestHeaders: Record<string, string | string[]> = headers,
): IDataObject => {
	const envelope = parseEnvelope(Buffer.from(json));
	if (envelope === undefined) throw new Error('The test body is not an envelope');
	return toEventItem(envelope, requestHeaders);
};
const itemOf = (
	body: IDataObject,
	requestHeaders?: Record<string, string | string[]>,
): IDataObject => itemOfJson(bytes(body).toString(), requestHeaders);

const eventId = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
/** Of an event that names no object with a status: nothing but the event itself tells the change apart. */
const changeId = eventId;
const ids = { accountId: 'account-1', webhookId: 'webhook-1' };

describe('The item of an event (sections 2 and 6)', () => {
	it.each(orderStatuses)('the fields of order.created are in camelCase, status %s', (status) => {
		expect(itemOf(orderCreated(status))).toStrictEqual({
			event: 'order.created',
			eventId,
			changeId: 'order/3f1c0b52-6c0e-4a39-8d35-1d0d6b6f7a01/created',
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

	it.each(orderStatuses)('the item contains the order of order.updated, status %s', (status) => {
		expect(itemOf(orderUpdated(status))).toStrictEqual({
			event: 'order.updated',
			eventId,
			changeId: `order/3f1c0b52-6c0e-4a39-8d35-1d0d6b6f7a01/${status}`,
			occurredAt: '2026-11-20T11:00:00+00:00',
			retries: 0,
			...ids,
			order: { id: '3f1c0b52-6c0e-4a39-8d35-1d0d6b6f7a01', externalId: 'SHOP-1001', status },
		});
	});

	it.each(mockupTaskStatuses)(
		'the item contains the task and the statistics of mockup_task.finished, status %s',
		(status) => {
			const body = mockupTaskFinished(status);
			expect(itemOf(body)).toStrictEqual({
				event: 'mockup_task.finished',
				eventId,
				changeId: `mockupTask/9b2f8f0e-2b8e-4c56-9d0c-5d3f0b7a1e02/${status}`,
				occurredAt: '2026-11-20T10:01:01+00:00',
				retries: 0,
				...ids,
				mockupTask: (body.data as IDataObject).mockupTask,
				statistics: { countPerMonth: 17 },
			});
		},
	);

	it.each(shipmentStatuses)('the item holds the shipment of its event, status %s', (status) => {
		const body = shipmentCreated(status);
		expect(itemOf(body)).toStrictEqual({
			event: 'shipment.created',
			eventId,
			changeId: `shipment/5e0c9a44-1f6b-4d4f-9c55-6a0f7b1c2d03/${status}`,
			occurredAt: '2026-11-20T12:00:01+00:00',
			retries: 0,
			...ids,
			shipment: (body.data as IDataObject).shipment,
		});
	});

	it('the item has its fields in the documented order', () => {
		expect(Object.keys(itemOf(mockupTaskFinished()))).toEqual([
			'event',
			'mockupTask',
			'eventId',
			'changeId',
			'occurredAt',
			'retries',
			'accountId',
			'webhookId',
			'statistics',
		]);
	});

	it('the item omits fields that were not sent instead of setting them to null', () => {
		const body = { type: 'order.updated', data: { order: { id: '1' } } };
		expect(itemOf(body, {})).toStrictEqual({
			event: 'order.updated',
			eventId,
			changeId,
			order: { id: '1' },
		});
	});

	it('the item omits the account if its header was sent twice', () => {
		expect(itemOf(orderUpdated(), { 'x-account-id': ['a', 'b'] })).not.toHaveProperty('accountId');
	});

	it('the item keeps fields that the spec does not name, in camelCase at any depth', () => {
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
			changeId,
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

	it('the item prefers the camelCase field if both spellings are sent, in either order', () => {
		const both = '{"type":"order.updated","data":{"order":{"external_id":"a","externalId":"b"}}}';
		const reordered =
			'{"type":"order.updated","data":{"order":{"externalId":"b","external_id":"a"}}}';
		expect(itemOfJson(both).order).toEqual({ externalId: 'b' });
		expect(itemOfJson(reordered).order).toEqual({ externalId: 'b' });
	});

	it('the item keeps all data of an event type that the spec does not name', () => {
		const body = { type: 'product.updated', data: { product: { variant_count: 3 }, note: 'x' } };
		expect(itemOf(body, {})).toStrictEqual({
			event: 'product.updated',
			eventId,
			changeId,
			product: { variantCount: 3 },
			note: 'x',
		});
	});

	it('the item keeps its reserved fields if the body has fields of the same names', () => {
		const body = {
			type: 'order.updated',
			event: 'forged',
			data: {
				order: { id: '1' },
				event_id: 'forged',
				change_id: 'forged',
				account_id: 'forged',
				event: 'forged',
				retries: 9,
			},
			retries: 3,
		};
		expect(itemOf(body)).toMatchObject({
			event: 'order.updated',
			eventId,
			changeId,
			...ids,
			retries: 3,
		});
	});

	it('the item does not fill missing reserved fields from elsewhere in the body', () => {
		const elsewhere = {
			event_id: 'forged',
			occurred_at: { not: 'a time' },
			retries: 'many',
			account_id: 'forged',
			webhookId: 'forged',
		};
		const { occurred_at: _time, retries: _retries, ...outside } = elsewhere;
		const body = { type: 'order.updated', ...outside, data: { ...elsewhere, order: { id: '1' } } };
		expect(itemOf(body, {})).toStrictEqual({
			event: 'order.updated',
			eventId,
			changeId,
			order: { id: '1' },
		});
	});

	it('the item drops keys that reach a prototype, and does not modify any prototype', () => {
		const item = itemOfJson(
			'{"type":"order.updated","__proto__":{"polluted":1},"data":{"__proto__":{"polluted":1},"order":{"id":"1","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":1}}}',
			{},
		);
		expect(item).toStrictEqual({ event: 'order.updated', eventId, changeId, order: { id: '1' } });
		expect(Object.getPrototypeOf(item.order)).toBe(Object.prototype);
		expect(({} as IDataObject).polluted).toBeUndefined();
	});
});

describe('The change ID in the item', () => {
	it('the change ID is the event ID when the object has no status, or the spec does not name the event', () => {
		for (const body of [
			{ type: 'order.updated', data: { order: { id: '1' } } },
			{ type: 'order.refunded', data: { order: { id: '1', status: 'shipped' } } },
		]) {
			const item = itemOf(body);
			expect(item.changeId).toBe(item.eventId);
		}
	});

	it('the change ID names the status as it was sent, whether or not the spec does', () => {
		expect(itemOf(orderUpdated('awaiting_artwork')).changeId).toBe(
			'order/3f1c0b52-6c0e-4a39-8d35-1d0d6b6f7a01/awaiting_artwork',
		);
	});
});

describe('The event ID in the item', () => {
	const idOf = (body: IDataObject): unknown => itemOf(body).eventId;

	it('the event ID in the item is the same for all six deliveries of an event', () => {
		const found = [0, 1, 2, 3, 4, 5].map((retries) => idOf({ ...orderUpdated(), retries }));
		expect(new Set(found).size).toBe(1);
	});

	it('the event ID in the item is the same for other JSON formatting and other headers', () => {
		const body = '{"type":"order.updated","data":{"order":{"id":"1","status":"failed"}}}';
		const reordered =
			'{ "data": {"order":{"status":"failed", "id":"\\u0031"}}, "type":"order.updated"}';
		expect(itemOfJson(reordered, {}).eventId).toBe(itemOfJson(body).eventId);
	});

	it('the event ID in the item is the same when only the monthly count in the statistics differs', () => {
		expect(idOf({ ...mockupTaskFinished(), statistics: { countPerMonth: 18 } })).toBe(
			idOf(mockupTaskFinished()),
		);
	});

	it('the event ID in the item differs by type, status, time and data of the event', () => {
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

	it('the event ID in the item differs between values that look alike, such as a string and a number', () => {
		const values = [1, '1', ['1'], { 1: '1' }, null, '', '[1]', { a: 'b,c' }, { a: 'b', c: '' }];
		const bodies = values.map((value) => ({
			type: 'order.updated',
			data: { order: { value } as IDataObject },
		}));
		expect(new Set(bodies.map(idOf)).size).toBe(values.length);
	});
});

describe('An envelope field with the name of the event object', () => {
	it('an envelope field with the name of the event object does not replace the object', () => {
		const item = itemOf({ ...orderUpdated('shipped'), order: null });
		expect(item.order).toMatchObject({ status: 'shipped' });
	});
});
