import { oldestFirst, type Change } from './change';
import { decodeState, encodeState } from './codec';
import { followList } from './followList';
import { followOrders } from './followOrders';
import { forgetOver } from './forget';
import type { Knowledge } from './knowledge';
import { noteTask } from './noteTasks';
import type { Readings } from './readings';
import { followsOrders, followsTasks, type PollingSettings } from './settings';
import type { StoredState } from './state';

function followTasks(
	knowledge: Knowledge,
	{ tasks }: Readings,
	now: number,
	settings: PollingSettings,
): Change[] {
	const followed = followList(knowledge.tasks, tasks, now, settings, (list, _key, task, times) =>
		noteTask(list, task, times, settings.emitAfter),
	);
	knowledge.tasks = followed.list;
	return followed.changes;
}

/**
 * Compares what was seen with what is there now. Pure: neither the state nor what was read is changed.
 *
 * A change is taken note of only together with the item that tells it. Whoever stores the new state has to send the
 * changes on their way; whoever goes back to an older state gets them again, under the same `changeId`.
 *
 * @param stored what the poll before left; undefined at the first one
 * @param time milliseconds since 1970
 * @returns the changes, oldest first, and the state for the next poll
 */
export function reconcile(
	stored: StoredState | undefined,
	readings: Readings,
	time: number,
	settings: PollingSettings,
): { changes: Change[]; state: StoredState } {
	const now = Math.floor(time / 1000);
	const knowledge = decodeState(stored);
	// What is not chosen leaves no state.
	if (!followsOrders(settings)) {
		delete knowledge.orders;
		delete knowledge.shipmentsFrom;
	}
	if (!followsTasks(settings)) delete knowledge.tasks;
	const changes = [
		...(followsOrders(settings) ? followOrders(knowledge, readings, now, settings) : []),
		...(followsTasks(settings) ? followTasks(knowledge, readings, now, settings) : []),
	];
	forgetOver(knowledge, readings, now, settings.forgetAfter);
	return { changes: oldestFirst(changes), state: encodeState(knowledge) };
}
