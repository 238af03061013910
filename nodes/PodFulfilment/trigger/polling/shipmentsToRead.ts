import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../changeId';
import { idKey, statusKey } from './keys';
import type { KnownList, KnownOrder } from './knowledge';
import { mayBeLate } from './late';
import { isInProduction, isMoving, isOrderOver } from './lifeCycle';
import { rotated } from './inTime';
import { DRAFT, judgeOrder, versionOf } from './noteOrders';
import { newProgress } from './progress';
import { followsShipments, type PollingSettings } from './settings';
import { secondsOf } from './time';

/** Orders of which each poll reads the shipments although nothing shows that they have changed. */
const ROUTINE_READS = 25;

/** An order of which the shipments are to be read. */
export interface ShipmentRead {
	key: string;
	order: IDataObject;
}

/**
 * - `urgent`: something shows that they may have changed: the order did, one of them is about to, or it may be late
 * - `routine`: they may change without the order showing it, as when a parcel comes back
 */
type Need = 'urgent' | 'routine' | 'none';

function needOf(
	order: IDataObject,
	known: KnownOrder | undefined,
	list: KnownList<KnownOrder> | undefined,
	now: number,
	settings: PollingSettings,
): Need {
	const status = statusKey(nameOf(order.status));
	const { forgetAfter, startFrom } = settings;
	if (known && isInProduction(status)) {
		const inProductionSince = known.inProductionSince ?? secondsOf(order.updatedAt) ?? now;
		const { isLateSettled } = known;
		if (mayBeLate({ inProductionSince, isLateSettled }, now, settings)) return 'urgent';
	}
	// Nothing is sent of an order that is not confirmed.
	if (!followsShipments(settings) || status === DRAFT) return 'none';
	if (!known) {
		const times = { now, forgetAfter, isFirstPoll: !list, hasStartDate: startFrom !== undefined };
		const { verdict, since } = judgeOrder(
			order,
			list?.progress ?? newProgress(now, startFrom),
			times,
		);
		if (verdict === 'new' || verdict === 'changed') return 'urgent';
		const isOver = isOrderOver({ status, since, isGone: false }, now, forgetAfter);
		return verdict === 'ignored' || isOver ? 'none' : 'urgent';
	}
	const shipments = [...known.shipments.values()];
	const hasChanged = status !== (known.seen ?? known.status) || versionOf(order) !== known.version;
	if (hasChanged || shipments.some(({ seen }) => seen !== undefined)) return 'urgent';
	if (isOrderOver(known, now, forgetAfter)) return known.isFinal ? 'none' : 'urgent';
	if (shipments.some((shipment) => isMoving(shipment.status))) return 'urgent';
	return 'routine';
}

/** Chooses the orders of which a poll reads the shipments: urgent ones first, then some of the others in turn. */
export function shipmentsToRead(
	orders: IDataObject[],
	list: KnownList<KnownOrder> | undefined,
	now: number,
	settings: PollingSettings,
): ShipmentRead[] {
	const needs: Record<Need, ShipmentRead[]> = { urgent: [], routine: [], none: [] };
	for (const order of orders) {
		const key = idKey(nameOf(order.id));
		needs[needOf(order, list?.entries.get(key), list, now, settings)].push({ key, order });
	}
	const last = list?.progress.lastShipments;
	return [...rotated(needs.urgent, last), ...rotated(needs.routine, last).slice(0, ROUTINE_READS)];
}
