import type { Catalog } from '../catalog/catalog.ts';
import type { Product, Variant } from '../catalog/model.ts';
import { exampleOrder, type OrderBody } from '../catalog/example-order.ts';
import {
	MOCKUP_TASK_STATUSES,
	type MockupTaskStatus,
	ORDER_STATUSES,
	type OrderStatus,
	SHIPMENT_STATUSES,
	type ShipmentStatus,
} from '../facts.ts';
import { newIdentifier } from '../identifiers.ts';
import {
	type RateLimit,
	requireWebhookUrl,
	type ResolvedOptions,
	type SandboxOptions,
} from '../options.ts';
import type { MockupLifeCycle } from '../life-cycle/mockup-tasks.ts';
import type { OrderLifeCycle } from '../life-cycle/orders.ts';
import type { ShipmentLifeCycle } from '../life-cycle/shipments.ts';
import type { ReadOptions } from '../reads/style.ts';
import type { Reads } from '../reads/reads.ts';
import { type AddedOrders, seedOrders } from '../seed/orders.ts';
import type { Account, MockupTask, Order, Shipment } from '../state/model.ts';
import type { Activity } from '../time/activity.ts';
import type { Delivery, WebhookSender } from '../webhooks/delivery.ts';
import { eventToSend, type EventOptions, type EventSources } from './events.ts';
import type { Fault, FaultOptions, Faults } from './faults.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RequestLog, RequestRecord } from './request-log.ts';

const WAIT_MILLISECONDS = 60_000;

export interface WebhookOptions {
	/** An empty string switches events off. */
	url: string;
	/** Default: the account keeps its secret. */
	signingSecret?: string;
	/** Name or id of the account. Default: `demo`. */
	account?: string;
	/** The share of events that are never sent, 0 to 1. Default: 0. */
	lost?: number;
	/** No attempt gets through, as if nobody listened there. Default: false. */
	unreachable?: boolean;
	/** Each event is sent only once the one before it was answered. Repetitions are not waited for. Default: false. */
	inOrder?: boolean;
}

export interface AddOrdersOptions extends AddedOrders {
	/** Name or id of the account. Default: `demo`. */
	account?: string;
}

/** The parts of the service that the verbs read and change. */
export interface ControlledService extends EventSources {
	catalog: Catalog;
	orderLifeCycle: OrderLifeCycle;
	shipmentLifeCycle: ShipmentLifeCycle;
	mockupLifeCycle: MockupLifeCycle;
	webhooks: WebhookSender;
	activity: Activity;
	faults: Faults;
	rateLimiter: RateLimiter;
	requestLog: RequestLog;
	reads: Reads;
	options: Pick<ResolvedOptions, 'allowRemoteWebhooks'>;
}

export interface ServiceHost {
	/** The service since the last reset. */
	readonly service: ControlledService;
	reset(changes: SandboxOptions): Promise<void>;
}

/**
 * The verbs for tests and demonstrations. They need no API key; faults, rate limit and request
 * log do not apply to them.
 */
export class Control {
	private readonly host: ServiceHost;

	constructor(host: ServiceHost) {
		this.host = host;
	}

	private get service(): ControlledService {
		return this.host.service;
	}

	/** Returns to the seed, with changed options if given; clears records and faults as well. */
	async reset(options: SandboxOptions = {}): Promise<void> {
		await this.host.reset(options);
	}

	async setWebhook({
		url,
		signingSecret,
		account,
		lost = 0,
		unreachable = false,
		inOrder = false,
	}: WebhookOptions): Promise<void> {
		if (!(lost >= 0 && lost <= 1)) {
			throw new RangeError(`lost must be between 0 and 1, not ${lost}`);
		}
		if (url !== '') requireWebhookUrl('url', url, this.service.options);
		const owner = this.account(account);
		owner.webhook =
			url === ''
				? undefined
				: {
						id: owner.webhook?.id ?? newIdentifier(`webhook:${owner.id}`),
						url,
						lost,
						isUnreachable: unreachable,
						isInOrder: inOrder,
					};
		owner.signingSecret = signingSecret ?? owner.signingSecret;
	}

