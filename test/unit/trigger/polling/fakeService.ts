import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from '../../../../nodes/PodFulfilment/transport/client.ts';
import {
	ServiceError,
	type Result,
} from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { TooLargeError } from '../../../../nodes/PodFulfilment/transport/errors/connectionErrors.ts';
import type { ServiceResponse } from '../../../../nodes/PodFulfilment/transport/types.ts';
import { caller } from '../../transport/caller.ts';
import { GARBAGE, STAMPS, USUAL_HABITS, type BadOrder, type Habits } from './serviceHabits.ts';

export interface FakeOrder {
	id: string;
	status: string;
	createdAt?: string;
	updatedAt?: string;
	shipments: FakeShipment[];
	/** No page that shows it can be read. */
	isHuge?: boolean;
	/** Its times are sent as something else: which of {@link GARBAGE}. */
	garbage?: number;
}

export interface FakeShipment {
	id: string;
	shipmentStatus: string;
	shippedAt?: string;
}

export interface FakeTask {
	id: string;
	status: string;
	createdAt?: string;
	finishedAt?: string;
	isHuge?: boolean;
}

/** How the service behaves during one poll. */
export interface Behaviour {
	/** By how many members the pages shift at each of their requests; 0 once the list is used up. */
	shifts: number[];
	/** Which requests fail, counted from 0. */
	failing: number[];
	/** Of the lists, only the first pages can be read. */
	failsLaterPages?: boolean;
	/** All requests for shipments fail. */
	failsShipments?: boolean;
}

const STEADY: Behaviour = { shifts: [], failing: [] };

/** The lists of the service in memory, with pages that may shift and requests that may fail. */
export class FakeService {
	readonly orders: FakeOrder[] = [];

	readonly tasks: FakeTask[] = [];

	/** The requests of the poll at hand. */
	requests: string[] = [];

	/** Whether an answer of the poll at hand was no failure. */
	hasAnswered = false;

	/** IDs of the orders and tasks that an answer has shown. */
	shown: Set<string> = new Set();

	behaviour: Behaviour = STEADY;

	readonly habits: Habits = { ...USUAL_HABITS };

	/** Orders of which something cannot be read, by ID. */
	readonly badOrders = new Map<string, BadOrder>();

	/** A path that leads nowhere. */
	forgottenPath: string | undefined;

	/** Every page links a next one, also behind the end of the list. */
	hasEndlessPages = false;

	/** What the list of orders has on a page besides orders. */
	oddEntries: { page: number; entries: readonly unknown[]; leastOrders?: number } = {
		page: 1,
		entries: [],
	};

	/** The members of the list of orders lack their items. */
	isAbbreviated = false;

	/** The order of the list of orders. */
	readonly sort: (orders: FakeOrder[]) => FakeOrder[];

	private readonly pageSize: number;

	constructor(pageSize: number, sort: (orders: FakeOrder[]) => FakeOrder[] = (orders) => orders) {
		this.pageSize = pageSize;
		this.sort = sort;
	}

	/** The list of orders of the poll at hand: sorting it again for each page would take most of the time of a test. */
	private sorted: FakeOrder[] | undefined;

	/** Time of the poll at hand, in milliseconds since 1970. */
	private now = 0;

	beginPoll(now: number, behaviour: Behaviour = STEADY): void {
		this.now = now;
		this.requests = [];
		this.hasAnswered = false;
		this.sorted = undefined;
		this.behaviour = { ...behaviour, shifts: [...behaviour.shifts] };
	}

	/** Answers as n8n's request helper does. */
	http(path: string): { statusCode: number; headers: object; body: string } {
		this.requests.push(path);
		if (this.isDeploying && path.includes('/orders/')) {
			return {
				statusCode: 404,
				headers: { 'content-type': 'text/html' },
				body: '<html>404</html>',
			};
		}
		const result = this.failsWith === undefined ? this.response(path, path) : undefined;
		const isFailure = result === undefined || result instanceof ServiceError;
		return {
			statusCode: result?.status ?? this.failsWith ?? 500,
			headers: {
				'content-type': 'application/ld+json',
				...(this.habits.hasDateHeader && { date: new Date(this.nowMs()).toUTCString() }),
			},
			body: JSON.stringify(isFailure ? { message: 'No' } : result.body),
		};
	}

	/** A gateway answers with a page that there is no such order. */
	isDeploying = false;

	/** What the clock of the service says to {@link http}. */
	nowMs = (): number => Date.now();

	/** Status of every answer of {@link http}; undefined while the service is well. */
	failsWith: number | undefined;

	get client(): ApiClient {
		return {
			caller,
			address: 'https://api.example.com',
			send: async ({ path, subject }) => {
				const number = this.requests.length;
				this.requests.push(path);
				await Promise.resolve();
				const { failing, failsLaterPages, failsShipments } = this.behaviour;
				const isOfShipments = /\/shipments\b/.test(path);
				if (failsLaterPages === true && path.includes('?page=')) return failure(500, subject);
				if (failing.includes(number)) return failure(500, subject);
				if (failsShipments === true && isOfShipments) return failure(503, subject);
				this.sorted ??= this.sort([...this.orders]);
				return this.response(path, subject);
			},
		} as Partial<ApiClient> as ApiClient;
	}

