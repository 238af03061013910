import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { FaultOptions } from '../../sandbox/control/faults.ts';
import { ENGINES } from './engine/execution.ts';
import { REPETITIONS } from '../support/repetitions.ts';
import { seededRandom } from '../support/seed.ts';
import {
	createParametersWithoutCatalog,
	numberedItems,
	orderCount,
	placeProducedOrder,
	reprintParameters,
	runNode,
} from './orderRuns.ts';
import { useSandbox } from './support.ts';

const node = useSandbox();

// Every back-off takes a hundredth of its time.
beforeEach(() => {
	const random = seededRandom();
	vi.spyOn(Math, 'random').mockImplementation(() => random() / 100);
});
afterEach(() => {
	vi.restoreAllMocks();
});

/** Ends a run that hangs, in milliseconds: many times what it takes. */
const TIMEOUT = 1_200_000;

/** What may happen to one request; each with its own chance. */
const fault: fc.Arbitrary<FaultOptions> = fc.oneof(
	{ weight: 4, arbitrary: fc.constant({ statusAfterCommit: 502 }) },
	{ weight: 2, arbitrary: fc.constant({ statusAfterCommit: 504 }) },
	{ weight: 1, arbitrary: fc.constant({ statusAfterCommit: 303 }) },
	{ weight: 2, arbitrary: fc.constant({ status: 502 }) },
	{ weight: 4, arbitrary: fc.constant({ reset: 'afterCommit' as const }) },
	{ weight: 2, arbitrary: fc.constant({ reset: 'beforeCommit' as const }) },
	{ weight: 3, arbitrary: fc.constant({ status: 503 }) },
	{ weight: 1, arbitrary: fc.constant({ status: 500 }) },
	{ weight: 1, arbitrary: fc.constant({ statusAfterCommit: 500 }) },
	{
		weight: 3,
		arbitrary: fc.record({
			statusAfterCommit: fc.constantFrom(200, 201, 201, 202, 204),
			// Neither the order nor a part of it.
			body: fc.constantFrom<unknown>('', {}, [], 'OK', { id: 'job-1', status: 'accepted' }),
		}),
	},
	{ weight: 2, arbitrary: fc.constant({}) },
	{
		weight: 2,
		arbitrary: fc.integer({ min: 1, max: 40 }).map((delayMilliseconds) => ({ delayMilliseconds })),
	},
	{ weight: 1, arbitrary: fc.constant({ status: 429 }) },
);

const scenario = fc.record({
	operation: fc.constantFrom('create', 'reprint'),
	faults: fc.array(
		fc.record({ fault, method: fc.constantFrom('POST', 'POST', 'GET', undefined) }),
		{ maxLength: 14 },
	),
	count: fc.integer({ min: 1, max: 5 }),
	concurrency: fc.integer({ min: 1, max: 5 }),
	maxAttempts: fc.integer({ min: 1, max: 5 }),
	goesOn: fc.boolean(),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(ENGINES)('Random faults, on the engine of %s', (engine) => {
	it(
		'each order exists once, or not at all when the node said so; and once when it is run again',
		async () => {
			const holds = async ({ operation, faults, count, goesOn, ...options }: Scenario) => {
				const { control } = node.sandbox;
				await control.reset();
				if (operation === 'reprint') await placeProducedOrder(node);
				const existing = control.orders().length;
				for (const { fault: happening, method } of faults) {
					// A request is hit by the first that is left for it, and each hits one.
					control.injectFault({ ...happening, times: 1, ...(method && { match: { method } }) });
				}
				const items = numberedItems('P', count);
				const names = items.map(({ number }) => String(number));
				const parameters =
					operation === 'reprint'
						? reprintParameters('={{ $json.number }}', options)
						: createParametersWithoutCatalog(node.sandbox, '={{ $json.number }}', options);
				const {
					json,
					items: out,
					error,
				} = await runNode(node, parameters, {
					items,
					engine,
					settings: goesOn ? { onError: 'continueRegularOutput' } : {},
				});

				for (const name of names) expect(orderCount(node, name)).toBeLessThanOrEqual(1);
				expect(error !== undefined).toBe(json.length === 0);
				if (json.length > 0) {
					expect(out.map(({ pairedItem }) => pairedItem)).toEqual(
						names.map((_, item) => ({ item })),
					);
				}
				json.forEach((answer, index) => {
					const name = names[index] ?? '';
					if (answer.error === undefined) {
						// One that could not be read after it was placed has no ID, and a warning.
						const { id } = control.order(`@${name}`);
						if (answer.warnings === undefined) expect(answer.id).toBe(id);
						else expect([id, undefined]).toContain(answer.id);
						expect(answer.externalId).toBe(name);
						return;
					}
					// What the node does not say to stand may stand only where it says that it cannot know.
					if (orderCount(node, name) > 0) expect(answer.message).toContain('may have been');
				});
				if (error) {
					const { description = '' } = error as { description?: string };
					if (count > 1) {
						const done = Number(/(\d+) of \d+ items were done/.exec(description)?.[1]);
						const placed = names.filter((name) => orderCount(node, name) > 0).length;
						expect(done).toBeLessThanOrEqual(placed);
					}
				}

				control.clearFaults();
				const again = await runNode(node, parameters, { items, engine });
				expect(again.error).toBeUndefined();
				expect(again.json.map(({ id }) => id)).toEqual(
					names.map((name) => control.order(`@${name}`).id),
				);
				expect(control.orders()).toHaveLength(existing + count);
			};
			await fc.assert(fc.asyncProperty(scenario, holds), { numRuns: REPETITIONS.faultyRuns });
		},
		TIMEOUT,
	);
});
