import { ORDER_INVARIANTS } from './invariants/index.ts';
import type { Promised } from './outcome.ts';
import { TRIGGER_INVARIANTS } from './trigger/invariants/index.ts';

/** All promises of docs/promises.md. */
export const PROMISES: readonly Promised[] = [...ORDER_INVARIANTS, ...TRIGGER_INVARIANTS].toSorted(
	(one, other) => one.number - other.number,
);
