import type { IDataObject } from 'n8n-workflow';

import { errorAnswer, jsonAnswer, successAnswer, type Answer } from './answers.ts';
import { Catalog, productId } from './catalog.ts';
import { listAnswer } from './lists.ts';
import {
	current,
	OrderBook,
	shownAt,
	statusOf,
	type ChangeKind,
	type Origin,
	type StoredOrder,
} from './orders.ts';
import { normalisedItem } from './normalise.ts';
import type { Personality, SuccessAnswer } from './personality.ts';

export interface ReceivedRequest {
	method: string;
	/** Path without the prefix, decoded. */
	path: string;
	query: URLSearchParams;
	body: IDataObject;
	origin: Origin | undefined;
}

/** Lets time pass inside of the service. */
export interface Timers {
	now(): number;
	after(milliseconds: number, work: () => void): void;
}

/** Milliseconds from the look whether an external ID is taken to the write of the order. */
const WRITING_MS = 60;

/** Milliseconds after which the validation of an order that fails it is over. */
const VALIDATION_MS = 3_000;

const OPEN_STATUSES = ['draft', 'pending', 'onhold'];

const NO_LONGER_CANCELABLE = ['shipped', 'fulfilled', 'partial'];

/** Tests name the purchase in the name of each item. */
const orderPurchase = (orderItems: unknown): string => {
	const [item] = Array.isArray(orderItems) ? (orderItems as IDataObject[]) : [];
	return String(item?.name ?? '');
};

/** A reprint under another number is the same purchase, see history/person.ts. */
const reprintPurchase = (externalId: unknown): string =>
	`${String(externalId).replace(/-B$/, '')}/reprint`;

/** The contrary service: true to the specification, and otherwise as its personality has it. */
export class ContraryService {
	readonly book: OrderBook;

	readonly catalog: Catalog;

	readonly baseUrl: string;

	private readonly personality: Personality;

	private readonly timers: Timers;

	private reads = 0;

	private jobs = 0;

	constructor(personality: Personality, timers: Timers) {
		this.personality = personality;
		this.timers = timers;
		this.baseUrl = `https://pod.example.com${personality.prefix}`;
		this.catalog = new Catalog(personality.catalog, personality.list.otherOrders);
		this.book = new OrderBook(personality, () => timers.now());
	}

	get looksBeforeItWrites(): boolean {
		return this.personality.looksBeforeItWrites;
	}

	/** Does what a request asks for, and answers it. */
	async handle(request: ReceivedRequest): Promise<Answer> {
		const { method, path } = request;
		if (path === '/api/orders') {
			return method === 'POST'
				? await this.create(request)
				: this.list(request, this.shownOrders());
		}
		const [, reference = '', action] = /^\/api\/orders\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
		if (reference !== '') return this.onOrder(request, reference, action);
		const found = method === 'GET' ? this.readCatalog(request) : undefined;
		if (found) return found;
		return errorAnswer(404, 'hydra', `No route found for ${method} ${path}`);
	}

	private readCatalog(request: ReceivedRequest): Answer | undefined {
		const { products, variants, tasks } = this.catalog;
		const { path } = request;
		if (path === '/api/catalog-products') return this.list(request, products);
		if (path === `/api/catalog-products/${productId(0)}/catalog-variants`) {
			return this.list(request, variants);
		}
		if (path === '/api/mockup-tasks') {
			return this.list(request, tasks, this.catalog.creditHeaders);
		}
		const [, collection, id = ''] =
			/^\/api\/(catalog-product-variants|mockup-tasks)\/([^/]+)$/.exec(path) ?? [];
		if (collection === 'catalog-product-variants') return this.catalog.read(variants, id);
		return collection === 'mockup-tasks' ? this.catalog.read(tasks, id) : undefined;
	}

	private async create(request: ReceivedRequest): Promise<Answer> {
		const { body, origin } = request;
		const reference = `@${String(body.externalId)}`;
		const taken = this.book.find(reference);
		if (taken) return this.duplicateAnswer(taken);
		const source = this.sourceOf(body);
		if (source === null)
			return errorAnswer(404, 'hydra', 'The source of the reprint was not found');
		if (this.personality.looksBeforeItWrites) {
			await new Promise<void>((resolve) => {
				this.timers.after(WRITING_MS, resolve);
			});
		}
		const order = source
			? this.book.place(this.reprintOf(source, body), reprintPurchase(body.externalId), origin)
			: this.book.place(body, orderPurchase(body.orderItems), origin);
		if (source) this.linkReprint(source, order);
		if (this.personality.validation === 'failsLater') {
			this.timers.after(VALIDATION_MS, () => {
				if (OPEN_STATUSES.includes(statusOf(order))) this.failValidation(order);
			});
		}
		return this.createdAnswer(this.personality.create, order);
	}

