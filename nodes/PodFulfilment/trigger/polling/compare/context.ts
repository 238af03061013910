import type { PollingSettings } from '../state/settings';
import type { ListState } from '../state/state';

/** What decides what a member of a list means. */
export interface CompareContext {
	settings: PollingSettings;
	/** The time of the service, in seconds since 1970. */
	now: number;
	/** No poll before this one has read the list. */
	isFirstPoll: boolean;
	/** See {@link State.parcelsSince}. */
	parcelsSince?: number;
	/** How far the list was read before. */
	list: Omit<ListState<unknown>, 'entries'>;
}
