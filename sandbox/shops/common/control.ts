import type { Fault, FaultOptions } from '../../control/faults.ts';
import type { CustomerOrder, OrderEdit, OrderRefund } from './customer-order.ts';
import type { Mail } from './mails.ts';
import { NO_LATENCY, requireLatency, type Latency } from './options.ts';
import type { ShopParts } from './shop-parts.ts';
import type { ShopRequest } from './traffic.ts';
import { requireWebhookFaults, type WebhookFaults } from './webhook-faults.ts';
import type { ShopDelivery } from './webhook-sender.ts';

const DEFAULT_WAIT_MILLISECONDS = 10_000;

/** What customers and the owner do with orders in either shop. */
interface Shop<Order> {
	/** All orders, the oldest first. */
	orders(): Order[];
	get(id: number): Order | undefined;
	order(order: CustomerOrder): Order;
	pay(order: Order): void;
	edit(order: Order, edit: OrderEdit): void;
	refund(order: Order, refund: OrderRefund): void;
}

/** The control verbs that both shops have. `Shown` is an order as tests look at it. */
export abstract class ShopControl<Order, OwnShop extends Shop<Order>, Shown> {
	protected readonly parts: ShopParts;
	protected readonly shop: OwnShop;

	constructor(parts: ShopParts, shop: OwnShop) {
		this.parts = parts;
		this.shop = shop;
	}

	/** A copy, which what happens later does not change. */
	protected abstract shown(order: Order): Shown;

	abstract cancel(id: number): void;

	abstract webhooks(): unknown[];

	/** A customer orders. */
	order(order: CustomerOrder = {}): Shown {
		return this.shown(this.shop.order(order));
	}

	pay(id: number): void {
		this.shop.pay(this.require(id));
	}

	edit(id: number, edit: OrderEdit): void {
		this.shop.edit(this.require(id), edit);
	}

	refund(id: number, refund: OrderRefund = {}): void {
		this.shop.refund(this.require(id), refund);
	}

	/** All orders, the oldest first. */
	orders(): Shown[] {
		return this.shop.orders().map((order) => this.shown(order));
	}

	getOrder(id: number): Shown {
		return this.shown(this.require(id));
	}

	protected require(id: number): Order {
		const order = this.shop.get(id);
		if (!order) throw new Error(`There is no order ${id}`);
		return order;
	}

	/** Orders what happens to webhooks from now on, in place of what was ordered before. */
	setWebhookFaults(faults: WebhookFaults = {}): void {
		requireWebhookFaults(faults);
		this.parts.sender.faults = faults;
	}

	/** Without one, responses come at once. */
	setLatency(latency: Latency = NO_LATENCY): void {
		requireLatency(latency);
		this.parts.traffic.latency = latency;
	}

	/** Orders a fault of requests to the shop's API. */
	injectFault(options: FaultOptions): { id: string } {
		return this.parts.traffic.faults.inject(options);
	}

	faults(): Fault[] {
		return this.parts.traffic.faults.all();
	}

	clearFaults(): void {
		this.parts.traffic.faults.clear();
	}

	/** The calls of webhooks, the oldest first. */
	deliveries(): ShopDelivery[] {
		return this.parts.sender.deliveries.all();
	}

	/** The topics of webhooks that were lost, the oldest first. */
	lostWebhooks(): string[] {
		return [...this.parts.sender.lost];
	}

	/** The requests to the shop's API, the oldest first. */
	requests(): ShopRequest[] {
		return this.parts.traffic.requests.all();
	}

	/** The mails to customers, the oldest first; with a tracking number, those that name it. */
	mails(trackingNumber?: string): Mail[] {
		const { mails } = this.parts;
		return trackingNumber === undefined ? mails.all() : mails.naming(trackingNumber);
	}

	/**
	 * Resolves with the first call of a webhook that has ended and matches, past ones first.
	 * @throws Error after the given time without one
	 */
	async waitForDelivery(
		matches: (delivery: ShopDelivery) => boolean,
		timeoutMilliseconds = DEFAULT_WAIT_MILLISECONDS,
	): Promise<ShopDelivery> {
		return await this.parts.sender.deliveries.waitFor(matches, timeoutMilliseconds);
	}

	/**
	 * Resolves with the first request that was answered and matches, past ones first.
	 * @throws Error after the given time without one
	 */
	async waitForRequest(
		matches: (request: ShopRequest) => boolean,
		timeoutMilliseconds = DEFAULT_WAIT_MILLISECONDS,
	): Promise<ShopRequest> {
		return await this.parts.traffic.requests.waitFor(matches, timeoutMilliseconds);
	}

	/** Resolves when no call of a webhook is in progress; late ones and retries to come are not waited for. */
	async settled(): Promise<void> {
		await this.parts.activity.settled();
	}
}

/** The control of either shop, for what both have. */
export type AnyShopControl = Pick<
	ShopControl<unknown, Shop<unknown>, unknown>,
	keyof ShopControl<unknown, Shop<unknown>, unknown>
>;
