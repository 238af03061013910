import type { IDataObject } from 'n8n-workflow';

import { ORDER_STATUSES, SHIPMENT_STATUSES } from '../../sandbox/facts.ts';
import type { ReadOptions } from '../../sandbox/index.ts';
import { readStyleOf } from '../../sandbox/reads/style.ts';
import { seededRandom } from '../support/seed.ts';
import type { Polled, PollingN8n } from './engine/polling.ts';
import { DAY, MINUTE, pass, type SandboxedPolling } from './pollingSupport.ts';

const PAGE_SIZE = 5;

/** More than the trigger needs to see in which order a list is. */
const ORDERS_BEFORE = 30;

const STEPS = 12;

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
} as const;

/** Random changes and polls in between, and what the trigger promises of them. */
class History {
	/** The rules that were broken, each with what broke it; empty when every promise was kept. */
	readonly broken: string[] = [];

	/** The last status that the workflow knows, by subject such as `order/<id>`. */
	private readonly known = new Map<string, string>();

	private readonly created = new Set<string>();

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

	private async begin(): Promise<void> {
		this.control.addOrders({ count: ORDERS_BEFORE, spreadDays: 25, newestDaysAgo: 0.5 });
		const { seed, ...given } = this.options.reads ?? {};
		const style = readStyleOf({ ...given, ...(seed !== undefined && { seed }) });
		this.control.setReads(
			this.options.shiftsFromTheStart === true ? style : { ...style, shiftedBy: 0 },
		);
		const { outputs } = await this.n8n.activate();
		if (outputs !== null) this.broken.push(`${RULES.onlyNews}: by the first poll`);
		for (const [subject, status] of this.current()) this.known.set(subject, status);
		for (let poll = 0; poll < MOST_POLLS_TO_BEGIN && !this.hasBegun; poll += 1) await this.poll();
		this.control.setReads(style);
	}

	/** Whether everything that was there before is noted. */
	private get hasBegun(): boolean {
		const { polling } = this.n8n.workflow.getStaticData('node', this.n8n.node);
		const { orders, tasks } = polling as Record<string, { progress: { phase: string } }>;
		return [orders, tasks].every((list) => list?.progress.phase === 'steady');
	}

	private async change(): Promise<void> {
		const { control } = this;
		const kind = this.random();
		const order = this.oneOf(control.orders());
		if (kind < 0.5 && order) {
			const status = this.oneOf(ORDER_STATUSES.filter((one) => one !== 'draft'));
			if (status) await control.stepOrder(order.id, status);
		} else if (kind < 0.75) {
			// A canceled order is not watched any more, nor are its shipments.
			const watched = control.orders().filter(({ status }) => status !== 'canceled');
			const shipment = this.oneOf(watched.flatMap(({ shipments }) => shipments));
			const status = this.oneOf(SHIPMENT_STATUSES);
			if (shipment && status) await control.stepShipment(shipment.id, status);
		} else if (kind < 0.9) {
			const status = this.oneOf(ORDER_STATUSES) ?? 'draft';
			control.addOrders({ count: 1, statuses: [status], newestDaysAgo: 0 });
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
			if (what === 'created') {
				if (this.known.has(subject)) this.broken.push(`${RULES.onlyNews}: ${changeId}`);
				if (this.created.has(subject)) this.broken.push(`${RULES.nothingTwice}: ${changeId}`);
				this.created.add(subject);
				continue;
			}
			if (this.known.get(subject) === what) {
				this.broken.push(`${RULES.nothingTwice}: ${changeId}`);
			}
			this.known.set(subject, what);
		}
	}

	/** What the workflow does not know as it is. */
	private untold(): string[] {
		return [...this.current()]
			.filter(([subject, status]) => {
				// Of a draft, its creation is all there is to tell.
				if (status === 'draft' && this.created.has(subject)) return false;
				return this.known.get(subject) !== status;
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
			this.control.clearFaults();
			// What was told was stored.
			if (this.random() < 0.1) this.note((await this.n8n.restart()).outputs);
		}
		pass(DAY);
		for (let poll = 0; poll < MOST_POLLS_TO_SETTLE && this.untold().length > 0; poll += 1) {
			pass((2 + (this.options.emitAfterMinutes ?? 0)) * MINUTE);
			await this.poll();
		}
		// What is told now is told once too often.
		await this.poll();
		this.broken.push(...this.untold());
	}
}

/** Plays a history. Returns the promises that were not kept. */
export async function brokenPromises(
	polling: SandboxedPolling,
	options: HistoryOptions,
): Promise<string[]> {
	await polling.sandbox.control.reset({ pageSize: PAGE_SIZE, seed: { orders: 0, mockupTasks: 7 } });
	const events = ['order.created', 'order.updated', 'shipment.created', 'mockup_task.finished'];
	const { emitAfterMinutes = 0 } = options;
	const n8n = polling.n8n({ events, options: { emitAfterMinutes } });
	const history = new History(polling, n8n, options);
	await history.play();
	return history.broken.map((promise) => `${promise} (seed ${options.seed})`);
}
