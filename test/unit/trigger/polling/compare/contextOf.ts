import type { CompareContext } from '../../../../../nodes/PodFulfilment/trigger/polling/compare/policy.ts';
import {
	newList,
	type ListState,
	type OrderEntry,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { SETTINGS } from '../poller.ts';

export const DAY = 24 * 3600;

/** The time of the service, in seconds since 1970. */
export const NOW = Date.UTC(2026, 10, 20, 12) / 1000;

export const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** A poll of a trigger that began an hour ago. */
export const contextOf = (
	list: Partial<ListState<unknown>> = {},
	settings: Partial<CompareContext['settings']> = {},
): CompareContext => ({
	settings: { ...SETTINGS, ...settings },
	now: NOW,
	isBeginning: list.phase === 'unread' && list.hasStartDate !== true,
	parcelsSince: NOW - 3600,
	list: { ...newList(undefined), phase: 'steady', baselineAt: NOW - 3600, ...list },
});

/** An order that was told as it is. */
export const entryOf = (entry: Partial<OrderEntry> = {}): OrderEntry => ({
	status: 'pending',
	since: NOW - 600,
	createdAt: NOW - DAY,
	updatedAtMs: (NOW - 600) * 1000,
	reading: 'read',
	parcels: new Map(),
	...entry,
});