	private response(path: string, subject: string): Result<ServiceResponse> {
		if (path === this.forgottenPath) return failure(404, subject);
		const url = new URL(path, 'https://api.example.com');
		const [, , collection, id, shipments] = url.pathname.split('/');
		if (id === undefined) {
			return collection === 'orders'
				? this.page(
						this.sorted ?? this.sort(this.orders),
						url,
						(order) => this.listed(order),
						this.oddEntries,
					)
				: this.page(this.tasks, url, (task) => this.taskShown(task));
		}
		if (collection === 'mockup-tasks') {
			const task = this.tasks.find((one) => one.id === id);
			if (!task) return failure(404, subject);
			return this.success({ ...this.taskShown(task), catalogVariantMockups: [] });
		}
		const order = this.orders.find((one) => one.id === id);
		if (!order) return failure(404, subject);
		const bad = this.badOrders.get(order.id);
		if (shipments) return this.shipments(order, url, subject);
		if (bad?.part === 'order') return failure(Number(bad.answer), subject);
		return this.success(this.orderShown(order));
	}

	private shipments(order: FakeOrder, url: URL, subject: string): Result<ServiceResponse> {
		const bad = this.badOrders.get(order.id);
		if (bad?.part === 'shipments') {
			if (bad.answer !== 'endless') return failure(bad.answer, subject);
			const number = Number(url.searchParams.get('page') ?? 1);
			return this.success({
				'hydra:member': [{ id: `${order.id}-endless-${number}`, shipmentStatus: 'pending' }],
				'hydra:view': { 'hydra:next': `${url.pathname}?page=${number + 1}` },
			});
		}
		const { withoutShipments } = this.habits;
		const shipments = order.shipments.map(({ id, shipmentStatus, shippedAt }) => ({
			id,
			shipmentStatus,
			...this.stamped({ shippedAt }),
		}));
		if (shipments.length === 0 && withoutShipments !== 200) {
			return failure(withoutShipments, subject);
		}
		return this.success(shipments);
	}

	/** Times as the service writes them. */
	private stamped(times: Record<string, string | undefined>, garbage?: number): object {
		const write = STAMPS[this.habits.stamps];
		return Object.fromEntries(
			Object.entries(times)
				.filter(([, time]) => time !== undefined)
				.map(([name, time = '']) => [name, garbage === undefined ? write(time) : GARBAGE[garbage]]),
		);
	}

	private taskShown({ createdAt, finishedAt, isHuge: _, ...task }: FakeTask): object {
		this.shown.add(task.id);
		return { ...task, ...this.stamped({ createdAt, finishedAt }) };
	}

	private orderShown({ id, status, createdAt, updatedAt, garbage }: FakeOrder): IDataObject {
		this.shown.add(id);
		return { id, status, ...this.stamped({ createdAt, updatedAt }, garbage), orderItems: [] };
	}

	private listed(order: FakeOrder): IDataObject {
		const shown = this.orderShown(order);
		return this.isAbbreviated ? { ...shown, orderItems: undefined } : shown;
	}

	private success(body: object): ServiceResponse {
		this.hasAnswered = true;
		const { hasDateHeader, clockAheadMs } = this.habits;
		const headers = hasDateHeader
			? { date: new Date(this.now + clockAheadMs).toUTCString() }
			: undefined;
		return { status: 200, headers: { ...headers }, body };
	}

	private page<Member extends { isHuge?: boolean }>(
		list: Member[],
		url: URL,
		shown: (member: Member) => object,
		odd: FakeService['oddEntries'] = { page: 1, entries: [] },
	): Result<ServiceResponse> {
		const number = Number(url.searchParams.get('page') ?? 1);
		const start = Math.max(0, (number - 1) * this.pageSize + (this.behaviour.shifts.shift() ?? 0));
		const isLast = !this.hasEndlessPages && number * this.pageSize >= list.length;
		const members = list.slice(start, start + this.pageSize);
		if (members.some(({ isHuge }) => isHuge)) return tooLarge();
		return this.success({
			'hydra:member': [
				...(number === odd.page && list.length >= (odd.leastOrders ?? 0) ? odd.entries : []),
				...members.map(shown),
			],
			'hydra:totalItems': list.length + odd.entries.length,
			'hydra:view': {
				'@id': `${url.pathname}?page=${number}`,
				...(!isLast && { 'hydra:next': `${url.pathname}?page=${number + 1}` }),
			},
		});
	}
}

const failure = (status: number, subject: string): ServiceError =>
	new ServiceError({
		outcome: status < 500 ? 'refused' : 'lost',
		message: `Status ${status}`,
		description: subject,
		status,
	});

const tooLarge = (): TooLargeError =>
	new TooLargeError({ outcome: 'unreadable', message: 'Too large', description: '' });

/** Newest first, as most services list orders. */
export const newestFirst = (orders: FakeOrder[]): FakeOrder[] =>
	[...orders].sort((a, b) => Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? ''));