	/** Moves an order to the next status of its life cycle, or to the given one. */
	async stepOrder(reference: string, status?: OrderStatus, account?: string): Promise<Order> {
		const order = this.order(reference, account);
		const next = status ?? this.service.orderLifeCycle.next(order);
		if (!next) throw new Error(`The order is ${order.status}: there is no next status`);
		requireOneOf(ORDER_STATUSES, next);
		this.service.orderLifeCycle.move(order, next);
		return order;
	}

	/** Adds many orders at once, without events and without validation. */
	addOrders({ account, ...added }: AddOrdersOptions): Order[] {
		for (const status of added.statuses ?? []) requireOneOf(ORDER_STATUSES, status);
		const { orders, catalog } = this.service;
		const owner = this.account(account);
		const result = seedOrders(orders, catalog, owner, added);
		orders.sortByCreation(owner.id);
		return result;
	}

	/** Removes an order with its shipments, as if it had never been. */
	removeOrder(reference: string, account?: string): void {
		this.service.orderLifeCycle.remove(this.order(reference, account));
	}

	async stepShipment(id: string, status?: ShipmentStatus): Promise<Shipment> {
		const shipment = this.service.orders.shipment(id);
		if (!shipment) throw new Error(`There is no shipment ${id}`);
		const next = status ?? this.service.shipmentLifeCycle.next(shipment);
		if (!next)
			throw new Error(`The shipment is ${shipment.shipmentStatus}: there is no next status`);
		requireOneOf(SHIPMENT_STATUSES, next);
		this.service.shipmentLifeCycle.move(shipment, next);
		return shipment;
	}

	/** Moves a mockup task to `completed`, or to the given status. */
	async stepMockupTask(id: string, status: MockupTaskStatus = 'completed'): Promise<MockupTask> {
		const task = this.mockupTask(id);
		requireOneOf(MOCKUP_TASK_STATUSES, status);
		this.service.mockupLifeCycle.move(task, status);
		return task;
	}

	/** Creates a pending task, for the catalog's first variant by default. */
	async createMockupTask(
		options: { variantIds?: string[]; account?: string } = {},
	): Promise<MockupTask> {
		const variantIds = options.variantIds ?? [this.variants()[0]?.id ?? ''];
		for (const id of variantIds) {
			if (!this.service.catalog.variant(id)) throw new Error(`There is no catalog variant ${id}`);
		}
		return this.service.mockupLifeCycle.create(this.account(options.account), variantIds);
	}

	/** Removes the images of a task: reading it gives a 410 from now on. */
	async expireMockupTask(id: string): Promise<void> {
		this.service.mockupTasks.expire(this.mockupTask(id));
	}

	/** Sets how lists and single reads show what there is; without an argument, as usual. */
	setReads(options: ReadOptions = {}): void {
		this.service.reads.set(options);
	}

	injectFault(options: FaultOptions): { id: string } {
		return this.service.faults.inject(options);
	}

	clearFaults(): void {
		this.service.faults.clear();
	}

	faults(): Fault[] {
		return this.service.faults.all();
	}

	/** Sets the limit on requests per account; without an argument, removes it. */
	setRateLimit(limit?: RateLimit): void {
		this.service.rateLimiter.limit = limit;
	}

	/** Adds an API key to an account (section 5). */
	createApiKey(options: { apiKey?: string; account?: string } = {}): string {
		const apiKey = options.apiKey ?? `sandbox-${newIdentifier()}`;
		this.service.accounts.addKey(this.account(options.account), apiKey);
		return apiKey;
	}

	revokeApiKey(apiKey: string): void {
		this.service.accounts.removeKey(apiKey);
	}

	/**
	 * Sends any event, including forged (another secret), stale (an old timestamp) and malformed
	 * ones (a body of your own). It is sent once unless `attempts` is given.
	 * @returns the record of the first attempt, once it is complete
	 */
	async sendEvent(options: EventOptions): Promise<Delivery> {
		const { account, event, changes } = eventToSend(this.service, options);
		return requireDelivery(await this.service.webhooks.send(account, event, changes));
	}

