// A change as an item.

import { sleep, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { pick } from '../../input/guards';
import { itemJson } from '../../api/itemJson';
import { simplifyOrder, simplifyShipment } from '../../api/simplify';
import type { EventDataKey } from '../../spec/service';
import type { Redact } from '../../transport/secrets';
import type { CurrentFields } from '../currentFields';
import { POLLED_EVENTS } from '../events';
import { distribute } from '../outputs';
import type { ObservedChange } from './compare/changes';
import { dataKeyOf } from './state/settings';

const withoutJsonLdKeys = (object: IDataObject): IDataObject =>
	pick(
		object,
		Object.keys(object).filter((key) => !key.startsWith('@')),
	);

/** Objects look as in the output of the action node. */
const SIMPLIFIED: Record<EventDataKey, (object: IDataObject) => IDataObject> = {
	order: simplifyOrder,
	shipment: simplifyShipment,
	mockupTask: withoutJsonLdKeys,
};

/** Items that take some 10 ms. */
const ITEMS_AT_ONCE = 1_000;

/** The item of a change: that of the webhook trigger, without the fields that only a delivery has. */
async function toItem(
	{ event, changeId, timeMs, object }: ObservedChange,
	fields: CurrentFields | undefined,
	redact: Redact,
): Promise<INodeExecutionData> {
	const key = dataKeyOf(event);
	const json = {
		event,
		[key]: SIMPLIFIED[key](object),
		// A poll has no delivery, and so no ID of one.
		eventId: changeId,
		changeId,
		occurredAt: new Date(timeMs).toISOString(),
		...fields,
	};
	return { json: await itemJson(json, redact) };
}

/**
 * Items of changes, on the outputs of their events.
 *
 * @param redact removes the secrets of the credential
 * @param fields what _Add Current Order_ adds, by the key of the order
 */
export async function toOutputs(
	changes: ObservedChange[],
	events: string[],
	mode: string,
	redact: Redact,
	fields?: ReadonlyMap<string, CurrentFields>,
): Promise<INodeExecutionData[][]> {
	const items: Array<{ item: INodeExecutionData; event: ObservedChange['event'] }> = [];
	for (const [index, change] of changes.entries()) {
		// n8n answers no webhook while thousands of items are made.
		if (index % ITEMS_AT_ONCE === ITEMS_AT_ONCE - 1) await sleep(0);
		const isTask = dataKeyOf(change.event) === 'mockupTask';
		const current = isTask ? undefined : fields?.get(change.objectKey);
		items.push({ item: await toItem(change, current, redact), event: change.event });
	}
	return distribute(items, events, mode, POLLED_EVENTS);
}
