import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	explainFilter,
	explainRejection,
	explainRetryLater,
	INVALID_BODY,
} from '../../../../nodes/PodFulfilment/trigger/webhook/explanations.ts';
import { filteredBy } from '../../../../nodes/PodFulfilment/trigger/eventFilters.ts';
import {
	verifySignature,
	type SignedDelivery,
} from '../../../../nodes/PodFulfilment/trigger/webhook/signature.ts';
import { expectPlainWords } from '../../transport/wording.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const SECRET = 'sandbox-demo-signing-secret';
const rawBody = Buffer.from('{}');

const signatureAt = (timestamp: string, secret = SECRET): string =>
	createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex');

/** What the editor shows for a delivery that is good but for these changes. */
function explanationOf({
	sentAt = NOW,
	headers = {},
	...changes
}: Partial<SignedDelivery> & { sentAt?: number }) {
	const timestamp = String(sentAt / 1000);
	const delivery: SignedDelivery = {
		rawBody,
		headers: {
			'x-service-request-signature': signatureAt(timestamp),
			'x-service-request-timestamp': timestamp,
			...headers,
		},
		secrets: [SECRET],
		headerBrand: 'Service',
		now: NOW,
		toleranceSeconds: 1200,
		...changes,
	};
	const result = verifySignature(delivery);
	if (result.accepted) throw new Error('The delivery was accepted');
	return explainRejection(result, delivery.headers, delivery.toleranceSeconds);
}

const withoutHeader = (name: string) => ({ headers: { [`x-service-request-${name}`]: undefined } });

describe('The explanation of a delivery that has to come again', () => {
	it('the explanation says that the order could not be read, why, and what to do', () => {
		expect(explainRetryLater('The service could not be reached', false)).toEqual({
			message: 'The order of this event could not be read at the moment',
			description:
				'The service could not be reached. Add Current Order requires it. The service was asked to send the event again: listen again, and wait for it.',
		});
	});

	it('the explanation says that the order is not up to date when it was read and lags behind its event', () => {
		expect(explainRetryLater('The order lags behind its event', true)).toEqual({
			message: 'The order of this event is not up to date yet',
			description:
				'The order lags behind its event. Add Current Order requires the order as it is now. The service was asked to send the event again: listen again, and wait for it.',
		});
	});
});

