import { ANNOUNCED_ORDER_STATUSES, type OrderStatus, type ShipmentStatus } from '../facts.ts';
import { timestamp } from '../time/clock.ts';
import { orderCreated, orderUpdated, shipmentCreated } from '../webhooks/envelope.ts';
import type { Service } from '../service.ts';
import { addressErrors } from '../validation/address.ts';
import type { Order, Shipment } from './model.ts';
import { newShipment } from './shipping.ts';

/** Service seconds an order or a shipment spends in a status before it moves on by itself. */
const SECONDS_IN = {
	validation: 1,
	pending: 60,
	inprocess: 240,
	partial: 120,
	shipmentPending: 60,
	shipmentPackaged: 60,
} as const;

/** Validation can fail an order as long as nothing has been printed. */
const NOT_YET_IN_PRODUCTION: ReadonlySet<OrderStatus> = new Set(['draft', 'pending', 'onhold']);

/** Moves orders and shipments through their statuses (section 3) and announces each move. */
export class OrderLifeCycle {
	private readonly service: Service;
	private readonly timers = new Map<string, () => void>();

	constructor(service: Service) {
		this.service = service;
	}

	/** A new order: announced, then validated while the caller already has the answer. */
	place(order: Order): void {
		this.service.orders.add(order);
		this.announce(order.accountId, () => orderCreated(order));
		this.validate(order);
	}

	/**
	 * Validates address and print files once they are due; the order fails when one is wrong.
	 * A later validation of the same order outdates this one.
	 */
	validate(order: Order): void {
		const run = ++order.validationRun;
		order.validating = true;
		const end = this.service.activity.begin();
		this.service.clock.after(SECONDS_IN.validation, () => {
			void this.findErrors(order, run).finally(end);
		});
	}

	private async findErrors(order: Order, run: number): Promise<void> {
		const errors = addressErrors(order.recipient);
		const itemErrors = await Promise.all(
			order.items.map(async (item) => await this.service.printFiles.errors(item)),
		);
		if (order.validationRun !== run || this.service.stopped) return;
		order.validating = false;
		order.errors = errors;
		order.items.forEach((item, index) => (item.errors = itemErrors[index] ?? []));
		if (errors.length > 0 || itemErrors.some((found) => found.length > 0)) {
			if (NOT_YET_IN_PRODUCTION.has(order.status)) this.move(order, 'failed');
		} else if (order.status === 'draft' && this.service.options.autoConfirm) {
			this.move(order, 'pending');
		} else {
			this.continueByItself(order);
		}
	}

	/** The status that follows in the life cycle; undefined at its end. */
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

	/** Brings an order to a status, with all that goes with it. */
	move(order: Order, status: OrderStatus): void {
		this.cancelTimer(order.id);
		order.heldFrom = status === 'onhold' ? order.status : undefined;
		order.status = status;
		order.updatedAt = timestamp();
		if (status === 'draft') clearErrors(order);
		if (ANNOUNCED_ORDER_STATUSES.has(status)) {
			this.announce(order.accountId, () => orderUpdated(order));
		}
		if (status === 'partial') this.ship(order, order.items.slice(0, 1));
		if (status === 'fulfilled' || status === 'shipped') this.ship(order, order.items);
		if (status === 'shipped') this.sendOff(order);
		if (status === 'canceled') this.cancelShipments(order);
		this.continueByItself(order);
	}

	/** Makes a shipment of those items that are in none yet. */
	private ship(order: Order, items: Order['items']): void {
		const shippedItems = new Set(order.shipments.flatMap((shipment) => shipment.itemIds));
		const itemIds = items.map((item) => item.id).filter((id) => !shippedItems.has(id));
		if (itemIds.length === 0) return;
		const shipment = newShipment(order, itemIds);
		this.service.orders.addShipment(order, shipment);
		this.announce(order.accountId, () => shipmentCreated(shipment));
		this.continueShipment(shipment);
	}

	private sendOff(order: Order): void {
		for (const shipment of order.shipments) {
			if (shipment.shipmentStatus === 'pending') this.moveShipment(shipment, 'packaged');
			if (shipment.shipmentStatus === 'packaged') this.moveShipment(shipment, 'shipped');
		}
	}

	private cancelShipments(order: Order): void {
		for (const shipment of order.shipments) {
			if (['pending', 'packaged'].includes(shipment.shipmentStatus)) {
				this.moveShipment(shipment, 'canceled');
			}
		}
	}

	nextOfShipment(shipment: Shipment): ShipmentStatus | undefined {
		const following: Partial<Record<ShipmentStatus, ShipmentStatus>> = {
			pending: 'packaged',
			packaged: 'shipped',
			shipped: 'returned',
		};
		return following[shipment.shipmentStatus];
	}

	moveShipment(shipment: Shipment, status: ShipmentStatus): void {
		this.cancelTimer(shipment.id);
		shipment.shipmentStatus = status;
		if (status === 'shipped') shipment.shippedAt = timestamp();
		this.announce(shipment.accountId, () => shipmentCreated(shipment));
		this.continueShipment(shipment);
		const order = this.service.orders.withId(shipment.orderId);
		if (order && this.service.options.autoAdvance) this.shipWhenAllAreOff(order);
	}

	/** A fulfilled order counts as shipped when its last parcel is with the carrier. */
	private shipWhenAllAreOff(order: Order): void {
		const isOff = order.shipments.every(({ shipmentStatus }) => shipmentStatus === 'shipped');
		if (order.status === 'fulfilled' && isOff) this.move(order, 'shipped');
	}

	/** With `autoAdvance`, plans the next move of an order that was confirmed. */
	private continueByItself(order: Order): void {
		if (!this.service.options.autoAdvance || order.validating) return;
		const { status } = order;
		if (status === 'fulfilled') return this.shipWhenAllAreOff(order);
		if (status !== 'pending' && status !== 'inprocess' && status !== 'partial') return;
		this.plan(order.id, SECONDS_IN[status], () => {
			const next = this.next(order);
			if (next) this.move(order, next);
		});
	}

	private continueShipment(shipment: Shipment): void {
		if (!this.service.options.autoAdvance) return;
		const { shipmentStatus } = shipment;
		if (shipmentStatus === 'pending') {
			this.plan(shipment.id, SECONDS_IN.shipmentPending, () =>
				this.moveShipment(shipment, 'packaged'),
			);
		}
		if (shipmentStatus === 'packaged') {
			this.plan(shipment.id, SECONDS_IN.shipmentPackaged, () =>
				this.moveShipment(shipment, 'shipped'),
			);
		}
	}

	private plan(id: string, seconds: number, action: () => void): void {
		this.cancelTimer(id);
		const cancel = this.service.clock.after(seconds, () => {
			this.timers.delete(id);
			action();
		});
		this.timers.set(id, cancel);
	}

	private cancelTimer(id: string): void {
		this.timers.get(id)?.();
		this.timers.delete(id);
	}

	/** The event is made only for an account that has a webhook: benches have none. */
	private announce(accountId: string, event: () => ReturnType<typeof orderUpdated>): void {
		const account = this.service.accounts.withId(accountId);
		if (account.webhook) void this.service.webhooks.send(account, event());
	}
}

function clearErrors(order: Order): void {
	order.errors = [];
	for (const item of order.items) item.errors = [];
}
