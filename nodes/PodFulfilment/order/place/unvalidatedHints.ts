import type { NodeExecutionHint } from 'n8n-workflow';

import { firstReasons, forEditor } from '../../input/wording';
import type { Run } from '../../transport/run';

/** External IDs of orders that a run confirmed without waiting for their validation. */
const unvalidated = new WeakMap<Run, string[]>();

/** Notes that an order was confirmed, and that nobody chose whether to wait for its validation. */
export function noteUnvalidated(run: Run, externalId: string): void {
	const ofRun = unvalidated.get(run) ?? [];
	unvalidated.set(run, ofRun);
	ofRun.push(externalId);
}

/** A hint that confirmed orders may still fail, after the execution is green; none where the user chose how long to wait. */
export function unvalidatedHints(run: Run): NodeExecutionHint[] {
	const orders = unvalidated.get(run) ?? [];
	if (orders.length === 0) return [];
	const message =
		orders.length === 1
			? `${orders[0]} is confirmed, not yet validated. Add Wait for Validation to be told here if it fails.`
			: `${orders.length} orders are confirmed, not yet validated: ${firstReasons(orders, ', ')}. Add Wait for Validation to be told here if one fails.`;
	return [{ type: 'info', message: forEditor(message), location: 'outputPane' }];
}
