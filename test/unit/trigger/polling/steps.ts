import fc from 'fast-check';

import { newestFirst, type FakeOrder } from './fakeService.ts';
import { ALL_EVENTS } from './poller.ts';
import { CLOCKS, GARBAGE, STAMPS, type BadOrder } from './serviceHabits.ts';
import { CHOICES, DAY, HOUR, MINUTE, type Unchosen, type World } from './world.ts';

const ORDER_STATUSES = [
	'pending',
	'inprocess',
	'onhold',
	'partial',
	'fulfilled',
	'shipped',
	'canceled',
	'failed',
	'awaiting-artwork-approval',
];
const SHIPMENT_STATUSES = ['pending', 'packaged', 'shipped', 'returned', 'canceled'];

type Model = object;

class Step implements fc.AsyncCommand<Model, World> {
	private readonly text: string;

	private readonly step: (world: World) => void | Promise<void>;

	constructor(text: string, step: (world: World) => void | Promise<void>) {
		this.text = text;
		this.step = step;
	}

	check(): boolean {
		return true;
	}

	async run(_model: Model, world: World): Promise<void> {
		await this.step(world);
	}

	toString(): string {
		return this.text;
	}
}

const step = <Values extends unknown[]>(
	name: string,
	values: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
	run: (world: World, ...values: Values) => void | Promise<void>,
): fc.Arbitrary<Step> =>
	fc
		.tuple<Values>(...values)
		.map(
			(given) =>
				new Step(`${name}(${JSON.stringify(given).slice(1, -1)})`, (world) => run(world, ...given)),
		);

const index = fc.nat(30);
const small = fc.nat(3);

const wait = step(
	'wait',
	[fc.constantFrom(1, 1000, MINUTE, 10 * MINUTE, HOUR, DAY, 9 * DAY, 40 * DAY)],
	(world, time) => {
		world.now += time;
	},
);

const create = step(
	'create',
	[
		fc.constantFrom('draft', ...ORDER_STATUSES),
		fc.constantFrom('now', 'now', 'same', 'none'),
		fc.constantFrom<'none' | number | undefined>(
			'none',
			...GARBAGE.keys(),
			...Array.from({ length: 12 }, () => undefined),
		),
	],
	(world, status, createdAt, odd) => {
		world.now += 1000;
		if (!world.hasBaseline) world.addOrder(status, world.now);
		else if (createdAt === 'none') world.addOrder(status, undefined, odd);
		else {
			const time = createdAt === 'same' ? (world.newestCreation ?? world.now) : world.now;
			world.addOrder(status, time, odd);
		}
	},
);

const change = step(
	'change',
	[index, fc.constantFrom(...ORDER_STATUSES), fc.constantFrom('now', 'now', 'backwards', 'same')],
	async (world, order, status, updatedAt) => {
		world.now += 1000;
		await world.changeOrder(order, status, updatedAt);
	},
);

const ship = step(
	'ship',
	[index, small, fc.constantFrom(...SHIPMENT_STATUSES), fc.boolean()],
	async (world, order, shipment, status, isShown) => {
		world.now += 1000;
		await world.changeShipment(order, shipment, status, isShown);
	},
);

const remove = step('remove', [index], (world, order) => world.removeOrder(order));

const addTask = step('addTask', [], (world) => {
	world.now += 1000;
	world.addTask();
});

const finishTask = step(
	'finishTask',
	[index, fc.constantFrom('completed', 'failed')],
	(world, task, status) => world.changeTask(task, status),
);

/** n8n is down for weeks, changes happen meanwhile, and the first requests afterwards fail. */
const longAbsence = step(
	'longAbsence',
	[
		fc.array(fc.tuple(index, fc.constantFrom(...ORDER_STATUSES)), { maxLength: 3 }),
		fc.constantFrom(5 * DAY, 20 * DAY, 45 * DAY),
		fc.array(fc.nat(3), { maxLength: 2 }),
	],
	async (world, changes, time, failing) => {
		for (const [order, status] of changes) {
			world.now += 1000;
			await world.changeOrder(order, status, 'now');
		}
		world.now += time;
		await world.poll({ shifts: [], failing });
	},
);

const poll = step('poll', [], async (world) => {
	world.now += MINUTE;
	await world.poll();
});

const troubledPoll = step(
	'troubledPoll',
	[
		fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 8 }),
		fc.array(fc.nat(12), { maxLength: 4 }),
		fc.option(fc.nat(20), { nil: undefined }),
	],
	async (world, shifts, failing, maxRequests) => {
		world.now += MINUTE;
		await world.poll({ shifts, failing }, maxRequests);
	},
);

const reopen = step(
	'reopen',
	[index, fc.constantFrom('pending', 'inprocess', 'onhold', 'partial')],
	async (world, order, status) => {
		world.now += 1000;
		await world.reopenOrder(order, status);
	},
);

const spoil = step(
	'spoil',
	[
		index,
		fc.constantFrom<BadOrder>(
			{ part: 'shipments', answer: 403 },
			{ part: 'shipments', answer: 422 },
			{ part: 'shipments', answer: 500 },
			{ part: 'shipments', answer: 'endless' },
			{ part: 'order', answer: 403 },
			{ part: 'order', answer: 422 },
			{ part: 'order', answer: 500 },
		),
	],
	(world, order, bad) => world.spoil(order, bad),
);

