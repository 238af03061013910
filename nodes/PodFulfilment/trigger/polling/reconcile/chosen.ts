import { LATE_EVENT, WAITING_EVENT } from '../../events';
import { passesFilters, type EventFilters } from '../../eventFilters';
import type { PollContext } from '../state/pollContext';
import { dataKeyOf, type ObservedChange } from './changes';

/**
 * Whether a change passes the parameters. The filter for order statuses is for changes of the status: it does not apply to
 * Order Not Shipped in Time and Order Waiting.
 */
export const isWanted = (
	{ event, object }: ObservedChange,
	events: string[],
	filters: EventFilters,
): boolean =>
	event === LATE_EVENT || event === WAITING_EVENT
		? events.includes(event)
		: passesFilters({ type: event, data: { [dataKeyOf(event)]: object } }, events, filters);

/**
 * Whether a change that is from before events or filters changed is emitted: what those before did not want has happened,
 * and is not told later.
 */
export const wasWanted = (
	change: ObservedChange,
	{ chosenBefore }: Pick<PollContext, 'chosenBefore'>,
): boolean => !chosenBefore || isWanted(change, chosenBefore.events, chosenBefore.filters);
