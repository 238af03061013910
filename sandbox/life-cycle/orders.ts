import { ANNOUNCED_ORDER_STATUSES, type OrderStatus } from '../facts.ts';
import type { Order } from '../state/model.ts';
import type { OrderStore } from '../state/orders.ts';
import type { Activity } from '../time/activity.ts';
import { type Clock, timestamp } from '../time/clock.ts';
import { Timers } from '../time/timers.ts';
import { addressErrors } from '../validation/address.ts';
import type { PrintFileValidator } from '../validation/print-files.ts';
import { orderCreated, orderUpdated } from '../webhooks/envelope.ts';
import type { EventPublisher } from '../webhooks/publisher.ts';
import type { ShipmentLifeCycle } from './shipments.ts';

/** Service seconds from placing or changing an order to its validation. */
const SECONDS_BEFORE_VALIDATION = 1;

/** Service seconds an order stays in a status with `autoAdvance`. */
const SECONDS_IN: Partial<Record<OrderStatus, number>> = {
	pending: 60,
	inprocess: 240,
	partial: 120,
};

/** Validation can fail an order as long as nothing has been printed. */
const NOT_YET_IN_PRODUCTION: ReadonlySet<OrderStatus> = new Set(['draft', 'pending', 'onhold']);

export interface OrderLifeCycleParts {
	orders: OrderStore;
	shipments: ShipmentLifeCycle;
	publisher: EventPublisher;
	printFiles: PrintFileValidator;
	clock: Clock;
	activity: Activity;
}

export interface OrderLifeCycleOptions {
	autoAdvance: boolean;
	autoConfirm: boolean;
}

/** Moves orders through their statuses (section 3) and publishes each move. */
export class OrderLifeCycle {
	private readonly parts: OrderLifeCycleParts;
	private readonly options: OrderLifeCycleOptions;
	private readonly timers: Timers;

	constructor(parts: OrderLifeCycleParts, options: OrderLifeCycleOptions) {
		this.parts = parts;
		this.options = options;
		this.timers = new Timers(parts.clock);
		parts.shipments.onMoved = ({ orderId }) => {
			const order = parts.orders.withId(orderId);
			if (order && options.autoAdvance) this.completeIfDispatched(order);
		};
	}

	/** Stores a new order and validates it later, when the caller already has the response. */
	place(order: Order): void {
		this.parts.orders.add(order);
		this.parts.publisher.publish(order.accountId, () => orderCreated(order));
		this.validate(order);
	}

	/**
	 * Schedules the validation of address and print files, which fails the order when it finds
	 * errors. The result is dropped when another validation of the order was started meanwhile.
	 */
	validate(order: Order): void {
		const run = ++order.validationRun;
		order.validating = true;
		const end = this.parts.activity.begin();
		this.parts.clock.after(SECONDS_BEFORE_VALIDATION, () => {
			void this.runValidation(order, run).finally(end);
		});
	}

	private async runValidation(order: Order, run: number): Promise<void> {
		const errors = addressErrors(order.recipient);
		const itemErrors = await Promise.all(
			order.items.map(async (item) => await this.parts.printFiles.errors(item)),
		);
		if (order.validationRun !== run || this.parts.clock.isStopped) return;
		order.validating = false;
		this.parts.orders.changing(order);
		order.errors = errors;
		order.items.forEach((item, index) => (item.errors = itemErrors[index] ?? []));
		if (errors.length > 0 || itemErrors.some((found) => found.length > 0)) {
			if (NOT_YET_IN_PRODUCTION.has(order.status)) this.move(order, 'failed');
		} else if (order.status === 'draft' && this.options.autoConfirm) {
			this.move(order, 'pending');
		} else {
			this.scheduleNext(order);
		}
	}

	/** The status after the present one; undefined for a final status. */
	next(order: Order): OrderStatus | undefined {
		switch (order.status) {
			case 'draft':
				return 'pending';
			case 'pending':
				return 'inprocess';
			case 'inprocess':
				return order.items.length > 1 ? 'partial' : 'fulfilled';
			case 'partial':
				return 'fulfilled';
			case 'fulfilled':
				return 'shipped';
			case 'onhold':
				return order.heldFrom ?? 'inprocess';
			case 'failed':
				return 'draft';
			case 'canceled':
			case 'shipped':
				return undefined;
		}
	}

	/** Gives an order a status and makes, dispatches or cancels its shipments accordingly. */
	move(order: Order, status: OrderStatus): void {
		const { publisher, shipments } = this.parts;
		this.timers.cancel(order.id);
		this.parts.orders.changing(order);
		order.heldFrom = status === 'onhold' ? order.status : undefined;
		order.status = status;
		order.updatedAt = timestamp();
		if (status === 'draft') clearErrors(order);
		if (ANNOUNCED_ORDER_STATUSES.has(status)) {
			publisher.publish(order.accountId, () => orderUpdated(order));
		}
		if (status === 'partial') {
			shipments.ship(order, order.items.slice(0, order.shipments.length + 1));
		}
		if (status === 'fulfilled' || status === 'shipped') shipments.ship(order, order.items);
		if (status === 'shipped') shipments.dispatchAll(order);
		if (status === 'canceled') shipments.cancelAll(order);
		this.scheduleNext(order);
	}

	/** Removes an order with its shipments, as if it had never been. */
	remove(order: Order): void {
		this.timers.cancel(order.id);
		this.parts.shipments.stop(order);
		this.parts.orders.remove(order);
	}

	/** With `autoAdvance`, schedules the next move of a confirmed order. */
	private scheduleNext(order: Order): void {
		if (!this.options.autoAdvance || order.validating) return;
		if (order.status === 'fulfilled') return this.completeIfDispatched(order);
		const seconds = SECONDS_IN[order.status];
		if (seconds === undefined) return;
		this.timers.set(order.id, seconds, () => {
			const next = this.next(order);
			if (next) this.move(order, next);
		});
	}

	/** A fulfilled order becomes shipped once the carrier has its last parcel. */
	private completeIfDispatched(order: Order): void {
		const isDispatched = order.shipments.every(
			({ shipmentStatus }) => shipmentStatus === 'shipped',
		);
		if (order.status === 'fulfilled' && isDispatched) this.move(order, 'shipped');
	}
}

function clearErrors(order: Order): void {
	order.errors = [];
	for (const item of order.items) item.errors = [];
}
