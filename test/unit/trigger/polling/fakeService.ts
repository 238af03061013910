import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from '../../../../nodes/PodFulfilment/transport/client.ts';
import {
	ServiceError,
	type Result,
} from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import type { ServiceResponse } from '../../../../nodes/PodFulfilment/transport/types.ts';
import { caller } from '../../transport/caller.ts';

export interface FakeOrder {
	id: string;
	status: string;
	createdAt?: string;
	updatedAt?: string;
	shipments: FakeShipment[];
	/** From when on the list shows it, in milliseconds since 1970. */
	listedFrom?: number;
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
}

/** How the service behaves during one poll. */
export interface Behaviour {
	/** By how many members the pages shift at each of their requests; 0 once the list is used up. */
	shifts: number[];
	/** Which requests fail, counted from 0. */
	failing: number[];
}

const STEADY: Behaviour = { shifts: [], failing: [] };

/** The lists of the service in memory, with pages that may shift and requests that may fail. */
export class FakeService {
	readonly orders: FakeOrder[] = [];

	readonly tasks: FakeTask[] = [];

	/** The requests of the poll at hand. */
	requests: string[] = [];

	behaviour: Behaviour = STEADY;

	/** A path that leads nowhere. */
	forgottenPath: string | undefined;

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
		this.sorted = undefined;
		this.behaviour = { shifts: [...behaviour.shifts], failing: behaviour.failing };
	}

	/** Answers as n8n's request helper does. */
	http(path: string): { statusCode: number; headers: object; body: string } {
		this.requests.push(path);
		const result = this.failsWith === undefined ? this.response(path, path) : undefined;
		const isFailure = result === undefined || result instanceof ServiceError;
		return {
			statusCode: result?.status ?? this.failsWith ?? 500,
			headers: { 'content-type': 'application/ld+json' },
			body: JSON.stringify(isFailure ? { message: 'No' } : result.body),
		};
	}

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
				if (this.behaviour.failing.includes(number)) return failure(500, subject);
				this.sorted ??= this.sort(
					this.orders.filter(({ listedFrom = 0 }) => listedFrom <= this.now),
				);
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
				? this.page(this.sorted ?? this.sort(this.orders), url, (order) => this.listed(order))
				: this.page(this.tasks, url, (task) => ({ ...task }));
		}
		if (collection === 'mockup-tasks') {
			const task = this.tasks.find((one) => one.id === id);
			return task ? success({ ...task, catalogVariantMockups: [] }) : failure(404, subject);
		}
		const order = this.orders.find((one) => one.id === id);
		if (!order) return failure(404, subject);
		return success(shipments ? order.shipments.map((one) => ({ ...one })) : asOrder(order));
	}

	private listed(order: FakeOrder): IDataObject {
		return { ...asOrder(order), ...(this.isAbbreviated && { orderItems: undefined }) };
	}

	private page<Member>(
		list: Member[],
		url: URL,
		shown: (member: Member) => object,
	): ServiceResponse {
		const number = Number(url.searchParams.get('page') ?? 1);
		const start = Math.max(0, (number - 1) * this.pageSize + (this.behaviour.shifts.shift() ?? 0));
		const isLast = number * this.pageSize >= list.length;
		return success({
			'hydra:member': list.slice(start, start + this.pageSize).map(shown),
			'hydra:totalItems': list.length,
			'hydra:view': {
				'@id': `${url.pathname}?page=${number}`,
				...(!isLast && { 'hydra:next': `${url.pathname}?page=${number + 1}` }),
			},
		});
	}
}

const asOrder = ({
	shipments: _shipments,
	listedFrom: _listedFrom,
	...order
}: FakeOrder): IDataObject => ({
	...order,
	orderItems: [],
});

const success = (body: object): ServiceResponse => ({
	status: 200,
	headers: {},
	body,
	sentAtMs: 0,
});

const failure = (status: number, subject: string): ServiceError =>
	new ServiceError({
		outcome: status === 404 ? 'refused' : 'lost',
		message: `Status ${status}`,
		description: subject,
		status,
	});

/** Newest first, as most services list orders. */
export const newestFirst = (orders: FakeOrder[]): FakeOrder[] =>
	[...orders].sort((a, b) => Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? ''));
