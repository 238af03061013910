import type { Catalog } from '../catalog/catalog.ts';
import type { OrderStatus } from '../facts.ts';
import { HttpProblem } from '../json-ld/problems.ts';
import type { OrderLifeCycle } from '../life-cycle/orders.ts';
import type { Order, OrderItem } from '../state/model.ts';
import { itemOf, recipientOf } from '../state/new-order.ts';
import type { OrderStore } from '../state/orders.ts';
import { timestamp } from '../time/clock.ts';
import type { OrderBodyValidator } from '../validation/order-body.ts';
import { isObject } from '../validation/rules.ts';
import { InvalidBody, violation } from '../validation/violations.ts';

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

export interface OrderChangeParts {
	orders: OrderStore;
	catalog: Catalog;
	orderBodies: OrderBodyValidator;
	orderLifeCycle: OrderLifeCycle;
}

/**
 * Merges a patch (RFC 7396) into an order that is not in production yet, under the rules for a new
 * order, and starts its validation again.
 * @throws InvalidBody, or HttpProblem 409 in a status that allows no changes
 */
export function changeOrder(
	{ orders, catalog, orderBodies, orderLifeCycle }: OrderChangeParts,
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
	const valid = orderBodies.validateOrder(order.accountId, merged, order);
	orders.changing(order);
	if (valid.externalId !== order.externalId) {
		orders.rename(order, valid.externalId);
	}
	order.shipping = valid.shipping ?? 'STANDARD';
	order.recipient = recipientOf(valid.recipient);
	if (patch.orderItems !== undefined) {
		const known = new Set(order.items.map((item) => item.id));
		order.items = valid.orderItems.map((item) => {
			// An item that is sent with its id keeps that id.
			const id = typeof item.id === 'string' && known.delete(item.id) ? item.id : undefined;
			return itemOf(item, catalog, id);
		});
	}
	validateAgain(orderLifeCycle, order);
}

/** Like changeOrder, for one item. */
export function changeItem(
	{ orders, catalog, orderBodies, orderLifeCycle }: OrderChangeParts,
	order: Order,
	item: OrderItem,
	patch: Record<string, unknown>,
): OrderItem {
	requireChangeable(order);
	const current = Object.fromEntries(ITEM_FIELDS.map((field) => [field, item[field]]));
	const valid = orderBodies.validateItem(merge(current, patch) as Record<string, unknown>);
	const changed = itemOf(valid, catalog, item.id);
	orders.changing(order);
	order.items = order.items.map((one) => (one === item ? changed : one));
	validateAgain(orderLifeCycle, order);
	return changed;
}

function requireChangeable(order: Order): void {
	if (CHANGEABLE.has(order.status)) return;
	throw new HttpProblem(
		409,
		`The order has the status ${order.status}: it can be changed only as draft, failed or onhold.`,
	);
}

/** A failed order becomes a draft again when it is changed. */
function validateAgain(orderLifeCycle: OrderLifeCycle, order: Order): void {
	if (order.status === 'failed') orderLifeCycle.move(order, 'draft');
	order.updatedAt = timestamp();
	orderLifeCycle.validate(order);
}

/** JSON Merge Patch (RFC 7396): objects are merged, null removes, everything else replaces. */
function merge(target: unknown, patch: unknown): unknown {
	if (!isObject(patch)) return patch;
	const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
	for (const [name, value] of Object.entries(patch)) {
		if (value === null) delete merged[name];
		else if (value !== undefined) merged[name] = merge(merged[name], value);
	}
	return merged;
}
