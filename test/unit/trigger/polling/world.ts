import { expect } from 'vitest';

import type { Change } from '../../../../nodes/PodFulfilment/trigger/polling/change.ts';
import { decodeState } from '../../../../nodes/PodFulfilment/trigger/polling/codec.ts';
import type { StoredState } from '../../../../nodes/PodFulfilment/trigger/polling/state.ts';
import { FakeService, type Behaviour, type FakeOrder, type FakeShipment } from './fakeService.ts';
import { Poller } from './poller.ts';

const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const iso = (time: number): string => new Date(time).toISOString();

export interface Setup {
	pageSize: number;
	sort: (orders: FakeOrder[]) => FakeOrder[];
	emitAfter: number;
	events: readonly string[];
	/** Statuses of the orders that are there before the trigger. */
	before: string[];
}

/** What the workflow was told under one state. */
interface Told {
	/** Last status by change ID without it, such as `order/<id>`. */
	statuses: Map<string, string>;
	/** Changes that are told once. */
	once: Set<string>;
}

interface Snapshot {
	state: StoredState | undefined;
	told: Told;
}

const copyOf = ({ statuses, once }: Told): Told => ({
	statuses: new Map(statuses),
	once: new Set(once),
});

/** How long after its last change a settled order changes no more: before it may be forgotten. */
const SETTLED_FOR = 20 * DAY;

/** A service, a node that polls it, and what the node has told. */
export class World {
	now = Date.UTC(2026, 10, 20, 12);

	readonly service: FakeService;

	readonly poller: Poller;

	private told: Told = { statuses: new Map(), once: new Set() };

	private readonly snapshots: Snapshot[] = [];

	/** Statuses at the first poll, by subject such as `order/<id>`. */
	private base: Map<string, string> | undefined;

	/** Subjects that have changed or were created since the first poll. */
	private readonly changed = new Set<string>();

	private readonly inDoubt = new Set<string>();

	private readonly changedAt = new Map<string, number>();

	private created = 0;

	private readonly setup: Setup;

	constructor(setup: Setup) {
		this.setup = setup;
		this.service = new FakeService(setup.pageSize, setup.sort);
		this.poller = new Poller(this.service, { emitAfter: setup.emitAfter, events: setup.events });
		for (const [index, status] of setup.before.entries()) {
			this.addOrder(status, iso(this.now - 3 * HOUR - index * DAY), false);
		}
	}

	get followsShipments(): boolean {
		return this.setup.events.includes('shipment.created');
	}

	private hasOddTimestamps = false;

	/** Odd timestamps only once the trigger knows what was there before: they are all it could tell old from new by. */
	get isNoted(): boolean {
		return this.poller.state?.orders?.progress.phase === 'following';
	}

	addOrder(status: string, createdAt: string | undefined, isOdd: boolean): void {
		this.hasOddTimestamps ||= isOdd || createdAt === undefined;
		this.created += 1;
		const id = `order-${String((this.created * 7919) % 10_000).padStart(4, '0')}`;
		this.service.orders.push({
			id,
			status,
			...(createdAt !== undefined && { createdAt }),
			...(!isOdd && { updatedAt: createdAt ?? iso(this.now) }),
			shipments: [],
		});
		this.note(`order/${id}`);
		this.changedAt.set(`order/${id}`, createdAt === undefined ? this.now : Date.parse(createdAt));
	}

	addTask(): void {
		this.created += 1;
		const id = `task-${this.created}`;
		this.service.tasks.push({ id, status: 'pending', createdAt: iso(this.now) });
		this.note(`mockupTask/${id}`);
	}

	changeTask(index: number, status: string): void {
		const task = this.service.tasks[index % Math.max(1, this.service.tasks.length)];
		if (!task || task.status !== 'pending') return;
		task.status = status;
		task.finishedAt = iso(this.now);
		this.note(`mockupTask/${task.id}`);
	}

