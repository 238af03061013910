import {
	centsOf,
	completeLines,
	priceOf,
	type CustomerOrder,
	type OrderEdit,
	type OrderRefund,
} from '../common/customer-order.ts';
import type { ShopParts } from '../common/shop-parts.ts';
import { STATUS_NAMES, type WooNote, type WooOrder, type WooStatus } from './model.ts';
import { changedAddress, newLine, newOrder } from './new-order.ts';
import { SiteTime } from './site-time.ts';
import { Views } from './views.ts';
import { Webhooks } from './webhooks.ts';

/** Numbers start here, so that they look like those of a shop that has sold before. */
const FIRST_NUMBER = 727;

/** The statuses of which the customer hears by mail. */
const MAILED: ReadonlySet<WooStatus> = new Set(['processing', 'completed', 'refunded']);

/** What the shop takes from its site. */
export interface SiteOptions {
	/** The time zone of the site, in minutes to the east of Greenwich. Default: 0. */
	utcOffsetMinutes?: number;
	/**
	 * Shop seconds until a webhook is sent, for WordPress sends it with its planned tasks. Saves until then are in one call.
	 * Default: 0, as soon as what was asked for is done.
	 */
	webhookWaitSeconds?: number;
}

/** What a client may change in an order. */
export interface WooOrderChanges {
	status?: WooStatus;
	customer_note?: string;
	meta_data?: Array<{ key: string; value: unknown }>;
	shipping?: Record<string, string>;
	billing?: Record<string, string>;
}

/** The shop: its orders and notes, and what follows when they change. */
export class WooCommerceShop {
	readonly time: SiteTime;
	readonly views: Views;
	readonly webhooks: Webhooks;
	private readonly parts: ShopParts;
	private readonly ordersById = new Map<number, WooOrder>();
	private readonly notesByOrder = new Map<number, WooNote[]>();
	private lastNumber = FIRST_NUMBER - 1;

	/** @param siteUrl without a slash at the end; known only once the shop listens */
	constructor(
		parts: ShopParts,
		{ utcOffsetMinutes = 0, webhookWaitSeconds = 0 }: SiteOptions,
		siteUrl: () => string,
	) {
		this.parts = parts;
		this.time = new SiteTime(utcOffsetMinutes);
		this.views = new Views(this.time, siteUrl);
		this.webhooks = new Webhooks(parts.sender, siteUrl, webhookWaitSeconds);
	}

	now(): number {
		return this.parts.options.now();
	}

	nextNumber = (): number => {
		this.lastNumber += 1;
		return this.lastNumber;
	};

	orders(): WooOrder[] {
		return [...this.ordersById.values()];
	}

	get(id: number): WooOrder | undefined {
		return this.ordersById.get(id);
	}

	notes(orderId: number): WooNote[] {
		return [...(this.notesByOrder.get(orderId) ?? [])];
	}

	/** A customer orders, as by the checkout in blocks: a draft, then pending. Pays unless told otherwise. */
	order({ lines, customer = {}, note = '', paid = true }: CustomerOrder): WooOrder {
		const { products } = this.parts.options;
		const ordered = completeLines(lines ?? [{ sku: products[0]?.sku ?? '' }], products);
		const order = newOrder(ordered, customer, note, this.now(), this.nextNumber);
		this.ordersById.set(order.id, order);
		this.publish('order.created', order);
		this.change(order, { status: 'pending' });
		if (paid) this.pay(order);
		return order;
	}

	pay(order: WooOrder): void {
		if (order.paidAtMs !== null) throw new Error(`Order ${order.id} is paid already`);
		order.paidAtMs = this.now();
		this.change(order, { status: 'processing' });
	}

	/** The order is kept in the trash. */
	trash(order: WooOrder): void {
		order.status = 'trash';
		order.modifiedAtMs = this.now();
		this.publish('order.deleted', order);
	}

	/** The order is deleted for good. */
	remove(order: WooOrder): void {
		this.ordersById.delete(order.id);
		this.publish('order.deleted', order);
	}

	/** The shop sells a product no more, and forgets it: lines of orders have no SKU any more. */
	deleteProduct(sku: string): void {
		const lines = this.orders().flatMap((order) => order.lines);
		for (const line of lines.filter((one) => one.sku === sku)) {
			Object.assign(line, { sku: null, productId: 0, variationId: 0 });
		}
	}

	edit(order: WooOrder, { addLines = [], quantities = {}, customer }: OrderEdit): void {
		for (const [lineId, quantity] of Object.entries(quantities)) {
			this.requireLine(order, lineId).quantity = quantity;
		}
		order.lines = order.lines.filter(({ quantity }) => quantity > 0);
		const added = completeLines(addLines, this.parts.options.products);
		order.lines.push(...added.map((line) => newLine(line, this.nextNumber)));
		if (customer) order.shipping = changedAddress(order.shipping, customer);
		this.saved(order);
	}

