import type { CustomerOrder, OrderEdit, OrderRefund } from '../common/customer-order.ts';
import { ShopControl } from '../common/control.ts';
import { namesNumber } from '../common/mails.ts';
import type { ShopParts } from '../common/shop-parts.ts';
import type { WooNote, WooOrder, WooStatus, WooWebhook } from './model.ts';
import type { WooCommerceShop } from './shop.ts';

/** What customers and the owner of the shop do, and what tests look at. */
export class WooCommerceControl extends ShopControl {
	private readonly shop: WooCommerceShop;

	constructor(parts: ShopParts, shop: WooCommerceShop) {
		super(parts);
		this.shop = shop;
	}

	/** A customer orders. */
	order(order: CustomerOrder = {}): WooOrder {
		return structuredClone(this.shop.order(order));
	}

	pay(id: number): void {
		this.shop.pay(this.require(id));
	}

	edit(id: number, edit: OrderEdit): void {
		this.shop.edit(this.require(id), edit);
	}

	cancel(id: number): void {
		this.setStatus(id, 'cancelled');
	}

	refund(id: number, refund: OrderRefund = {}): void {
		this.shop.refund(this.require(id), refund);
	}

	/** Sets the status by hand. */
	setStatus(id: number, status: WooStatus): void {
		this.shop.change(this.require(id), { status });
	}

	/** All orders, the oldest first. */
	orders(): WooOrder[] {
		return structuredClone(this.shop.orders());
	}

	getOrder(id: number): WooOrder {
		return structuredClone(this.require(id));
	}

	/** The notes of an order that its customer got, the oldest first; with a tracking number, those that name it. */
	customerNotes(id: number, trackingNumber?: string): WooNote[] {
		return this.shop
			.notes(this.require(id).id)
			.filter(
				({ isForCustomer, note }) =>
					isForCustomer && (trackingNumber === undefined || namesNumber(note, trackingNumber)),
			);
	}

	webhooks(): WooWebhook[] {
		return structuredClone(this.shop.webhooks.all());
	}

	private require(id: number): WooOrder {
		const order = this.shop.get(id);
		if (!order) throw new Error(`There is no order ${id}`);
		return order;
	}
}
