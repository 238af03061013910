import fc from 'fast-check';
import { eventBodies } from './bodies/events.ts';
import type { SignedBody } from './bodies/body.ts';
import { strangeBodies } from './bodies/strange.ts';
import { signedDelivery, type Delivery } from './delivery.ts';
import { byteMutations } from './mutations/bytes.ts';
import { encodingMutations, xmlMutation } from './mutations/encodings.ts';
import { headerMutations } from './mutations/headers.ts';
import type { Mutation } from './mutations/mutation.ts';
import { signatureMutations } from './mutations/signatures.ts';
import { timestampMutations } from './mutations/timestamps.ts';

/** A delivery before it has an id and a time: the same seed gives the same plans whenever it is used. */
export interface Plan {
	body: SignedBody;
	mutations: Mutation[];
}

const mutation = fc.oneof(
	{ weight: 6, arbitrary: fc.oneof(...byteMutations) },
	{ weight: 4, arbitrary: fc.oneof(...signatureMutations) },
	{ weight: 5, arbitrary: fc.oneof(...timestampMutations) },
	{ weight: 4, arbitrary: fc.oneof(...headerMutations) },
	{ weight: 5, arbitrary: fc.oneof(...encodingMutations) },
);

const severalMutations = (count: number) =>
	fc.array(mutation, { minLength: count, maxLength: count });

/** Genuine deliveries of events with one to three mutations, and strange bodies with none or one. */
export const plans: fc.Arbitrary<Plan> = fc.oneof(
	{ weight: 12, arbitrary: fc.record({ body: eventBodies, mutations: severalMutations(1) }) },
	{ weight: 4, arbitrary: fc.record({ body: eventBodies, mutations: severalMutations(2) }) },
	{ weight: 1, arbitrary: fc.record({ body: eventBodies, mutations: severalMutations(3) }) },
	{ weight: 2, arbitrary: fc.record({ body: strangeBodies, mutations: severalMutations(0) }) },
	{ weight: 1, arbitrary: fc.record({ body: strangeBodies, mutations: severalMutations(1) }) },
);

/**
 * The same, said to be XML. To be sent one after another: n8n has one XML parser for all requests, and of two that it
 * parses at a time it may leave one without an answer, before it asks any node.
 */
export const xmlPlans: fc.Arbitrary<Plan> = fc
	.tuple(plans, xmlMutation)
	.map(([{ body, mutations }, xml]) => ({ body, mutations: [...mutations, xml] }));

/**
 * The delivery of a plan.
 *
 * @param id Tells it from every other one
 * @param now Milliseconds since 1970
 */
export function deliveryOf({ body, mutations }: Plan, id: string, now: number): Delivery {
	const genuine: Delivery = {
		...signedDelivery(id, body.bytes(id, now), now),
		isEvent: body.isEvent,
		steps: [body.name.slice(0, 300)],
	};
	return mutations.reduce((delivery, { apply }) => apply(delivery), genuine);
}
