import type { IDataObject } from 'n8n-workflow';

import { idOrStatusText } from '../../changeId';
import { classifyOrder } from '../reconcile/classify';
import {
	DRAFT,
	isAwaitingDispatch,
	isInProduction,
	isOrderFinished,
	isStatusPending,
	mayBeLate,
} from '../reconcile/lifeCycle';
import { watchesShipments, type PollContext } from '../state/pollContext';
import { inSlices } from '../state/slices';
import { currentStatus, type OrderEntry } from '../state/state';
import { idKey, statusKey, versionOf } from '../state/values';
import { startingAfter, type Job } from './jobs';

/** An order whose shipments are to be read. */
export interface ShipmentJob extends Job {
	order: IDataObject;
}

/**
 * - `urgent`: its shipments may have changed, because the order did or one of them is about to leave; or it may be late
 * - `routine`: its shipments may change without the order showing it, for example when one is returned
 */
type Priority = 'urgent' | 'routine' | 'none';

/** For an order that is not in the snapshot. */
function priorityOfUnknown(order: IDataObject, status: string, context: PollContext): Priority {
	const { classification, since } = classifyOrder(order, context.orders);
	if (classification !== 'existing' && classification !== 'ignored') return 'urgent';
	const state = { emitted: status, since, isDeletedAtService: false };
	const isFinished = isOrderFinished(state, context.orders);
	return classification === 'ignored' || isFinished ? 'none' : 'urgent';
}

function priorityOf(
	order: IDataObject,
	known: OrderEntry | undefined,
	context: PollContext,
): Priority {
	const { nowSeconds, settings, before } = context;
	const status = statusKey(idOrStatusText(order.status));
	if (known && isInProduction(status)) {
		const { inProductionSince = nowSeconds } = known;
		if (mayBeLate({ ...known, inProductionSince }, context)) return 'urgent';
	}
	if (!watchesShipments(settings)) return 'none';
	// A draft has no shipments. One that was known before they were chosen may have fallen back to it, with parcels.
	const areNew = before.shipmentsFrom === undefined;
	if (status === DRAFT && !(known && (areNew || known.needsShipmentBaseline))) return 'none';
	if (!known) return priorityOfUnknown(order, status, context);
	// Shipments that were not watched until now were never read.
	if (areNew) return 'urgent';
	const shipments = [...known.shipments.values()];
	const hasChanged = status !== currentStatus(known) || versionOf(order) !== known.shipmentsVersion;
	if (hasChanged || shipments.some(isStatusPending)) return 'urgent';
	if (isOrderFinished(known, context.orders)) return known.wasReadAfterFinish ? 'none' : 'urgent';
	// What they show until then is from before their filter changed, so that is not put off.
	if (known.areShipmentsUnsettled === true) return 'urgent';
	if (shipments.some(({ emitted }) => isAwaitingDispatch(emitted))) return 'urgent';
	return 'routine';
}

/** Chooses the orders whose shipments a poll reads: all urgent ones, and of the others in turn as many as it has room for. */
export async function shipmentsToRead(
	orders: IDataObject[],
	context: PollContext,
): Promise<Record<'urgent' | 'routine', ShipmentJob[]>> {
	const jobs: Record<Priority, ShipmentJob[]> = { urgent: [], routine: [], none: [] };
	const list = context.before.orders;
	await inSlices(orders, (order) => {
		const key = idKey(idOrStatusText(order.id));
		const subject = `the shipments of order "${idOrStatusText(order.id)}"`;
		jobs[priorityOf(order, list?.entries.get(key), context)].push({ key, order, subject });
	});
	const { lastShipments, lastRoutine } = list?.scanProgress ?? {};
	return {
		urgent: startingAfter(lastShipments, jobs.urgent, context.nowSeconds),
		routine: startingAfter(lastRoutine, jobs.routine, context.nowSeconds),
	};
}
