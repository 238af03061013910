import fc from 'fast-check';

import { history } from './history/arbitrary.ts';
import type { History } from './history/history.ts';
import { triggerHistory } from './trigger/arbitrary.ts';
import type { TriggerHistory } from './trigger/history.ts';

export type AnyHistory = History | TriggerHistory;

/** A history of the action node, or one of the trigger. */
export const anyHistory: fc.Arbitrary<AnyHistory> = fc.noBias(
	fc.oneof({ weight: 3, arbitrary: history }, { weight: 1, arbitrary: triggerHistory }),
);

/** Neighbouring seeds lead to sequences that are alike in their first numbers; this takes them apart. */
export function scattered(seed: number): number {
	let mixed = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b);
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
	return (mixed ^ (mixed >>> 16)) | 0;
}

/** The history of a seed. */
export function historyOf(seed: number): AnyHistory {
	const [found] = fc.sample(anyHistory, { seed: scattered(seed), numRuns: 1 });
	if (!found) throw new Error('There is no history');
	return found;
}
