import type { ApiClient } from '../../transport/client';
import type { Run } from '../../transport/run';

/**
 * Returns the function that gives the value which all items of one account share within a run. The value goes with the run.
 *
 * @param create makes the value when the first item asks for it
 */
export function sharedInRun<Value>(
	create: () => Value,
): (client: Pick<ApiClient, 'run' | 'account'>) => Value {
	const valuesOfRuns = new WeakMap<Run, Map<string, Value>>();
	return ({ run, account }) => {
		const values = valuesOfRuns.get(run) ?? new Map<string, Value>();
		valuesOfRuns.set(run, values);
		const value = values.get(account) ?? create();
		values.set(account, value);
		return value;
	};
}
