import type { FastifyRequest } from 'fastify';
import type { OrderStatus } from '../facts.ts';
import { HttpProblem, InvalidBody } from '../plugins/problems.ts';
import { timestamp } from '../time/clock.ts';
import { checkItem, checkOrder } from '../validation/order-body.ts';
import { isObject } from '../validation/rules.ts';
import { violation } from '../validation/violations.ts';
import { itemOf, recipientOf } from '../state/compose.ts';
import type { Order, OrderItem } from '../state/model.ts';

const CHANGEABLE: ReadonlySet<OrderStatus> = new Set(['draft', 'failed', 'onhold']);
const ITEM_FIELDS = [
	'externalId',
	'quantity',
	'name',
	'retailPrice',
	'variantId',
	'placements',
	'options',
] as const;

/**
 * Merges a change (RFC 7396) into an order, as long as it is not in production. The result must
 * pass what a new order must pass; it is then validated again.
 */
export function changeOrder(
	request: FastifyRequest,
	order: Order,
	patch: Record<string, unknown>,
): void {
	requireChangeable(order);
	if (patch.actions !== undefined && patch.actions !== null) {
		throw new InvalidBody([
			violation('unexpected', 'actions', 'Actions can only be given when an order is created.'),
		]);
	}
	const current = {
		externalId: order.externalId,
		shipping: order.shipping,
		recipient: order.recipient,
		orderItems: order.items,
	};
	const merged = merge(current, patch) as Record<string, unknown>;
	const valid = checkOrder(request, merged, order);
	if (valid.externalId !== order.externalId) {
		request.service.orders.rename(order, valid.externalId);
	}
	order.shipping = valid.shipping ?? 'STANDARD';
	order.recipient = recipientOf(valid.recipient);
	if (patch.orderItems !== undefined) {
		const known = new Set(order.items.map((item) => item.id));
		order.items = valid.orderItems.map((item) => {
			// An item sent along with its id stays the item it was.
			const id = typeof item.id === 'string' && known.delete(item.id) ? item.id : undefined;
			return itemOf(item, request.service.catalog, id);
		});
	}
	validateAgain(request, order);
}

/** As changeOrder, for one item. */
export function changeItem(
	request: FastifyRequest,
	order: Order,
	item: OrderItem,
	patch: Record<string, unknown>,
): OrderItem {
	requireChangeable(order);
	const current = Object.fromEntries(ITEM_FIELDS.map((field) => [field, item[field]]));
	const valid = checkItem(request, merge(current, patch) as Record<string, unknown>);
	const changed = itemOf(valid, request.service.catalog, item.id);
	order.items = order.items.map((one) => (one === item ? changed : one));
	validateAgain(request, order);
	return changed;
}

function requireChangeable(order: Order): void {
	if (CHANGEABLE.has(order.status)) return;
	throw new HttpProblem(
		409,
		`The order has the status ${order.status}: it can be changed only as draft, failed or onhold.`,
	);
}

/** A failed order that was changed is a draft again until validation says otherwise. */
function validateAgain({ service }: FastifyRequest, order: Order): void {
	if (order.status === 'failed') service.orderLifeCycle.move(order, 'draft');
	order.updatedAt = timestamp();
	service.orderLifeCycle.validate(order);
}

/** RFC 7396: objects are merged, null removes, everything else replaces. */
function merge(target: unknown, patch: unknown): unknown {
	if (!isObject(patch)) return patch;
	const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
	for (const [name, value] of Object.entries(patch)) {
		if (value === null) delete merged[name];
		else if (value !== undefined) merged[name] = merge(merged[name], value);
	}
	return merged;
}
