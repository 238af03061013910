import { expect } from 'vitest';

import { isWanted } from '../../../../nodes/PodFulfilment/trigger/polling/reconcile/chosen.ts';
import type { PollingSettings } from '../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type { ObservedChange } from '../../../../nodes/PodFulfilment/trigger/polling/reconcile/changes.ts';
import { currentStatus } from '../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { decodeState } from '../../../../nodes/PodFulfilment/trigger/polling/state/codec.ts';
import type {
	OrderEntry,
	ShipmentEntry,
	StoredState,
	TaskEntry,
} from '../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { statusKey } from '../../../../nodes/PodFulfilment/trigger/polling/state/values.ts';
import { FakeService, type Behaviour, type FakeOrder, type FakeShipment } from './fakeService.ts';
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
	habits?: Habits;
	/** Start From, so long before the trigger. */
	startFromMs?: number;
	/** Adds the current orders, with so many items in one poll at most. */
	maxItemsWithCurrent?: number;
	/** Requests that a poll has time for. */
	requestsPerPoll?: number;
	/** Parcels are answered by a replica that lags behind in the poll after one that emitted some. */
	hasLaggingParcels?: boolean;
	/** The page of the list of orders that has an entry without an ID. */
	pageWithoutId?: number;
	/** What the service answers for an order that it refuses by its ID. */
	refusal?: 403 | 404 | 410;
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
	/** The newest version of an order that was sent to the trigger, by ID. */
	versions: Map<string, number>;
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
}

const copyOf = ({ statuses, once, waiting, observed, versions }: Emitted): Emitted => ({
	versions: new Map(versions),
	waiting: new Map(waiting),
	observed: new Map(observed),
	statuses: new Map(statuses),
	once: new Set(once),
});

/** Statuses in which an order waits for somebody. */
const WAITING = ['draft', 'pending', 'onhold', 'failed'];

/** Statuses in which an order may be late. */
const PRODUCTION = ['inprocess', 'partial'];

/** The statuses of a parcel, from the first to the last. */
const PARCEL_LIFE = ['pending', 'packaged', 'shipped', 'returned', 'canceled'];

/** Whether a parcel that goes from one status to another goes on in its life. */
const goesOn = (from: string, to: string): boolean =>
	PARCEL_LIFE.indexOf(from) < PARCEL_LIFE.indexOf(to);

/** Statuses that an order rarely leaves. */
const TERMINAL = ['shipped', 'fulfilled', 'failed', 'canceled'];

/** An order with a terminal status does not change any more after this time: it may be forgotten soon. */
const TERMINAL_FOR = 20 * DAY;

/** By then, every replica knows a change. */
const REPLICA_LAG = 6 * HOUR;

/** Clocks that differ by less need no time of the service. */
export const CLOSE_CLOCKS = 5 * MINUTE;

/** A service of which everything fails is another matter. */
const MAX_BAD_ORDERS = 4;

/** Requests by ID that say in one history that there is no such object: more than twice it may be true. */
const MAX_POLLS_WITHOUT_IDS = 2;

