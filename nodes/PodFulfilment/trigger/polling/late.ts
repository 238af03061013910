import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../changeId';
import { changeOf, type Change } from './change';
import type { KnownOrder } from './knowledge';
import { isHandedOver } from './lifeCycle';
import { LATE_EVENT, type PollingSettings } from './settings';

type LateSettings = Pick<PollingSettings, 'events' | 'lateAfter' | 'emitAfter'>;

/**
 * Whether to find out if an order is late. Its time in production counts from the `updatedAt` that it had when it was
 * first read in production: for one that the trigger saw going there, that is when it did.
 */
export const mayBeLate = (
	{ inProductionSince, isLateSettled }: Pick<KnownOrder, 'inProductionSince' | 'isLateSettled'>,
	now: number,
	{ events, lateAfter, emitAfter }: LateSettings,
): boolean =>
	events.includes(LATE_EVENT) &&
	!isLateSettled &&
	inProductionSince !== undefined &&
	inProductionSince + lateAfter + emitAfter < now;

/** Tells once that an order is late, unless one of its shipments was handed over. */
export function noteLate(
	known: KnownOrder,
	key: string,
	order: IDataObject,
	shipments: IDataObject[],
	now: number,
	settings: LateSettings,
): Change[] {
	if (!mayBeLate(known, now, settings)) return [];
	known.isLateSettled = true;
	if (shipments.some(({ shipmentStatus }) => isHandedOver(nameOf(shipmentStatus)))) return [];
	const dueAt = ((known.inProductionSince ?? now) + settings.lateAfter) * 1000;
	return [changeOf(LATE_EVENT, key, order, dueAt, now)];
}
