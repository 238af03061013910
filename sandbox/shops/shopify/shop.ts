import {
	completeLines,
	CUSTOMER,
	type CustomerOrder,
	type OrderEdit,
	type OrderRefund,
} from '../common/customer-order.ts';
import type { ShopParts } from '../common/shop-parts.ts';
import {
	currentQuantity,
	fulfillmentStatus,
	remainingQuantity,
	type ShopifyFulfillment,
	type ShopifyLine,
	type ShopifyOrder,
	type ShopifyTracking,
} from './model.ts';
import { changedAddress, newLine, newOrder } from './new-order.ts';
import { fulfillmentView, orderView, refundView } from './rest-views.ts';
import type { Webhooks } from './webhooks.ts';

/** Numbers as long as those of a real shop. */
const FIRST_ID = 5_678_901_000_001;
const FIRST_ORDER_NUMBER = 1001;

/** The shop: its orders, and what follows when they change. */
export class ShopifyShop {
	private readonly parts: ShopParts;
	private readonly webhooks: Webhooks;
	private readonly ordersById = new Map<number, ShopifyOrder>();
	private lastId = FIRST_ID - 1;

	constructor(parts: ShopParts, webhooks: Webhooks) {
		this.parts = parts;
		this.webhooks = webhooks;
	}

	now(): number {
		return this.parts.options.now();
	}

	nextId = (): number => {
		this.lastId += 1;
		return this.lastId;
	};

	orders(): ShopifyOrder[] {
		return [...this.ordersById.values()];
	}

	get(id: number): ShopifyOrder | undefined {
		return this.ordersById.get(id);
	}

	/** A customer orders, and pays unless told otherwise. */
	order({ lines, customer, note, paid = true }: CustomerOrder): ShopifyOrder {
		const { products } = this.parts.options;
		const ordered = completeLines(lines ?? [{ sku: products[0]?.sku ?? '' }], products);
		const order = newOrder(
			ordered,
			{ ...CUSTOMER, ...customer },
			FIRST_ORDER_NUMBER + this.ordersById.size,
			this.now(),
			this.nextId,
		);
		order.isPaid = paid;
		order.note = note ?? null;
		this.ordersById.set(order.id, order);
		this.publish('orders/create', order);
		if (paid) this.publish('orders/paid', order);
		return order;
	}

	pay(order: ShopifyOrder): void {
		if (order.isPaid) throw new Error(`Order ${order.id} is paid already`);
		order.isPaid = true;
		this.changed(order);
		this.publish('orders/paid', order);
	}

	edit(order: ShopifyOrder, { addLines = [], quantities = {}, customer }: OrderEdit): void {
		for (const [lineId, quantity] of Object.entries(quantities)) {
			const line = requireLine(order, lineId);
			// Shopify keeps what was ordered, and counts what was taken away.
			line.quantity = Math.max(line.quantity, quantity);
			line.removed = line.quantity - quantity;
		}
		for (const added of completeLines(addLines, this.parts.options.products)) {
			const line = newLine(added, this.nextId);
			order.lines.push(line);
			order.fulfillmentOrder.lines.push({ id: this.nextId(), lineId: line.id });
		}
		if (customer) order.shippingAddress = changedAddress(order.shippingAddress, customer);
		this.changed(order);
	}

	/** Cancels an order; a paid one is refunded. */
	cancel(order: ShopifyOrder): void {
		if (order.cancelledAtMs !== null) throw new Error(`Order ${order.id} is cancelled already`);
		if (order.isPaid) this.addRefund(order, {});
		order.cancelledAtMs = this.now();
		order.closedAtMs = order.cancelledAtMs;
		this.changed(order);
		this.publish('orders/cancelled', order);
	}

	/** Refunds pieces of lines, or all that is left. */
	refund(order: ShopifyOrder, refund: OrderRefund): void {
		const added = this.addRefund(order, refund);
		this.changed(order);
		this.webhooks.publish('refunds/create', refundView(order, added));
	}

	private addRefund(order: ShopifyOrder, { quantities, reason = '' }: OrderRefund) {
		const pieces =
			quantities ??
			Object.fromEntries(
				order.lines
					.map((line) => [String(line.id), currentQuantity(line)] as const)
					.filter(([, quantity]) => quantity > 0),
			);
		for (const [lineId, quantity] of Object.entries(pieces)) {
			const line = requireLine(order, lineId);
			if (quantity > currentQuantity(line)) {
				throw new Error(`Only ${currentQuantity(line)} of line ${lineId} are left to refund`);
			}
			line.removed += quantity;
		}
		const refund = {
			id: this.nextId(),
			createdAtMs: this.now(),
			note: reason,
			quantities: pieces,
		};
		order.refunds.push(refund);
		return refund;
	}

	/** What a client may change in an order by REST. */
	change(order: ShopifyOrder, changes: Pick<Partial<ShopifyOrder>, 'note' | 'tags' | 'email'>) {
		Object.assign(order, changes);
		this.changed(order);
	}

	/** Adds a fulfilment. Its quantities must not exceed what is left. */
	fulfill(
		order: ShopifyOrder,
		quantities: Record<string, number>,
		tracking: ShopifyTracking,
		notifyCustomer: boolean,
	): ShopifyFulfillment {
		for (const [lineId, quantity] of Object.entries(quantities)) {
			requireLine(order, lineId).fulfilled += quantity;
		}
		const atMs = this.now();
		const fulfillment = {
			id: this.nextId(),
			createdAtMs: atMs,
			updatedAtMs: atMs,
			tracking,
			quantities,
		};
		order.fulfillments.push(fulfillment);
		if (notifyCustomer) this.mailTracking(order, 'shipping_confirmation', tracking);
		this.webhooks.publish('fulfillments/create', fulfillmentView(order, fulfillment));
		this.changed(order);
		const status = fulfillmentStatus(order);
		if (status === 'fulfilled') this.publish('orders/fulfilled', order);
		if (status === 'partial') this.publish('orders/partially_fulfilled', order);
		return fulfillment;
	}

	/** Replaces all that a fulfilment says of tracking. */
	updateTracking(
		order: ShopifyOrder,
		fulfillment: ShopifyFulfillment,
		tracking: ShopifyTracking,
		notifyCustomer: boolean,
	): void {
		fulfillment.tracking = tracking;
		fulfillment.updatedAtMs = this.now();
		if (notifyCustomer) this.mailTracking(order, 'shipping_update', tracking);
		this.webhooks.publish('fulfillments/update', fulfillmentView(order, fulfillment));
		this.changed(order);
	}

	private mailTracking(order: ShopifyOrder, kind: string, { numbers }: ShopifyTracking): void {
		const text = `Your order #${order.orderNumber} is on its way: ${numbers.join(', ')}`;
		this.parts.mails.send({ orderId: order.id, kind, text });
	}

	/** Pieces that are still to be sent, by line ID. */
	remaining(order: ShopifyOrder): Record<string, number> {
		return Object.fromEntries(
			order.lines
				.map((line): [string, number] => [String(line.id), remainingQuantity(order, line)])
				.filter(([, quantity]) => quantity > 0),
		);
	}

	private changed(order: ShopifyOrder): void {
		order.updatedAtMs = this.now();
		this.publish('orders/updated', order);
	}

	private publish(topic: string, order: ShopifyOrder): void {
		this.webhooks.publish(topic, orderView(order));
	}
}

function requireLine(order: ShopifyOrder, lineId: string): ShopifyLine {
	const line = order.lines.find(({ id }) => String(id) === lineId);
	if (!line) throw new Error(`Order ${order.id} has no line ${lineId}`);
	return line;
}
