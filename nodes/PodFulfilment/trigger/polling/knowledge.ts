import type { ListProgress } from './state';
import type { Told } from './told';

/** A shipment, of which the status is followed. */
export type KnownShipment = Told;

/** A mockup task. Times are seconds since 1970. */
export interface KnownTask extends Told {
	createdAt?: number;
	/** The service no longer has it. */
	isGone: boolean;
}

/** An order. Times are seconds since 1970. */
export interface KnownOrder extends KnownTask {
	/** First read then, and that it was created is not told yet. */
	newSince?: number;
	/** Since when it is in production; see late.ts. */
	inProductionSince?: number;
	/** Whether it was told that it is late, or a shipment was handed over before. */
	isLateSettled: boolean;
	/** It may have shipments that were there before the trigger: these are noted when they are first read. */
	hasOldShipments: boolean;
	/** It was read after it was over, with its shipments where these are followed: for the last time. */
	isFinal: boolean;
	/** {@link versionOf} the order when its shipments were last read; empty when they are to be read again. */
	version: string;
	/** By the key of the ID. */
	shipments: Map<string, KnownShipment>;
}

export interface KnownList<Entry> {
	/** By the key of the ID. */
	entries: Map<string, Entry>;
	progress: ListProgress;
}

/** The state of a node while a poll works on it. */
export interface Knowledge {
	orders?: KnownList<KnownOrder>;
	tasks?: KnownList<KnownTask>;
	shipmentsFrom?: number;
}
