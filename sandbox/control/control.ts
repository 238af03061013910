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
import { type RateLimit, resolveOptions, type SandboxOptions } from '../options.ts';
import { Service, type ServiceHolder } from '../service.ts';
import type { Account, MockupTask, Order, Shipment } from '../state/model.ts';
import type { Delivery } from '../webhooks/delivery.ts';
import { eventToSend, type EventOptions } from './events.ts';
import type { Fault, FaultOptions } from './faults.ts';
import type { RequestRecord } from './request-log.ts';

const WAIT_MILLISECONDS = 5_000;

export interface WebhookOptions {
	/** Empty: events are sent nowhere. */
	url: string;
	/** Left out: the account keeps its secret. */
	signingSecret?: string;
	/** Name or id of the account; `demo` when left out. */
	account?: string;
}

/**
 * The verbs for tests and demonstrations. They act on the service from outside: they need no
 * key, and neither faults nor the rate limit nor the request log see them.
 */
export class Control {
	private readonly holder: ServiceHolder;

	constructor(holder: ServiceHolder) {
		this.holder = holder;
	}

	private get service(): Service {
		return this.holder.service;
	}

	/** Back to the seed, with changed options if given; records and faults are gone as well. */
	async reset(options: SandboxOptions = {}): Promise<void> {
		const previous = this.service;
		const resolved = resolveOptions(previous.options, {
			...options,
			port: previous.options.port,
		});
		this.holder.service = new Service(resolved, previous.url);
		await previous.stop();
	}

	async setWebhook({ url, signingSecret, account }: WebhookOptions): Promise<void> {
		if (url !== '' && !URL.canParse(url)) throw new RangeError(`url is not a URL: ${url}`);
		const owner = this.account(account);
		owner.webhook = url === '' ? undefined : { id: owner.webhook?.id ?? newIdentifier(), url };
		owner.signingSecret = signingSecret ?? owner.signingSecret;
	}

	/** Moves an order to the next status of its life cycle, or to the one named. */
	async stepOrder(reference: string, status?: OrderStatus, account?: string): Promise<Order> {
		const order = this.order(reference, account);
		const next = status ?? this.service.orderLifeCycle.next(order);
		if (!next) throw new Error(`The order is ${order.status}: there is no next status`);
		requireOneOf(ORDER_STATUSES, next);
		this.service.orderLifeCycle.move(order, next);
		return order;
	}

	async stepShipment(id: string, status?: ShipmentStatus): Promise<Shipment> {
		const shipment = this.service.orders.shipment(id);
		if (!shipment) throw new Error(`There is no shipment ${id}`);
		const next = status ?? this.service.orderLifeCycle.nextOfShipment(shipment);
		if (!next)
			throw new Error(`The shipment is ${shipment.shipmentStatus}: there is no next status`);
		requireOneOf(SHIPMENT_STATUSES, next);
		this.service.orderLifeCycle.moveShipment(shipment, next);
		return shipment;
	}

	/** Moves a mockup task to `completed`, or to the status named. */
	async stepMockupTask(id: string, status: MockupTaskStatus = 'completed'): Promise<MockupTask> {
		const task = this.mockupTask(id);
		requireOneOf(MOCKUP_TASK_STATUSES, status);
		this.service.mockupLifeCycle.move(task, status);
		return task;
	}

	/** A new task in `pending`, for the catalog's first variant when none is named. */
	async createMockupTask(
		options: { variantIds?: string[]; account?: string } = {},
	): Promise<MockupTask> {
		const variantIds = options.variantIds ?? [this.variants()[0]?.id ?? ''];
		for (const id of variantIds) {
			if (!this.service.catalog.variant(id)) throw new Error(`There is no catalog variant ${id}`);
		}
		return this.service.mockupLifeCycle.create(this.account(options.account), variantIds);
	}

	/** Removes the images of a task: it answers 410 from now on. */
	async expireMockupTask(id: string): Promise<void> {
		this.service.mockupTasks.expire(this.mockupTask(id));
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

	/** Sets or, without an argument, lifts the limit on requests per account. */
	setRateLimit(limit?: RateLimit): void {
		this.service.rateLimiter.limit = limit;
	}

	/** Another API key for an account (section 5). */
	createApiKey(options: { apiKey?: string; account?: string } = {}): string {
		const apiKey = options.apiKey ?? `sandbox-${newIdentifier()}`;
		this.service.accounts.addKey(this.account(options.account), apiKey);
		return apiKey;
	}

	revokeApiKey(apiKey: string): void {
		this.service.accounts.removeKey(apiKey);
	}

	/**
	 * Sends an event of any kind, once unless `attempts` says otherwise; a wrong secret, an old
	 * timestamp or a body of its own make forged, stale and malformed ones.
	 * @returns the record of the attempt, complete
	 */
	async sendEvent(options: EventOptions): Promise<Delivery> {
		const { account, event, changes } = eventToSend(this.service, options);
		return requireDelivery(await this.service.webhooks.send(account, event, changes));
	}

	/** Delivers a past event again, beginning with a first attempt. */
	async redeliver(id: string): Promise<Delivery> {
		return requireDelivery(await this.service.webhooks.redeliver(id));
	}

	/** Every request under /api since the start, the last reset or clearRecords. */
	requests(): RequestRecord[] {
		return this.service.requestLog.requests.all();
	}

	/** Every attempt of every delivery since then. */
	deliveries(): Delivery[] {
		return this.service.webhooks.deliveries.all();
	}

	/** The most requests that were open at the same moment since then. */
	peakInFlight(): number {
		return this.service.requestLog.peakInFlight();
	}

	/** Forgets requests and deliveries, and counts the peak anew. */
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
	/** The first finished record for which the predicate holds; past ones are looked at first. */
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
	 * Resolves when no validation and no delivery attempt is under way. Retries and moves that
	 * are planned for later are not waited for.
	 */
	async settled(): Promise<void> {
		await this.service.activity.settled();
	}

	accounts(): Account[] {
		return this.service.accounts.all();
	}

	/** The account's orders as they are stored, in the order of creation. */
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

	/** A body for `POST /api/orders` that passes every rule: one item for each variant. */
	exampleOrder(options: { externalId?: string; variantIds?: string[] } = {}): OrderBody {
		return exampleOrder(
			this.service.catalog,
			this.service.url,
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
