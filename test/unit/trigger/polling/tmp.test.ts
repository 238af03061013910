import fc from 'fast-check';
import { it } from 'vitest';
import { begin, SETUP, SORTS, STEPS } from './steps.ts';
import { World, type Setup } from './world.ts';
const steps = fc.commands(STEPS, { maxCommands: 60, size: 'max' });
const MAXI = [undefined, 200, undefined, 3, undefined, 200];
const FAULTS: ReadonlyArray<Partial<Setup>> = [
	{},
	{ pageWithoutId: 1 },
	{ refusal: 404 },
	{ pageWithoutId: 2, refusal: 410 },
	{ pageWithoutId: 5, refusal: 404 },
];
it('soaks', async () => {
	const from = Number(process.env.FROM ?? 1);
	const count = Number(process.env.COUNT ?? 100);
	const rules = new Map<string, number[]>();
	const t0 = performance.now();
	let done = 0;
	for (let seed = from; seed < from + count; seed += 1) {
		const max = MAXI[seed % 6];
		const details = await fc.check(
			fc.asyncProperty(SETUP, steps, async (given, commands) => {
				const world = new World({
					...given,
					...(max !== undefined && { maxItemsWithCurrent: max }),
					...FAULTS[seed % 5],
					sort: SORTS[given.sort],
				});
				const log: string[] = [];
				(globalThis as any).log = log;
				const orig = world.poller.poll.bind(world.poller);
				if (process.env.DEBUG)
					world.poller.poll = async (...args) => {
						log.push(
							`-- ${new Date(args[0]).toISOString()} ${JSON.stringify(args[1])} ${args[2]} | ${world.service.orders
								.map(
									(o) =>
										`${o.id.slice(-4)}:${o.status}:${o.updatedAt?.slice(5, 16)}[${o.shipments.map((p) => p.shipmentStatus).join()}]${o.garbage ?? ''}`,
								)
								.slice(0, 6)
								.join(' ')} | ${world.service.tasks.map((o) => `${o.id}:${o.status}`).join(' ')}`,
						);
						const changes = await orig(...args);
						const st = await world.poller.state();
						log.push(
							`   ${world.service.requests.length} req ${world.service.requests.slice(0, 12).join(' ')} => ${changes.map((c) => c.changeId).join(' ')} | ${st?.orders?.phase} ${st?.tasks?.phase} fb ${st?.orders?.forgottenBefore} sorted ${st?.orders?.isSorted} ${[
								...(st?.orders?.entries ?? []),
							]
								.slice(0, 4)
								.map(
									([k, e]) =>
										`${k.slice(-4)} ${e.status}/${e.told ?? '='} ${e.reading} ${[...e.parcels.values()].map((p) => `${p.status}/${p.told ?? '='}`)}`,
								)
								.join('; ')}`,
						);
						return changes;
					};
				await begin(world, given);
				await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
				await world.settleWithinTheHour();
				await world.settle();
				await world.expectAllToBeEmitted();
				await world.expectNothingToBeLost();
			}),
			{
				seed,
				numRuns: 1,
				unbiased: true,
				endOnFailure: process.env.SHRINK === undefined,
				interruptAfterTimeLimit: 60000,
			},
		);
		done += 1;
		if (details.failed) {
			const e = details.errorInstance as Error;
			const rule = String(e?.message ?? e)
				.split('\n')[0]!
				.replace(/order-\d+|task-\d+|shipment-\S+/g, '#')
				.slice(0, 110);
			rules.set(rule, [...(rules.get(rule) ?? []), seed]);
			if (count === 1)
				if (process.env.DEBUG)
					console.log(
						(globalThis as any).log.slice(-Number(process.env.DEBUG)).join('\n').slice(0, 12000),
					);
			if (count === 1)
				console.log(
					e?.message,
					e?.stack?.split('\n').slice(0, 12).join('\n'),
					'\n',
					fc.stringify(details.counterexample).slice(0, 6000),
				);
		}
		if (process.env.BUDGET && performance.now() - t0 > Number(process.env.BUDGET) * 1000) break;
	}
	console.log(
		`${done} seeds, ${[...rules.values()].flat().length} failed, ${Math.round(performance.now() - t0)} ms`,
	);
	for (const [rule, seeds] of [...rules].sort((a, b) => b[1].length - a[1].length))
		console.log(seeds.length, rule, seeds.slice(0, 6).join(' '));
}, 3_000_000);
