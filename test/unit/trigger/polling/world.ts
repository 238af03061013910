import { expect } from 'vitest';

import type { ObservedChange } from '../../../../nodes/PodFulfilment/trigger/polling/reconcile/changes.ts';
import { currentStatus } from '../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { decodeState } from '../../../../nodes/PodFulfilment/trigger/polling/state/codec.ts';
import type { StoredState } from '../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
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
	emitAfterSeconds: number;
	events: readonly string[];
	/** Whether the list shows orders without their items. */
	isAbbreviated: boolean;
	/** Statuses of the orders that are there before the trigger. */
	before: string[];
}

/** What was emitted up to one state. */
interface Emitted {
	/** Last status by subject, such as `order/<id>`. */
	statuses: Map<string, string>;
	/** IDs of changes that happen once. */
	once: Set<string>;
	/** When an order was emitted as waiting, by the ID of the change. */
	waiting: Map<string, number>;
	/** What the trigger knows of an order, by ID. */
	observed: Map<string, Observed>;
}

interface Observed {
	status: string;
	/** Since when it has that status, as far as the trigger can know. */
	since: number;
	/** The poll that first read it. */
	knownSince: number;
}

/** What the node falls back to when n8n is killed. */
interface Checkpoint {
	state: StoredState | undefined;
	emitted: Emitted;
}

const copyOf = ({ statuses, once, waiting, observed }: Emitted): Emitted => ({
	waiting: new Map(waiting),
	observed: new Map(observed),
	statuses: new Map(statuses),
	once: new Set(once),
});

/** Statuses in which an order waits for somebody. */
const WAITING = ['draft', 'pending', 'onhold', 'failed'];

/** An order with a terminal status does not change any more after this time: it may be forgotten soon. */
const TERMINAL_FOR = 20 * DAY;

/** What the polling trigger promises. A message of an expectation begins with the rule that it is about. */
const RULES = {
	nothingTwice: 'Nothing is emitted twice',
	onlyNews: 'Nothing is emitted that was there before the first poll and did not change',
	current: 'A status is emitted as it is now',
	onlyLate: 'Only an order that is late is emitted as late',
	lastStatus: 'The last status of everything is emitted',
	created: 'Every order that is new is emitted as created',
	late: 'Every order that is late is emitted as late',
	onlyWaiting: 'Only an order that waits is emitted as waiting',
	waitingOnce: 'An order is emitted as waiting once for each time that it gets a status',
	waiting: 'Every order that waits for too long is emitted as waiting',
} as const;

/** A service, a node that polls it, and what the node has emitted. */
export class World {
	now = Date.UTC(2026, 10, 20, 12);

	readonly service: FakeService;

	readonly poller: Poller;

	private emitted: Emitted = {
		statuses: new Map(),
		once: new Set(),
		waiting: new Map(),
		observed: new Map(),
	};

	private readonly checkpoints: Checkpoint[] = [];

	/** Statuses at the first poll, by subject. */
	private baseline: Map<string, string> | undefined;

	/** Subjects that have changed or were created since the first poll. */
	private readonly changed = new Set<string>();

	/** Subjects that may be emitted although they were there before. */
	private readonly inDoubt = new Set<string>();

	private readonly changedAt = new Map<string, number>();

	/** IDs of orders that were canceled and came back: only a full scan has to find these. */
	private readonly revived = new Set<string>();

	/** IDs of orders of which a shipment was handed over at some time: these are not late any more. */
	private readonly wasHandedOver = new Set<string>();

	/** When an order got the status that it has, by ID. */
	private readonly statusSince = new Map<string, number>();

	private created = 0;

	private readonly setup: Setup;

	constructor(setup: Setup) {
		this.setup = setup;
		this.service = new FakeService(setup.pageSize, setup.sort);
		this.service.isAbbreviated = setup.isAbbreviated;
		this.poller = new Poller(this.service, {
			emitAfterSeconds: setup.emitAfterSeconds,
			events: setup.events,
		});
		for (const [index, status] of setup.before.entries()) {
			this.addOrder(status, iso(this.now - 3 * HOUR - index * DAY), false);
		}
	}

	private get watchesShipments(): boolean {
		return this.setup.events.includes('shipment.created');
	}

	private hasOddTimestamps = false;

	/** Whether the baseline is complete. Until then, timestamps are all that tells old from new, so they must be right. */
	get hasBaseline(): boolean {
		return this.poller.state?.orders?.progress.phase === 'steady';
	}

