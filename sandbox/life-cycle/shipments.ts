import type { ShipmentStatus } from '../facts.ts';
import type { Order, OrderItem, Shipment } from '../state/model.ts';
import { newShipment } from '../state/new-shipment.ts';
import type { OrderStore } from '../state/orders.ts';
import { type Clock, timestamp } from '../time/clock.ts';
import { Timers } from '../time/timers.ts';
import { shipmentCreated } from '../webhooks/envelope.ts';
import type { EventPublisher } from '../webhooks/publisher.ts';

const NEXT_STATUS: Partial<Record<ShipmentStatus, ShipmentStatus>> = {
	pending: 'packaged',
	packaged: 'shipped',
	shipped: 'returned',
};

/** Service seconds a shipment stays pending, and stays packaged, with `autoAdvance`. */
const SECONDS_BEFORE_DISPATCH = 60;

export interface ShipmentLifeCycleParts {
	orders: OrderStore;
	publisher: EventPublisher;
	clock: Clock;
	/** Where the sandbox is reached. */
	url: string;
}

/** Moves shipments through their statuses (section 3) and publishes each move. */
export class ShipmentLifeCycle {
	/** Called after each move. */
	onMoved: (shipment: Shipment) => void = () => undefined;
	private readonly orders: OrderStore;
	private readonly publisher: EventPublisher;
	private readonly url: string;
	private readonly timers: Timers;
	private readonly autoAdvance: boolean;

	constructor(
		{ orders, publisher, clock, url }: ShipmentLifeCycleParts,
		{ autoAdvance }: { autoAdvance: boolean },
	) {
		this.orders = orders;
		this.publisher = publisher;
		this.url = url;
		this.timers = new Timers(clock);
		this.autoAdvance = autoAdvance;
	}

	/** Creates a shipment of those items that are not in one yet. */
	ship(order: Order, items: readonly OrderItem[]): void {
		const shippedItems = new Set(order.shipments.flatMap((shipment) => shipment.itemIds));
		const itemIds = items.map((item) => item.id).filter((id) => !shippedItems.has(id));
		if (itemIds.length === 0) return;
		const shipment = newShipment(order, itemIds, this.url);
		this.orders.addShipment(order, shipment);
		this.publisher.publish(shipment.accountId, () => shipmentCreated(shipment));
		this.scheduleNext(shipment);
	}

	/** Hands the parcels of an order to the carrier, through all statuses in between. */
	dispatchAll(order: Order): void {
		for (const shipment of order.shipments) {
			if (shipment.shipmentStatus === 'pending') this.move(shipment, 'packaged');
			if (shipment.shipmentStatus === 'packaged') this.move(shipment, 'shipped');
		}
	}

	/** Cancels the shipments of an order that the carrier does not have yet. */
	cancelAll(order: Order): void {
		for (const shipment of order.shipments) {
			if (['pending', 'packaged'].includes(shipment.shipmentStatus)) {
				this.move(shipment, 'canceled');
			}
		}
	}

	/** Lets the shipments of an order advance no further by themselves. */
	stop(order: Order): void {
		for (const { id } of order.shipments) this.timers.cancel(id);
	}

	/** The status after the present one; undefined for a final status. */
	next(shipment: Shipment): ShipmentStatus | undefined {
		return NEXT_STATUS[shipment.shipmentStatus];
	}

	move(shipment: Shipment, status: ShipmentStatus): void {
		this.timers.cancel(shipment.id);
		const order = this.orders.withId(shipment.orderId);
		if (order) this.orders.changing(order);
		shipment.shipmentStatus = status;
		if (status === 'shipped') shipment.shippedAt = timestamp();
		this.publisher.publish(shipment.accountId, () => shipmentCreated(shipment));
		this.scheduleNext(shipment);
		this.onMoved(shipment);
	}

	private scheduleNext(shipment: Shipment): void {
		const { shipmentStatus } = shipment;
		if (!this.autoAdvance || (shipmentStatus !== 'pending' && shipmentStatus !== 'packaged'))
			return;
		this.timers.set(shipment.id, SECONDS_BEFORE_DISPATCH, () =>
			this.move(shipment, shipmentStatus === 'pending' ? 'packaged' : 'shipped'),
		);
	}
}