describe('The explanation of a rejected delivery', () => {
	it('the explanation says how old the delivery is, and by how much too old', () => {
		const { message, description } = explanationOf({ sentAt: NOW - 1_300_000 });
		expect(message).toBe(
			'The delivery is 21 minutes and 40 seconds old, 1 minute and 40 seconds more than the tolerance',
		);
		expect(description).toMatch(/clock of the n8n server.*Tolerance \(Seconds\).* 1200\.$/);
	});

	it('the explanation says how far the timestamp is ahead', () => {
		expect(explanationOf({ sentAt: NOW + 2 * 86_400_000 }).message).toBe(
			'The timestamp of the delivery is 2 days ahead, 1 day and 23 hours more than the tolerance',
		);
	});

	it('the explanation says that the secret probably differs', () => {
		const { message, description } = explanationOf({ secrets: ['another-secret'] });
		expect(message).toBe('The signature of the delivery does not match');
		expect(description).toContain('Most likely, the Signing Secret in the credential differs');
	});

	it.each([
		['signature', 'X-Service-Request-Signature'],
		['timestamp', 'X-Service-Request-Timestamp'],
	])('the explanation says which header is missing: %s', (name, header) => {
		const { message, description } = explanationOf(withoutHeader(name));
		expect(message).toBe(`The delivery has no header ${header}`);
		expect(description).toContain('Header Brand');
	});

	it('the explanation says which brand to enter when the delivery has the headers of one other', () => {
		const { message, description } = explanationOf({ headerBrand: 'Acme-Print' });
		expect(message).toBe('The delivery has no header X-Acme-Print-Request-Signature');
		expect(description).toContain('enter service as Header Brand');
		const twoBrands = explanationOf({
			headers: { 'x-other-request-signature': 'f'.repeat(64) },
			headerBrand: 'Acme',
		});
		expect(twoBrands.description).toContain('contains the Header Brand of the credential');
	});

	it.each([
		['only begins like one of the service', 'x-other-request-signature-version'],
		['only ends like one of the service', 'via-x-other-request-signature'],
		['is of the expected brand', 'x-acme-request-timestamp'],
	])('no brand is suggested by a header whose name %s', (_, name) => {
		const { description } = explanationOf({
			headers: {
				'x-service-request-signature': undefined,
				'x-service-request-timestamp': undefined,
				[name]: '1',
			},
			headerBrand: 'Acme',
		});
		expect(description).toContain('contains the Header Brand of the credential');
	});

	it('a header of the expected brand does not hide that the other one has another brand', () => {
		const { description } = explanationOf({
			headers: {
				'x-service-request-timestamp': undefined,
				'x-acme-request-timestamp': String(NOW / 1000),
			},
			headerBrand: 'Acme',
		});
		expect(description).toContain('enter service as Header Brand');
	});

	it.each([
		['signature', 'abc'],
		['timestamp', '12abc'],
	])('the explanation says that a header is not of its form: %s', (name, value) => {
		const { message } = explanationOf({ headers: { [`x-service-request-${name}`]: value } });
		expect(message).toMatch(
			new RegExp(`^The header X-Service-Request-${name} does not contain a ${name}`, 'i'),
		);
		expect(message).not.toContain(value);
	});

	it.each<[string, Parameters<typeof explanationOf>[0]]>([
		['old', { sentAt: NOW - 1_300_000 }],
		['ahead', { sentAt: NOW + 1_300_000 }],
		['signed with another secret', { secrets: ['another-secret'] }],
		['without a header', withoutHeader('signature')],
		['with headers of another brand', { headerBrand: 'Acme' }],
		['with another value in a header', { headers: { 'x-service-request-timestamp': 'noon' } }],
		['checked without a secret', { secrets: [] }],
		['without its body', { rawBody: undefined }],
	])('every explanation ends in what to do next, also for a delivery that is %s', (_, changes) => {
		const explanation = explanationOf(changes);
		expectPlainWords(explanation);
		expect(explanation.description).toMatch(/listen again|Listen again/);
	});

	it('a body that is no event is explained with what to do next', () => {
		expectPlainWords(INVALID_BODY);
		expect(INVALID_BODY.description).toMatch(/trigger a real event instead, and listen again\.$/);
	});

	it('the explanation says that the credential has no secret, or that the body is not there', () => {
		expect(explanationOf({ secrets: [] }).message).toBe('The credential has no signing secret');
		expect(explanationOf({ rawBody: undefined }).message).toMatch(/^The body .+ could not be/);
	});

	it('the explanation holds neither a secret nor the expected signature nor the one that came', () => {
		const secret = fc
			.string({ minLength: 8, maxLength: 40 })
			.filter((text) => !/^\s|\s$/.test(text));
		fc.assert(
			fc.property(
				fc.record({
					secret,
					received: fc.option(fc.stringMatching(/^[0-9a-f]{60,64}$/), { nil: undefined }),
					timestamp: fc.option(
						fc.oneof(
							fc.nat({ max: 10_000 }).map((seconds) => String(NOW / 1000 - seconds)),
							fc.string(),
						),
						{ nil: undefined },
					),
					headerBrand: fc.constantFrom('Service', 'Acme'),
				}),
				({ secret, received, timestamp, headerBrand }) => {
					const result = verifySignature({
						rawBody,
						headers: {
							'x-service-request-signature': received,
							'x-service-request-timestamp': timestamp,
						},
						secrets: [secret],
						headerBrand,
						now: NOW,
						toleranceSeconds: 1200,
					});
					if (result.accepted) return;
					const texts = Object.values(explainRejection(result, {}, 1200)).join('\n');
					expect(texts).not.toContain(secret);
					expect(texts).not.toMatch(/[0-9a-f]{32}/);
				},
			),
		);
	});
});

describe('The explanation of a filtered event', () => {
	const explain = (
		type: string,
		status: unknown,
		events: string[],
		orderStatuses: string[] = [],
	) => {
		const event = { type, data: { order: { id: '1', status } } } as Parameters<
			typeof filteredBy
		>[0];
		const reason = filteredBy(event, events, { orderStatuses });
		if (!reason) throw new Error('The event passes');
		return explainFilter(type, reason, '10 minutes');
	};

	it('the explanation says which event is not chosen, by its name in the list', () => {
		const { message, description } = explain('order.created', 'draft', ['order.updated']);
		expect(message).toBe('Order Created is not one of the chosen events');
		expect(description).toContain('choose Order Created under Events');
		expect(description).toContain('for 10 minutes');
	});

	it('the explanation says that Any Other Event covers an event without a name in the list', () => {
		const { message, description } = explain('product.updated', 'draft', ['order.updated']);
		expect(message).toBe('The event "product.updated" is not one of the chosen events');
		expect(description).toContain('choose Any Other Event under Events');
	});

	it.each([
		['inprocess', 'The status In Process is not in the filter Order Statuses'],
		['lost', 'The status "lost" is not in the filter Order Statuses'],
		[undefined, 'The event has no status, which the filter Order Statuses requires'],
	])('the explanation names the filtered status as the filter does: %s', (status, message) => {
		const explanation = explain('order.updated', status, ['order.updated'], ['shipped']);
		expect(explanation.message).toBe(message);
		expect(explanation.description).toMatch(
			/^The event Order Status Changed arrived and is genuine, .* change the filter\..* 10 minutes/,
		);
	});

	it('the explanation does not hold the whole of a long type', () => {
		expect(explain('a'.repeat(10_000), '', []).message.length).toBeLessThan(200);
	});
});
