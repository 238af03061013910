import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ORDER_STATUSES, SHIPMENT_STATUSES, type OrderStatus } from '../../sandbox/facts.ts';
import type { ReadOptions } from '../../sandbox/index.ts';
import { readStyleOf } from '../../sandbox/reads/style.ts';
import { seededRandom } from '../support/seed.ts';
import type { Polled, PollingN8n } from './engine/polling.ts';
import { DAY, MINUTE, pass, type SandboxedPolling } from './pollingSupport.ts';

const PAGE_SIZE = 5;

/** More than the trigger needs to see in which order a list is. */
const ORDERS_BEFORE = 30;

const STEPS = 12;

const FINISHED: readonly string[] = ['shipped', 'fulfilled', 'failed', 'canceled'];

/** No change of a history is as old. */
const OLDEST_MS = 365 * DAY;

/** The phase of a list that was read whole, as the state has it. */
const STEADY = 3;

/** A list that tells too high a total is read several times until that is believed. */
const MOST_POLLS_TO_BEGIN = 12;

const MOST_POLLS_TO_SETTLE = 12;

export interface HistoryOptions {
	seed: number;
	reads?: ReadOptions;
	/** Requests fail now and then. */
	isTroubled?: boolean;
	/** Pages shift while the trigger takes note of what is there. */
	shiftsFromTheStart?: boolean;
	emitAfterMinutes?: number;
	/** The shipments of three orders are answered with this status, from the activation to the end. */
	badOrders?: number;
	/** Start From, so long before the activation. */
	startFromMs?: number;
	/** While it runs, Forget After is raised and lowered, and events are unchosen and chosen again. */
	changesSettings?: boolean;
	/** The second page cannot be read by the first poll. */
	failsAtActivation?: boolean;
}

/** Whether an item has what its own path shows, whatever lists show. */
const isWhole = ({ order, mockupTask }: IDataObject): boolean =>
	(order === undefined || Array.isArray((order as IDataObject).orderItems)) &&
	(mockupTask === undefined || (mockupTask as IDataObject).failureReasons !== undefined);

/** What the polling trigger promises. A message begins with the rule that was broken. */
const RULES = {
	whole: 'Every item has its whole object',
	onlyNews: 'Nothing that was there before the first poll is emitted as new',
	nothingTwice: 'Nothing is emitted twice',
	lastStatus: 'The last status of everything is emitted',
	asOften: 'A status is emitted no more often than the order got it',
	late: 'Every order that is late is emitted as late',
	time: 'Every item has the time of its change',
} as const;

/** Random changes and polls in between, and what the trigger promises of them. */
class History {
	/** The rules that were broken, each with what broke it; empty when every promise was kept. */
	readonly broken: string[] = [];

	/** The last status that the workflow knows, by subject such as `order/<id>`. */
	private readonly known = new Map<string, string>();

	private readonly created = new Set<string>();

	/** How often an order got a status that was not emitted yet, by the ID of that change. */
	private readonly due = new Map<string, number>();

	private readonly random: () => number;

	private readonly polling: SandboxedPolling;

	private readonly n8n: PollingN8n;

	private readonly options: HistoryOptions;

	constructor(polling: SandboxedPolling, n8n: PollingN8n, options: HistoryOptions) {
		this.polling = polling;
		this.n8n = n8n;
		this.options = options;
		this.random = seededRandom(options.seed);
	}

	private get control() {
		return this.polling.sandbox.control;
	}

	private oneOf<Value>(values: readonly Value[]): Value | undefined {
		return values[Math.floor(this.random() * values.length)];
	}

	/** Subject and status of everything that the service has. */
	private current(): Map<string, string> {
		const orders = this.control.orders();
		return new Map([
			...orders.map(({ id, status }): [string, string] => [`order/${id}`, status]),
			...orders.flatMap(({ shipments }) =>
				shipments.map(({ id, shipmentStatus }): [string, string] => [
					`shipment/${id}`,
					shipmentStatus,
				]),
			),
			...this.control
				.mockupTasks()
				.map(({ id, status }): [string, string] => [`mockupTask/${id}`, status]),
		]);
	}

