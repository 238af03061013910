import type { Account, Order, Shipment } from './model.ts';

/** The orders and shipments of all accounts. */
export class OrderStore {
	/** Called before an order is added or changed. */
	onChange: (order: Order, isNew: boolean) => void = () => undefined;
	private readonly byId = new Map<string, Order>();
	private readonly byExternalId = new Map<string, Map<string, Order>>();
	private readonly byAccount = new Map<string, Order[]>();
	private readonly shipmentsById = new Map<string, Shipment>();

	/** How many orders each account has ever had. */
	private readonly added = new Map<string, number>();

	/** The number of the account's next order; that of a removed one is not given again. */
	nextNumber(accountId: string): number {
		return (this.added.get(accountId) ?? 0) + 1;
	}

	add(order: Order): void {
		this.onChange(order, true);
		this.added.set(order.accountId, this.nextNumber(order.accountId));
		this.byId.set(order.id, order);
		this.externalIdsOf(order.accountId).set(order.externalId, order);
		this.ofAccount(order.accountId).push(order);
		for (const shipment of order.shipments) this.shipmentsById.set(shipment.id, shipment);
	}

	/** To be called before an order or one of its shipments is changed. */
	changing(order: Order): void {
		this.onChange(order, false);
	}

	/** Removes an order with its shipments, as if it had never been. */
	remove(order: Order): void {
		this.byId.delete(order.id);
		this.externalIdsOf(order.accountId).delete(order.externalId);
		const orders = this.ofAccount(order.accountId);
		orders.splice(orders.indexOf(order), 1);
		for (const { id } of order.shipments) this.shipmentsById.delete(id);
	}

	/** Puts the account's orders into the order of their creation. */
	sortByCreation(accountId: string): void {
		this.ofAccount(accountId).sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
	}

	addShipment(order: Order, shipment: Shipment): void {
		this.changing(order);
		order.shipments.push(shipment);
		this.shipmentsById.set(shipment.id, shipment);
	}

	/** @param reference the order's id, or `@` and its external id (section 4) */
	find(account: Account, reference: string): Order | undefined {
		if (reference.startsWith('@')) {
			return this.externalIdsOf(account.id).get(reference.slice(1));
		}
		const order = this.byId.get(reference);
		return order?.accountId === account.id ? order : undefined;
	}

	withExternalId(accountId: string, externalId: string): Order | undefined {
		return this.externalIdsOf(accountId).get(externalId);
	}

	withId(id: string): Order | undefined {
		return this.byId.get(id);
	}

	shipment(id: string): Shipment | undefined {
		return this.shipmentsById.get(id);
	}

	shipmentWithNumber(trackingId: string): Shipment | undefined {
		return [...this.shipmentsById.values()].find((shipment) => shipment.trackingId === trackingId);
	}

	rename(order: Order, externalId: string): void {
		const externalIds = this.externalIdsOf(order.accountId);
		externalIds.delete(order.externalId);
		order.externalId = externalId;
		externalIds.set(externalId, order);
	}

	/** The account's orders, oldest first. This is the store's own array: do not change it. */
	ofAccount(accountId: string): Order[] {
		let orders = this.byAccount.get(accountId);
		if (!orders) this.byAccount.set(accountId, (orders = []));
		return orders;
	}

	private externalIdsOf(accountId: string): Map<string, Order> {
		let orders = this.byExternalId.get(accountId);
		if (!orders) this.byExternalId.set(accountId, (orders = new Map()));
		return orders;
	}
}
