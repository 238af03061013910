import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { pick } from '../../api/resource';
import { simplifyOrder } from '../../api/simplifyOrder';
import { simplifyShipment } from '../../api/simplifyShipment';
import type { EventDataKey } from '../../spec/service';
import { passesFilters, type EventFilters } from '../filters';
import { distribute, EVENT_OUTPUTS } from '../outputs';
import { dataKeyOf, type Change } from './change';
import { LATE_EVENT } from './settings';

/** The outputs of the polling trigger, in order. */
export const POLLING_OUTPUTS = [...EVENT_OUTPUTS, { event: LATE_EVENT, label: 'Order Late' }];

const withoutJsonLdKeys = (object: IDataObject): IDataObject =>
	pick(
		object,
		Object.keys(object).filter((key) => !key.startsWith('@')),
	);

/** How the objects look in an item: as in the output of the action node. */
const SIMPLIFIED: Record<EventDataKey, (object: IDataObject) => IDataObject> = {
	order: simplifyOrder,
	shipment: simplifyShipment,
	mockupTask: withoutJsonLdKeys,
};

/** The item for a change: the same as that of the webhook trigger, without what only a delivery has. */
export function toItem({ event, changeId, at, object }: Change): INodeExecutionData {
	const key = dataKeyOf(event);
	return {
		json: {
			event,
			// A poll has no deliveries that could be told apart.
			eventId: changeId,
			changeId,
			occurredAt: new Date(at).toISOString(),
			[key]: SIMPLIFIED[key](object),
		},
	};
}

/**
 * Whether a change is to start the workflow. An order that is late is always in production, so a filter for the statuses
 * of orders does not apply to it.
 */
export const isWanted = (
	{ event, object }: Change,
	events: string[],
	filters: EventFilters,
): boolean =>
	event === LATE_EVENT
		? events.includes(event)
		: passesFilters({ type: event, data: { [dataKeyOf(event)]: object } }, events, filters);

/** Items for changes, on the outputs of their events. */
export const toOutputs = (
	changes: Change[],
	events: string[],
	mode: string,
): INodeExecutionData[][] =>
	distribute(
		changes.map((change) => ({ item: toItem(change), event: change.event })),
		events,
		mode,
		POLLING_OUTPUTS,
	);