const shipmentsOutage = step(
	'shipmentsOutage',
	[fc.integer({ min: 1, max: 4 }), fc.array(fc.tuple(index, small, fc.boolean()))],
	async (world, polls, changes) => {
		for (let poll = 0; poll < polls; poll += 1) {
			for (const [order, shipment, isShown] of changes) {
				world.now += 1000;
				await world.changeShipment(order, shipment, 'packaged', isShown);
			}
			world.now += 6 * HOUR;
			await world.poll({ shifts: [], failing: [], failsShipments: true });
		}
	},
);

const forgetAfter = step('forgetAfter', [fc.constantFrom(30, 90)], (world, days) => {
	world.forgetAfter(days);
});

const pollWithout = step(
	'pollWithout',
	[
		fc.constantFrom<Unchosen>('orders', 'shipments', 'tasks'),
		fc.array(fc.nat(12), { maxLength: 2 }),
	],
	async (world, unchosen, failing) => {
		world.now += MINUTE;
		await world.pollWithout(unchosen, { shifts: [], failing });
	},
);

/** Events or filters are others for some polls, while something happens. */
const pollChoosing = step(
	'pollChoosing',
	[
		fc.constantFrom(...CHOICES),
		fc.array(fc.tuple(index, fc.constantFrom(...ORDER_STATUSES)), { maxLength: 3 }),
		fc.constantFrom('draft', ...ORDER_STATUSES),
		fc.constantFrom(MINUTE, HOUR, DAY),
	],
	async (world, choice, changes, created, time) => {
		world.now += MINUTE;
		await world.pollChoosing(choice, async () => {
			world.now += time;
			for (const [order, status] of changes) await world.changeOrder(order, status, 'now');
			world.addOrder(created, world.now);
			world.addTask();
		});
	},
);

const fallBack = step('fallBack', [fc.integer({ min: 1, max: 4 })], (world, polls) =>
	world.fallBack(polls),
);

/** What may happen; what is named twice happens more often. */
export const STEPS = [
	wait,
	create,
	create,
	change,
	change,
	ship,
	ship,
	remove,
	addTask,
	finishTask,
	poll,
	poll,
	troubledPoll,
	troubledPoll,
	longAbsence,
	fallBack,
	reopen,
	spoil,
	shipmentsOutage,
	forgetAfter,
	pollWithout,
	pollChoosing,
];

/** The order of the list of orders. */
export const SORTS = {
	newestFirst,
	oldestFirst: (orders: FakeOrder[]) => newestFirst(orders).reverse(),
	byId: (orders: FakeOrder[]) => [...orders].sort((a, b) => (a.id < b.id ? -1 : 1)),
};

const keysOf = <Key extends string>(object: Record<Key, unknown>): Key[] =>
	Object.keys(object) as Key[];

/** How much of the lists the first poll reads: all, the first pages, or perhaps nothing. */
export type FirstPoll = 'untroubled' | 'partial' | 'any';

/** What the service and the node are like. */
export const SETUP = fc.record({
	pageSize: fc.integer({ min: 1, max: 8 }),
	sort: fc.constantFrom<keyof typeof SORTS>('newestFirst', 'newestFirst', 'oldestFirst', 'byId'),
	emitAfterSeconds: fc.constantFrom(0, 0, 1200),
	isAbbreviated: fc.boolean(),
	calmPolls: fc.constantFrom(0, 2),
	firstPoll: fc.constantFrom<FirstPoll>('untroubled', 'partial', 'any'),
	events: fc.constantFrom<readonly string[]>(ALL_EVENTS, ALL_EVENTS, [
		'order.created',
		'order.updated',
	]),
	parcelsBefore: fc.constantFrom(undefined, 'shipped', 'packaged'),
	startFromMs: fc.constantFrom(undefined, undefined, HOUR, 2 * DAY, 10 * DAY),
	requestsPerPoll: fc.constantFrom(undefined, undefined, undefined, 40),
	habits: fc.record({
		clockAheadMs: fc.constantFrom(...CLOCKS),
		stamps: fc.constantFrom<keyof typeof STAMPS>('iso', 'iso', ...keysOf(STAMPS)),
		withoutShipments: fc.constantFrom(200, 200, 404, 410),
	}),
	before: fc.oneof(
		fc.array(fc.constantFrom('draft', ...ORDER_STATUSES), { maxLength: 15 }),
		fc.array(fc.constantFrom('draft', ...ORDER_STATUSES), { minLength: 25, maxLength: 45 }),
	),
});

/** A setup that was drawn. */
export type Given = typeof SETUP extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** The polls before anything happens. */
export async function begin(world: World, { firstPoll, calmPolls }: Given): Promise<void> {
	if (firstPoll === 'untroubled') await world.poll();
	else if (firstPoll === 'partial') {
		await world.poll({ shifts: [], failing: [], failsLaterPages: true });
	}
	for (let count = 0; count < calmPolls; count += 1) await world.poll();
}