	/** Refunds pieces of lines, or all that is left, which also makes the order refunded. */
	refund(order: WooOrder, { quantities, reason = '' }: OrderRefund): void {
		const left = this.unrefunded(order);
		const pieces = quantities ?? left;
		let cents = 0;
		for (const [lineId, quantity] of Object.entries(pieces)) {
			const line = this.requireLine(order, lineId);
			if (quantity > (left[lineId] ?? 0)) {
				throw new Error(`Only ${left[lineId] ?? 0} of line ${lineId} are left to refund`);
			}
			cents += centsOf(line.price) * quantity;
		}
		order.refunds.push({
			id: this.nextNumber(),
			createdAtMs: this.now(),
			reason,
			amount: priceOf(cents),
			quantities: pieces,
		});
		if (Object.keys(this.unrefunded(order)).length === 0)
			this.change(order, { status: 'refunded' });
		else this.saved(order);
	}

	/** What a client or the shop's owner changes in an order. It is saved, and announced, in any case. */
	change(
		order: WooOrder,
		{ status, customer_note, meta_data, shipping, billing }: WooOrderChanges,
	): void {
		if (customer_note !== undefined) order.customerNote = customer_note;
		if (shipping) Object.assign(order.shipping, shipping);
		if (billing) Object.assign(order.billing, billing);
		for (const { key, value } of meta_data ?? []) {
			const existing = order.metaData.find((entry) => entry.key === key);
			if (existing) existing.value = value;
			else order.metaData.push({ id: this.nextNumber(), key, value });
		}
		if (status !== undefined && status !== order.status) this.setStatus(order, status);
		this.saved(order);
	}

	private setStatus(order: WooOrder, status: WooStatus): void {
		const before = order.status;
		order.status = status;
		if (status === 'completed') order.completedAtMs = this.now();
		if (status === 'processing') this.reduceStock(order);
		if (status === 'refunded') this.refundRest(order);
		const note = `Order status changed from ${STATUS_NAMES[before]} to ${STATUS_NAMES[status]}.`;
		this.addNote(order, { note, author: 'system', isForCustomer: false });
		if (!MAILED.has(status)) return;
		const text = [`Your order ${order.id} is ${status}.`, order.customerNote];
		this.mail(order, status, text.filter(Boolean).join('\n'));
	}

	/** WooCommerce takes a paid order for paid, and keeps how many pieces it took from the stock. */
	private reduceStock(order: WooOrder): void {
		order.paidAtMs ??= this.now();
		for (const { metaData, quantity } of order.lines) {
			if (metaData.some(({ key }) => key === '_reduced_stock')) continue;
			metaData.push({ id: this.nextNumber(), key: '_reduced_stock', value: String(quantity) });
		}
	}

	/** An order that somebody sets to refunded gets a refund of what is left, which names no lines. */
	private refundRest(order: WooOrder): void {
		const total = order.lines.reduce(
			(sum, { price, quantity }) => sum + centsOf(price) * quantity,
			0,
		);
		const left = order.refunds.reduce((rest, { amount }) => rest - centsOf(amount), total);
		if (left <= 0) return;
		order.refunds.push({
			...{ id: this.nextNumber(), createdAtMs: this.now(), reason: 'Order fully refunded.' },
			...{ amount: priceOf(left), quantities: {} },
		});
	}

	/** Adds a note; the customer gets one that is for him by mail. */
	addNote(
		order: WooOrder,
		{ note, author, isForCustomer }: Pick<WooNote, 'note' | 'author' | 'isForCustomer'>,
	): WooNote {
		const added = { id: this.nextNumber(), createdAtMs: this.now(), note, author, isForCustomer };
		this.notesByOrder.set(order.id, [...this.notes(order.id), added]);
		if (isForCustomer) this.mail(order, 'customer_note', note);
		return added;
	}

	private mail(order: WooOrder, kind: string, text: string): void {
		this.parts.mails.send({ orderId: order.id, kind, text });
	}

	private saved(order: WooOrder): void {
		order.modifiedAtMs = this.now();
		this.publish('order.updated', order);
	}

	private publish(topic: string, order: WooOrder): void {
		const isDeleted = topic === 'order.deleted';
		this.webhooks.publish(topic, order.id, () =>
			isDeleted ? { id: order.id } : this.views.order(order),
		);
	}

	/** The pieces that are not refunded, by line ID. */
	private unrefunded(order: WooOrder): Record<string, number> {
		const left = order.lines.map(({ id, quantity }): [string, number] => {
			const refunded = order.refunds.reduce(
				(sum, { quantities }) => sum + (quantities[id] ?? 0),
				0,
			);
			return [String(id), quantity - refunded];
		});
		return Object.fromEntries(left.filter(([, quantity]) => quantity > 0));
	}

	private requireLine(order: WooOrder, lineId: string) {
		const line = order.lines.find(({ id }) => String(id) === lineId);
		if (!line) throw new Error(`Order ${order.id} has no line ${lineId}`);
		return line;
	}
}
