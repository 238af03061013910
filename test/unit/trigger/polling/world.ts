import { expect } from 'vitest';

import type { ObservedChange } from '../../../../nodes/PodFulfilment/trigger/polling/compare/changes.ts';
import {
	choiceOf,
	isWanted,
	type PollingSettings,
} from '../../../../nodes/PodFulfilment/trigger/polling/compare/settings.ts';
import {
	decodeState,
	type StoredState,
} from '../../../../nodes/PodFulfilment/trigger/polling/state/schema.ts';
import {
	GONE,
	MISSING,
	NEW,
	type OrderEntry,
	type State,
	type Tracked,
	statusKey,
} from '../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import {
	FakeService,
	type Behaviour,
	type FakeOrder,
	type FakeShipment,
	type FakeTask,
} from './fakeService.ts';
import { ALL_EVENTS, Poller } from './poller.ts';
import { GARBAGE, USUAL_HABITS, type BadOrder, type Habits } from './serviceHabits.ts';

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
	/** Status of the parcel that each of these has once it is in production. */
	parcelsBefore?: 'shipped' | 'packaged';
	habits?: Partial<Habits>;
	/** Start From, so long before the trigger. */
	startFromMs?: number;
	/** Adds the current orders, with so many items in one poll at most. */
	maxItemsWithCurrent?: number;
	/** Requests that a poll has time for. */
	requestsPerPoll?: number;
	/** The page of the list of orders that has an entry without an ID. */
	pageWithoutId?: number;
	/** What the service answers for an order that it refuses by its ID. */
	refusal?: 403 | 404 | 410;
}

/** What was told up to one state. */
interface Emitted {
	/** Last status by subject, such as `order/<id>`. */
	statuses: Map<string, string>;
	/** IDs of changes that happen once. */
	once: Set<string>;
	/** When an order was told as waiting, by the ID of the change. */
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
	/** Since when it was in production, the last time that the trigger found it so. */
	productionSince: number | undefined;
}

/** What the node falls back to when n8n is killed. */
interface Checkpoint {
	state: StoredState | undefined;
	emitted: Emitted;
	/** IDs of the orders that it knows. */
	known: ReadonlySet<string>;
	/** IDs of what answers had shown until then. */
	shown: ReadonlySet<string>;
}

const copyOf = ({ statuses, once, waiting, observed }: Emitted): Emitted => ({
	waiting: new Map(waiting),
	observed: new Map(observed),
	statuses: new Map(statuses),
	once: new Set(once),
});

/** Statuses in which an order waits for somebody. */
const WAITING = ['draft', 'pending', 'onhold', 'failed'];

/** Statuses in which an order may be late. */
const PRODUCTION = ['inprocess', 'partial'];

/** Statuses that an order rarely leaves. */
const TERMINAL = ['shipped', 'fulfilled', 'failed', 'canceled'];

/** An order with a terminal status does not change any more after this time: it may be forgotten soon. */
const TERMINAL_FOR = 20 * DAY;

/** A service of which everything fails is another matter. */
const MAX_BAD_ORDERS = 4;

/** What the polling trigger promises: docs/polling.md. A message of an expectation begins with the rule that it is about. */
const RULES = {
	nothingTwice: 'Nothing is told twice',
	onlyNews: 'Nothing is told that was there before the first poll and did not change',
	current: 'A status is told as it is now',
	onlyLate: 'Only an order that is late is told as late',
	lateInTime: 'No order is told as late too early',
	lastStatus: 'The last status of everything is told',
	created: 'Every order that is new is told as created',
	late: 'Every order that is late is told as late',
	onlyWaiting: 'Only an order that waits is told as waiting',
	waitingOnce: 'An order is told as waiting once for each time that it gets a status',
	waiting: 'Every order that waits for too long is told as waiting',
	bounded: 'The shipments of one order take few requests',
	idle: 'Shipments that show no change are read in turn',
	withCurrent: 'An item has the current order, no older than its event',
	chosen: 'An event that is chosen later, or a filter that is changed, tells nothing from before',
	limited: 'One poll tells no more items than its limit',
} as const;

/** Shipments that one poll reads although nothing shows a change. */
const ROUTINE_READS = 25;

/** What may be left unchosen for a while, with its events. */
const EVENTS_OF = {
	orders: ['order.created', 'order.updated', 'order.late', 'order.waiting', 'shipment.created'],
	shipments: ['shipment.created'],
	tasks: ['mockup_task.finished'],
} as const;

/** Subjects that begin anew when the events are chosen again. */
const SUBJECTS_OF = {
	orders: /^(order|shipment)\//,
	shipments: /^shipment\//,
	tasks: /^mockupTask\//,
} as const;

export type Unchosen = keyof typeof EVENTS_OF;

/** Events and filters of a node. */
export interface Choice {
	events: readonly string[];
	filters: PollingSettings['filters'];
}

/** Some events are not chosen for a while, late and waiting orders always; and filters that keep something out for a while. */
export const CHOICES: readonly Choice[] = [
	{
		events: ALL_EVENTS.filter((event) => event !== 'order.updated'),
		filters: {},
	},
	{
		events: ALL_EVENTS.filter((event) => event !== 'order.created'),
		filters: {},
	},
	{
		events: ['order.late', 'order.waiting', 'shipment.created', 'mockup_task.finished'],
		filters: {},
	},
	{ events: ALL_EVENTS, filters: { orderStatuses: ['shipped', 'draft'] } },
	{ events: ALL_EVENTS, filters: { shipmentStatuses: ['returned'] } },
	{ events: ALL_EVENTS, filters: { mockupTaskStatuses: ['failed'], orderStatuses: ['onhold'] } },
];

