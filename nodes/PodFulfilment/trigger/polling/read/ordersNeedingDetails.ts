import type { IDataObject } from 'n8n-workflow';

import { idOrStatusText } from '../../changeId';
import { LATE_EVENT, WAITING_EVENT } from '../../events';
import { isWaitingTooLong, mayBeLate } from '../reconcile/lifeCycle';
import { newOrderEntry, observedOrderEntry, trackWaiting } from '../reconcile/orderEntry';
import type { PollContext } from '../state/pollContext';
import type { ScanResult } from '../state/scanProgress';
import { serviceClockOf } from '../state/serviceClock';
import { inSlices } from '../state/slices';
import { statusKey } from '../state/values';
import { ORDERS } from './sources';

/** Orders of one poll that are emitted as waiting: a shop may have forgotten thousands of drafts. */
const MAX_WAITING_ORDERS = 100;

/**
 * Chooses the orders to read by their ID although their status has not changed: those that this poll emits as waiting, the
 * longest first, because the list may lack what the service found wrong with them, and late ones that the list abbreviates.
 *
 * @param members of the list of orders, by the key of their ID
 * @param scan of that list
 */
export async function ordersNeedingDetails(
	members: ReadonlyMap<string, IDataObject>,
	context: PollContext,
	scan?: ScanResult,
): Promise<ReadonlySet<string>> {
	const { events } = context.settings;
	// Neither of them is watched, as in most workflows.
	if (!events.includes(LATE_EVENT) && !events.includes(WAITING_EVENT)) return new Set();
	const waiting: Array<{ key: string; sinceSeconds: number }> = [];
	const late: string[] = [];
	const entries = context.before.orders?.entries;
	const clock = serviceClockOf(members.values(), scan, context.orders);
	await inSlices(members, ([key, order]) => {
		const known = entries?.get(key);
		const status = statusKey(idOrStatusText(order.status));
		const entry = known
			? observedOrderEntry(known, order, status, context.nowSeconds)
			: newOrderEntry(order, status, context.orders);
		if (!entry || entry.doubted !== undefined) return;
		if (mayBeLate(entry, context) && !ORDERS.isComplete(order)) late.push(key);
		trackWaiting(entry, order, known, context.orders, clock);
		if (!isWaitingTooLong(entry, context)) return;
		waiting.push({ key, sinceSeconds: entry.waitingSince ?? 0 });
	});
	// Those that no page shows: what earlier polls could not emit is not left until the next full scan.
	await inSlices(entries ?? [], ([key, entry]) => {
		if (members.has(key) || entry.isDeletedAtService || !isWaitingTooLong(entry, context)) return;
		waiting.push({ key, sinceSeconds: entry.waitingSince ?? 0 });
	});
	waiting.sort((a, b) => a.sinceSeconds - b.sinceSeconds);
	return new Set([...late, ...waiting.slice(0, MAX_WAITING_ORDERS).map(({ key }) => key)]);
}
