import fc from 'fast-check';

import type { NodeSources } from './engine/nodeProcess.ts';
import { anyHistory, scattered, type AnyHistory } from './seeds.ts';
import { simulate } from './simulate.ts';

/** Milliseconds after which what was found by then is simple enough. */
const LONGEST_SHRINKING_MS = 60_000;

/**
 * The simplest history found that breaks an invariant as that of a seed does.
 *
 * @param invariant its number
 */
export async function shrunk(
	seed: number,
	invariant: number,
	sources: NodeSources,
): Promise<AnyHistory | undefined> {
	const until = performance.now() + LONGEST_SHRINKING_MS;
	const details = await fc.check(
		fc.asyncProperty(anyHistory, async (candidate) => {
			if (performance.now() > until) return true;
			const { violations } = await simulate(candidate, sources);
			return violations.every(({ invariant: { number } }) => number !== invariant);
		}),
		{ seed: scattered(seed), numRuns: 1 },
	);
	return details.counterexample?.[0];
}