	/**
	 * @param isOdd without an `updatedAt`
	 * @param lag how much later the list shows it, in milliseconds
	 */
	addOrder(status: string, createdAt: string | undefined, isOdd: boolean, lag = 0): void {
		this.hasOddTimestamps ||= isOdd || createdAt === undefined;
		this.created += 1;
		const id = `order-${String((this.created * 7919) % 10_000).padStart(4, '0')}`;
		this.service.orders.push({
			id,
			status,
			...(createdAt !== undefined && { createdAt }),
			...(!isOdd && { updatedAt: createdAt ?? iso(this.now) }),
			shipments: [],
			listedFrom: this.now + lag,
		});
		this.recordChange(`order/${id}`);
		const time = createdAt === undefined ? this.now : Date.parse(createdAt);
		this.changedAt.set(`order/${id}`, time);
		this.statusSince.set(id, time);
	}

	addTask(): void {
		this.created += 1;
		const id = `task-${this.created}`;
		this.service.tasks.push({ id, status: 'pending', createdAt: iso(this.now) });
		this.recordChange(`mockupTask/${id}`);
	}

	changeTask(index: number, status: string): void {
		const task = this.service.tasks[index % Math.max(1, this.service.tasks.length)];
		if (!task || task.status !== 'pending') return;
		task.status = status;
		task.finishedAt = iso(this.now);
		this.recordChange(`mockupTask/${task.id}`);
	}

	/** Orders that are not about to be forgotten. */
	private get liveOrders(): FakeOrder[] {
		return this.service.orders.filter(({ id, status, createdAt }) => {
			if (['shipped', 'fulfilled', 'failed', 'canceled'].includes(status)) {
				const age = this.now - (createdAt === undefined ? this.now : Date.parse(createdAt));
				const terminalFor = this.now - (this.changedAt.get(`order/${id}`) ?? 0);
				return terminalFor < TERMINAL_FOR && (status !== 'canceled' || age < TERMINAL_FOR);
			}
			return true;
		});
	}

	private order(index: number): FakeOrder | undefined {
		return this.liveOrders[index % Math.max(1, this.liveOrders.length)];
	}

	/** @param updatedAt what happens to `updatedAt`: now, earlier than everything else, or unchanged */
	changeOrder(index: number, status: string, updatedAt: 'now' | 'backwards' | 'same'): void {
		const order = this.order(index);
		if (!order) return;
		if (order.status === 'canceled') this.revived.add(order.id);
		if (order.status !== status) this.statusSince.set(order.id, this.now);
		order.status = status;
		if (updatedAt !== 'now') this.hasOddTimestamps ||= this.hasBaseline;
		if (updatedAt === 'now' || !this.hasBaseline) order.updatedAt = iso(this.now);
		else if (updatedAt === 'backwards') order.updatedAt = iso(this.now - 100 * DAY);
		this.recordChange(`order/${order.id}`);
	}

	removeOrder(index: number): void {
		const order = this.order(index);
		if (order) this.service.orders.splice(this.service.orders.indexOf(order), 1);
	}

	/** @param isShown whether the order shows that one of its shipments has changed */
	async changeShipment(
		index: number,
		shipment: number,
		shipmentStatus: string,
		isShown: boolean,
	): Promise<void> {
		const order = this.order(index);
		if (!order || ['draft', 'canceled', 'failed'].includes(order.status)) return;
		const snapshot = await decodeState(this.poller.state);
		const known = snapshot.orders?.entries.get(order.id);
		const wereShipmentsRead = known !== undefined && !known.needsShipmentBaseline;
		let changed: FakeShipment | undefined = order.shipments[shipment];
		if (!changed) {
			changed = { id: `shipment-${order.id}-${order.shipments.length}`, shipmentStatus };
			order.shipments.push(changed);
		}
		changed.shipmentStatus = shipmentStatus;
		if (['shipped', 'returned'].includes(shipmentStatus)) this.wasHandedOver.add(order.id);
		if (shipmentStatus === 'shipped') changed.shippedAt = iso(this.now);
		if (isShown || !wereShipmentsRead) order.updatedAt = iso(this.now);
		this.recordChange(`shipment/${changed.id}`);
		// For an order that was not read yet, a newer `updatedAt` may mean a new status.
		if (!this.isKnownInAllStates(order.id)) this.recordChange(`order/${order.id}`);
	}

	/** Including the states that the node may fall back to. */
	private isKnownInAllStates(id: string): boolean {
		const states = [this.poller.state, ...this.checkpoints.map(({ state }) => state)];
		return states.every((state) => state?.orders?.entries[id] !== undefined);
	}

	private recordChange(subject: string): void {
		this.changedAt.set(subject, this.now);
		if (this.baseline) this.changed.add(subject);
	}