/** Whether the first reading of an order's parcels, which is still to come, is silent. */
const isUnread = (entry: OrderEntry | undefined): boolean =>
	entry !== undefined && ['silent', 'reopened', 'skipped'].includes(entry.reading);

/** Whether the parcels of an order are not read any more unless its status changes. */
const isReadToItsEnd = ({ reading }: OrderEntry): boolean => ['done', 'skipped'].includes(reading);

/** Whether a status is the one that counts as told. */
const isToldAs = (entry: Tracked | undefined, status: string): boolean =>
	entry !== undefined && (entry.told ?? entry.status) === statusKey(status);

/** Whether nothing of what was read waits to be told. */
const isSettledAs = (entry: Tracked | undefined, status: string): boolean =>
	isToldAs(entry, status) && (entry?.told === undefined || entry.status === MISSING);

/** A service, a node that polls it, and what the node has told. */
export class World {
	/** The right time, in milliseconds since 1970. */
	now = Date.UTC(2026, 10, 20, 12);

	readonly service: FakeService;

	readonly poller: Poller;

	/** Whether the baseline is complete. Until then, timestamps are all that tells old from new, so they must be right. */
	hasBaseline = false;

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

	/** Subjects that were there before and that both full scans of the baseline missed: they are new once they are found. */
	private readonly missed = new Set<string>();

	/** Subjects that changed after the first poll and before they were first read: what they were before is not known. */
	private readonly changedUnread = new Set<string>();

	/** IDs of orders that had finished and came back: only a full scan has to find these. */
	private readonly revived = new Set<string>();

	/** IDs of orders of which a shipment was handed over at some time: these are not late any more. */
	private readonly wasHandedOver = new Set<string>();

	/** When an order got the status that it has, by ID, and when it last went to production. */
	private readonly statusSince = new Map<string, number>();

	private readonly productionSince = new Map<string, number>();

	/** IDs of orders that may have been forgotten, and came back. */
	private readonly reopened = new Set<string>();

	/** Subjects whose last status may be told again. */
	private readonly mayRepeat = new Set<string>();

	/** Parcels whose last status was shown by a first reading that is silent, or may be. */
	private readonly mayBeLeftOut = new Set<string>();

	/**
	 * IDs of orders that no page showed before the trigger had forgotten a newer one; and of those that are gone, as their ID
	 * did not find them, and a full scan missed them because pages shifted.
	 */
	private readonly passedOver = new Set<string>();

	private created = 0;

	private readonly setup: Setup;

	private readonly habits: Habits;

	constructor(setup: Setup) {
		this.setup = setup;
		this.habits = { ...USUAL_HABITS, ...setup.habits };
		// Without the header n8n's clock counts: nothing is promised where the service's is another.
		if (!this.habits.hasDateHeader) this.habits.clockAheadMs = 0;
		this.service = new FakeService(setup.pageSize, setup.sort);
		this.service.isAbbreviated = setup.isAbbreviated;
		Object.assign(this.service.habits, this.habits);
		if (setup.pageWithoutId !== undefined) {
			this.service.oddEntries = {
				page: setup.pageWithoutId,
				entries: [{ id: null }],
				leastOrders: 1,
			};
		}
		const { startFromMs } = setup;
		this.poller = new Poller(this.service, {
			emitAfterSeconds: setup.emitAfterSeconds,
			events: setup.events,
			...(startFromMs !== undefined && {
				startFromSeconds: (this.now - startFromMs) / SECOND,
			}),
		});
		this.poller.maxItems = setup.maxItemsWithCurrent;
		for (const [index, status] of setup.before.entries()) this.addEarlierOrder(index, status);
	}

	/** One that is there before the trigger; every third one changed two hours ago. */
	private addEarlierOrder(index: number, status: string): void {
		const { parcelsBefore } = this.setup;
		const createdAt = this.now - 3 * HOUR - index * DAY;
		const order = this.addOrder(status, createdAt);
		if (parcelsBefore && !['draft', 'pending', 'canceled', 'failed'].includes(status)) {
			const shipmentStatus = index % 2 === 0 ? parcelsBefore : 'shipped';
			const shippedAt = this.stamp(createdAt + HOUR);
			order.shipments.push({
				id: `shipment-${order.id}-0`,
				shipmentStatus,
				...(shipmentStatus === 'shipped' && { shippedAt }),
			});
			if (shipmentStatus === 'shipped') this.wasHandedOver.add(order.id);
		}
		if (index % 3 !== 2) return;
		const changedAt = this.now - 2 * HOUR;
		order.updatedAt = this.stamp(changedAt);
		this.statusSince.set(order.id, changedAt);
	}

	/** A time as the service's clock says it. */
	private stamp(time = this.now): string {
		return iso(time + this.habits.clockAheadMs);
	}

	/** The right time of a stamp; now where there is none. */
	private timeOf(stamp: string | undefined): number {
		return stamp === undefined ? this.now : Date.parse(stamp) - this.habits.clockAheadMs;
	}

	private get watchesShipments(): boolean {
		return this.setup.events.includes('shipment.created');
	}

	private hasOddTimestamps = false;

	/** An order says that it was created before it appeared, perhaps before the trigger began. */
	private hasBackdated = false;

	/** When the newest order was created, if that was within the last hour, and may not have been forgotten since. */
	get newestCreation(): number | undefined {
		const time = this.timeOf(this.service.orders.at(-1)?.createdAt);
		return time > this.now - HOUR ? time : undefined;
	}