	private beganMs = 0;

	private async begin(): Promise<void> {
		this.beganMs = Date.now();
		this.control.addOrders({ count: ORDERS_BEFORE, spreadDays: 25, newestDaysAgo: 0.5 });
		const { seed, ...given } = this.options.reads ?? {};
		const style = readStyleOf({ ...given, ...(seed !== undefined && { seed }) });
		this.control.setReads(
			this.options.shiftsFromTheStart === true ? style : { ...style, shiftedBy: 0 },
		);
		this.spoil();
		if (this.options.failsAtActivation === true) {
			this.control.injectFault({
				match: { path: '/api/orders', query: { page: '2' } },
				status: 500,
			});
		}
		const { outputs } = await this.n8n.activate();
		if (outputs !== null) this.broken.push(`${RULES.onlyNews}: by the first poll`);
		for (const [subject, status] of this.current()) this.known.set(subject, status);
		for (const { id, status } of this.control.orders()) {
			if (status === 'canceled') this.canceledBefore.add(id);
		}
		// Until everything is noted, only its time tells that it is new.
		if (style.createdAt === 'right' && style.members === 'whole') this.addOrder('pending');
		this.clearFaults();
		if (this.options.changesSettings === true) {
			// So that there is something to forget.
			for (const days of [40, 1, 1]) {
				pass(days * DAY);
				await this.poll();
			}
		}
		for (let poll = 0; poll < MOST_POLLS_TO_BEGIN && !this.hasBegun; poll += 1) await this.poll();
		this.control.setReads(style);
		// Without any time, nothing tells what has changed since a state from before the end of the baseline.
		if (style.createdAt === 'missing') this.n8n.save(this.n8n.workflow);
	}

	/** IDs of orders that were canceled at the beginning: if one comes back, the first reading of its parcels is silent. */
	private readonly canceledBefore = new Set<string>();

	/** IDs of the orders whose shipments cannot be read. */
	private badOrderIds: string[] = [];

	/** Those orders: the first reading of their shipments, at the end, tells only what has left since the beginning. */
	private firstReadLast: readonly string[] = [];

	private spoil(): void {
		const { badOrders } = this.options;
		if (badOrders === undefined) return;
		if (this.badOrderIds.length === 0) {
			const inProduction = this.control.orders().filter(({ status }) => status === 'inprocess');
			this.badOrderIds = inProduction.slice(0, 3).map(({ id }) => id);
			this.firstReadLast = this.badOrderIds;
		}
		for (const id of this.badOrderIds) {
			const path = `/api/orders/${id}/shipments`;
			this.control.injectFault({ match: { path }, status: badOrders });
		}
	}

	/** Whatever fails does so no longer, but for the orders that always do. */
	private clearFaults(): void {
		this.control.clearFaults();
		this.spoil();
	}

	/** Activates the workflow with other parameters, and polls. */
	private async pollWith(parameters: INodeParameters): Promise<void> {
		const before = this.n8n.node.parameters;
		await this.n8n.deactivate();
		this.n8n.node.parameters = { ...before, ...parameters };
		this.note((await this.n8n.activate()).outputs);
		await this.n8n.deactivate();
		this.n8n.node.parameters = before;
	}

	/** Forget After is raised for one poll, and shipments and mockup tasks are not chosen in the next one. */
	private async changeSettings(): Promise<void> {
		await this.pollWith({ options: { forgetAfterDays: 90 } });
		pass(MINUTE);
		await this.pollWith({ events: ['order.created', 'order.updated'] });
		// What changed meanwhile is part of a new baseline.
		for (const [subject, status] of this.current()) {
			if (!subject.startsWith('order/')) this.known.set(subject, status);
		}
		pass(MINUTE);
		this.note((await this.n8n.activate()).outputs);
		for (let poll = 0; poll < MOST_POLLS_TO_BEGIN && !this.hasBegun; poll += 1) await this.poll();
	}