	/** Orders that are not at the point of being forgotten. */
	private get liveOrders(): FakeOrder[] {
		return this.service.orders.filter(({ id, status, createdAt }) => {
			if (['shipped', 'fulfilled', 'failed', 'canceled'].includes(status)) {
				const age = this.now - (createdAt === undefined ? this.now : Date.parse(createdAt));
				const settledFor = this.now - (this.changedAt.get(`order/${id}`) ?? 0);
				return settledFor < SETTLED_FOR && (status !== 'canceled' || age < SETTLED_FOR);
			}
			return true;
		});
	}

	private order(index: number): FakeOrder | undefined {
		return this.liveOrders[index % Math.max(1, this.liveOrders.length)];
	}

	/** @param updatedAt how the service dates the change: now, before everything else, or not at all */
	changeOrder(index: number, status: string, updatedAt: 'now' | 'backwards' | 'same'): void {
		const order = this.order(index);
		if (!order) return;
		order.status = status;
		if (updatedAt !== 'now') this.hasOddTimestamps ||= this.isNoted;
		if (updatedAt === 'now' || !this.isNoted) order.updatedAt = iso(this.now);
		else if (updatedAt === 'backwards') order.updatedAt = iso(this.now - 100 * DAY);
		this.note(`order/${order.id}`);
	}

	removeOrder(index: number): void {
		const order = this.order(index);
		if (order) this.service.orders.splice(this.service.orders.indexOf(order), 1);
	}

	/** @param isShown whether the order shows that one of its shipments has changed */
	changeShipment(index: number, shipment: number, shipmentStatus: string, isShown: boolean): void {
		const order = this.order(index);
		if (!order || ['draft', 'canceled', 'failed'].includes(order.status)) return;
		const known = decodeState(this.poller.state).orders?.entries.get(order.id);
		const mayBeSilent = known !== undefined && !known.hasOldShipments;
		let changed: FakeShipment | undefined = order.shipments[shipment];
		if (!changed) {
			changed = { id: `shipment-${order.id}-${order.shipments.length}`, shipmentStatus };
			order.shipments.push(changed);
		}
		changed.shipmentStatus = shipmentStatus;
		if (shipmentStatus === 'shipped') changed.shippedAt = iso(this.now);
		if (isShown || !mayBeSilent) order.updatedAt = iso(this.now);
		this.note(`shipment/${changed.id}`);
		// Of an order that was not read yet, a change of its `updatedAt` alone may have been one of its status.
		if (!this.isKnownInAllStates(order.id)) this.note(`order/${order.id}`);
	}

	/** Also in those that n8n may fall back to. */
	private isKnownInAllStates(id: string): boolean {
		const states = [this.poller.state, ...this.snapshots.map(({ state }) => state)];
		return states.every((state) => state?.orders?.entries[id] !== undefined);
	}

	private note(subject: string): void {
		this.changedAt.set(subject, this.now);
		if (this.base) this.changed.add(subject);
	}

	async poll(behaviour?: Behaviour, maxRequests?: number): Promise<void> {
		this.base ??= new Map(this.current());
		const changes = await this.poller.poll(this.now, behaviour, maxRequests);
		for (const change of changes) this.expectToBeTold(change);
		this.noteMissed();
		this.snapshots.push({ state: this.poller.state, told: copyOf(this.told) });
	}

	/**
	 * An order that the first reading of the list missed because pages shifted under it, or that it has not come to, may
	 * have changed since for all the trigger knows; so may shipments of an order of which only the order was read. They are
	 * told rather than passed over.
	 */
	private noteMissed(): void {
		const { orders, tasks } = this.poller.state ?? {};
		for (const { id } of tasks?.progress.phase === 'following' ? [] : this.service.tasks) {
			if (tasks?.entries[id] === undefined) this.inDoubt.add(`mockupTask/${id}`);
		}
		const known = decodeState(this.poller.state).orders?.entries;
		for (const { id, shipments, createdAt } of this.service.orders) {
			const entry = known?.get(id);
			const mayBeForgotten =
				orders?.progress.phase === 'following' && Date.parse(createdAt ?? '') < this.now - 30 * DAY;
			if (!entry && !mayBeForgotten) this.inDoubt.add(`order/${id}`);
			if (entry && !entry.hasOldShipments) continue;
			for (const shipment of shipments) this.inDoubt.add(`shipment/${shipment.id}`);
		}
	}

