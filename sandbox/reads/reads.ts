import { mockupTaskView } from '../json-ld/catalog.ts';
import { collection, type CollectionSource, type PageQuery } from '../json-ld/collection.ts';
import { orderPath, orderView, shipmentView } from '../json-ld/order.ts';
import { randomOf, type Random } from '../random.ts';
import type { MockupTask, Order } from '../state/model.ts';
import { LaggingReads } from './lagging-reads.ts';
import { abbreviated, shown, totalItems, withTimes } from './shown.ts';
import { readStyleOf, USUAL_READS, type ReadOptions, type ReadStyle } from './style.ts';

type Json = Record<string, unknown>;

/** An order or a mockup task as it was read, with its shipments. */
interface Seen {
	entity: Json;
	shipments: Json[];
}

/** A fixed seed: pages are shifted in the same way in every run. */
const SEED = 1;

const orderSeen = (order: Order): Seen => ({
	entity: orderView(order),
	shipments: order.shipments.map(shipmentView),
});

const taskSeen = (task: MockupTask): Seen => ({ entity: mockupTaskView(task), shipments: [] });

/** Shows orders, shipments and mockup tasks to those who read them, in the style that is set. */
export class Reads {
	private style: ReadStyle = USUAL_READS;

	private seed = SEED;

	/** By the path of a list: pages of one shift in the same way however requests for another come between. */
	private readonly randoms = new Map<string, Random>();

	private readonly lagging = new LaggingReads<Seen>(() => this.style.lagMilliseconds);

	/** @throws RangeError for a member that is out of range */
	set(options: ReadOptions): void {
		this.style = readStyleOf(options);
		this.seed = options.seed ?? SEED;
		this.randoms.clear();
	}

	/** Notes an order before it is changed. */
	orderChanges(order: Order, isNew: boolean): void {
		this.lagging.changed(order.id, () => (isNew ? undefined : structuredClone(orderSeen(order))));
	}

	/** Notes a mockup task before it is changed. */
	taskChanges(task: MockupTask, isNew: boolean): void {
		this.lagging.changed(task.id, () => (isNew ? undefined : structuredClone(taskSeen(task))));
	}

	/** Returns undefined for an order that is not to be seen yet. */
	order(order: Order): Json | undefined {
		const seen = this.seen(order, orderSeen);
		return seen && shown(seen.entity, this.style);
	}

	/** Returns undefined for a task that is not to be seen yet. */
	mockupTask(task: MockupTask): Json | undefined {
		const seen = this.seen(task, taskSeen);
		return seen && shown(seen.entity, this.style);
	}

	/** Returns undefined for an order that is not to be seen yet, or whose shipments are not found while there are none. */
	shipments(order: Order, query: PageQuery, pageSize: number): Json | undefined {
		const entries = this.seen(order, orderSeen)?.shipments;
		if (!entries) return undefined;
		if (entries.length === 0 && this.style.noShipments === 'notFound') return undefined;
		const path = `${orderPath(order)}/shipments`;
		const view = (entry: Json): Json => withTimes(entry, this.style);
		return this.page({ type: 'Shipment', path, entries, view }, query, pageSize);
	}

	/** @param entries oldest first */
	orders(entries: readonly Order[], query: PageQuery, pageSize: number): Json {
		return this.list({ type: 'Order', path: '/api/orders', entries }, orderSeen, query, pageSize);
	}

	/** @param entries oldest first */
	mockupTasks(entries: readonly MockupTask[], query: PageQuery, pageSize: number): Json {
		const source = { type: 'MockupTask', path: '/api/mockup-tasks', entries };
		return this.list(source, taskSeen, query, pageSize);
	}

	private list<Entry extends { id: string }>(
		{ entries, ...source }: Pick<CollectionSource<Entry>, 'type' | 'path' | 'entries'>,
		seenOf: (entry: Entry) => Seen,
		query: PageQuery,
		pageSize: number,
	): Json {
		const { sorting, members, lagMilliseconds } = this.style;
		const visible =
			lagMilliseconds > 0
				? entries.filter((entry) => this.seen(entry, seenOf) !== undefined)
				: entries;
		return this.page(
			{
				...source,
				entries: sorting === 'none' ? visible.toSorted((a, b) => (a.id < b.id ? -1 : 1)) : visible,
				newestFirst: sorting === 'newestFirst',
				view: (entry) => {
					const view = shown((this.seen(entry, seenOf) ?? seenOf(entry)).entity, this.style);
					return members === 'abbreviated' ? abbreviated(view) : view;
				},
			},
			query,
			pageSize,
		);
	}

	private page<Entry>(source: CollectionSource<Entry>, query: PageQuery, pageSize: number): Json {
		const startOf = (start: number): number =>
			start === 0 ? 0 : Math.max(0, start + this.shift(source.path));
		const { 'hydra:totalItems': total, ...page } = collection(
			{ ...source, startOf },
			query,
			pageSize,
		);
		const told = totalItems(total as number, this.style.totalItems);
		return told === undefined ? page : { ...page, 'hydra:totalItems': told };
	}

	/** Where replicas disagree, those that answer in every second minute lag. */
	private isCurrent(): boolean {
		return this.style.replicas === 'disagree' && Math.floor(Date.now() / 60_000) % 2 === 0;
	}

	private shift(path: string): number {
		const { shiftedBy } = this.style;
		if (shiftedBy === 0) return 0;
		const random = this.randoms.get(path) ?? randomOf(this.seed);
		this.randoms.set(path, random);
		return Math.round((2 * random() - 1) * shiftedBy);
	}

	private seen<Entry extends { id: string }>(
		entry: Entry,
		seenOf: (entry: Entry) => Seen,
	): Seen | undefined {
		const old = this.lagging.oldState(entry.id);
		if (!old || this.isCurrent()) return seenOf(entry);
		return old.before;
	}
}
