import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEnvelope } from '../../../../nodes/PodFulfilment/trigger/webhook/envelope.ts';
import { toEventItem } from '../../../../nodes/PodFulfilment/trigger/webhook/eventItem.ts';
import {
	verifySignature,
	type RequestHeaders,
} from '../../../../nodes/PodFulfilment/trigger/webhook/signature.ts';
import { describeDelivery, SECRET, type Delivery } from '../../../fuzz/delivery.ts';
import { isGenuine, isSignedEvent } from '../../../fuzz/oracle.ts';
import { deliveryOf, plans } from '../../../fuzz/plans.ts';
import { REPETITIONS } from '../../../support/repetitions.ts';
import { SEED } from '../../../support/seed.ts';

/** Ends a run that hangs, in milliseconds: many times what it takes. */
const TIMEOUT = 600_000;

const NOW = Date.UTC(2026, 10, 20, 12);

/** The headers as a server could pass them: names as sent, repeated headers as an array. */
function asReceived({ headers }: Delivery): RequestHeaders {
	const received = new Map<string, string | string[]>();
	for (const [name, value] of headers) {
		const earlier = received.get(name);
		received.set(name, earlier === undefined ? value : [earlier, value].flat());
	}
	return Object.fromEntries(received);
}

describe('Mutations of genuine deliveries (section 6, Signature verification)', () => {
	it(
		'a mutated delivery is accepted only with exactly the signed bytes, timestamp and signature',
		{ timeout: TIMEOUT },
		() => {
			let accepted = 0;
			const property = fc.property(plans, fc.uuid(), (plan, id) => {
				const delivery = deliveryOf(plan, id, NOW);
				const { body: rawBody } = delivery;
				const headers = asReceived(delivery);
				const result = verifySignature({
					rawBody,
					headers,
					secrets: [SECRET],
					headerBrand: 'Service',
					now: NOW,
					toleranceSeconds: 1200,
				});
				const genuine = isGenuine(delivery, delivery.signed, NOW);
				if (result.accepted !== genuine) {
					throw new Error(`Expected accepted to be ${genuine}\n${describeDelivery(delivery)}`);
				}
				if (!genuine) return;

				accepted++;
				const envelope = parseEnvelope(rawBody);
				const isEvent = isSignedEvent(delivery, rawBody);
				if ((envelope !== undefined) !== isEvent) {
					throw new Error(`Expected an event: ${isEvent}\n${describeDelivery(delivery)}`);
				}
				if (envelope === undefined) return;
				const item = toEventItem(envelope, headers);
				expect(item.webhookId).toBe(id);
				expect(item.event).toBe(envelope.type);
				expect(item.occurredAt).toBe(envelope.occurredAt);
				expect(item.retries).toBe(envelope.retries);
				expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
			});
			fc.assert(property, { numRuns: REPETITIONS.signatures, seed: SEED });
			expect(accepted).toBeGreaterThan(REPETITIONS.signatures / 10);
			expect({}).not.toHaveProperty('polluted');
		},
	);
});