	async poll(behaviour?: Behaviour, maxRequests?: number): Promise<void> {
		this.baseline ??= new Map(this.current());
		const changes = await this.poller.poll(this.now, behaviour, maxRequests);
		for (const change of changes) this.expectToBeRight(change);
		await this.recordDoubts();
		this.checkpoints.push({ state: this.poller.state, emitted: copyOf(this.emitted) });
	}

	/**
	 * Orders that the baseline missed because pages shifted, or has not reached yet, may have changed since then as far as
	 * the trigger can tell. So may the shipments of an order that were not read yet. In doubt they are emitted.
	 */
	private async recordDoubts(): Promise<void> {
		const { orders, tasks } = this.poller.state ?? {};
		for (const { id } of tasks?.progress.phase === 'steady' ? [] : this.service.tasks) {
			if (tasks?.entries[id] === undefined) this.inDoubt.add(`mockupTask/${id}`);
		}
		const known = (await decodeState(this.poller.state)).orders?.entries;
		for (const { id, shipments, createdAt } of this.service.orders) {
			const entry = known?.get(id);
			if (entry) this.recordObserved(id, currentStatus(entry));
			const mayBeForgotten =
				orders?.progress.phase === 'steady' && Date.parse(createdAt ?? '') < this.now - 30 * DAY;
			if (!entry && !mayBeForgotten) this.inDoubt.add(`order/${id}`);
			if (entry && !entry.needsShipmentBaseline) continue;
			for (const shipment of shipments) this.inDoubt.add(`shipment/${shipment.id}`);
		}
	}

	private recordObserved(id: string, status: string): void {
		const before = this.emitted.observed.get(id);
		if (before?.status === status) return;
		const since = this.statusSince.get(id) ?? 0;
		this.emitted.observed.set(id, { status, since, knownSince: before?.knownSince ?? this.now });
	}

