import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	belongsToOrder,
	willBeRetried,
} from '../../../../nodes/PodFulfilment/trigger/webhook/currentOrderReader.ts';
import { eventOrderIdOf } from '../../../../nodes/PodFulfilment/trigger/currentOrder.ts';
import { parseEnvelope } from '../../../../nodes/PodFulfilment/trigger/webhook/envelope.ts';
import { toEventItem } from '../../../../nodes/PodFulfilment/trigger/webhook/eventItem.ts';
import {
	bytes,
	mockupTaskFinished,
	orderCreated,
	orderUpdated,
	shipmentCreated,
} from './deliveries.ts';

const itemOf = (body: unknown) => {
	const envelope = parseEnvelope(bytes(body));
	if (!envelope) throw new Error('No event');
	return toEventItem(envelope, {});
};

describe('The order of an event', () => {
	const ORDER = '3f1c0b52-6c0e-4a39-8d35-1d0d6b6f7a01';

	it.each([
		['an order, by its ID', orderCreated(), ORDER],
		['an updated order', orderUpdated(), ORDER],
		['a shipment, by its orderId', shipmentCreated(), ORDER],
		[
			'a shipment whose field is written in snake_case',
			{ type: 'shipment.created', data: { shipment: { id: 's', order_id: ' o-1 ' } } },
			'o-1',
		],
		['an ID that is a number', { type: 'order.updated', data: { order: { id: 7 } } }, '7'],
		['an order without an ID', { type: 'order.updated', data: { order: {} } }, ''],
		[
			'a shipment that names an object in place of an ID',
			{ type: 'shipment.created', data: { shipment: { id: 's', orderId: { id: 'o' } } } },
			'',
		],
	])('the order ID is known for %s', (_what, body, expected) => {
		expect(eventOrderIdOf(itemOf(body))).toBe(expected);
	});

	it.each([
		['order.created', true],
		['order.updated', true],
		['shipment.created', true],
		['mockup_task.finished', false],
		['order.archived', false],
	])('the order is asked for with the event %s: %s', (type, expected) => {
		expect(belongsToOrder({ type })).toBe(expected);
	});

	it('the current order is not taken from a body that has fields of these names', () => {
		const item = itemOf({
			...mockupTaskFinished(),
			current: { order: {} },
			currentError: 'forged',
		});
		expect(item).not.toHaveProperty('current');
		expect(item).not.toHaveProperty('currentError');
	});
});

describe('An event that is not answered with 200', () => {
	it('an event comes again after each of the first five deliveries of six (section 6)', () => {
		expect([0, 1, 2, 3, 4, 5].map((retries) => willBeRetried({ retries }))).toEqual([
			true,
			true,
			true,
			true,
			true,
			false,
		]);
	});

	it('an event is not expected again after more deliveries, or when it does not say how often it came', () => {
		fc.assert(
			fc.property(fc.integer({ min: 5 }), (retries) => {
				expect(willBeRetried({ retries })).toBe(false);
			}),
		);
		expect(willBeRetried({})).toBe(false);
	});
});
