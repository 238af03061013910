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
export class ShopifyControl extends ShopControl<ShopifyOrder, ShopifyShop, ShownOrder> {
	private readonly webhookStore: Webhooks;
	private readonly refusals: Refusals;

	constructor({ parts, shop, webhooks, refusals }: ControlParts) {
		super(parts, shop);
		this.webhookStore = webhooks;
		this.refusals = refusals;
	}

	/** Cancels an order and refunds it. */
	cancel(id: number): void {
		this.shop.cancel(this.require(id));
	}

	/** Marks what is left of an order as sent, by hand and without a number. */
	fulfill(id: number): void {
		const order = this.require(id);
		const tracking = { company: null, numbers: [], urls: [] };
		this.shop.fulfill(order, this.shop.remaining(order), tracking, false);
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

	protected shown(order: ShopifyOrder): ShownOrder {
		return {
			...structuredClone(order),
			financialStatus: financialStatus(order),
			fulfillmentStatus: fulfillmentStatus(order),
		};
	}
}
