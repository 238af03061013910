import type { NodeSources } from './engine/nodeProcess.ts';
import type { History, RunPlan } from './history/history.ts';
import { Player } from './history/player.ts';
import type { RunRecord } from './history/record.ts';
import { World } from './history/world.ts';
import { violationsOf } from './invariants/index.ts';
import type { Outcome } from './outcome.ts';

/** Long enough for everything to be over that was still to be done or shown. */
const AFTERMATH_MS = 60_000;

/** Longer than any timer of the nodes that outlives a run. */
const SETTLING_MS = 5_000;

/** Calm settings, for runs that have to succeed. */
const CALM: RunPlan['settings'] = {
	onError: 'continueRegularOutput',
	tries: 1,
	isDeclarative: false,
	maxAttempts: 5,
	maxWaitSeconds: 30,
	concurrency: 10,
	ifExists: 'returnExisting',
	simplify: false,
	limit: 0,
};

/** Each purchase whose order exists, once more with the same input. */
async function runAgain(
	player: Player,
	world: World,
	expectExisting: boolean,
): Promise<RunRecord[]> {
	const { book } = world.service;
	const records: RunRecord[] = [];
	for (const operation of ['create', 'reprint'] as const) {
		const inputs = player.runs
			.filter(({ plan }) => plan.operation === operation)
			.flatMap((run) => run.inputs)
			.filter(({ externalId, purchase }) => book.find(`@${externalId}`)?.purchase === purchase);
		const distinct = [...new Map(inputs.map((input) => [input.externalId, input])).values()];
		if (distinct.length === 0) continue;
		records.push(
			await player.run({ operation, items: [], settings: { ...CALM, expectExisting } }, distinct),
		);
	}
	return records;
}

/** Plays a history of the action node to its end, and checks the invariants. */
export async function simulateOrders(
	history: History,
	sources: NodeSources,
	isLogged = false,
): Promise<Outcome> {
	const world = new World(history, sources, isLogged);
	try {
		const player = new Player(world, history.fillsFromCatalog);
		for (const step of history.steps) await player.play(step);
		await world.clock.pass(AFTERMATH_MS);
		world.weather.clear();
		world.say(() => 'nothing happens to requests any more');
		const runs = [...player.runs];
		const expectsExisting = runs.some(({ plan }) => plan.settings.expectExisting === true);
		const lastRuns = await runAgain(player, world, expectsExisting);
		// What the nodes wait for beside the run ends as well, or the next history would find it.
		await world.clock.pass(SETTLING_MS);
		const violations = violationsOf({
			history,
			runs,
			lastRuns,
			book: world.service.book,
			catalog: world.service.catalog,
			network: world.network,
		});
		return { violations, log: world.log };
	} finally {
		world.end();
	}
}
