import fc from 'fast-check';
import { eventBodies } from './bodies/events.ts';
import type { SignedBody } from './bodies/body.ts';
import { strangeBodies } from './bodies/strange.ts';
import { signedDelivery, withHeader, type Delivery } from './delivery.ts';
import { byteMutations } from './mutations/bytes.ts';
import { encodingMutations } from './mutations/encodings.ts';
import { headerMutations } from './mutations/headers.ts';
import type { Mutation } from './mutations/mutation.ts';
import { signatureMutations } from './mutations/signatures.ts';
import { timestampMutations } from './mutations/timestamps.ts';

/** A delivery before it has an id and a time: the same seed gives the same plans whenever it is used. */
export interface Plan {
	body: SignedBody;
	/** The service says JSON. What claims to be JSON and is none does not come as far as the node. */
	contentType: 'application/json' | 'application/octet-stream';
	mutations: Mutation[];
}

const mutation = fc.oneof(
	{ weight: 6, arbitrary: fc.oneof(...byteMutations) },
	{ weight: 4, arbitrary: fc.oneof(...signatureMutations) },
	{ weight: 5, arbitrary: fc.oneof(...timestampMutations) },
	{ weight: 4, arbitrary: fc.oneof(...headerMutations) },
	{ weight: 5, arbitrary: fc.oneof(...encodingMutations) },
);

const mutated = (body: fc.Arbitrary<SignedBody>, count: number): fc.Arbitrary<Plan> =>
	fc.record({
		body,
		contentType: fc.constantFrom('application/json', 'application/octet-stream'),
		mutations: fc.array(mutation, { minLength: count, maxLength: count }),
	});

/** Genuine deliveries of events with one to three mutations, and strange bodies with none or one. */
export const plans: fc.Arbitrary<Plan> = fc.oneof(
	{ weight: 12, arbitrary: mutated(eventBodies, 1) },
	{ weight: 4, arbitrary: mutated(eventBodies, 2) },
	{ weight: 1, arbitrary: mutated(eventBodies, 3) },
	{ weight: 2, arbitrary: mutated(strangeBodies, 0) },
	{ weight: 1, arbitrary: mutated(strangeBodies, 1) },
);

/**
 * The delivery of a plan.
 *
 * @param id Tells it from every other one
 * @param now Milliseconds since 1970
 */
export function deliveryOf(plan: Plan, id: string, now: number): Delivery {
	const { body, contentType, mutations } = plan;
	const delivery = signedDelivery(id, body.bytes(id, now), now);
	const genuine: Delivery = {
		...delivery,
		headers: withHeader(delivery, 'Content-Type', contentType),
		isEvent: body.isEvent,
		steps: [body.name.slice(0, 300)],
	};
	return mutations.reduce((current, { apply }) => apply(current), genuine);
}
