import type { OrderStatus } from '../facts.ts';
import { timestamp } from '../time/clock.ts';
import type { ValidOrderBody } from './new-order.ts';
import type { Order } from './model.ts';

const PRODUCED: ReadonlySet<OrderStatus> = new Set(['partial', 'fulfilled', 'shipped']);

/** Only an order that has been printed can be reprinted. */
export const isReprintable = (order: Order): boolean => PRODUCED.has(order.status);

/** Completes the body of a reprint: what it leaves out comes from the source order. */
export function reprintBody(source: Order, body: Partial<ValidOrderBody>): ValidOrderBody {
	return {
		externalId: body.externalId ?? '',
		shipping: body.shipping ?? source.shipping,
		recipient: body.recipient ?? source.recipient,
		orderItems: body.orderItems ?? source.items,
	};
}

/** Links both orders (section 2, Association). */
export function linkReprint(source: Order, reprint: Order): void {
	const createdAt = timestamp();
	reprint.reprintOf = { order: source, createdAt };
	source.reprints.push({ order: reprint, createdAt });
}
