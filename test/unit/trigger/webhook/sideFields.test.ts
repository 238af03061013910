import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { parseEnvelope } from '../../../../nodes/PodFulfilment/trigger/webhook/envelope.ts';
import {
	toEventItem,
	type EventItem,
} from '../../../../nodes/PodFulfilment/trigger/webhook/eventItem.ts';
import { filteredBy } from '../../../../nodes/PodFulfilment/trigger/eventFilters.ts';
import { verifySignature } from '../../../../nodes/PodFulfilment/trigger/webhook/signature.ts';
import {
	bytes,
	headers as idHeaders,
	mockupTaskFinished,
	orderCreated,
	orderUpdated,
	shipmentCreated,
} from './deliveries.ts';

const SECRET = 'sandbox-demo,signing-secret';
const SENT_AT = Date.UTC(2026, 10, 20, 12);
const EVENT_TYPES = ['order.created', 'order.updated', 'mockup_task.finished', 'shipment.created'];

/** The item that a delivery starts the workflow with; undefined if it is refused or filtered out. */
function itemOfDelivery(rawBody: Buffer, secret: string, timestamp: string): EventItem | undefined {
	const signature = createHmac('sha256', secret)
		.update(`${timestamp}.`)
		.update(rawBody)
		.digest('hex');
	const headers = {
		...idHeaders,
		'x-service-request-signature': signature,
		'x-service-request-timestamp': timestamp,
	};
	const { accepted } = verifySignature({
		rawBody,
		headers,
		secrets: [SECRET],
		headerBrand: 'Service',
		now: SENT_AT,
		toleranceSeconds: 1200,
	});
	const envelope = accepted ? parseEnvelope(rawBody) : undefined;
	return envelope && filteredBy(envelope, EVENT_TYPES, {}) === undefined
		? toEventItem(envelope, headers)
		: undefined;
}

/** Any kind of JSON, and the kinds that a service is most likely to send. */
const anyKind = fc.oneof(
	fc.jsonValue({ maxDepth: 3 }),
	fc.integer(),
	fc.integer().map(String),
	fc.double({ noDefaultInfinity: true, noNaN: true }),
	fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
	fc.integer({ min: 0, max: 2e9 }).map((seconds) => `${seconds}.5`),
);

/** Deliveries as in spec section 6, with any kind of value in each field that the event is not made of. */
const bodies = fc
	.tuple(
		fc.constantFrom(orderCreated(), orderUpdated(), mockupTaskFinished(), shipmentCreated()),
		fc.record(
			{
				retries: anyKind,
				occurred_at: anyKind,
				occurredAt: anyKind,
				statistics: anyKind,
				event: anyKind,
				eventId: anyKind,
				changeId: anyKind,
				account_id: anyKind,
				order: anyKind,
			},
			{ requiredKeys: [] },
		),
		fc.dictionary(fc.string(), anyKind, { maxKeys: 3 }),
		fc.dictionary(fc.constantFrom('status', 'external_id', 'createdAt', 'id'), anyKind),
	)
	.map(([body, sideFields, inData, inObject]) => {
		const [[name, object] = ['', {}]] = Object.entries(body.data as Record<string, IDataObject>);
		const data = { ...inData, [name]: { ...object, ...inObject } };
		return { ...body, ...sideFields, data } as unknown as { type: string };
	});

const timestamps = fc
	.tuple(fc.integer({ min: -1100, max: 1100 }), fc.stringMatching(/^(\.[0-9]{1,9})?$/))
	.map(([seconds, fraction]) => `${SENT_AT / 1000 + seconds}${fraction}`);

describe('A delivery with any kind of value in its side fields (section 6)', () => {
	it('a genuine delivery is an event with fields of the documented kinds, whatever its side fields are', () => {
		fc.assert(
			fc.property(bodies, timestamps, (body, timestamp) => {
				const item = itemOfDelivery(bytes(body), SECRET, timestamp);
				expect(item?.event).toBe(body.type);
				expect(item?.eventId).toMatch(/^[0-9a-f]{64}$/);
				expect(item?.accountId).toBe('account-1');
				const { retries = 0, occurredAt = '-' } = item ?? {};
				expect(retries).toSatisfy(Number.isSafeInteger);
				expect(retries).toBeGreaterThanOrEqual(0);
				expect(occurredAt).toMatch(/\S/);
				const [name = ''] = Object.keys(item ?? {}).filter((key) =>
					['order', 'mockupTask', 'shipment'].includes(key),
				);
				expect(Object.keys(item?.[name] as object)).toContain('id');
			}),
		);
	});

	it('a forged delivery is refused, whatever its side fields are', () => {
		fc.assert(
			fc.property(
				bodies,
				timestamps,
				fc.constantFrom('sandbox-demo', 'signing-secret', '', ',', `${SECRET},`),
				(body, timestamp, secret) => {
					expect(itemOfDelivery(bytes(body), secret, timestamp)).toBeUndefined();
				},
			),
		);
	});
});