	/** Delivers a past event again, starting at attempt 1. */
	async redeliver(id: string): Promise<Delivery> {
		return requireDelivery(await this.service.webhooks.redeliver(id));
	}

	/** All requests under /api since the start, the last reset or clearRecords. */
	requests(): RequestRecord[] {
		return this.service.requestLog.requests.all();
	}

	/** All delivery attempts since then. */
	deliveries(): Delivery[] {
		return this.service.webhooks.deliveries.all();
	}

	/** The highest number of requests in flight at once since then. */
	peakInFlight(): number {
		return this.service.requestLog.peakInFlight();
	}

	/** Clears the records of requests and deliveries, and the peak. */
	clearRecords(): void {
		this.service.requestLog.clear();
		this.service.webhooks.deliveries.clear();
	}

	async waitFor(
		kind: 'delivery',
		predicate: (delivery: Delivery) => boolean,
		timeoutMilliseconds?: number,
	): Promise<Delivery>;
	async waitFor(
		kind: 'request',
		predicate: (request: RequestRecord) => boolean,
		timeoutMilliseconds?: number,
	): Promise<RequestRecord>;
	/** Resolves with the first complete record that matches; past records are checked first. */
	async waitFor(
		kind: 'delivery' | 'request',
		predicate: ((delivery: Delivery) => boolean) | ((request: RequestRecord) => boolean),
		timeoutMilliseconds = WAIT_MILLISECONDS,
	): Promise<Delivery | RequestRecord> {
		return kind === 'delivery'
			? await this.service.webhooks.deliveries.waitFor(
					predicate as (delivery: Delivery) => boolean,
					timeoutMilliseconds,
				)
			: await this.service.requestLog.requests.waitFor(
					predicate as (request: RequestRecord) => boolean,
					timeoutMilliseconds,
				);
	}

	/**
	 * Resolves when no validation and no delivery attempt is in progress. It does not wait for
	 * scheduled retries and status changes.
	 */
	async settled(): Promise<void> {
		await this.service.activity.settled();
	}

	accounts(): Account[] {
		return this.service.accounts.all();
	}

	/** The account's stored orders, oldest first. */
	orders(account?: string): Order[] {
		return [...this.service.orders.ofAccount(this.account(account).id)];
	}

	order(reference: string, account?: string): Order {
		const order =
			this.service.orders.find(this.account(account), reference) ??
			(account === undefined ? this.service.orders.withId(reference) : undefined);
		if (!order) throw new Error(`There is no order ${reference}`);
		return order;
	}

	shipments(orderReference: string, account?: string): Shipment[] {
		return [...this.order(orderReference, account).shipments];
	}

	mockupTasks(account?: string): MockupTask[] {
		return [...this.service.mockupTasks.ofAccount(this.account(account).id)];
	}

	products(): Product[] {
		return [...this.service.catalog.products];
	}

	variants(): Variant[] {
		return this.service.catalog.variants();
	}

	/** Creates a valid body for `POST /api/orders`, with one item for each variant. */
	exampleOrder(options: { externalId?: string; variantIds?: string[] } = {}): OrderBody {
		return exampleOrder(
			this.service.catalog,
			options.externalId ?? `example-${newIdentifier()}`,
			options.variantIds,
		);
	}

	private account(nameOrId = 'demo'): Account {
		return this.service.accounts.named(nameOrId);
	}

	private mockupTask(id: string): MockupTask {
		const task = this.service.mockupTasks.withId(id);
		if (!task) throw new Error(`There is no mockup task ${id}`);
		return task;
	}
}

function requireOneOf(values: readonly string[], value: string): void {
	if (!values.includes(value)) {
		throw new RangeError(`'${value}' is not a status: use ${values.join(', ')}`);
	}
}

function requireDelivery(delivery: Delivery | undefined): Delivery {
	if (!delivery) throw new Error('The account has no webhook URL: set one with setWebhook');
	return delivery;
}
