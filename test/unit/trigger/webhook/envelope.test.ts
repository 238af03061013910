import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEnvelope } from '../../../../nodes/PodFulfilment/trigger/webhook/envelope.ts';
import {
	bytes,
	mockupTaskFinished,
	orderCreated,
	orderUpdated,
	shipmentCreated,
} from './deliveries.ts';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('The event envelope (section 6)', () => {
	it.each([orderCreated(), orderUpdated(), mockupTaskFinished(), shipmentCreated()])(
		'an envelope is parsed from a delivery of $type',
		(body) => {
			expect(parseEnvelope(bytes(body))).toEqual({
				type: body.type,
				data: body.data,
				retries: 0,
				occurredAt: body.occurred_at ?? body.occurredAt,
				body,
			});
		},
	);

	it('an envelope may have a missing or null time and number of retries', () => {
		const body = { type: 'order.updated', data: { order: { id: '1' } } };
		expect(parseEnvelope(bytes(body))).toStrictEqual({ ...body, body });
		const withNulls = { ...body, retries: null, occurred_at: null };
		expect(parseEnvelope(bytes(withNulls))).toStrictEqual({ ...body, body: withNulls });
	});

	it('an envelope may start with a byte order mark', () => {
		expect(parseEnvelope(Buffer.from(`\uFEFF${bytes(orderUpdated()).toString()}`))?.type).toBe(
			'order.updated',
		);
	});

	it('an envelope keeps a byte order mark within a text', () => {
		const body = { type: 'order.updated', data: { order: { id: '\uFEFF1' } } };
		expect(parseEnvelope(bytes(body))?.data).toEqual(body.data);
	});

	it.each([
		[100, true],
		[101, false],
	])('an envelope with %i levels is parsed: %s', (levels, isParsed) => {
		const body = `{"type":"a","data":{"b":${nested(levels - 2)}}}`;
		expect(parseEnvelope(Buffer.from(body)) !== undefined).toBe(isParsed);
	});

	it('an envelope may have a type that the spec does not name, with any data object', () => {
		expect(parseEnvelope(bytes({ type: 'order.deleted', data: {} }))?.type).toBe('order.deleted');
		expect(parseEnvelope(bytes({ type: 'toString', data: {} }))?.type).toBe('toString');
	});

	it.each([
		['1', 1],
		[' 5 ', 5],
		[3, 3],
		['2.0', 2],
		['', undefined],
		['many', undefined],
		['0x1', undefined],
		[-1, undefined],
		[0.5, undefined],
		[2 ** 60, undefined],
		[true, undefined],
		[['1'], undefined],
		[{ count: 1 }, undefined],
	])('the retries %j of an envelope are read as %s', (retries, count) => {
		expect(parseEnvelope(bytes({ ...orderUpdated(), retries }))?.retries).toBe(count);
	});

	it.each([
		['2026-11-20T11:00:00+00:00', '2026-11-20T11:00:00+00:00'],
		['20.11.2026 11:00', '20.11.2026 11:00'],
		['20261120', '20261120'],
		['20261120110000', '20261120110000'],
		[1_795_176_000, '2026-11-20T12:00:00.000Z'],
		[1_795_176_000.25, '2026-11-20T12:00:00.250Z'],
		[1_795_176_000_250, '2026-11-20T12:00:00.250Z'],
		[99_999_999_999, '5138-11-16T09:46:39.000Z'],
		[100_000_000_000, '1973-03-03T09:46:40.000Z'],
		['1795176000', '2026-11-20T12:00:00.000Z'],
		['1795176000.25', '2026-11-20T12:00:00.250Z'],
		['1795176000250', '2026-11-20T12:00:00.250Z'],
		[' ', undefined],
		[1e300, undefined],
		[false, undefined],
		[{ date: '2026-11-20' }, undefined],
	])('the time %j of an envelope is read as %s', (time, occurredAt) => {
		const { occurred_at: _time, ...body } = orderUpdated();
		expect(parseEnvelope(bytes({ ...body, occurred_at: time }))?.occurredAt).toBe(occurredAt);
		expect(parseEnvelope(bytes({ ...body, occurredAt: time }))?.occurredAt).toBe(occurredAt);
	});

	it('an envelope has the time of the spelling that holds one', () => {
		const body = { ...orderUpdated(), occurred_at: null, occurredAt: 1_795_176_000 };
		expect(parseEnvelope(bytes(body))?.occurredAt).toBe('2026-11-20T12:00:00.000Z');
	});

	it.each([
		['in snake_case', { mockup_task: { id: '1' } }],
		['in both spellings, of which one is empty', { mockup_task: { id: '1' }, mockupTask: null }],
		['in both spellings', { mockup_task: { id: '2' }, mockupTask: { id: '1' } }],
	])('an object has the name of the spec when it is sent %s', (_title, data) => {
		const body = { ...mockupTaskFinished(), data: { ...data, note: 'x' } };
		expect(parseEnvelope(bytes(body))?.data).toEqual({ mockupTask: { id: '1' }, note: 'x' });
	});

	it.each([
		['nothing', ''],
		['invalid JSON', '{"type":"order.updated"'],
		['a string', '"order.updated"'],
		['null', 'null'],
		['an array', '[{"type":"order.updated","data":{"order":{}}}]'],
		['no type', '{"data":{"order":{"id":"1"}}}'],
		['an empty type', '{"type":" ","data":{"order":{"id":"1"}}}'],
		['a type that is not a string', '{"type":7,"data":{"order":{"id":"1"}}}'],
		['no data', '{"type":"order.updated"}'],
		['data that is null', '{"type":"order.updated","data":null}'],
		['data that is an array', '{"type":"order.updated","data":[{"order":{}}]}'],
		['data that is a string', '{"type":"order.updated","data":"order"}'],
		['no order in an order event', '{"type":"order.updated","data":{}}'],
		['a shipment in an order event', '{"type":"order.updated","data":{"shipment":{"id":"1"}}}'],
		['an order that is an array', '{"type":"order.created","data":{"order":[]}}'],
		['an order that is a string', '{"type":"order.created","data":{"order":"1"}}'],
		['the order in a prototype only', '{"type":"order.created","data":{"__proto__":{"order":{}}}}'],
		['more than 100 levels', `{"type":"a","data":{"b":${nested(100)}}}`],
		['a hundred thousand levels', `{"type":"a","data":{"b":${nested(100_000)}}}`],
	])('a body that contains %s is rejected', (_title, body) => {
		expect(parseEnvelope(Buffer.from(body))).toBeUndefined();
	});

	it('a body is parsed or rejected without throwing, whatever the bytes are', () => {
		fc.assert(
			fc.property(fc.oneof(fc.uint8Array(), fc.json()), (body) => {
				const envelope = parseEnvelope(Buffer.from(body as string));
				if (envelope !== undefined) expect(envelope.type).toBeTypeOf('string');
			}),
		);
	});
});