	private createdAnswer(answer: SuccessAnswer, order: StoredOrder): Answer {
		const json = current(order);
		const { id, status, createdAt } = json;
		return successAnswer(answer, json, { id, status, createdAt }, this.newJob());
	}

	/** The original of a reprint; undefined where the order is none, null where there is no such original. */
	private sourceOf({ actions }: IDataObject): StoredOrder | undefined | null {
		if (!Array.isArray(actions)) return undefined;
		const [action] = actions as IDataObject[];
		return this.book.find(String(action?.source)) ?? null;
	}

	/** A reprint takes from its original what it does not bring along. */
	private reprintOf(source: StoredOrder, body: IDataObject): IDataObject {
		const { recipient, orderItems } = current(source);
		return { recipient, orderItems, ...body };
	}

	private linkReprint(source: StoredOrder, order: StoredOrder): void {
		const createdAt = new Date(this.timers.now()).toISOString();
		const reference = ({ id, externalId }: StoredOrder): IDataObject => ({
			'@id': `/api/orders/${id}`,
			'@type': 'Order',
			id,
			externalId,
		});
		this.book.change(order, {
			associations: [
				{ type: 'reprint', createdAt, source: reference(source), linked: [reference(order)] },
			],
		});
	}

	private duplicateAnswer(taken: StoredOrder): Answer {
		const { duplicate } = this.personality;
		if (duplicate.kind === 'existing') return this.createdAnswer(duplicate.answer, taken);
		const { status, shape, propertyPath } = duplicate;
		return errorAnswer(status, shape, 'This value is already used.', propertyPath);
	}

	private failValidation(order: StoredOrder): void {
		this.book.change(order, {
			status: 'failed',
			errors: [{ code: 2001, message: 'The street is missing' }],
		});
	}

	private onOrder(request: ReceivedRequest, reference: string, action?: string): Answer {
		const { method } = request;
		if (method === 'GET') return this.read(request, reference, action);
		const order = this.book.find(reference);
		if (!order) return errorAnswer(404, 'hydra', 'The order was not found');
		if (method === 'PATCH' && action === undefined) return this.update(request, order);
		const [, itemId] = /^order_item\/([^/]+)$/.exec(action ?? '') ?? [];
		if (method === 'PATCH' && itemId !== undefined) {
			return this.updateItem(request, order, itemId);
		}
		switch (action) {
			case 'confirm':
				return this.confirm(request, order);
			case 'cancel':
				return this.cancel(request, order);
			case 'refund':
				return this.refund(request, order);
			default:
				return errorAnswer(404, 'hydra', `No route found for ${method} ${request.path}`);
		}
	}

	private read(request: ReceivedRequest, reference: string, action?: string): Answer {
		const order = this.book.find(reference);
		const shown = order && shownAt(order, this.timers.now() - this.nextLag());
		if (!order || !shown) return errorAnswer(404, 'hydra', 'The order was not found');
		if (action === undefined) return jsonAnswer(200, shown);
		if (action === 'shipments') return this.list(request, this.shipmentsOf(order));
		return errorAnswer(404, 'hydra', `No route found for GET ${request.path}`);
	}

	private update(request: ReceivedRequest, order: StoredOrder): Answer {
		if (statusOf(order) === 'canceled') return this.refuse('The order is canceled.');
		const { recipient, ...values } = request.body;
		const changed = {
			...values,
			...(recipient !== undefined && {
				recipient: { ...(current(order).recipient as IDataObject), ...(recipient as IDataObject) },
			}),
		};
		order.isAltered = true;
		return this.made('update', request, order, changed);
	}

	private updateItem(request: ReceivedRequest, order: StoredOrder, itemId: string): Answer {
		const items = current(order).orderItems as IDataObject[];
		if (!items.some(({ id }) => id === itemId)) {
			return errorAnswer(404, 'hydra', 'The item was not found');
		}
		if (statusOf(order) === 'canceled') return this.refuse('The order is canceled.');
		const { normalisation, update } = this.personality;
		const orderItems = items.map((item) =>
			item.id === itemId ? normalisedItem({ ...item, ...request.body }, normalisation) : item,
		);
		order.isAltered = true;
		this.book.note('updateItem', order, request.origin);
		this.book.change(order, { orderItems });
		const item = orderItems.find(({ id }) => id === itemId) ?? {};
		return successAnswer(update, item, request.body, this.newJob());
	}

