import type { CustomerOrder, OrderEdit, OrderRefund } from '../common/customer-order.ts';
import { ShopControl } from '../common/control.ts';
import type { ShopParts } from '../common/shop-parts.ts';
import type { Refusal, Refusals } from './graphql/refusals.ts';
import {
	financialStatus,
	fulfillmentStatus,
	type ShopifyOrder,
	type ShopifyWebhook,
} from './model.ts';
import type { ShopifyShop } from './shop.ts';
import type { Webhooks } from './webhooks.ts';

/** An order with its statuses, as tests look at it. */
export type ShownOrder = ShopifyOrder & {
	financialStatus: ReturnType<typeof financialStatus>;
	fulfillmentStatus: ReturnType<typeof fulfillmentStatus>;
};

interface ControlParts {
	parts: ShopParts;
	shop: ShopifyShop;
	webhooks: Webhooks;
	refusals: Refusals;
}

/** What customers and the owner of the shop do, and what tests look at. */
export class ShopifyControl extends ShopControl {
	private readonly shop: ShopifyShop;
	private readonly webhookStore: Webhooks;
	private readonly refusals: Refusals;

	constructor({ parts, shop, webhooks, refusals }: ControlParts) {
		super(parts);
		this.shop = shop;
		this.webhookStore = webhooks;
		this.refusals = refusals;
	}

	/** A customer orders. */
	order(order: CustomerOrder = {}): ShownOrder {
		return shown(this.shop.order(order));
	}

	pay(id: number): void {
		this.shop.pay(this.require(id));
	}

	edit(id: number, edit: OrderEdit): void {
		this.shop.edit(this.require(id), edit);
	}

	/** Cancels an order and refunds it. */
	cancel(id: number): void {
		this.shop.cancel(this.require(id));
	}

	refund(id: number, refund: OrderRefund = {}): void {
		this.shop.refund(this.require(id), refund);
	}

	/** All orders, the oldest first. */
	orders(): ShownOrder[] {
		return this.shop.orders().map(shown);
	}

	getOrder(id: number): ShownOrder {
		return shown(this.require(id));
	}

	/** The tracking numbers of all fulfilments of an order, each as often as it is there. */
	trackingNumbers(id: number): string[] {
		return this.require(id).fulfillments.flatMap(({ tracking }) => tracking.numbers);
	}

	/** Orders `userErrors`. */
	refuse(refusal: Refusal): void {
		this.refusals.order(refusal);
	}

	override clearFaults(): void {
		super.clearFaults();
		this.refusals.clear();
	}

	webhooks(): ShopifyWebhook[] {
		return structuredClone(this.webhookStore.all());
	}

	/** Removes a webhook, as Shopify does with one that keeps failing. */
	removeWebhook(id: number): void {
		this.webhookStore.remove(id);
	}

	private require(id: number): ShopifyOrder {
		const order = this.shop.get(id);
		if (!order) throw new Error(`There is no order ${id}`);
		return order;
	}
}

const shown = (order: ShopifyOrder): ShownOrder => ({
	...structuredClone(order),
	financialStatus: financialStatus(order),
	fulfillmentStatus: fulfillmentStatus(order),
});
