import type { IDataObject } from 'n8n-workflow';

import { reconcileOrders } from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/reconcileOrders.ts';
import {
	createPollContext,
	type PollingSettings,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type { ListReading } from '../../../../../nodes/PodFulfilment/trigger/polling/state/scanProgress.ts';
import type {
	OrderEntry,
	ScanProgress,
	Snapshot,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { changeIds, SETTINGS } from '../poller.ts';

export const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
export const DAY = 24 * 3600;

export const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

const STEADY: ScanProgress = {
	phase: 'steady',
	emitFrom: NOW - DAY,
	newFrom: NOW - DAY,
	forgottenBefore: NOW - 50 * DAY,
	knownBefore: NOW - DAY,
};

export const orderEntry = (entry: Partial<OrderEntry> = {}): OrderEntry => ({
	emitted: 'pending',
	since: NOW - DAY,
	createdAt: NOW - 9 * DAY,
	isDeletedAtService: false,
	isLateDecided: false,
	needsShipmentBaseline: false,
	wasForgotten: false,
	wasReadAfterFinish: false,
	shipmentsVersion: '',
	shipments: new Map(),
	...entry,
});

export interface Poll {
	/** The entry of order `a`; undefined when it is unknown. */
	known?: OrderEntry | undefined;
	/** Whether the list was read before. */
	isFirst?: boolean;
	shipmentsFrom?: number | undefined;
	order?: IDataObject;
	/** Shipments of order `a`; undefined when they were not read. */
	shipments?: IDataObject[];
	settings?: Partial<PollingSettings>;
	/** What else was read of the list. */
	reading?: Partial<ListReading>;
	/** Time of the poll in seconds since 1970. */
	at?: number;
}

/** What a poll makes of order `a`. */
export async function polled({
	known,
	isFirst = false,
	shipmentsFrom,
	order = {},
	shipments,
	settings,
	reading = {},
	at = NOW,
}: Poll): Promise<{
	emitted: string[];
	times: number[];
	entry: OrderEntry | undefined;
	snapshot: Pick<Snapshot, 'orders' | 'shipmentsFrom' | 'shipmentsBegan'>;
}> {
	const before: Snapshot = {
		...(!isFirst && {
			orders: { entries: new Map(known ? [['a', known]] : []), scanProgress: STEADY },
		}),
		...(shipmentsFrom !== undefined && { shipmentsFrom }),
	};
	const events = ['order.created', 'order.updated'];
	const context = createPollContext(before, at * 1000, { ...SETTINGS, events, ...settings });
	const members = [
		{
			id: 'a',
			status: 'pending',
			createdAt: iso(NOW - 9 * DAY),
			updatedAt: iso(NOW - 8 * DAY),
			...order,
		},
	];
	const { changes, snapshot } = await reconcileOrders(
		{
			orders: {
				members,
				deletedIds: [],
				hasUnread: false,
				withDetails: new Set(),
				...reading,
			},
			shipments: new Map(shipments ? [['a', shipments]] : []),
			unreadShipments: new Map(),
		},
		context,
	);
	return {
		emitted: changeIds(changes),
		times: changes.map(({ timeMs }) => timeMs / 1000),
		entry: snapshot.orders?.entries.get('a'),
		snapshot,
	};
}
