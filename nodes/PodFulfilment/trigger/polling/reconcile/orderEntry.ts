import type { IDataObject } from 'n8n-workflow';

import type { ListContext } from '../state/pollContext';
import { currentStatus, observeStatus, type OrderEntry } from '../state/state';
import { secondsOf, secondsOfVersion, versionOf } from '../state/values';
import { classifyOrder } from './classify';
import { DRAFT, isInProduction, isOrderFinished } from './lifeCycle';

/** The entry of an unknown order; undefined for one that is not tracked. */
export function newOrderEntry(
	order: IDataObject,
	status: string,
	context: ListContext,
): OrderEntry | undefined {
	const { classification, since } = classifyOrder(order, context);
	if (classification === 'ignored') return undefined;
	const isExisting = classification === 'existing';
	const entry: OrderEntry = {
		...(isExisting || status === '' ? { emitted: status } : { emitted: '', observed: status }),
		since,
		createdAt: secondsOf(order.createdAt),
		...(classification === 'new' && { newSince: context.nowSeconds }),
		isDeletedAtService: false,
		isLateDecided: false,
		needsShipmentBaseline: isExisting && status !== DRAFT,
		wasReadAfterFinish: false,
		shipmentsVersion: '',
		shipments: new Map(),
	};
	// The shipments of an order that had finished before the trigger began are not tracked.
	if (isExisting && isOrderFinished(entry, context)) {
		entry.shipmentsVersion = versionOf(order);
		entry.wasReadAfterFinish = true;
	}
	return entry;
}

/** When an order whose status is the same last changed, as far as its `updatedAt` says. Seconds since 1970. */
function lastChangeOf(
	order: IDataObject,
	{ shipmentsVersion }: OrderEntry,
	nowSeconds: number,
): number {
	const updatedAt = secondsOf(order.updatedAt);
	if (updatedAt === undefined) return 0;
	// One that goes backwards says that something changed, but not when.
	const isBackwards = updatedAt < (secondsOfVersion(shipmentsVersion) ?? 0);
	return isBackwards ? nowSeconds : Math.min(nowSeconds, updatedAt);
}

/** The entry of a known order after it was read. */
export function observedOrderEntry(
	before: OrderEntry,
	order: IDataObject,
	status: string,
	nowSeconds: number,
): OrderEntry {
	const entry = { ...before, isDeletedAtService: false };
	entry.createdAt ??= secondsOf(order.createdAt);
	// Without a status in the response, the last one still counts.
	if (status !== '' && observeStatus(entry, status, nowSeconds)) {
		entry.shipmentsVersion = '';
		entry.wasReadAfterFinish = false;
	} else if (entry.observed === undefined) {
		// It may have had another status in between, and be about to change again: it is watched as long as after a change.
		entry.since = Math.max(entry.since, lastChangeOf(order, before, nowSeconds));
	}
	return entry;
}

/** Records since when an order is in production, or that it is not. */
export function trackProduction(entry: OrderEntry, order: IDataObject, nowSeconds: number): void {
	// Not deleted: that would make the entries of most orders slow objects.
	if (!isInProduction(currentStatus(entry))) entry.inProductionSince = undefined;
	else {
		entry.inProductionSince ??= Math.min(
			nowSeconds,
			secondsOf(order.updatedAt) ?? secondsOf(order.createdAt) ?? nowSeconds,
		);
	}
}