	/** Whether everything that was there before is noted. */
	private get hasBegun(): boolean {
		const { polling } = this.n8n.workflow.getStaticData('node', this.n8n.node);
		const { orders, tasks } = polling as Record<string, { head: { phase: number } }>;
		return [orders, tasks].every((list) => list?.head.phase === STEADY);
	}

	private async change(): Promise<void> {
		const { control } = this;
		const kind = this.random();
		// One that finished long ago may be forgotten: of it, only that it is reopened is emitted.
		const mayBeForgotten = ({ status }: { status: string }): boolean =>
			this.options.changesSettings === true && FINISHED.includes(status);
		const order = this.oneOf(control.orders().filter((one) => !mayBeForgotten(one)));
		if (kind < 0.5 && order) {
			const status = this.oneOf(ORDER_STATUSES.filter((one) => one !== 'draft'));
			if (!status) return;
			if (order.status !== status) this.setDue(order.id, status);
			await control.stepOrder(order.id, status);
		} else if (kind < 0.75) {
			// A canceled order is not watched any more, nor are its shipments.
			const watched = control
				.orders()
				.filter((one) => one.status !== 'canceled' && !mayBeForgotten(one));
			const shipment = this.oneOf(watched.flatMap(({ shipments }) => shipments));
			const status = this.oneOf(SHIPMENT_STATUSES);
			if (shipment && status) await control.stepShipment(shipment.id, status);
		} else if (kind < 0.9) {
			const status = this.oneOf(ORDER_STATUSES) ?? 'draft';
			this.addOrder(status);
		} else if (kind < 0.95) {
			await control.createMockupTask();
		} else if (order) {
			control.removeOrder(order.id);
		}
	}

	/** Lets some requests of the next poll fail. */
	private trouble(): void {
		const fault = this.oneOf([
			{ match: { path: '/api/orders', query: { page: '2' } }, status: 500 },
			{ match: { path: '/api/orders', query: { page: '4' } }, reset: 'beforeCommit' as const },
			{ match: { path: '/api/orders/*/shipments' }, status: 503 },
			{ status: 429, headers: { 'retry-after': '3600' }, rate: 0.3 },
			{ rate: 0.4, status: 502 },
			{ match: { path: `/api/orders/${this.oneOf(this.control.orders())?.id}` }, status: 404 },
		]);
		if (fault) this.control.injectFault(fault);
	}

	private async poll(): Promise<void> {
		pass(MINUTE);
		// A poll that is told as an outage has no items.
		this.note((await this.n8n.poll()).outputs);
	}

	private note(outputs: Polled['outputs']): void {
		for (const { json } of (outputs ?? []).flat()) {
			const changeId = String(json.changeId);
			if (!isWhole(json)) this.broken.push(`${RULES.whole}: ${changeId}`);
			const [kind, id, what = ''] = changeId.split('/');
			const subject = `${kind}/${id}`;
			const ageMs = Date.now() - Date.parse(String(json.occurredAt));
			if (!(Math.abs(ageMs) < OLDEST_MS)) this.broken.push(`${RULES.time}: ${changeId}`);
			if (what === 'late') {
				if (this.created.has(changeId)) this.broken.push(`${RULES.nothingTwice}: ${changeId}`);
				this.created.add(changeId);
				continue;
			}
			if (what === 'created') {
				if (this.known.has(subject)) this.broken.push(`${RULES.onlyNews}: ${changeId}`);
				if (this.created.has(subject)) this.broken.push(`${RULES.nothingTwice}: ${changeId}`);
				this.created.add(subject);
				continue;
			}
			if (this.known.get(subject) === what) {
				this.broken.push(`${RULES.nothingTwice}: ${changeId}`);
			}
			if (kind === 'order') {
				const due = this.due.get(changeId) ?? 0;
				if (due === 0) this.broken.push(`${RULES.asOften}: ${changeId}`);
				this.due.set(changeId, due - 1);
			}
			this.known.set(subject, what);
		}
	}