/** What the polling trigger promises. A message of an expectation begins with the rule that it is about. */
const RULES = {
	nothingTwice: 'Nothing is emitted twice',
	onlyNews: 'Nothing is emitted that was there before the first poll and did not change',
	current: 'A status is emitted as it is now',
	onlyLate: 'Only an order that is late is emitted as late',
	lateInTime: 'No order is emitted as late too early, whatever its times say',
	lastStatus: 'The last status of everything is emitted',
	created: 'Every order that is new is emitted as created',
	late: 'Every order that is late is emitted as late',
	onlyWaiting: 'Only an order that waits is emitted as waiting',
	waitingOnce: 'An order is emitted as waiting once for each time that it gets a status',
	waiting: 'Every order that waits for too long is emitted as waiting',
	bounded: 'The shipments of one order take few requests',
	idle: 'Shipments that show no change are read in turn',
	withCurrent: 'An item has the current order, no older than its event',
	chosen: 'An event that is chosen later, or a filter that is changed, emits nothing from before',
	limited: 'One poll emits no more items than its limit',
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
	filters: NonNullable<PollingSettings['filters']>;
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

/** A service, a node that polls it, and what the node has emitted. */
export class World {
	/** The right time, in milliseconds since 1970. */
	now = Date.UTC(2026, 10, 20, 12);

	/** How far n8n's clock is ahead of it. */
	private n8nAheadMs = 0;

	readonly service: FakeService;

	readonly poller: Poller;

	private emitted: Emitted = {
		statuses: new Map(),
		once: new Set(),
		waiting: new Map(),
		observed: new Map(),
		versions: new Map(),
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

	/** When an order got the status that it has, by ID, and when it last went to production. */
	private readonly statusSince = new Map<string, number>();

	private readonly productionSince = new Map<string, number>();

	/** IDs of orders that may have been forgotten, and came back. */
	private readonly reopened = new Set<string>();

	/** Subjects whose last status may be emitted again. */
	private readonly mayRepeat = new Set<string>();

	/** Subjects that count as from before: of a reopened order, which was read late. */
	private readonly mayBeLeftOut = new Set<string>();

	private created = 0;

	private readonly setup: Setup;

	constructor(setup: Setup) {
		this.setup = setup;
		this.habits = setup.habits ?? USUAL_HABITS;
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
		this.changedAt.set(`order/${order.id}`, changedAt);
		this.statusSince.set(order.id, changedAt);
	}

	private readonly habits: Habits;

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

	/** Whether the baseline is complete. Until then, timestamps are all that tells old from new, so they must be right. */
	get hasBaseline(): boolean {
		return this.poller.state?.orders?.progress.phase === 'steady';
	}

	/** When the newest order was created, if that was within the last hour, and may not have been forgotten since. */
	get newestCreation(): number | undefined {
		if (this.hasWrongClock) return undefined;
		const time = this.timeOf(this.service.orders.at(-1)?.createdAt);
		return time > this.now - HOUR ? time : undefined;
	}

	/**
	 * @param createdAt since 1970; undefined for an order that does not say when it was created
	 * @param odd `none`: without an `updatedAt`; a number: with garbage in place of its times
	 * @param lag how much later the list shows it, in milliseconds
	 */
	addOrder(
		status: string,
		createdAt: number | undefined,
		odd: 'none' | number | undefined = undefined,
		lag = 0,
	): FakeOrder {
		this.hasOddTimestamps ||= odd !== undefined || createdAt === undefined;
		this.created += 1;
		const id = `order-${String((this.created * 7919) % 10_000).padStart(4, '0')}`;
		const order: FakeOrder = {
			id,
			status,
			...(createdAt !== undefined && { createdAt: this.stamp(createdAt) }),
			...(odd !== 'none' && { updatedAt: this.stamp(createdAt) }),
			shipments: [],
			listedFrom: this.now + lag,
			...(typeof odd === 'number' && { garbage: odd % GARBAGE.length }),
		};
		this.service.orders.push(order);
		this.recordChange(`order/${id}`);
		const time = createdAt ?? this.now;
		this.changedAt.set(`order/${id}`, time);
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
			if (TERMINAL.includes(status)) {
				const age = this.now + this.n8nAheadMs - this.timeOf(createdAt);
				const terminalFor = this.now + this.n8nAheadMs - (this.changedAt.get(`order/${id}`) ?? 0);
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
		// Of an order that was forgotten, only what it is when it is found again can be known.
		const isKnown = this.poller.state?.orders?.entries[order.id] !== undefined;
		if (this.reopened.has(order.id) && !isKnown && TERMINAL.includes(status)) return;
		const isShown = updatedAt === 'now' && order.garbage === undefined;
		if (!isShown && this.hidesParcels({ ...order, status }, this.emitted)) return;
		if (order.status === 'canceled') this.revived.add(order.id);
		// Parcels of an order that was forgotten count if they left after its last change, as far as its time says.
		if (updatedAt === 'backwards' && this.reopened.has(order.id)) {
			for (const { id } of order.shipments) this.mayRepeat.add(`shipment/${id}`);
		}
		this.setStatus(order, status, updatedAt);
	}

	/**
	 * Whether the parcels that an order has or gets are not seen, if no time shows that it had another status meanwhile: an
	 * order that is known as canceled, or that may be forgotten, is not asked for parcels.
	 */
	private hidesParcels({ id, status }: FakeOrder, { observed }: Emitted): boolean {
		const isAsked = status !== 'canceled' && !(this.reopened.has(id) && TERMINAL.includes(status));
		return !isAsked && observed.get(id)?.status === status;
	}

	private setStatus(
		order: FakeOrder,
		status: string,
		updatedAt: 'now' | 'backwards' | 'same',
	): void {
		const { id, version = 0, garbage, updatedAt: before = '' } = order;
		if (order.status !== status) this.statusSince.set(id, this.now);
		const isOn = PRODUCTION.includes(order.status) && PRODUCTION.includes(status);
		if (order.status !== status && !isOn) this.productionSince.set(id, this.now);
		const until = this.now + REPLICA_LAG;
		const old = { status: order.status, updatedAt: before, version, until };
		order.status = status;
		if (updatedAt !== 'now') this.hasOddTimestamps ||= this.hasBaseline;
		if (updatedAt === 'now' || !this.hasBaseline) order.updatedAt = this.stamp();
		else if (updatedAt === 'backwards') order.updatedAt = this.stamp(this.now - 100 * DAY);
		order.version = version + 1;
		// Only a time tells which of two versions is the older one.
		delete order.old;
		const isDated = garbage === undefined && Date.parse(before) < Date.parse(order.updatedAt ?? '');
		if (isDated) order.old = old;
		this.recordChange(`order/${id}`);
	}

	/** An order that had finished so long ago that the trigger may have forgotten it. */
	reopenOrder(index: number, status: string): void {
		const live = new Set(this.liveOrders);
		const gone = this.service.orders.filter((order) => !live.has(order));
		const order = gone[index % Math.max(1, gone.length)];
		if (!order || !this.hasBaseline) return;
		this.revived.add(order.id);
		this.reopened.add(order.id);
		// What a forgotten order was is not known: if it is that again before the change is emitted, it is emitted in doubt.
		const isForgotten = this.poller.state?.orders?.entries[order.id] === undefined;
		const { emitAfterSeconds, maxItemsWithCurrent } = this.setup;
		const mayWait = emitAfterSeconds > 0 || maxItemsWithCurrent !== undefined;
		if (isForgotten && mayWait) this.mayRepeat.add(`order/${order.id}`);
		this.setStatus(order, status, 'now');
		// What was about to leave, or left within three days, is emitted in doubt.
		for (const { id, shipmentStatus, shippedAt } of order.shipments) {
			const isAwaiting = ['pending', 'packaged'].includes(shipmentStatus);
			const isRecent = shippedAt !== undefined && this.timeOf(shippedAt) > this.now - 4 * DAY;
			if (isAwaiting || isRecent) this.mayRepeat.add(`shipment/${id}`);
		}
	}

	/** From now on, something of an order cannot be read. */
	spoil(index: number, bad: BadOrder): void {
		const order = this.order(index);
		if (!order || this.service.badOrders.size >= MAX_BAD_ORDERS) return;
		const { refusal = 403 } = this.setup;
		const isRefusal = bad.part === 'order' && bad.answer === 403;
		this.service.badOrders.set(order.id, isRefusal ? { part: 'order', answer: refusal } : bad);
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
		// Until a reopened order was read, only its new parcels count.
		const isUnread = known === undefined || known.needsShipmentBaseline;
		const isParcelOnItsWay =
			shipment >= order.shipments.length &&
			['pending', 'packaged', 'shipped'].includes(shipmentStatus);
		if (this.reopened.has(order.id) && isUnread && !isParcelOnItsWay) return;
		const wereShipmentsRead = known !== undefined && !known.needsShipmentBaseline;
		let changed: FakeShipment | undefined = order.shipments[shipment];
		const until = this.now + REPLICA_LAG;
		if (!changed) {
			changed = { id: `shipment-${order.id}-${order.shipments.length}`, shipmentStatus };
			order.shipments.push(changed);
			changed.old = { until };
		} else if (changed.shipmentStatus !== shipmentStatus) {
			const { id, shipmentStatus: before, shippedAt } = changed;
			const observed = known?.shipments.get(id);
			// Parcels have no times: which of two statuses is older is known by their order, or if the trigger saw the first one.
			const isOlder =
				goesOn(before, shipmentStatus) || (observed && currentStatus(observed) === before);
			delete changed.old;
			if (isOlder)
				changed.old = {
					shipmentStatus: before,
					...(shippedAt !== undefined && { shippedAt }),
					until,
				};
		}
		changed.shipmentStatus = shipmentStatus;
		if (['shipped', 'returned'].includes(shipmentStatus)) this.wasHandedOver.add(order.id);
		if (shipmentStatus === 'shipped') changed.shippedAt = this.stamp();
		// Until they are read, they count as from before their filter changed.
		if (known?.areShipmentsUnsettled === true) this.mayBeLeftOut.add(`shipment/${changed.id}`);
		if (isShown || !wereShipmentsRead) order.updatedAt = this.stamp();
		this.recordChange(`shipment/${changed.id}`);
		// For an order that was not read yet, a newer `updatedAt` may mean a new status.
		if (!this.isKnownInAllStates(order.id)) this.changed.add(`order/${order.id}`);
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

	async poll(
		behaviour: Behaviour = { shifts: [], failing: [] },
		maxRequests?: number,
	): Promise<ObservedChange[]> {
		const isFirstPoll = this.baseline === undefined;
		this.baseline ??= this.withStartDate(new Map(this.current()));
		// Without the service's clock, only a first poll that reads all of a list tells old from new: see `begin`.
		const hasTimeForAll = isFirstPoll && this.hasUnknownClock;
		const { requestsPerPoll = Number.POSITIVE_INFINITY } = hasTimeForAll ? {} : this.setup;
		await this.recordLeftOut();
		const changes = await this.poller.poll(
			{ nowMs: this.now + this.n8nAheadMs, serviceNowMs: this.now },
			await this.asAllowed(behaviour),
			Math.min(maxRequests ?? Number.POSITIVE_INFINITY, requestsPerPoll),
		);
		this.expectFewRequests();
		for (const change of changes) this.expectToBeRight(change);
		this.expectCurrentOrders(changes);
		this.hasEmittedParcels = changes.some(({ event }) => event === 'shipment.created');
		await this.recordVersions();
		await this.recordMissedParcels();
		if (isFirstPoll) this.recordStaleBaseline();
		await this.recordDoubts();
		this.checkpoints.push({ state: this.poller.state, emitted: copyOf(this.emitted) });
		return changes;
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
				// An event that a replica shows late may have a newer order, never an older one.
				const last = this.service.orders.find(({ id }) => id === object.id)?.status;
				expect([object.status, last], `${RULES.withCurrent}: ${changeId}`).toContain(
					current?.order.status,
				);
			}
		}
	}

	/** Parcels that are read for the first time and count as being from before. */
	private async recordLeftOut(): Promise<void> {
		const mayBeHidden = this.reopened.size > 0 || this.service.orders.some(({ old }) => old);
		if (!mayBeHidden) return;
		const known = (await decodeState(this.poller.state)).orders?.entries;
		for (const { id, updatedAt = '', shipments, old } of this.service.orders) {
			// A replica may show the order as it was before it changed, and its parcels as they are.
			if (old && known?.get(id)?.needsShipmentBaseline === true) {
				const undated = shipments.filter(({ shippedAt }) => shippedAt === undefined);
				for (const shipment of undated) this.mayBeLeftOut.add(`shipment/${shipment.id}`);
			}
			// Of an order that was forgotten, those count that left within three days before its last change.
			if (!this.reopened.has(id) || known?.get(id)?.needsShipmentBaseline === false) continue;
			for (const { id: shipmentId, shippedAt = '' } of shipments) {
				const isTooOld = Date.parse(shippedAt) < Date.parse(updatedAt) - 3 * DAY;
				if (isTooOld) this.mayBeLeftOut.add(`shipment/${shipmentId}`);
			}
		}
	}

	/** What only an abbreviated list shows counts once the order was read by its ID. */
	private async recordVersions(): Promise<void> {
		const { sentVersions, abbreviatedVersions } = this.service;
		const { orders } = abbreviatedVersions.size > 0 ? await decodeState(this.poller.state) : {};
		for (const [id, { version, status, updatedAt = '' }] of abbreviatedVersions) {
			const entry = orders?.entries.get(id);
			const isNewer = version > (sentVersions.get(id) ?? -1);
			// It may have come back to a status that it had when it was last read.
			const isUnread = (entry?.updatedAtMs ?? 0) < Date.parse(updatedAt);
			const isObserved =
				entry !== undefined && currentStatus(entry) === statusKey(status) && !isUnread;
			if (isNewer && isObserved) sentVersions.set(id, version);
		}
		for (const [id, version] of sentVersions) this.emitted.versions.set(id, version);
	}

	/** What a replica that lags behind showed to the first poll was there before, and the last change came later. */
	private recordStaleBaseline(): void {
		for (const { id, version = 0, old, createdAt, shipments } of this.service.orders) {
			const shown = this.emitted.versions.get(id);
			if (!old || shown === undefined || shown >= version) continue;
			this.changed.add(`order/${id}`);
			if (this.isSinceStart(createdAt) || this.isSinceStart(old.updatedAt)) continue;
			this.baseline?.set(`order/${id}`, old.status);
			for (const { id: shipmentId, shipmentStatus, shippedAt } of shipments) {
				if (this.isSinceStart(shippedAt)) continue;
				this.baseline?.set(`shipment/${shipmentId}`, shipmentStatus);
				this.inDoubt.add(`shipment/${shipmentId}`);
			}
		}
	}

	private pollsWithoutIds = 0;

	private hasEmittedParcels = false;

	get hasLaggingParcels(): boolean {
		return this.setup.hasLaggingParcels === true;
	}

	/** No replica twice in a row, and nothing missing for so long that it may be gone. */
	private async asAllowed(behaviour: Behaviour): Promise<Behaviour> {
		const allowed = { ...behaviour };
		if (this.hasLaggingParcels && this.hasEmittedParcels && !this.isSettling) {
			allowed.staleShipments = true;
		}
		const known = (await decodeState(this.poller.state)).orders?.entries;
		const isDoubted = [...(known?.values() ?? [])].some((order) =>
			[order, ...order.shipments.values()].some(({ doubted }) => doubted !== undefined),
		);
		if (isDoubted || this.hasWrongClock) {
			delete allowed.stale;
			delete allowed.staleShipments;
		}
		this.recordParcels(known, isStale(allowed));
		if (allowed.findsNoId === true) this.pollsWithoutIds += 1;
		if (this.pollsWithoutIds > MAX_POLLS_WITHOUT_IDS) delete allowed.findsNoId;
		return allowed;
	}

	/** What the trigger knows of the parcels that a replica may show as they were, by their ID. */
	private knownParcels = new Map<string, string>();

	private recordParcels(known: ReadonlyMap<string, OrderEntry> | undefined, mayLag: boolean): void {
		this.knownParcels.clear();
		for (const { id, shipments } of this.service.orders) {
			const entry = known?.get(id);
			for (const { id: shipmentId, old } of shipments) {
				if (!old || old.until <= this.now) continue;
				const parcel = entry?.shipments.get(shipmentId);
				if (parcel) this.knownParcels.set(shipmentId, currentStatus(parcel));
				// What a replica shows that lags behind counts as being from before, and the last change came later.
				const isFirstReading = entry?.needsShipmentBaseline !== false;
				if (mayLag && isFirstReading) this.inDoubt.add(`shipment/${shipmentId}`);
			}
		}
	}

	/** Of a canceled order the parcels are read once more: as a replica shows them that lags behind. */
	private async recordMissedParcels(): Promise<void> {
		if (!isStale(this.service.behaviour)) return;
		const known = (await decodeState(this.poller.state)).orders?.entries;
		for (const { id, status, shipments } of this.service.orders) {
			if (status !== 'canceled' || known?.get(id)?.wasReadAfterFinish !== true) continue;
			const late = shipments.filter(({ old }) => old && old.until > this.now);
			for (const shipment of late) this.mayBeLeftOut.add(`shipment/${shipment.id}`);
		}
	}

	/** What the trigger does not know any more cannot tell it which of two statuses is the older one. */
	private keepOrderedParcels(): void {
		for (const shipment of this.service.orders.flatMap(({ shipments }) => shipments)) {
			const before = shipment.old?.shipmentStatus;
			if (before !== undefined && !goesOn(before, shipment.shipmentStatus)) delete shipment.old;
		}
	}

	/** The statuses with which a parcel may be shown as news. */
	private parcelStatuses({ id, shipmentStatus, old }: FakeShipment): string[] {
		const isNews =
			old?.shipmentStatus !== undefined &&
			old.until > this.now &&
			this.knownParcels.get(id) !== shipmentStatus;
		return isNews ? [shipmentStatus, old.shipmentStatus ?? ''] : [shipmentStatus];
	}

	/** Start From: what was created or has changed since then, by the clock of the service, is to be emitted. */
	private withStartDate(baseline: Map<string, string>): Map<string, string> {
		if (this.poller.settings.startFromSeconds === undefined) return baseline;
		const isSince = (stamp: string | undefined): boolean => this.isSinceStart(stamp);
		for (const { id, createdAt, updatedAt, shipments } of this.service.orders) {
			const subject = `order/${id}`;
			if (isSince(createdAt)) baseline.delete(subject);
			else if (isSince(updatedAt)) baseline.set(subject, '');
			if (isSince(createdAt) || isSince(updatedAt)) this.changed.add(subject);
			for (const shipment of shipments) {
				// When it left says nothing of when it came to another status.
				const { shipmentStatus, shippedAt } = shipment;
				const changedAt =
					shipmentStatus === 'shipped' && shippedAt !== undefined ? shippedAt : updatedAt;
				const isNew = [createdAt, changedAt, shippedAt].some(isSince);
				if (!isNew) continue;
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

	/** n8n's clock jumps forward for one poll, or for ever. */
	async jumpForward(time: number, isPutRight: boolean): Promise<void> {
		if (this.hasJumped || !this.baseline || (await this.hasUnreadReopened(this.poller.state)))
			return;
		this.hasJumped = true;
		this.n8nAheadMs += time;
		await this.poll();
		if (isPutRight) this.n8nAheadMs -= time;
		else this.hasWrongClock = true;
	}

	private hasJumped = false;

	/** By such a clock, an order is forgotten before its replicas agree, or one of the same second is listed. */
	private hasWrongClock = false;

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
		// See the first poll.
		const needsWholeList = this.hasUnknownClock && unchosen !== 'shipments';
		if (needsWholeList && this.setup.requestsPerPoll !== undefined) return;
		this.poller.settings = { ...settings, events: left };
		await this.poll();
		this.poller.settings = settings;
		this.now += MINUTE;
		this.beginAnew(unchosen);
		// What was not read before is in doubt now.
		if (unchosen === 'shipments') await this.recordDoubts();
		// What a failed request leaves out of a new baseline of orders is emitted again where it is in doubt.
		await this.poll(unchosen === 'orders' || needsWholeList ? undefined : behaviour);
	}

	/**
	 * Other events or filters are chosen for some polls, which n8n stores only if they have items, and then those of the setup
	 * again: what the others did not want meanwhile counts as emitted.
	 */
	async pollChoosing({ events, filters }: Choice, happens: () => void): Promise<void> {
		const { settings } = this.poller;
		const other = { events: settings.events.filter((event) => events.includes(event)), filters };
		const isWatched = (watched: readonly string[], kind: string): boolean =>
			watched.some((event) => event.startsWith(kind));
		// What is not watched at all takes a new baseline: see `pollWithout`.
		const isSame = ['order.', 'shipment.', 'mockup_task.'].every(
			(kind) => isWatched(other.events, kind) === isWatched(settings.events, kind),
		);
		if (!isSame || this.setup.requestsPerPoll !== undefined || !this.hasBaseline) return;
		const known = this.knownIds;
		this.poller.settings = { ...settings, ...other };
		await this.poll();
		for (const id of this.knownIds) known.add(id);
		// A status that is kept out counts as told: one from before that comes back is another change.
		await this.recordSettled(known);
		happens();
		let unstored = 0;
		for (let polls = 0; polls < 2; polls += 1) {
			this.now += MINUTE;
			unstored = (await this.poll()).length === 0 ? unstored + 1 : 0;
		}
		if (unstored > 0) await this.fallBack(unstored);
		this.now += MINUTE;
		this.poller.settings = settings;
		for (const change of await this.poll()) {
			const isExempt = ['order.late', 'order.waiting'].includes(change.event);
			const isTold = isExempt || isWanted(change, other.events, filters);
			expect(isTold, `${RULES.chosen}: ${change.changeId}`).toBe(true);
		}
		await this.recordSettled(known);
	}

	private get knownIds(): Set<string> {
		const { orders, tasks } = this.poller.state ?? {};
		return new Set(Object.keys({ ...orders?.entries, ...tasks?.entries }));
	}

	/** What was read since the choice, and is not about to be emitted, counts as emitted. */
	private async recordSettled(known: ReadonlySet<string>): Promise<void> {
		// What n8n falls back to from now on knows the choice.
		this.checkpoints.splice(0, this.checkpoints.length - 1);
		const { orders, tasks } = await decodeState(this.poller.state);
		for (const { id, status, shipments } of this.service.orders) {
			const entry = orders?.entries.get(id);
			// One that was known has been forgotten meanwhile.
			if (!entry && known.has(id)) {
				this.emitted.statuses.set(`order/${id}`, status);
				this.emitted.once.add(`order/${id}/created`);
				for (const { id: parcel, shipmentStatus } of shipments) {
					this.emitted.statuses.set(`shipment/${parcel}`, shipmentStatus);
				}
			}
			if (!entry) continue;
			// Until it is read, what happens to it counts as from before.
			if (entry.isUnsettled) this.mayBeLeftOut.add(`order/${id}`);
			else if (entry.newSince === undefined) this.emitted.once.add(`order/${id}/created`);
			if (isSettledAs(entry, status)) this.emitted.statuses.set(`order/${id}`, status);
			for (const { id: parcel, shipmentStatus } of shipments) {
				const observed = entry.shipments.get(parcel);
				if (entry.areShipmentsUnsettled) this.mayBeLeftOut.add(`shipment/${parcel}`);
				else if (isSettledAs(observed, shipmentStatus)) {
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

	/** The clocks differ by more than the trigger allows for, and no response says what the service's says. */
	private get hasUnknownClock(): boolean {
		const { clockAheadMs, hasDateHeader } = this.habits;
		return !hasDateHeader && Math.abs(clockAheadMs - this.n8nAheadMs) >= CLOSE_CLOCKS;
	}

	private beginAnew(unchosen: Unchosen): void {
		this.keepOrderedParcels();
		this.checkpoints.length = 0;
		const isAnew = (subject: string): boolean => SUBJECTS_OF[unchosen].test(subject);
		for (const subjects of [this.changed, this.inDoubt, this.emitted.statuses.keys()]) {
			for (const subject of [...subjects].filter(isAnew)) {
				this.changed.delete(subject);
				this.inDoubt.delete(subject);
				this.emitted.statuses.delete(subject);
			}
		}
		for (const [subject, status] of this.current()) {
			if (isAnew(subject)) this.baseline?.set(subject, status);
		}
		if (unchosen !== 'orders') return;
		this.emitted.waiting.clear();
		this.emitted.observed.clear();
		for (const changeId of [...this.emitted.once]) {
			if (changeId.endsWith('/late')) this.emitted.once.delete(changeId);
		}
		// Where the new baseline misses it, what happened up to five minutes before is in doubt.
		for (const { id, createdAt } of this.service.orders) {
			const isRecent = this.sinceByN8n(createdAt) <= CLOSE_CLOCKS;
			if (isRecent) this.emitted.once.delete(`order/${id}/created`);
		}
	}

	/** How long ago something was, as far as n8n can tell: by the clock of the service, or without it by its own. */
	private sinceByN8n(stamp: string | undefined): number {
		const { hasDateHeader, clockAheadMs } = this.habits;
		const aheadMs = hasDateHeader ? 0 : this.n8nAheadMs - clockAheadMs;
		return this.now + aheadMs - this.timeOf(stamp);
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
			({ id, shipments }) =>
				this.service.badOrders.has(id) ||
				shipments.some(({ shipmentStatus }) => ['pending', 'packaged'].includes(shipmentStatus)),
		);
		for (const { id } of needed) read.delete(id);
		expect(read.size, RULES.idle).toBeLessThanOrEqual(ROUTINE_READS);
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
				orders?.progress.phase === 'steady' && this.timeOf(createdAt) < this.now - 30 * DAY;
			if (!entry && !mayBeForgotten) this.inDoubt.add(`order/${id}`);
			if (entry && !entry.needsShipmentBaseline) continue;
			for (const shipment of shipments) this.inDoubt.add(`shipment/${shipment.id}`);
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
			knownSince: before?.knownSince ?? this.now + this.n8nAheadMs,
		});
	}

	/** n8n was killed before it stored the last states. */
	async fallBack(polls: number): Promise<void> {
		const kept = this.checkpoints.slice(0, Math.max(1, this.checkpoints.length - polls));
		const checkpoint = kept.at(-1);
		if (!checkpoint) return;
		// Of an order that was forgotten, what happened before it is read counts as being from before.
		if (await this.hasUnreadReopened(checkpoint.state)) return;
		await this.recordUnsettledParcels(checkpoint.state);
		// What the baseline has not recorded by then is recorded later, and only its times tell whether it changed meanwhile.
		if (this.watchesShipments && (await hasUnreadShipments(checkpoint.state))) return;
		if (this.hasOddTimestamps && checkpoint.state?.orders?.progress.phase !== 'steady') return;
		const { emitted } = checkpoint;
		const hasHiddenParcels = (order: FakeOrder): boolean =>
			(order.version ?? 0) > (emitted.versions.get(order.id) ?? 0) &&
			this.hidesParcels(order, emitted);
		if (this.hasOddTimestamps && this.service.orders.some(hasHiddenParcels)) return;
		this.keepOrderedParcels();
		this.checkpoints.splice(kept.length);
		this.poller.state = checkpoint.state;
		this.emitted = copyOf(checkpoint.emitted);
		this.service.sentVersions.clear();
		for (const [id, version] of this.emitted.versions) this.service.sentVersions.set(id, version);
	}

	/** Parcels that this state has not read since their filter changed count as from before that. */
	private async recordUnsettledParcels(state: StoredState | undefined): Promise<void> {
		const known = (await decodeState(state)).orders?.entries;
		for (const { id, shipments } of this.service.orders) {
			if (known?.get(id)?.areShipmentsUnsettled !== true) continue;
			for (const shipment of shipments) this.mayBeLeftOut.add(`shipment/${shipment.id}`);
		}
	}

	private async hasUnreadReopened(state: StoredState | undefined): Promise<boolean> {
		const known = (await decodeState(state)).orders?.entries;
		return [...this.reopened].some((id) => known?.get(id)?.needsShipmentBaseline !== false);
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

	/** What a replica shows that lags behind may be late, too. */
	private isShownAsLate(id: string | undefined): boolean {
		const shown = this.shownStatuses(`order/${id}`);
		const order = this.service.orders.find((one) => one.id === id);
		const isNothingHandedOver = order?.shipments.every(
			(parcel) => this.mayBeHidden(parcel) || !this.parcelStatuses(parcel).every(isHandedOver),
		);
		return (
			isNothingHandedOver === true && shown.some((status) => PRODUCTION.includes(status ?? ''))
		);
	}

	/** Whether a replica that lags behind may not show a parcel yet that the trigger does not know. */
	private mayBeHidden({ id, old }: FakeShipment): boolean {
		const isNewHere = old !== undefined && old.shipmentStatus === undefined && old.until > this.now;
		return isNewHere && isStale(this.service.behaviour) && !this.knownParcels.has(id);
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
				expect(this.isShownAsLate(id), `${RULES.onlyLate}: ${changeId}`).toBe(true);
				this.expectToBeLateInTime(changeId, id);
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
		const isInDoubt = this.inDoubt.has(subject) || this.mayRepeat.has(subject);
		const mayHaveChanged = this.changed.has(subject) || isInDoubt;
		expect(mayHaveChanged, `${RULES.onlyNews}: ${changeId}`).toBe(true);
		expect(this.shownStatuses(subject), `${RULES.current}: ${changeId}`).toContain(what);
		const known = this.inDoubt.has(subject) ? undefined : this.baseline?.get(subject);
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
		const lateMs = this.now - productionSince + this.n8nAheadMs;
		expect(lateMs, `${RULES.lateInTime}: ${changeId}`).toBeGreaterThan(7 * DAY - SECOND);
	}

	/** The status of something as it is now, and the one before it, unless the trigger has read a newer one. */
	private shownStatuses(subject: string): Array<string | undefined> {
		if (subject.startsWith('shipment/')) {
			const parcels = this.service.orders.flatMap(({ shipments }) => shipments);
			const parcel = parcels.find(({ id }) => subject === `shipment/${id}`);
			return parcel ? this.parcelStatuses(parcel) : [];
		}
		const old = this.service.orders.find(({ id }) => subject === `order/${id}`)?.old;
		const lastVersion = this.emitted.versions.get(subject.split('/')[1] ?? '') ?? -1;
		const isNews = old !== undefined && (old.version ?? 0) >= lastVersion;
		return [new Map(this.current()).get(subject), ...(isNews ? [old.status] : [])];
	}

	private observedOf(order: FakeOrder | undefined): Partial<Observed> {
		const observed = this.emitted.observed.get(order?.id ?? '');
		return observed && observed.status === order?.status ? observed : {};
	}

	private expectToWait(changeId: string, id: string | undefined): void {
		const order = this.service.orders.find((one) => one.id === id);
		const known = this.emitted.observed.get(id ?? '')?.status;
		const shown = [...this.shownStatuses(`order/${id}`), ...(order?.old ? [known] : [])].filter(
			(status) => WAITING.includes(status ?? ''),
		);
		expect(
			shown.map((status) => `order/${id}/waiting/${status}`),
			RULES.onlyWaiting,
		).toContain(changeId);
		const since = this.waitingSince(changeId, order) ?? 0;
		const waitedMs = this.now - since + this.n8nAheadMs;
		expect(waitedMs, `${RULES.onlyWaiting}: ${changeId}`).toBeGreaterThanOrEqual(DAY);
		const last = this.emitted.waiting.get(changeId) ?? Number.NEGATIVE_INFINITY;
		expect(last, `${RULES.waitingOnce}: ${changeId}`).toBeLessThan(since);
		this.emitted.waiting.set(changeId, this.now);
	}

	/** Since when an order has the status with which it is emitted as waiting, as far as the trigger can know. */
	private waitingSince(changeId: string, order: FakeOrder | undefined): number | undefined {
		const isAbout = (status = ''): boolean => changeId.endsWith(`/${status}`);
		const observed = this.emitted.observed.get(order?.id ?? '');
		if (observed && isAbout(observed.status)) return observed.since;
		// A replica may show it as it was before, to a trigger that reads it for the first time.
		const isOld = order?.old !== undefined && !isAbout(order.status) && isAbout(order.old.status);
		return isOld ? this.timeOf(order.old?.updatedAt) : this.statusSince.get(order?.id ?? '');
	}

	private isSettling = false;

	/** Polls without trouble. Orders without `createdAt` may be where only the daily full scan finds them. */
	async settle(): Promise<void> {
		const { emitAfterSeconds } = this.setup;
		// A status in doubt counts when it is read again, which for a canceled order that came back is the poll behind the full
		// scan: Emit After begins there.
		const confirmed = emitAfterSeconds > 0 ? [MINUTE] : [];
		// Of what has just changed, nothing has waited for a day by the poll before that.
		for (const wait of [MINUTE, MINUTE, DAY - 3 * HOUR, 4 * HOUR, MINUTE, ...confirmed]) {
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

	/** Where a poll has not the time for everything, or emits only a part, one goes on behind the other. */
	private get pollsToReadAll(): number {
		const { requestsPerPoll, maxItemsWithCurrent = 200 } = this.setup;
		return requestsPerPoll === undefined && maxItemsWithCurrent >= 200 ? 1 : 25;
	}

	/**
	 * A few polls without trouble emit everything, without waiting for the daily full scan: the shipments of 25 orders each,
	 * and the list shows every order within half an hour. Only orders without `createdAt`, and canceled ones that came back,
	 * may be where no poll looks.
	 */
	async settleWithinTheHour(): Promise<void> {
		this.isSettling = true;
		for (const wait of [31 * MINUTE, MINUTE, MINUTE, MINUTE]) {
			this.now += wait + this.setup.emitAfterSeconds * SECOND;
			await this.poll();
		}
		const isSorted = this.service.orders.every(({ createdAt }) => createdAt !== undefined);
		if (this.pollsToReadAll > 1 || !isSorted || !this.hasBaseline) return;
		this.expectLastStatuses(new Set([...this.revived, ...this.service.badOrders.keys()]));
	}

	/** The last status of everything was emitted, and a further poll emits nothing. */
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
			if (except.has(/order-\d+/.exec(subject)?.[0] ?? '')) continue;
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
			// What had waited for more than 30 days when the trigger first read it is not emitted.
			if (!WAITING.includes(status) || since < knownSince - 29 * DAY) continue;
			if (this.service.badOrders.has(id)) continue;
			const told = this.emitted.waiting.get(`order/${id}/waiting/${status}`) ?? 0;
			expect(told, `${RULES.waiting}: ${id} is ${status}`).toBeGreaterThan(since);
		}
	}
}

const isStale = ({ stale, staleShipments }: Behaviour): boolean =>
	stale !== undefined || staleShipments === true;

/** Whether nothing of what was read waits to be emitted. */
const isSettledAs = (entry: TaskEntry | ShipmentEntry | undefined, status: string): boolean =>
	entry !== undefined &&
	!('isUnsettled' in entry && entry.isUnsettled === true) &&
	entry.observed === undefined &&
	entry.emitted === statusKey(status);

const isHandedOver = (shipmentStatus: string): boolean =>
	['shipped', 'returned'].includes(shipmentStatus);

const hasNothingHandedOver = ({ shipments }: FakeOrder): boolean =>
	!shipments.some(({ shipmentStatus }) => isHandedOver(shipmentStatus));

const hasUnreadShipments = async (state: StoredState | undefined): Promise<boolean> =>
	state?.orders?.progress.phase !== 'steady' ||
	[...((await decodeState(state)).orders?.entries.values() ?? [])].some(
		({ needsShipmentBaseline }) => needsShipmentBaseline,
	);
