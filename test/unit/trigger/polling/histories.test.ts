import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { SEQUENCES, seededRandom } from '../../../support/seed.ts';
import { newestFirst, type FakeOrder } from './fakeService.ts';
import { ALL_EVENTS } from './poller.ts';
import { DAY, HOUR, iso, MINUTE, World } from './world.ts';

/** The largest seed of fast-check. */
const LARGEST_SEED = 0x7fffffff;

/** Ends the test if a sequence hangs, on a busy machine no earlier. */
const TIMEOUT_PER_SEQUENCE_MS = 1000;

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
		fc.boolean(),
		fc.constantFrom(0, 0, MINUTE, 30 * MINUTE),
	],
	(world, status, createdAt, isOdd, lag) => {
		const newest = world.service.orders.at(-1)?.createdAt ?? iso(world.now);
		const isRecent = Date.parse(newest) > world.now - HOUR;
		world.now += 1000;
		if (!world.hasBaseline) world.addOrder(status, iso(world.now), false);
		else if (createdAt === 'none') world.addOrder(status, undefined, isOdd, lag);
		else {
			const time = createdAt === 'same' && isRecent ? newest : iso(world.now);
			world.addOrder(status, time, isOdd, lag);
		}
	},
);

const change = step(
	'change',
	[index, fc.constantFrom(...ORDER_STATUSES), fc.constantFrom('now', 'now', 'backwards', 'same')],
	(world, order, status, updatedAt) => {
		world.now += 1000;
		world.changeOrder(order, status, updatedAt);
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
			world.changeOrder(order, status, 'now');
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

const fallBack = step('fallBack', [fc.integer({ min: 1, max: 4 })], (world, polls) =>
	world.fallBack(polls),
);

const steps = fc.commands(
	[
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
	],
	{ maxCommands: 60, size: 'max' },
);

const SORTS = {
	newestFirst,
	oldestFirst: (orders: FakeOrder[]) => newestFirst(orders).reverse(),
	byId: (orders: FakeOrder[]) => [...orders].sort((a, b) => (a.id < b.id ? -1 : 1)),
};

const setup = fc.record({
	pageSize: fc.integer({ min: 1, max: 8 }),
	sort: fc.constantFrom<keyof typeof SORTS>('newestFirst', 'newestFirst', 'oldestFirst', 'byId'),
	emitAfterSeconds: fc.constantFrom(0, 0, 1200),
	isAbbreviated: fc.boolean(),
	calmPolls: fc.constantFrom(0, 2),
	events: fc.constantFrom<readonly string[]>(ALL_EVENTS, ALL_EVENTS, [
		'order.created',
		'order.updated',
	]),
	before: fc.oneof(
		fc.array(fc.constantFrom('draft', ...ORDER_STATUSES), { maxLength: 15 }),
		fc.array(fc.constantFrom('draft', ...ORDER_STATUSES), { minLength: 25, maxLength: 45 }),
	),
});

/** Seeds of sequences that found a fault. */
const FOUND = [
	2_029_570_449, 686_547_142, 171_439_536, 695_629_289, 117_672_227, 1_833_025_951, 1_895_006_592,
];

/** Why a history failed: the rule that was broken, and behind it the history that breaks it. */
async function failureOf<Values>(details: fc.RunDetails<Values>): Promise<string | undefined> {
	if (!details.failed) return undefined;
	const { errorInstance } = details;
	const rule = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
	return `${rule}\n\n${await fc.asyncDefaultReportMessage(details)}`;
}

/** A sequence has a seed of its own, so that it can be replayed alone. */
async function play(seed: number): Promise<void> {
	const details = await fc.check(
		fc.asyncProperty(setup, steps, async (given, commands) => {
			const world = new World({ ...given, sort: SORTS[given.sort] });
			for (let count = 0; count < given.calmPolls; count += 1) await world.poll();
			await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
			await world.settleWithinTheHour();
			await world.settle();
			await world.expectAllToBeEmitted();
		}),
		{ seed, numRuns: 1, unbiased: true },
	);
	const failure = await failureOf(details);
	if (failure !== undefined) throw new Error(failure, { cause: details.errorInstance });
}

describe('The polling trigger', () => {
	it(
		'the trigger emits every last status, nothing twice, and nothing that did not change, whatever happens',
		async () => {
			const random = seededRandom();
			for (let count = 0; count < SEQUENCES; count += 1) {
				await play(Math.floor(random() * LARGEST_SEED));
			}
			expect.hasAssertions();
		},
		60_000 + SEQUENCES * TIMEOUT_PER_SEQUENCE_MS,
	);

	it.each(FOUND)('the trigger keeps its promises with the sequence of seed %i', async (seed) => {
		await play(seed);
		expect.hasAssertions();
	});

	it('names the rule that a failing history breaks before the history itself', async () => {
		const details = await fc.check(
			fc.asyncProperty(fc.constant('poll()'), async () => {
				await Promise.reject(new Error('Nothing is emitted twice: order/a/shipped'));
			}),
		);
		expect(await failureOf(details)).toMatch(
			/^Nothing is emitted twice: order\/a\/shipped\n[^]*Counterexample: \["poll\(\)"\]/,
		);
	});
});
