import type { IDataObject } from 'n8n-workflow';

import type { Personality } from './personality.ts';
import { normalised } from './normalise.ts';

/** Which item of which run sent a request. */
export interface Origin {
	run: number;
	item: number;
	/** Milliseconds since 1970. */
	sentAt: number;
}

export type ChangeKind =
	'create' | 'reprint' | 'update' | 'updateItem' | 'confirm' | 'cancel' | 'refund';

/** A change that was really made. */
export interface Effect {
	kind: ChangeKind;
	/** Milliseconds since 1970. */
	at: number;
	orderId: string;
	externalId: string;
	/** Undefined where somebody else than the nodes made it. */
	origin: Origin | undefined;
}

/** What a GET showed from a moment on. */
interface Version {
	at: number;
	json: IDataObject;
}

export interface StoredOrder {
	id: string;
	externalId: string;
	/** Which purchase the client meant, see purchases.ts; two orders of one purchase are two parcels. */
	purchase: string;
	createdAt: number;
	/** Changed by somebody in what a client sends, so that it need no longer be what was ordered. */
	isAltered: boolean;
	confirmedAt?: number;
	canceledAt?: number;
	refunds: number;
	versions: Version[];
}

const idOf = (number: number): string =>
	`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const current = ({ versions }: StoredOrder): IDataObject => versions.at(-1)?.json ?? {};

export const statusOf = (order: StoredOrder): string => String(current(order).status);

/** What a read shows that lags behind; undefined where the order was not there yet. */
export const shownAt = ({ versions }: StoredOrder, at: number): IDataObject | undefined =>
	versions.findLast((version) => version.at <= at)?.json;

/** The true state of the service, whatever it answers. */
export class OrderBook {
	readonly orders: StoredOrder[] = [];

	readonly effects: Effect[] = [];

	private readonly personality: Personality;

	private readonly now: () => number;

	constructor(personality: Personality, now: () => number) {
		this.personality = personality;
		this.now = now;
	}

	/** @param reference an id, or an external ID preceded by `@` */
	find(reference: string): StoredOrder | undefined {
		return this.orders.find(({ id, externalId }) =>
			reference.startsWith('@') ? externalId === reference.slice(1) : id === reference,
		);
	}

	/** @param purchase what the client means to buy with it, see history/purchases.ts */
	place(
		body: IDataObject,
		purchase: string,
		origin: Origin | undefined,
		at = this.now(),
	): StoredOrder {
		const id = idOf(this.orders.length + 1);
		const externalId = String(body.externalId);
		const time = new Date(at).toISOString();
		const json: IDataObject = {
			'@context': '/api/contexts/Order',
			'@id': `/api/orders/${id}`,
			'@type': 'Order',
			id,
			externalId,
			shipping: body.shipping ?? 'STANDARD',
			status: this.personality.initialStatus,
			createdAt: time,
			updatedAt: time,
			...normalised(body, id, this.personality.normalisation),
		};
		const order: StoredOrder = {
			id,
			externalId,
			purchase,
			createdAt: at,
			isAltered: false,
			refunds: 0,
			versions: [{ at, json }],
		};
		this.orders.push(order);
		this.note(Array.isArray(body.actions) ? 'reprint' : 'create', order, origin);
		return order;
	}

	/** Shows other values of an order from now on. */
	change(order: StoredOrder, values: IDataObject): void {
		const json = { ...current(order), ...values, updatedAt: new Date(this.now()).toISOString() };
		order.versions.push({ at: this.now(), json });
	}

	note(kind: ChangeKind, { id, externalId }: StoredOrder, origin: Origin | undefined): void {
		this.effects.push({ kind, at: this.now(), orderId: id, externalId, origin });
	}
}
