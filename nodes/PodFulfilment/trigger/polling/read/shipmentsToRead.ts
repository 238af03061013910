import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../../changeId';
import { classifyOrder } from '../reconcile/classify';
import { startingBehind } from '../client';
import {
	DRAFT,
	isAwaitingDispatch,
	isInProduction,
	isOrderFinished,
	mayBeLate,
} from '../reconcile/lifeCycle';
import { newProgress } from '../state/progress';
import { watchesShipments, type PollingSettings } from '../settings';
import { inSlices } from './slices';
import { currentStatus, type OrderEntry, type Snapshot } from '../state/state';
import { idKey, secondsOf, statusKey, versionOf } from '../state/values';

/** Orders per poll whose shipments are read although nothing shows that they have changed. */
const ROUTINE_READS = 25;

/** An order whose shipments are to be read. */
export interface ShipmentJob {
	key: string;
	order: IDataObject;
}

/**
 * - `urgent`: its shipments may have changed, because the order did or one of them is about to leave; or it may be late
 * - `routine`: its shipments may change without the order showing it, for example when one is returned
 */
type Priority = 'urgent' | 'routine' | 'none';

function priorityOf(
	order: IDataObject,
	known: OrderEntry | undefined,
	{ orders: list, shipmentsFrom }: Snapshot,
	now: number,
	settings: PollingSettings,
): Priority {
	const status = statusKey(nameOf(order.status));
	const { forgetAfter, startFrom } = settings;
	if (known && isInProduction(status)) {
		const inProductionSince = known.inProductionSince ?? secondsOf(order.updatedAt) ?? now;
		const { isLateSettled } = known;
		if (mayBeLate({ inProductionSince, isLateSettled }, now, settings)) return 'urgent';
	}
	// A draft has no shipments.
	if (!watchesShipments(settings) || status === DRAFT) return 'none';
	if (!known) {
		const { classification, since } = classifyOrder(
			order,
			list?.progress ?? newProgress(now, startFrom),
			{ now, forgetAfter, isFirstPoll: !list, hasStartDate: startFrom !== undefined },
		);
		if (classification === 'new' || classification === 'changed') return 'urgent';
		const state = { emitted: status, since, isGone: false };
		const isFinished = isOrderFinished(state, now, forgetAfter);
		return classification === 'ignored' || isFinished ? 'none' : 'urgent';
	}
	// Shipments that were not watched until now were never read.
	if (shipmentsFrom === undefined) return 'urgent';
	const shipments = [...known.shipments.values()];
	const hasChanged = status !== currentStatus(known) || versionOf(order) !== known.shipmentsVersion;
	if (hasChanged || shipments.some(({ observed }) => observed !== undefined)) return 'urgent';
	if (isOrderFinished(known, now, forgetAfter)) return known.isClosed ? 'none' : 'urgent';
	if (shipments.some(({ emitted }) => isAwaitingDispatch(emitted))) return 'urgent';
	return 'routine';
}

/** Chooses the orders whose shipments a poll reads: urgent ones first, then some of the others in turn. */
export async function shipmentsToRead(
	orders: IDataObject[],
	snapshot: Snapshot,
	now: number,
	settings: PollingSettings,
): Promise<ShipmentJob[]> {
	const jobs: Record<Priority, ShipmentJob[]> = { urgent: [], routine: [], none: [] };
	const list = snapshot.orders;
	await inSlices(orders, (order) => {
		const key = idKey(nameOf(order.id));
		jobs[priorityOf(order, list?.entries.get(key), snapshot, now, settings)].push({ key, order });
	});
	const last = list?.progress.lastShipments;
	const routine = startingBehind(last, jobs.routine).slice(0, ROUTINE_READS);
	return [...startingBehind(last, jobs.urgent), ...routine];
}
