// A value that all items of one account share within a run, such as its limits or its catalog: made when the first item
// asks.

import type { Run } from './run';

/** An account within a run, such as the client of an item. */
interface AccountInRun {
	run: Run;
	/** See ApiClient. */
	account: string;
}

/**
 * Returns the function that gives the value which all items of one account share within a run. The value goes with the run.
 *
 * @param create makes the value when the first item asks for it
 */
export function sharedInRun<Value>(
	create: (run: Run) => Value,
): (accountInRun: AccountInRun) => Value {
	const valuesOfRuns = new WeakMap<Run, Map<string, Value>>();
	return ({ run, account }) => {
		const values = valuesOfRuns.get(run) ?? new Map<string, Value>();
		valuesOfRuns.set(run, values);
		const value = values.get(account) ?? create(run);
		values.set(account, value);
		return value;
	};
}
