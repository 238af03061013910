import fc from 'fast-check';

import { history } from './history/arbitrary.ts';
import type { History } from './history/history.ts';

/** Neighbouring seeds lead to sequences that are alike in their first numbers; this takes them apart. */
export function scattered(seed: number): number {
	let mixed = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b);
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
	return (mixed ^ (mixed >>> 16)) | 0;
}

/** The history that a seed stands for. */
export function historyOf(seed: number): History {
	const [found] = fc.sample(history, { seed: scattered(seed), numRuns: 1 });
	if (!found) throw new Error('There is no history');
	return found;
}
