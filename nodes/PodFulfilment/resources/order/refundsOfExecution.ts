// The refunds that an execution has made, so that a retry does not make one again.

import type { ServiceError } from '../../transport/errors/serviceError';

/** A refund that was made, or the error of one that may have been made. */
type Refund = 'done' | ServiceError;

/** Executions that are remembered. They run for minutes, and few at a time; the oldest is forgotten first. */
const REMEMBERED_EXECUTIONS = 1_000;

const executions = new Map<unknown, Map<string, Refund>>();

/**
 * The refunds of an execution of a workflow, by account and order. All else that a run remembers begins anew with each
 * try of Retry On Fail; a refund that may have been made must not.
 *
 * @param execution what all tries of an execution have in common, see OperationCall
 */
export function refundsOfExecution(execution: unknown): Map<string, Refund> {
	const known = executions.get(execution);
	if (known) return known;
	const refunds = new Map<string, Refund>();
	executions.set(execution, refunds);
	for (const [oldest] of executions) {
		if (executions.size <= REMEMBERED_EXECUTIONS) break;
		executions.delete(oldest);
	}
	return refunds;
}