	/** n8n was killed before it stored the last states. */
	fallBack(polls: number): void {
		const kept = this.snapshots.slice(0, Math.max(1, this.snapshots.length - polls));
		const snapshot = kept.at(-1);
		if (!snapshot) return;
		// What was not noted then has to be noted again, and its times have to say whether it changed meanwhile.
		if (this.followsShipments && hasUnreadShipments(snapshot.state)) return;
		if (this.hasOddTimestamps && snapshot.state?.orders?.progress.phase !== 'following') return;
		this.snapshots.splice(kept.length);
		this.poller.state = snapshot.state;
		this.told = copyOf(snapshot.told);
	}

	/** Subject and status of everything that the service has. */
	private current(): Array<[string, string]> {
		const { orders, tasks } = this.service;
		return [
			...orders.map(({ id, status }): [string, string] => [`order/${id}`, status]),
			...orders.flatMap(({ shipments }) =>
				shipments.map(({ id, shipmentStatus }): [string, string] => [
					`shipment/${id}`,
					shipmentStatus,
				]),
			),
			...tasks.map(({ id, status }): [string, string] => [`mockupTask/${id}`, status]),
		];
	}

	private expectToBeTold({ event, changeId, object }: Change): void {
		const [kind, id, what = ''] = changeId.split('/');
		const subject = `${kind}/${id}`;
		if (event === 'order.created' || event === 'order.late') {
			expect(this.told.once, 'told once').not.toContain(changeId);
			this.told.once.add(changeId);
			const wasThere = this.base?.has(subject) === true && !this.inDoubt.has(subject);
			if (event === 'order.created') expect(wasThere, `${subject} was there before`).toBe(false);
			return;
		}
		const mayHaveChanged = this.changed.has(subject) || this.inDoubt.has(subject);
		expect(mayHaveChanged, `${changeId} may have changed`).toBe(true);
		expect(new Map(this.current()).get(subject), 'as it is').toBe(what);
		const noted = this.inDoubt.has(subject) ? undefined : this.base?.get(subject);
		const last = this.told.statuses.get(subject) ?? noted;
		expect(last, `${changeId} is not told twice`).not.toBe(what);
		expect(object.id).toBe(id);
		this.told.statuses.set(subject, what);
	}

	/** Polls as they are when all is well again. What has no `createdAt` may be where only the daily one finds it. */
	async settle(): Promise<void> {
		for (const wait of [MINUTE, MINUTE, DAY + HOUR, MINUTE]) {
			this.now += wait + this.setup.emitAfter * SECOND;
			await this.poll();
		}
	}

	/** Everything that the service has was told as it is now, and a further poll has nothing to tell. */
	async expectAllToBeTold(): Promise<void> {
		for (const [subject, status] of this.current()) {
			const event = { order: 'order.updated', mockupTask: 'mockup_task.finished' }[
				subject.split('/')[0] ?? ''
			];
			if (!this.setup.events.includes(event ?? 'shipment.created')) continue;
			const base = this.base?.get(subject);
			const told = this.told.statuses.get(subject) ?? base;
			const isDraft = told === undefined && status === 'draft';
			expect(isDraft ? status : told, subject).toBe(status);
			if (subject.startsWith('order/') && base === undefined) {
				expect(this.told.once).toContain(`${subject}/created`);
			}
		}
		this.now += MINUTE;
		const before = this.told.once.size;
		await this.poll();
		expect(this.told.once.size).toBe(before);
	}
}

const hasUnreadShipments = (state: StoredState | undefined): boolean =>
	state?.orders?.progress.phase !== 'following' ||
	[...(decodeState(state).orders?.entries.values() ?? [])].some((order) => order.hasOldShipments);