	private confirm(request: ReceivedRequest, order: StoredOrder): Answer {
		const { confirmableFrom, confirmed, repeatedChange } = this.personality;
		const status = statusOf(order);
		if (order.confirmedAt !== undefined) {
			if (repeatedChange === 'refused') return this.refuse('The order is confirmed already.');
			return this.acted(order, {});
		}
		const open = confirmableFrom === 'draft' ? ['draft'] : OPEN_STATUSES;
		if (!open.includes(status) || order.canceledAt !== undefined) {
			return this.refuse(`An order that is ${status} cannot be confirmed.`);
		}
		order.confirmedAt = this.timers.now();
		return this.made('confirm', request, order, confirmed === 'same' ? {} : { status: confirmed });
	}

	private cancel(request: ReceivedRequest, order: StoredOrder): Answer {
		const status = statusOf(order);
		if (order.canceledAt !== undefined || status === 'canceled') {
			if (this.personality.repeatedChange === 'refused') {
				return this.refuse('The order is canceled already.');
			}
			return this.acted(order, {});
		}
		if (NO_LONGER_CANCELABLE.includes(status)) {
			return this.refuse(`An order that is ${status} cannot be canceled.`);
		}
		order.canceledAt = this.timers.now();
		return this.made('cancel', request, order, { status: 'canceled' });
	}

	private refund(request: ReceivedRequest, order: StoredOrder): Answer {
		const { refundsTwice, showsRefunds } = this.personality;
		if (order.refunds > 0 && !refundsTwice) return this.refuse('The order is refunded already.');
		order.refunds += 1;
		this.book.note('refund', order, request.origin);
		if (showsRefunds) {
			const createdAt = new Date(this.timers.now()).toISOString();
			const before = (current(order).associations ?? []) as IDataObject[];
			this.book.change(order, { associations: [...before, { type: 'refund', createdAt }] });
		}
		return this.acted(order, {});
	}

	/** Takes note of a change, and shows it: what leads to a status may do so later. */
	private made(
		kind: ChangeKind,
		{ origin }: ReceivedRequest,
		order: StoredOrder,
		changed: IDataObject,
	): Answer {
		const { statusDelay, update } = this.personality;
		this.book.note(kind, order, origin);
		const show = (): void => {
			if (Object.keys(changed).length > 0) this.book.change(order, changed);
		};
		if (kind === 'update') {
			show();
			return successAnswer(update, current(order), changed, this.newJob());
		}
		if (statusDelay === 0) show();
		else this.timers.after(statusDelay, show);
		return this.acted(order, changed);
	}

	private acted(order: StoredOrder, changed: IDataObject): Answer {
		return successAnswer(this.personality.action, current(order), changed, this.newJob());
	}

	private refuse(message: string): Answer {
		const { status, shape } = this.personality.refusal;
		return errorAnswer(status, shape, message, 'status');
	}

	private list(
		request: ReceivedRequest,
		all: IDataObject[],
		headers: Record<string, string> = {},
	): Answer {
		const answer = listAnswer(this.personality.list, all, {
			path: request.path,
			page: Number(request.query.get('page') ?? '1'),
			baseUrl: this.baseUrl,
		});
		return { ...answer, headers: { ...answer.headers, ...headers } };
	}

	/** Newest first, and without a lag: pages that lag by different times would leave out what nobody could miss. */
	private shownOrders(): IDataObject[] {
		return this.book.orders.map(current).reverse();
	}

	private shipmentsOf(order: StoredOrder): IDataObject[] {
		if (!['shipped', 'partial', 'fulfilled'].includes(statusOf(order))) return [];
		return [1, 2].map((number) => ({
			id: `${order.id}-s${number}`,
			carrier: 'DHL',
			service: 'STANDARD',
			shipmentStatus: 'shipped',
			trackingId: `T${number}`,
		}));
	}

	private nextLag(): number {
		const { readLags } = this.personality;
		this.reads += 1;
		return readLags[this.reads % readLags.length] ?? 0;
	}

	private newJob(): string {
		this.jobs += 1;
		return `job-${this.jobs}`;
	}
}