	/**
	 * @param createdAt since 1970; undefined for an order that does not say when it was created
	 * @param odd `none`: without an `updatedAt`; a number: with garbage in place of its times
	 */
	addOrder(
		status: string,
		createdAt: number | undefined,
		odd: 'none' | number | undefined = undefined,
	): FakeOrder {
		this.hasOddTimestamps ||= odd !== undefined || createdAt === undefined;
		this.hasBackdated ||= this.baseline !== undefined && (createdAt ?? 0) < this.now;
		this.created += 1;
		const id = `order-${String((this.created * 7919) % 10_000).padStart(4, '0')}`;
		const order: FakeOrder = {
			id,
			status,
			...(createdAt !== undefined && { createdAt: this.stamp(createdAt) }),
			...(odd !== 'none' && { updatedAt: this.stamp(createdAt) }),
			shipments: [],
			...(typeof odd === 'number' && { garbage: odd % GARBAGE.length }),
		};
		this.service.orders.push(order);
		this.recordChange(`order/${id}`);
		const time = createdAt ?? this.now;
		this.statusSince.set(id, time);
		this.productionSince.set(id, time);
		return order;
	}

	addTask(): void {
		this.created += 1;
		const id = `task-${this.created}`;
		this.service.tasks.push({ id, status: 'pending', createdAt: this.stamp() });
		this.recordChange(`mockupTask/${id}`);
	}

	changeTask(index: number, status: string): void {
		const task = this.service.tasks[index % Math.max(1, this.service.tasks.length)];
		if (!task || task.status !== 'pending') return;
		task.status = status;
		task.finishedAt = this.stamp();
		this.recordChange(`mockupTask/${task.id}`);
	}

	/** Orders that are not about to be forgotten. */
	private get liveOrders(): FakeOrder[] {
		return this.service.orders.filter(({ id, status, createdAt }) => {
			if (!TERMINAL.includes(status)) return true;
			const age = this.now - this.timeOf(createdAt);
			// A later `updatedAt` does not make it last longer.
			const terminalFor = this.now - (this.statusSince.get(id) ?? 0);
			return terminalFor < TERMINAL_FOR && (status !== 'canceled' || age < TERMINAL_FOR);
		});
	}

	private order(index: number): FakeOrder | undefined {
		return this.liveOrders[index % Math.max(1, this.liveOrders.length)];
	}

	/** @param updatedAt what happens to `updatedAt`: now, earlier than everything else, or unchanged */
	async changeOrder(
		index: number,
		status: string,
		updatedAt: 'now' | 'backwards' | 'same',
	): Promise<void> {
		const order = this.order(index);
		if (!order) return;
		// Of an order that was forgotten, only what it is when it is found again can be known.
		const known = (await this.poller.state())?.orders?.entries.get(order.id);
		if (this.reopened.has(order.id) && !known && TERMINAL.includes(status)) return;
		// That it had finished and came back for a while, no poll has read.
		if (known && isReadToItsEnd(known) && known.status === statusKey(status)) {
			for (const { id } of order.shipments) this.mayBeLeftOut.add(`shipment/${id}`);
		}
		if (order.status === 'canceled') this.revived.add(order.id);
		this.setStatus(order, status, updatedAt);
	}

	private setStatus(
		order: FakeOrder,
		status: string,
		updatedAt: 'now' | 'backwards' | 'same',
	): void {
		const { id } = order;
		if (order.status !== status) this.statusSince.set(id, this.now);
		const isOn = PRODUCTION.includes(order.status) && PRODUCTION.includes(status);
		if (order.status !== status && !isOn) this.productionSince.set(id, this.now);
		order.status = status;
		if (updatedAt !== 'now') this.hasOddTimestamps ||= this.hasBaseline;
		if (updatedAt === 'now' || !this.hasBaseline) order.updatedAt = this.stamp();
		else if (updatedAt === 'backwards') order.updatedAt = this.stamp(this.now - 100 * DAY);
		this.recordChange(`order/${id}`);
	}

	/** An order that had finished so long ago that the trigger may have forgotten it. */
	async reopenOrder(index: number, status: string): Promise<void> {
		const live = new Set(this.liveOrders);
		const gone = this.service.orders.filter((order) => !live.has(order));
		const order = gone[index % Math.max(1, gone.length)];
		if (!order || !this.hasBaseline) return;
		this.revived.add(order.id);
		this.reopened.add(order.id);
		const isForgotten = (await this.poller.state())?.orders?.entries.has(order.id) !== true;
		const { emitAfterSeconds, maxItemsWithCurrent } = this.setup;
		// What a forgotten order was is not known: if it is that again before the change is told, it is told in doubt.
		const mayWait = emitAfterSeconds > 0 || maxItemsWithCurrent !== undefined;
		if (isForgotten && mayWait) this.mayRepeat.add(`order/${order.id}`);
		this.setStatus(order, status, 'now');
		// What left in the last three days is told in doubt, and what did not leave is not told.
		for (const { id, shippedAt } of order.shipments) {
			if (shippedAt !== undefined && this.timeOf(shippedAt) > this.now - 4 * DAY) {
				this.mayRepeat.add(`shipment/${id}`);
			}
			this.mayBeLeftOut.add(`shipment/${id}`);
		}
	}

	/** From now on, something of an order cannot be read. */
	spoil(index: number, bad: BadOrder): void {
		const order = this.order(index);
		if (!order || this.service.badOrders.size >= MAX_BAD_ORDERS) return;
		const { refusal = 403 } = this.setup;
		const isRefusal = bad.part === 'order' && bad.answer === 403;
		this.service.badOrders.set(order.id, isRefusal ? { part: 'order', answer: refusal } : bad);
		// What is not there by its ID, and comes back, has its status since then.
		if (isRefusal && refusal !== 403) this.wasMissing.add(order.id);
	}

