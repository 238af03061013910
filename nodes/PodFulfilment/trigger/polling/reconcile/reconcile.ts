import { watchesOrders, watchesTasks, type PollContext } from '../state/pollContext';
import type { Readings } from '../state/scanProgress';
import { hasUnsettled } from '../state/selection';
import type { Snapshot } from '../state/state';
import { oldestFirst, withoutRepeatedShipments, type ObservedChange } from './changes';
import { reconcileOrders } from './reconcileOrders';
import { reconcileTasks } from './reconcileTasks';

/**
 * Compares what was read with the snapshot of the last poll. Pure: changes neither of them, and depends on nothing else.
 *
 * A change counts as emitted in the new snapshot, so whoever stores that has to emit the changes in the same step. Whoever
 * goes back to an older snapshot gets them again, under the same `changeId`.
 *
 * @returns the changes, oldest first, the snapshot for the next poll, and how many members of the lists it has no room for
 */
export async function reconcile(
	readings: Readings,
	context: PollContext,
): Promise<{ changes: ObservedChange[]; snapshot: Snapshot; leftOut: number }> {
	const changes: ObservedChange[] = [];
	// What is not watched leaves no state.
	const snapshot: Snapshot = {};
	let leftOut = 0;
	if (watchesOrders(context.settings)) {
		const orders = await reconcileOrders(readings, context);
		Object.assign(snapshot, orders.snapshot);
		leftOut += orders.leftOut;
		for (const change of orders.changes) changes.push(change);
	}
	if (watchesTasks(context.settings)) {
		const tasks = await reconcileTasks(readings.tasks, context);
		snapshot.tasks = tasks.list;
		leftOut += tasks.leftOut;
		for (const change of tasks.changes) changes.push(change);
	}
	snapshot.chosen = context.chosen;
	if (context.chosenBefore && hasUnsettled(snapshot)) snapshot.chosenBefore = context.chosenBefore;
	return { changes: withoutRepeatedShipments(oldestFirst(changes)), snapshot, leftOut };
}