	/** What the workflow does not know as it is. */
	private untold(): string[] {
		const silent = this.control
			.orders()
			.filter(({ id }) => this.badOrderIds.includes(id) || this.canceledBefore.has(id));
		const notLeft = this.control
			.orders()
			.filter(({ id }) => this.firstReadLast.includes(id))
			.flatMap(({ shipments }) => shipments)
			.filter(({ shippedAt }) => !(Date.parse(shippedAt ?? '') > this.beganMs));
		const unreadable = new Set(
			[...silent.flatMap(({ shipments }) => shipments), ...notLeft].map(
				({ id }) => `shipment/${id}`,
			),
		);
		return [...this.current()]
			.filter(([subject, status]) => {
				// Of a draft, its creation is all there is to tell.
				if (status === 'draft' && this.created.has(subject)) return false;
				return this.known.get(subject) !== status && !unreadable.has(subject);
			})
			.map(([subject, status]) => `${RULES.lastStatus}: ${subject}/${status}`);
	}

	async play(): Promise<void> {
		await this.begin();
		for (let step = 0; step < STEPS; step += 1) {
			for (let count = 0; count < 3; count += 1) await this.change();
			if (this.options.isTroubled === true && this.random() < 0.5) this.trouble();
			if (this.random() < 0.1) pass(DAY);
			await this.poll();
			this.clearFaults();
			if (this.options.changesSettings === true && step % 4 === 1) await this.changeSettings();
			// What was told was stored.
			else if (this.random() < 0.1) {
				this.note((await this.n8n.restart()).outputs);
			}
		}
		pass(DAY);
		for (let poll = 0; poll < MOST_POLLS_TO_SETTLE && this.untold().length > 0; poll += 1) {
			pass((2 + (this.options.emitAfterMinutes ?? 0)) * MINUTE);
			await this.poll();
		}
		// What is told now is told once too often.
		await this.poll();
		this.broken.push(...this.untold());
		// Once they can be read, nothing was lost.
		this.control.clearFaults();
		this.badOrderIds = [];
		pass(8 * DAY);
		for (let poll = 0; poll < 4; poll += 1) {
			pass((this.options.emitAfterMinutes ?? 0) * MINUTE);
			await this.poll();
		}
		this.broken.push(...this.untold(), ...this.untoldLate());
	}

	private untoldLate(): string[] {
		return this.control
			.orders()
			.filter(({ status, shipments }) => status === 'inprocess' && shipments.length === 0)
			.map(({ id }) => `order/${id}/late`)
			.filter((changeId) => !this.created.has(changeId))
			.map((changeId) => `${RULES.late}: ${changeId}`);
	}

	private setDue(id: string, status: string): void {
		const changeId = `order/${id}/${status}`;
		this.due.set(changeId, (this.due.get(changeId) ?? 0) + 1);
	}

	private addOrder(status: OrderStatus): void {
		const [order] = this.control.addOrders({ count: 1, statuses: [status], newestDaysAgo: 0 });
		if (order) this.setDue(order.id, status);
	}
}

/** Plays a history. Returns the promises that were not kept. */
export async function brokenPromises(
	polling: SandboxedPolling,
	options: HistoryOptions,
): Promise<string[]> {
	await polling.sandbox.control.reset({ pageSize: PAGE_SIZE, seed: { orders: 0, mockupTasks: 7 } });
	const events = [
		'order.created',
		'order.updated',
		'shipment.created',
		'mockup_task.finished',
		'order.late',
	];
	const { emitAfterMinutes = 0 } = options;
	const { startFromMs } = options;
	const startFrom =
		startFromMs === undefined
			? {}
			: { startFrom: new Date(Date.now() - startFromMs).toISOString() };
	const n8n = polling.n8n({ events, options: { emitAfterMinutes, ...startFrom } });
	const history = new History(polling, n8n, options);
	await history.play();
	return history.broken.map((promise) => `${promise} (seed ${options.seed})`);
}