	private readonly wasMissing = new Set<string>();

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
		const known = (await this.poller.state())?.orders?.entries.get(order.id);
		let changed: FakeShipment | undefined = order.shipments[shipment];
		if (!changed) {
			changed = { id: `shipment-${order.id}-${order.shipments.length}`, shipmentStatus };
			order.shipments.push(changed);
		} else if (changed.shipmentStatus === shipmentStatus) return;
		changed.shipmentStatus = shipmentStatus;
		if (['shipped', 'returned'].includes(shipmentStatus)) this.wasHandedOver.add(order.id);
		if (shipmentStatus === 'shipped') changed.shippedAt = this.stamp();
		if (isShown || !known) order.updatedAt = this.stamp();
		const subject = `shipment/${changed.id}`;
		this.recordChange(subject);
		// The first reading is silent, but for what left since.
		const wasThere = known === undefined && this.mayHaveBeenThere(order.id);
		const isSilent = isUnread(known) || wasThere;
		// What is again as it was told last, no poll tells.
		if (isToldAs(known?.parcels.get(changed.id), shipmentStatus)) this.mayBeLeftOut.add(subject);
		// Nor of an order that has finished, and whose shipments were read since.
		else if (known && isReadToItsEnd(known) && known.status === statusKey(order.status)) {
			this.mayBeLeftOut.add(subject);
		} else if (!isSilent) this.mayBeLeftOut.delete(subject);
		else if (shipmentStatus !== 'shipped' || this.reopened.has(order.id)) {
			this.mayBeLeftOut.add(subject);
		}
		// For an order that was not read yet, a newer `updatedAt` may mean a new status.
		if (!this.isKnownInAllStates(order.id)) this.changed.add(`order/${order.id}`);
	}

	private mayHaveBeenThere(id: string): boolean {
		return (
			this.baseline?.has(`order/${id}`) !== false ||
			this.reopened.has(id) ||
			this.olderThanChoice.has(id)
		);
	}

	/** IDs of orders that were there when the event of parcels was chosen, and which a baseline may find later. */
	private readonly olderThanChoice = new Set<string>();

	/** Including the states that the node may fall back to. */
	private isKnownInAllStates(id: string): boolean {
		return this.checkpoints.every(({ known }) => known.has(id));
	}

	private recordChange(subject: string): void {
		if (this.baseline) this.changed.add(subject);
	}

	async poll(
		behaviour: Behaviour = { shifts: [], failing: [] },
		maxRequests?: number,
	): Promise<ObservedChange[]> {
		const isBegun = this.baseline !== undefined;
		this.baseline ??= this.withStartDate(new Map(this.current()));
		const { requestsPerPoll = Number.POSITIVE_INFINITY } = this.setup;
		const before = await this.poller.state();
		const shown = new Set(this.service.shown);
		this.recordSilentParcels(before);
		this.recordChangedUnread(before);
		const changes = await this.poller.poll(
			this.now,
			behaviour,
			Math.min(maxRequests ?? Number.POSITIVE_INFINITY, requestsPerPoll),
		);
		// The trigger begins with the first answer that says something.
		if (!isBegun && !this.service.hasAnswered) this.baseline = undefined;
		this.recordForgotten(before, shown);
		this.recordGone(before, await this.poller.state());
		this.expectFewRequests();
		for (const change of changes) this.expectToBeRight(change);
		this.expectCurrentOrders(changes);
		const known = await this.recordRead();
		const emitted = copyOf(this.emitted);
		// Before it has begun, there is nothing to fall back to: it would begin later.
		if (this.baseline) {
			const { stored: state } = this.poller;
			this.checkpoints.push({ state, emitted, known, shown: new Set(this.service.shown) });
		}
		return changes;
	}

	/** What its ID did not find, and a full scan did not show, is gone. */
	private recordGone(before: State | undefined, after: State | undefined): void {
		for (const { id, shipments } of this.service.orders) {
			if (before?.orders?.entries.get(id)?.status !== MISSING) continue;
			const { status } = after?.orders?.entries.get(id) ?? {};
			if (status !== undefined && status !== GONE) continue;
			this.passedOver.add(id);
			this.mayRepeat.add(`order/${id}`);
			for (const shipment of shipments) this.mayRepeat.add(`shipment/${shipment.id}`);
		}
	}

	/** An order that appears later, but was created before a forgotten one, counts as forgotten. */
	private recordForgotten(before: State | undefined, shownBefore: ReadonlySet<string>): void {
		const { phase, forgottenBefore = 0 } = before?.orders ?? {};
		if (phase !== 'steady') return;
		for (const { id, createdAt = '' } of this.service.orders) {
			const isFirst = this.service.shown.has(id) && !shownBefore.has(id);
			if (isFirst && Date.parse(createdAt) < forgottenBefore * SECOND) this.passedOver.add(id);
		}
	}

	/** Parcels of an order that is found again after it was forgotten. */
	private recordSilentParcels(state: State | undefined): void {
		for (const { id, shipments } of this.service.orders) {
			const entry = state?.orders?.entries.get(id);
			if (!this.reopened.has(id) || (entry !== undefined && !isUnread(entry))) continue;
			for (const shipment of shipments) this.mayBeLeftOut.add(`shipment/${shipment.id}`);
		}
	}

	private expectCurrentOrders(changes: ObservedChange[]): void {
		const { maxItemsWithCurrent } = this.setup;
		if (maxItemsWithCurrent === undefined) return;
		const ofOrders = changes.filter(({ event }) => event !== 'mockup_task.finished');
		expect(ofOrders.length, RULES.limited).toBeLessThanOrEqual(maxItemsWithCurrent);
		for (const { event, object, objectKey, changeId } of ofOrders) {
			const { current, currentError } = this.poller.fields.get(objectKey) ?? {};
			// Where it could not be read in several polls.
			if (current === null) {
				expect(currentError, RULES.withCurrent).toBeTruthy();
				continue;
			}
			if (event === 'shipment.created') {
				const { id, shipmentStatus } = object;
				const parcel = expect.objectContaining({ id, shipmentStatus });
				expect(current?.shipments, `${RULES.withCurrent}: ${changeId}`).toContainEqual(parcel);
			} else {
				expect(current?.order.status, `${RULES.withCurrent}: ${changeId}`).toBe(object.status);
			}
		}
	}

	/** Start From: what was created or has changed since then, by the clock of the service, is to be told. */
	private withStartDate(baseline: Map<string, string>): Map<string, string> {
		if (this.poller.settings.startFromSeconds === undefined) return baseline;
		const isSince = (stamp: string | undefined): boolean => this.isSinceStart(stamp);
		for (const { id, createdAt, updatedAt, shipments } of this.service.orders) {
			const subject = `order/${id}`;
			if (isSince(createdAt)) baseline.delete(subject);
			else if (isSince(updatedAt)) baseline.set(subject, '');
			if (isSince(createdAt) || isSince(updatedAt)) this.changed.add(subject);
			for (const shipment of shipments) {
				if (!isSince(createdAt) && !isSince(shipment.shippedAt)) continue;
				baseline.delete(`shipment/${shipment.id}`);
				this.changed.add(`shipment/${shipment.id}`);
			}
		}
		for (const { id, createdAt, finishedAt } of this.service.tasks) {
			if (!isSince(finishedAt ?? createdAt)) continue;
			baseline.delete(`mockupTask/${id}`);
			this.changed.add(`mockupTask/${id}`);
		}
		return baseline;
	}

	private isSinceStart(stamp: string | undefined): boolean {
		const { startFromSeconds = Number.POSITIVE_INFINITY } = this.poller.settings;
		return Date.parse(stamp ?? '') >= startFromSeconds * SECOND;
	}

	forgetAfter(days: number): void {
		this.poller.settings = {
			...this.poller.settings,
			forgetAfterSeconds: (days * DAY) / SECOND,
		};
	}

	/** Some events are not chosen for one poll. What changes until they are chosen again is part of a new baseline. */
	async pollWithout(unchosen: Unchosen, behaviour?: Behaviour): Promise<void> {
		const { settings } = this.poller;
		const left = settings.events.filter(
			(event) => !(EVENTS_OF[unchosen] as readonly string[]).includes(event),
		);
		// Only times tell what has changed while the baseline is taken.
		if (left.length === 0 || left.length === settings.events.length || this.hasOddTimestamps) {
			return;
		}
		this.poller.settings = { ...settings, events: left };
		await this.poll();
		this.poller.settings = settings;
		this.now += MINUTE;
		this.beginAnew(unchosen);
		// What a failed request leaves out of a new baseline of orders is told again where it is in doubt.
		await this.poll(unchosen === 'orders' ? undefined : behaviour);
		if (this.service.hasAnswered) return;
		// The new baseline begins with the first answer.
		this.now += MINUTE;
		this.beginAnew(unchosen);
		await this.poll();
	}

	/**
	 * Other events or filters are chosen for some polls, which n8n stores only if they have items, and then those of the setup
	 * again: what the others did not want meanwhile counts as told.
	 */
	async pollChoosing(other: Choice, happens: () => Promise<void>): Promise<void> {
		const { settings } = this.poller;
		const { filters } = other;
		const events = settings.events.filter((event) => other.events.includes(event));
		const isWatched = (watched: readonly string[], kind: string): boolean =>
			watched.some((event) => event.startsWith(kind));
		// What is not watched at all takes a new baseline: see `pollWithout`.
		const isSame = ['order.', 'shipment.', 'mockup_task.'].every(
			(kind) => isWatched(events, kind) === isWatched(settings.events, kind),
		);
		if (!isSame || this.setup.requestsPerPoll !== undefined || !this.hasBaseline) return;
		const known = await this.knownIds();
		this.poller.settings = { ...settings, events, filters };
		await this.poll();
		for (const id of await this.knownIds()) known.add(id);
		// A status that is kept out counts as told: one from before that comes back is another change.
		await this.recordSettled(known);
		await happens();
		let unstored = 0;
		for (let polls = 0; polls < 2; polls += 1) {
			this.now += MINUTE;
			unstored = (await this.poll()).length === 0 ? unstored + 1 : 0;
		}
		if (unstored > 0) await this.fallBack(unstored);
		this.now += MINUTE;
		this.poller.settings = settings;
		const choice = choiceOf(events, filters);
		for (const { event, object, changeId } of await this.poll()) {
			const isTold = isWanted(event, object.shipmentStatus ?? object.status, choice);
			expect(isTold, `${RULES.chosen}: ${changeId}`).toBe(true);
		}
		for (const checkpoint of this.checkpoints) for (const id of checkpoint.known) known.add(id);
		await this.recordSettled(known);
	}

	private async knownIds(): Promise<Set<string>> {
		const { orders, tasks } = (await this.poller.state()) ?? {};
		return new Set([...(orders?.entries.keys() ?? []), ...(tasks?.entries.keys() ?? [])]);
	}

	/** What was read since the choice, and is not about to be told, counts as told. */
	private async recordSettled(known: ReadonlySet<string>): Promise<void> {
		// What n8n falls back to from now on knows the choice.
		this.checkpoints.splice(0, this.checkpoints.length - 1);
		const { orders, tasks } = (await this.poller.state()) ?? {};
		for (const { id, status, shipments } of this.service.orders) {
			const entry = orders?.entries.get(id);
			// One that was known, perhaps only for a poll, has been forgotten meanwhile.
			if (!entry && known.has(id)) {
				this.emitted.statuses.set(`order/${id}`, status);
				this.emitted.once.add(`order/${id}/created`);
				for (const { id: parcel, shipmentStatus } of shipments) {
					this.emitted.statuses.set(`shipment/${parcel}`, shipmentStatus);
				}
			}
			if (!entry) continue;
			if (entry.told !== NEW) this.emitted.once.add(`order/${id}/created`);
			if (isSettledAs(entry, status)) this.emitted.statuses.set(`order/${id}`, status);
			for (const { id: parcel, shipmentStatus } of shipments) {
				if (isSettledAs(entry.parcels.get(parcel), shipmentStatus)) {
					this.emitted.statuses.set(`shipment/${parcel}`, shipmentStatus);
				}
			}
		}
		for (const { id, status } of this.service.tasks) {
			const entry = tasks?.entries.get(id);
			const isForgotten = !entry && known.has(id);
			if (isForgotten || isSettledAs(entry, status)) {
				this.emitted.statuses.set(`mockupTask/${id}`, status);
			}
		}
		const last = this.checkpoints.at(-1);
		if (last) last.emitted = copyOf(this.emitted);
	}

	private beginAnew(unchosen: Unchosen): void {
		this.checkpoints.length = 0;
		const { orders, tasks } = this.service;
		for (const { id } of { orders, tasks, shipments: [] }[unchosen]) this.service.shown.delete(id);
		const isAnew = (subject: string): boolean => SUBJECTS_OF[unchosen].test(subject);
		for (const subjects of [this.changed, this.missed, this.changedUnread, this.emitted.statuses]) {
			for (const subject of [...subjects.keys()].filter(isAnew)) subjects.delete(subject);
		}
		for (const [subject, status] of this.current()) {
			if (isAnew(subject)) this.baseline?.set(subject, status);
		}
		if (unchosen === 'shipments' && !this.hasBaseline) {
			for (const { id } of orders) this.olderThanChoice.add(id);
		}
		if (unchosen !== 'orders') return;
		this.emitted.waiting.clear();
		this.emitted.observed.clear();
		// What was there is not new; what both of its full scans miss comes as created, as it may have before.
		this.emitted.once.clear();
	}

	private expectFewRequests(): void {
		const counts = new Map<string, number>();
		for (const path of this.service.requests.filter((one) => one.includes('/shipments'))) {
			const order = path.split('/')[3] ?? '';
			counts.set(order, (counts.get(order) ?? 0) + 1);
		}
		// Of a list that the time ended, Add Current Order reads two pages.
		const most = this.setup.maxItemsWithCurrent === undefined ? 20 : 22;
		expect(Math.max(0, ...counts.values()), RULES.bounded).toBeLessThanOrEqual(most);
	}

	/** In a poll in which nothing has changed. */
	private expectToBeIdle(): void {
		const read = new Set(
			this.service.requests
				.filter((path) => path.includes('/shipments'))
				.map((path) => path.split('/')[3]),
		);
		const needed = this.service.orders.filter(
			({ id, status, shipments }) =>
				// It may be read once more as it has finished.
				TERMINAL.includes(status) ||
				this.service.badOrders.has(id) ||
				shipments.some(({ shipmentStatus }) => ['pending', 'packaged'].includes(shipmentStatus)),
		);
		for (const { id } of needed) read.delete(id);
		expect(read.size, RULES.idle).toBeLessThanOrEqual(ROUTINE_READS);
	}

	/**
	 * What both full scans of the baseline missed because pages shifted is new when it is found, with its parcels.
	 *
	 * @returns the IDs of the orders that are known
	 */
	private async recordRead(): Promise<ReadonlySet<string>> {
		const { orders, tasks } = (await this.poller.state()) ?? {};
		this.hasBaseline = orders?.phase === 'steady';
		const mayBeForgotten = ({ id, createdAt }: FakeOrder | FakeTask): boolean =>
			this.service.shown.has(id) && this.timeOf(createdAt) < this.now - 30 * DAY;
		for (const task of this.service.tasks) {
			const isUnknown = tasks?.phase === 'steady' && !tasks.entries.has(task.id);
			if (isUnknown && !mayBeForgotten(task)) this.missed.add(`mockupTask/${task.id}`);
		}
		for (const order of this.service.orders) {
			const { id, shipments } = order;
			const entry = orders?.entries.get(id);
			if (entry && !entry.status.startsWith('-')) this.recordObserved(id, entry.status);
			if (entry || !this.hasBaseline || mayBeForgotten(order)) continue;
			this.missed.add(`order/${id}`);
			for (const shipment of shipments) this.missed.add(`shipment/${shipment.id}`);
		}
		return new Set(orders?.entries.keys());
	}

	private recordChangedUnread(state: State | undefined): void {
		for (const { id, shipments } of this.service.orders) {
			const entry = state?.orders?.entries.get(id);
			const unread = [
				...(entry ? [] : [`order/${id}`]),
				...(entry && !isUnread(entry) ? [] : shipments.map((one) => `shipment/${one.id}`)),
			];
			for (const subject of unread) {
				if (this.changed.has(subject)) this.changedUnread.add(subject);
			}
		}
	}

	private recordObserved(id: string, status: string): void {
		const before = this.emitted.observed.get(id);
		if (before?.status === status) return;
		const since = this.statusSince.get(id) ?? 0;
		const wasInProduction = before && PRODUCTION.includes(before.status);
		this.emitted.observed.set(id, {
			status,
			since,
			productionSince: PRODUCTION.includes(status)
				? (wasInProduction && before.productionSince) || this.productionSince.get(id)
				: undefined,
			knownSince: before?.knownSince ?? this.now,
		});
	}

	/** n8n was killed before it stored the last states. */
	async fallBack(polls: number): Promise<void> {
		const kept = this.checkpoints.slice(0, Math.max(1, this.checkpoints.length - polls));
		const checkpoint = kept.at(-1);
		if (!checkpoint?.state) return;
		const state = await decodeState(checkpoint.state);
		const { orders } = state;
		// Of an order that was forgotten, what happened before it is read counts as being from before.
		if ([...this.reopened].some((id) => !orders || isUnread(orders.entries.get(id)))) return;
		if ([...this.reopened].some((id) => orders?.entries.has(id) !== true)) return;
		// What the baseline has not recorded by then is recorded later, and only its times tell whether it changed meanwhile.
		const isOdd = this.hasOddTimestamps || this.hasBackdated;
		if (isOdd && orders?.phase !== 'steady') return;
		if (this.watchesShipments && orders?.phase !== 'steady') return;
		this.checkpoints.splice(kept.length);
		this.poller.stored = checkpoint.state;
		this.service.shown = new Set(checkpoint.shown);
		this.emitted = copyOf(checkpoint.emitted);
		this.hasBaseline = orders?.phase === 'steady';
		for (const { id, status, shipments } of this.service.orders) {
			const entry = orders?.entries.get(id);
			const isSilent = isUnread(entry) || (!entry && this.mayHaveBeenThere(id));
			// That it came back and finished again, no poll has read of which the state is left.
			const hasFinishedAgain =
				entry !== undefined && isReadToItsEnd(entry) && entry.status === statusKey(status);
			if (!isSilent && !hasFinishedAgain) continue;
			for (const shipment of shipments) this.mayBeLeftOut.add(`shipment/${shipment.id}`);
		}
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
			(order) => PRODUCTION.includes(order.status) && hasNothingHandedOver(order),
		);
	}

	private expectToBeRight({ event, changeId, object }: ObservedChange): void {
		const [kind, id, what = ''] = changeId.split('/');
		const subject = `${kind}/${id}`;
		if (event === 'order.created' || event === 'order.late') {
			if (event !== 'order.late' || !this.reopened.has(id ?? '')) {
				expect(this.emitted.once, RULES.nothingTwice).not.toContain(changeId);
			}
			this.emitted.once.add(changeId);
			if (event === 'order.late') {
				const isLate = this.lateOrders().some((order) => order.id === id);
				expect(isLate, `${RULES.onlyLate}: ${changeId}`).toBe(true);
				this.expectToBeLateInTime(changeId, id);
			}
			const wasThere = this.baseline?.has(subject) === true && !this.missed.has(subject);
			if (event === 'order.created') {
				expect(wasThere, `${RULES.onlyNews}: ${changeId}`).toBe(false);
			}
			return;
		}
		if (event === 'order.waiting') {
			this.expectToWait(changeId, id);
			return;
		}
		const isExcused = this.missed.has(subject) || this.mayRepeat.has(subject);
		const mayHaveChanged = this.changed.has(subject) || isExcused;
		expect(mayHaveChanged, `${RULES.onlyNews}: ${changeId}`).toBe(true);
		expect(new Map(this.current()).get(subject), `${RULES.current}: ${changeId}`).toBe(what);
		const isUnknown = this.missed.has(subject) || this.changedUnread.has(subject);
		const known = isUnknown ? undefined : this.baseline?.get(subject);
		const last = this.emitted.statuses.get(subject) ?? known;
		if (!this.mayRepeat.has(subject)) {
			expect(last, `${RULES.nothingTwice}: ${changeId}`).not.toBe(what);
		}
		expect(object.id, `${RULES.current}: ${changeId}`).toBe(id);
		this.emitted.statuses.set(subject, what);
	}

	private expectToBeLateInTime(changeId: string, id: string | undefined): void {
		const { productionSince } = this.emitted.observed.get(id ?? '') ?? {};
		if (productionSince === undefined) return;
		const lateMs = this.now - productionSince;
		expect(lateMs, `${RULES.lateInTime}: ${changeId}`).toBeGreaterThan(7 * DAY - SECOND);
	}

	private observedOf(order: FakeOrder | undefined): Partial<Observed> {
		const observed = this.emitted.observed.get(order?.id ?? '');
		return observed && observed.status === order?.status ? observed : {};
	}

	private expectToWait(changeId: string, id = ''): void {
		const order = this.service.orders.find((one) => one.id === id);
		const status = order?.status ?? '';
		expect(WAITING, `${RULES.onlyWaiting}: ${changeId}`).toContain(status);
		expect(changeId, RULES.onlyWaiting).toBe(`order/${id}/waiting/${status}`);
		const since = this.observedOf(order).since ?? this.statusSince.get(id) ?? 0;
		expect(this.now - since, `${RULES.onlyWaiting}: ${changeId}`).toBeGreaterThanOrEqual(DAY);
		const last = this.emitted.waiting.get(changeId) ?? Number.NEGATIVE_INFINITY;
		if (!this.wasMissing.has(id)) {
			expect(last, `${RULES.waitingOnce}: ${changeId}`).toBeLessThan(since);
		}
		this.emitted.waiting.set(changeId, this.now);
	}

	/** Polls without trouble. Orders without `createdAt` may be where only the daily full scan finds them. */
	async settle(): Promise<void> {
		const { emitAfterSeconds } = this.setup;
		// What only the full scan finds has to last for Emit After from there on.
		const confirmed = emitAfterSeconds > 0 ? [MINUTE] : [];
		// Of what has just changed, nothing has waited for a day by the poll before that.
		for (const wait of [MINUTE, MINUTE, DAY - 3 * HOUR, 4 * HOUR, MINUTE, MINUTE, ...confirmed]) {
			this.now += wait + emitAfterSeconds * SECOND;
			await this.pollAll();
		}
	}

	private async pollAll(): Promise<void> {
		await this.poll();
		for (let poll = 1; poll < this.pollsToReadAll; poll += 1) {
			this.now += MINUTE;
			await this.poll();
		}
	}

	/** Where a poll has not the time for everything, or tells only a part, one goes on behind the other. */
	private get pollsToReadAll(): number {
		const { requestsPerPoll, maxItemsWithCurrent = 200 } = this.setup;
		return requestsPerPoll === undefined && maxItemsWithCurrent >= 200 ? 1 : 25;
	}

	/**
	 * A few polls without trouble tell everything, without waiting for the daily full scan: the shipments of 25 orders each.
	 * Only orders without `createdAt`, and finished ones that came back, may be where no poll looks.
	 */
	async settleWithinTheHour(): Promise<void> {
		for (let poll = 0; poll < 4; poll += 1) {
			this.now += MINUTE + this.setup.emitAfterSeconds * SECOND;
			await this.poll();
		}
		const isSorted = this.service.orders.every(({ createdAt }) => createdAt !== undefined);
		if (this.pollsToReadAll > 1 || !isSorted || !this.hasBaseline) return;
		this.expectLastStatuses(new Set([...this.revived, ...this.service.badOrders.keys()]));
	}

	/** The last status of everything was told, and a further poll tells nothing. */
	async expectAllToBeEmitted(): Promise<void> {
		this.expectLastStatuses(new Set(this.service.badOrders.keys()));
		this.now += MINUTE;
		const before = this.emitted.once.size;
		await this.poll();
		expect(this.emitted.once.size, RULES.nothingTwice).toBe(before);
		if (this.setup.requestsPerPoll === undefined) this.expectToBeIdle();
		await this.expectLateOrders();
	}

	/** Once everything can be read again, nothing is missing. */
	async expectNothingToBeLost(): Promise<void> {
		this.service.badOrders.clear();
		await this.settle();
		this.expectLastStatuses();
	}

	/** @param except IDs of orders that are left out, with their shipments */
	private expectLastStatuses(except: ReadonlySet<string> = new Set()): void {
		for (const [subject, status] of this.current()) {
			const orderId = /order-\d+/.exec(subject)?.[0] ?? '';
			if (except.has(orderId) || this.passedOver.has(orderId)) continue;
			if (this.mayBeLeftOut.has(subject)) continue;
			const event = { order: 'order.updated', mockupTask: 'mockup_task.finished' }[
				subject.split('/')[0] ?? ''
			];
			if (!this.setup.events.includes(event ?? 'shipment.created')) continue;
			const baseline = this.baseline?.get(subject);
			const last = this.emitted.statuses.get(subject) ?? baseline;
			const isCreated = last === undefined || this.emitted.once.has(`${subject}/created`);
			const isDraft = isCreated && (last ?? '') === '' && status === 'draft';
			expect(isDraft ? status : last, `${RULES.lastStatus}: ${subject}`).toBe(status);
			if (subject.startsWith('order/') && baseline === undefined) {
				expect(this.emitted.once, RULES.created).toContain(`${subject}/created`);
			}
		}
	}

	private async expectLateOrders(): Promise<void> {
		if (!this.setup.events.includes('order.late')) return;
		// A day has passed since the last change: what happened then is not late by the first of these polls.
		for (const wait of [6 * DAY - 5 * HOUR, 2 * DAY + 5 * HOUR]) {
			this.now += wait + this.setup.emitAfterSeconds * SECOND;
			await this.pollAll();
		}
		this.expectWaitingOrders();
		for (const { id } of this.lateOrders()) {
			if (this.wasHandedOver.has(id) || this.service.badOrders.has(id)) continue;
			expect(this.emitted.once, RULES.late).toContain(`order/${id}/late`);
		}
	}

	private expectWaitingOrders(): void {
		if (!this.setup.events.includes('order.waiting')) return;
		for (const order of this.service.orders) {
			const { id, status } = order;
			const { since = 0, knownSince = Infinity } = this.observedOf(order);
			// What had waited for more than 30 days when the trigger first read it is not told.
			if (!WAITING.includes(status) || since < knownSince - 29 * DAY) continue;
			if (this.service.badOrders.has(id)) continue;
			const told = this.emitted.waiting.get(`order/${id}/waiting/${status}`) ?? 0;
			expect(told, `${RULES.waiting}: ${id} is ${status}`).toBeGreaterThan(since);
		}
	}
}

const isHandedOver = (shipmentStatus: string): boolean =>
	['shipped', 'returned'].includes(shipmentStatus);

const hasNothingHandedOver = ({ shipments }: FakeOrder): boolean =>
	!shipments.some(({ shipmentStatus }) => isHandedOver(shipmentStatus));
