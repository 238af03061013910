import type { IDataObject } from 'n8n-workflow';

import { millisecondsOf } from '../../../input/timestamp';
import type { ListContext } from '../state/pollContext';
import { asTimeOfN8n, type ServiceClock } from '../state/serviceClock';
import { currentStatus, isDoubtful, observeStatus, type OrderEntry } from '../state/state';
import { secondsOf, versionOf } from '../state/values';
import { classifyOrder } from './classify';
import { CANCELED, DRAFT, isInProduction, isOrderFinished, isWaitingStatus } from './lifeCycle';

/** The entry of an unknown order; undefined for one that is not tracked. */
export function newOrderEntry(
	order: IDataObject,
	status: string,
	context: ListContext,
): OrderEntry | undefined {
	const { classification, since } = classifyOrder(order, context);
	if (classification === 'ignored') return undefined;
	const isExisting = classification === 'existing';
	const isReopened = classification === 'reopened';
	const isUnsettled = context.scanProgress.unsettledSince !== undefined;
	const entry: OrderEntry = {
		...(isExisting || status === '' ? { emitted: status } : { emitted: '', observed: status }),
		since,
		createdAt: secondsOf(order.createdAt),
		...(classification === 'new' && { newSince: context.nowSeconds }),
		isDeletedAtService: false,
		isLateDecided: false,
		updatedAtMs: millisecondsOf(order.updatedAt),
		needsShipmentBaseline: isReopened || (classification !== 'new' && status !== DRAFT),
		wasForgotten: isReopened,
		wasReadAfterFinish: false,
		...(isUnsettled && { isUnsettled, areShipmentsUnsettled: true }),
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
	updatedAtMs: number | undefined,
	before: OrderEntry,
	nowSeconds: number,
): number {
	if (updatedAtMs === undefined) return 0;
	// One that goes backwards says that something changed, but not when.
	return updatedAtMs < (before.updatedAtMs ?? 0)
		? nowSeconds
		: Math.min(nowSeconds, Math.floor(updatedAtMs / 1000));
}

/** The entry of a known order after it was read. */
export function observedOrderEntry(
	before: OrderEntry,
	order: IDataObject,
	status: string,
	nowSeconds: number,
): OrderEntry {
	const entry: OrderEntry = { ...before, isDeletedAtService: false, missing: undefined };
	entry.createdAt ??= secondsOf(order.createdAt);
	const updatedAtMs = millisecondsOf(order.updatedAt);
	const seemsOlder = updatedAtMs !== undefined && updatedAtMs < (before.updatedAtMs ?? 0);
	if (status !== '' && isDoubtful(entry, status, seemsOlder)) return entry;
	// Without a status in the response, the last one still counts.
	if (status !== '' && observeStatus(entry, status, nowSeconds)) {
		if (before.needsShipmentBaseline && currentStatus(before) === CANCELED) {
			entry.canceledAtMs ??= before.updatedAtMs;
		}
		entry.shipmentsVersion = '';
		entry.wasReadAfterFinish = false;
		entry.updatedAtMs = updatedAtMs;
	} else if (entry.observed === undefined) {
		// It may have had another status in between, and be about to change again: it is watched as long as after a change.
		entry.since = Math.max(entry.since, lastChangeOf(updatedAtMs, before, nowSeconds));
	}
	// Even an earlier one: otherwise it would be a change with every poll.
	if (updatedAtMs !== undefined) entry.updatedAtMs = updatedAtMs;
	return entry;
}

/**
 * Since when an order has its status, by n8n's clock and never too early: since the trigger found it, or since its last change
 * if it was so already when the trigger began.
 */
function statusSince(
	entry: OrderEntry,
	order: IDataObject,
	known: OrderEntry | undefined,
	{ nowSeconds, isFirstPoll }: ListContext,
	clock: ServiceClock,
): number {
	if (known) return entry.since;
	const wasSoBefore = isFirstPoll || entry.observed === undefined;
	return wasSoBefore ? asTimeOfN8n(order.updatedAt, clock, nowSeconds) : nowSeconds;
}

/** Records since when an order has a status in which it waits for somebody, or that it has another one. */
export function trackWaiting(
	entry: OrderEntry,
	order: IDataObject,
	known: OrderEntry | undefined,
	context: ListContext,
	clock: ServiceClock,
): void {
	const { nowSeconds, forgetAfterSeconds } = context;
	const status = currentStatus(entry);
	const isKnown = known?.waitingSince !== undefined && status === currentStatus(known);
	if (isKnown) return;
	// Not deleted, as in trackProduction.
	const since = isWaitingStatus(status)
		? statusSince(entry, order, known, context, clock)
		: undefined;
	entry.waitingSince = since;
	// An order that was given up long before the trigger began is not emitted. What its own times say is enough for that.
	const isGivenUp =
		since !== undefined && Math.min(since, entry.since) < nowSeconds - forgetAfterSeconds;
	entry.waiting = isGivenUp ? { atSeconds: nowSeconds, count: 0 } : undefined;
}

/** Records since when an order is in production, or that it is not. */
export function trackProduction(
	entry: OrderEntry,
	order: IDataObject,
	known: OrderEntry | undefined,
	context: ListContext,
	clock: ServiceClock,
): void {
	// Not deleted: that would make the entries of most orders slow objects.
	if (!isInProduction(currentStatus(entry))) entry.inProductionSince = undefined;
	else entry.inProductionSince ??= statusSince(entry, order, known, context, clock);
}