	/** n8n was killed before it stored the last states. */
	async fallBack(polls: number): Promise<void> {
		const kept = this.checkpoints.slice(0, Math.max(1, this.checkpoints.length - polls));
		const checkpoint = kept.at(-1);
		if (!checkpoint) return;
		// What the baseline has not recorded by then is recorded later, and only its times tell whether it changed meanwhile.
		if (this.watchesShipments && (await hasUnreadShipments(checkpoint.state))) return;
		if (this.hasOddTimestamps && checkpoint.state?.orders?.progress.phase !== 'steady') return;
		this.checkpoints.splice(kept.length);
		this.poller.state = checkpoint.state;
		this.emitted = copyOf(checkpoint.emitted);
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

	/** Orders in production of which no shipment is handed over. */
	private lateOrders(): FakeOrder[] {
		return this.service.orders.filter(
			({ status, shipments }) =>
				['inprocess', 'partial'].includes(status) &&
				!shipments.some(({ shipmentStatus }) => ['shipped', 'returned'].includes(shipmentStatus)),
		);
	}

	private expectToBeRight({ event, changeId, object }: ObservedChange): void {
		const [kind, id, what = ''] = changeId.split('/');
		const subject = `${kind}/${id}`;
		if (event === 'order.created' || event === 'order.late') {
			expect(this.emitted.once, RULES.nothingTwice).not.toContain(changeId);
			this.emitted.once.add(changeId);
			if (event === 'order.late') {
				expect(
					this.lateOrders().map((order) => order.id),
					RULES.onlyLate,
				).toContain(id);
			}
			const wasThere = this.baseline?.has(subject) === true && !this.inDoubt.has(subject);
			if (event === 'order.created') {
				expect(wasThere, `${RULES.onlyNews}: ${changeId}`).toBe(false);
			}
			return;
		}
		if (event === 'order.waiting') {
			this.expectToWait(changeId, id);
			return;
		}
		const mayHaveChanged = this.changed.has(subject) || this.inDoubt.has(subject);
		expect(mayHaveChanged, `${RULES.onlyNews}: ${changeId}`).toBe(true);
		expect(new Map(this.current()).get(subject), `${RULES.current}: ${changeId}`).toBe(what);
		const known = this.inDoubt.has(subject) ? undefined : this.baseline?.get(subject);
		const last = this.emitted.statuses.get(subject) ?? known;
		expect(last, `${RULES.nothingTwice}: ${changeId}`).not.toBe(what);
		expect(object.id, `${RULES.current}: ${changeId}`).toBe(id);
		this.emitted.statuses.set(subject, what);
	}

	private observedOf(order: FakeOrder | undefined): Partial<Observed> {
		const observed = this.emitted.observed.get(order?.id ?? '');
		return observed && observed.status === order?.status ? observed : {};
	}

	private expectToWait(changeId: string, id: string | undefined): void {
		const order = this.service.orders.find((one) => one.id === id);
		expect(WAITING, `${RULES.onlyWaiting}: ${changeId}`).toContain(order?.status);
		expect(changeId, RULES.onlyWaiting).toBe(`order/${id}/waiting/${order?.status}`);
		const { since = this.statusSince.get(id ?? '') ?? 0 } = this.observedOf(order);
		expect(this.now - since, `${RULES.onlyWaiting}: ${changeId}`).toBeGreaterThanOrEqual(DAY);
		const last = this.emitted.waiting.get(changeId) ?? Number.NEGATIVE_INFINITY;
		expect(last, `${RULES.waitingOnce}: ${changeId}`).toBeLessThan(since);
		this.emitted.waiting.set(changeId, this.now);
	}

	/** Polls without trouble. Orders without `createdAt` may be where only the daily full scan finds them. */
	async settle(): Promise<void> {
		for (const wait of [MINUTE, MINUTE, DAY + HOUR, MINUTE]) {
			this.now += wait + this.setup.emitAfterSeconds * SECOND;
			await this.poll();
		}
	}

	/**
	 * A few polls without trouble emit everything, without waiting for the daily full scan: the shipments of 25 orders each,
	 * and the list shows every order within half an hour. Only orders without `createdAt`, and canceled ones that came back,
	 * may be where no poll looks.
	 */
	async settleWithinTheHour(): Promise<void> {
		for (const wait of [31 * MINUTE, MINUTE, MINUTE, MINUTE]) {
			this.now += wait + this.setup.emitAfterSeconds * SECOND;
			await this.poll();
		}
		const isSorted = this.service.orders.every(({ createdAt }) => createdAt !== undefined);
		if (isSorted && this.hasBaseline) this.expectLastStatuses(this.revived);
	}

	/** The last status of everything was emitted, and a further poll emits nothing. */
	async expectAllToBeEmitted(): Promise<void> {
		this.expectLastStatuses();
		this.now += MINUTE;
		const before = this.emitted.once.size;
		await this.poll();
		expect(this.emitted.once.size, RULES.nothingTwice).toBe(before);
		await this.expectLateOrders();
	}

	/** @param except IDs of orders that are left out, with their shipments */
	private expectLastStatuses(except: ReadonlySet<string> = new Set()): void {
		for (const [subject, status] of this.current()) {
			if (except.has(/order-\d+/.exec(subject)?.[0] ?? '')) continue;
			const event = { order: 'order.updated', mockupTask: 'mockup_task.finished' }[
				subject.split('/')[0] ?? ''
			];
			if (!this.setup.events.includes(event ?? 'shipment.created')) continue;
			const baseline = this.baseline?.get(subject);
			const last = this.emitted.statuses.get(subject) ?? baseline;
			const isDraft = last === undefined && status === 'draft';
			expect(isDraft ? status : last, `${RULES.lastStatus}: ${subject}`).toBe(status);
			if (subject.startsWith('order/') && baseline === undefined) {
				expect(this.emitted.once, RULES.created).toContain(`${subject}/created`);
			}
		}
	}

	private async expectLateOrders(): Promise<void> {
		if (!this.setup.events.includes('order.late')) return;
		this.now += 8 * DAY + this.setup.emitAfterSeconds * SECOND;
		await this.poll();
		this.expectWaitingOrders();
		for (const { id } of this.lateOrders()) {
			if (this.wasHandedOver.has(id)) continue;
			expect(this.emitted.once, RULES.late).toContain(`order/${id}/late`);
		}
	}

	private expectWaitingOrders(): void {
		if (!this.setup.events.includes('order.waiting')) return;
		for (const order of this.service.orders) {
			const { id, status } = order;
			const { since = 0, knownSince = Infinity } = this.observedOf(order);
			// What had waited for more than 30 days when the trigger first read it is not emitted.
			if (!WAITING.includes(status) || since < knownSince - 29 * DAY) continue;
			const told = this.emitted.waiting.get(`order/${id}/waiting/${status}`) ?? 0;
			expect(told, `${RULES.waiting}: ${id} is ${status}`).toBeGreaterThan(since);
		}
	}
}

const hasUnreadShipments = async (state: StoredState | undefined): Promise<boolean> =>
	state?.orders?.progress.phase !== 'steady' ||
	[...((await decodeState(state)).orders?.entries.values() ?? [])].some(
		({ needsShipmentBaseline }) => needsShipmentBaseline,
	);
