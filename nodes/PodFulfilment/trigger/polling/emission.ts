import type { CurrentFields } from '../currentFields';
import { emissionOf, type EmissionLimits, type WaitedPolls } from './currentOrders';
import type { PollRequests } from './read/requests';
import type { ObservedChange } from './reconcile/changes';
import { reconcile } from './reconcile/reconcile';
import type { PollContext } from './state/pollContext';
import type { Readings } from './state/scanProgress';
import type { Snapshot } from './state/state';

/** What one poll emits, and leaves for the next. */
export interface PollResult {
	/** Oldest first. */
	changes: ObservedChange[];
	snapshot: Snapshot;
	/** Members of the lists that the snapshot has no room for. */
	leftOut: number;
	/** What _Add Current Order_ adds to the items of an order, by the key of its ID. */
	fields?: ReadonlyMap<string, CurrentFields>;
	/** How long events wait for their orders. */
	waited: WaitedPolls;
}

/** How current orders are added. */
interface CurrentOrderSettings {
	requests: PollRequests;
	waited: WaitedPolls;
	limits?: EmissionLimits;
}

const NOBODY_WAITS: WaitedPolls = new Map();

/**
 * Compares what was read with the snapshot of the last poll, and adds the current orders where they are wanted. What is not
 * emitted for want of its order, or because it is too much for one poll, counts as not emitted in the new snapshot.
 *
 * @param isWanted whether a change passes the parameters
 */
export async function resultOf(
	readings: Readings,
	context: PollContext,
	isWanted: (change: ObservedChange) => boolean,
	currentOrders?: CurrentOrderSettings,
): Promise<PollResult> {
	const { changes: found, snapshot, leftOut } = await reconcile(readings, context);
	const changes = found.filter(isWanted);
	if (!currentOrders) return { changes, snapshot, leftOut, waited: NOBODY_WAITS };
	const { requests, limits } = currentOrders;
	const emission = await emissionOf(changes, readings, requests, currentOrders.waited, limits);
	const { fields, heldBack, waited } = emission;
	const waitedFor = (orders: Snapshot['orders']): WaitedPolls =>
		new Map([...waited].filter(([key]) => orders?.entries.has(key)));
	if (heldBack.size === 0) {
		return { changes, snapshot, leftOut, fields, waited: waitedFor(snapshot.orders) };
	}
	const rest = await reconcile(readings, { ...context, heldBack });
	return {
		...rest,
		changes: rest.changes.filter(isWanted),
		fields,
		waited: waitedFor(rest.snapshot.orders),
	};
}
