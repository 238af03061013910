import type { EventFilters } from '../../eventFilters';
import { asUnsettled, isSameSelection, selectionOf } from './selection';
import type { ListSnapshot, ScanProgress, Selection, Snapshot } from './state';

/** What a node watches, and how, as {@link pollingSettingsOf} reads it from the parameters. */
export interface PollingSettings {
	events: readonly string[];
	/** For statuses; see {@link passesFilters}. */
	filters?: EventFilters;
	/** Since 1970. Applies to the first poll without state only. */
	startFromSeconds?: number;
	/** How long a status has to last before it is emitted. */
	emitAfterSeconds: number;
	/** How long an order may be in production. */
	lateAfterSeconds: number;
	/** How long an order may wait for somebody. */
	waitingAfterSeconds: number;
	/** After how long a late or a waiting order is emitted again; 0: never. */
	remindEverySeconds: number;
	/** How long an order or task that changes no more is kept. */
	forgetAfterSeconds: number;
}

/** What a poll knows of one list before it reads it. */
export interface ListContext {
	/** Time of the poll, since 1970. */
	nowSeconds: number;
	/** The list was never read before: its events were not chosen until now, or the trigger has no state yet. */
	isFirstPoll: boolean;
	/** See {@link PollingSettings.forgetAfterSeconds}. */
	forgetAfterSeconds: number;
	/** How far the scans had come before this poll. */
	scanProgress: ScanProgress;
}

/**
 * What a poll knows before it reads anything. Made once per poll and handed to everything that reads or compares: if the
 * reading took an order for old that the comparison takes for new, its shipments would not be read, and a change be lost.
 */
export interface PollContext {
	/** Time of the poll, since 1970. */
	nowSeconds: number;
	settings: PollingSettings;
	/** What the last poll knew; empty at the first one. Never changed. */
	before: Snapshot;
	/** See {@link Snapshot}. */
	chosen: Selection;
	chosenBefore?: Selection;
	orders: ListContext;
	tasks: ListContext;
	/**
	 * Changes of orders that this poll does not emit, by {@link changeKey}. They are recorded as a status is that has not
	 * lasted long enough: what was emitted last stays, and a later poll finds them again.
	 */
	heldBack?: ReadonlySet<string>;
}

/**
 * How far the clock of the service may be behind n8n's while a baseline takes several polls. Once the baseline is complete,
 * only times of the service count.
 */
export const CLOCK_OVERLAP_SECONDS = 5 * 60;

/**
 * Time of this poll or of the last one that read the list, whichever is earlier: n8n's clock may be wrong for one poll, so
 * nothing is given up after a time that only one of them has seen pass. Seconds since 1970.
 */
export const earlierPollSeconds = ({
	nowSeconds,
	scanProgress,
}: Pick<ListContext, 'nowSeconds' | 'scanProgress'>): number =>
	Math.min(nowSeconds, scanProgress.polledAt ?? nowSeconds);

/** The progress of a list that was never read before. */
function newScanProgress(nowSeconds: number, startFrom: number | undefined): ScanProgress {
	const from = startFrom ?? nowSeconds - CLOCK_OVERLAP_SECONDS;
	return {
		phase: 'baseline',
		...(startFrom !== undefined && { startFrom }),
		emitFrom: from,
		newFrom: from,
	};
}

/**
 * @param stored what the last poll knew. Where events or filters have changed since, all of it is unsettled
 * @param nowMs time of the poll in milliseconds since 1970
 * @param isStart whether the trigger has never run. Start From applies only then: an event that is chosen later begins now
 */
export function createPollContext(
	stored: Snapshot,
	nowMs: number,
	settings: PollingSettings,
	isStart = stored.orders === undefined && stored.tasks === undefined,
): PollContext {
	const nowSeconds = Math.floor(nowMs / 1000);
	const { startFromSeconds, forgetAfterSeconds } = settings;
	const chosen = selectionOf(settings.events, settings.filters);
	const hasChanged = stored.chosen !== undefined && !isSameSelection(stored.chosen, chosen);
	const before = hasChanged ? asUnsettled(stored, chosen, nowSeconds) : stored;
	const chosenBefore = hasChanged ? stored.chosen : stored.chosenBefore;
	// A date in the future would suppress everything until then.
	const startFrom =
		isStart && startFromSeconds !== undefined ? Math.min(nowSeconds, startFromSeconds) : undefined;
	const contextOf = (list: ListSnapshot<unknown> | undefined): ListContext => ({
		nowSeconds,
		isFirstPoll: list === undefined,
		forgetAfterSeconds,
		scanProgress: list?.scanProgress ?? newScanProgress(nowSeconds, startFrom),
	});
	return {
		nowSeconds,
		settings,
		before,
		chosen,
		...(chosenBefore && { chosenBefore }),
		orders: contextOf(before.orders),
		tasks: contextOf(before.tasks),
	};
}

export const watchesShipments = ({ events }: PollingSettings): boolean =>
	events.includes('shipment.created');

export const watchesTasks = ({ events }: PollingSettings): boolean =>
	events.includes('mockup_task.finished');

/** Shipments are found through their orders. */
export const watchesOrders = (settings: PollingSettings): boolean =>
	watchesShipments(settings) || settings.events.some((event) => event.startsWith('order.'));
