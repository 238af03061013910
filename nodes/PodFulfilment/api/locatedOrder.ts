// Works on the order that was chosen. Where the service has no order under the entered ID, works on the one that has it
// as its external ID.

import { locatorChoice, locatorText } from '../input/locatorValue';
import { EXTERNAL_ID_PATTERN, SERVICE_ID_PATTERN } from '../spec/service';
import type { ApiClient } from '../transport/client';
import { isNotFound, ServiceError } from '../transport/errors/serviceError';
import { externalIdReference, findOrder, orderReferenceOf, type OrderReference } from './order';

/**
 * The order under an entered ID as its external ID: what the node before hands on is often the shop's own number. Undefined
 * where it cannot be one, and for what has the shape of the service's IDs: a reprint may be called by the ID of its
 * original, and once that is gone, a change that is meant for it must not reach the reprint. See
 * docs/decisions/id-or-external-id.md.
 */
function byExternalId(locator: unknown): OrderReference | undefined {
	const entered = locatorText(locator);
	return locatorChoice(locator).mode !== 'externalId' &&
		EXTERNAL_ID_PATTERN.test(entered) &&
		!SERVICE_ID_PATTERN.test(entered)
		? externalIdReference(entered)
		: undefined;
}

/**
 * Works on the chosen order. Where the service says that it has no order under the entered ID, works on the order with this
 * external ID instead; not after a request of this work that may have changed something.
 *
 * @param work throws the ServiceError of an order that is not found
 */
export async function withLocatedOrder<Value>(
	client: ApiClient,
	locator: unknown,
	work: (order: OrderReference) => Promise<Value>,
): Promise<Value> {
	const order = orderReferenceOf(locator);
	const instead = byExternalId(locator);
	if (!instead) return await work(order);
	// Of an earlier try of Retry On Fail, which came to the external ID as well.
	const before = client.write.progress;
	return await work(order).catch(async (error: unknown) => {
		if (!isNotFound(error) || client.write.progress !== before) throw error;
		return await work(instead).catch((second: unknown) => {
			throw isNotFound(second) ? error : second;
		});
	});
}

/** Likewise the reference alone, for a request that names the order in its body: reads what has not the shape of an ID. */
export async function locatedOrder(client: ApiClient, locator: unknown): Promise<OrderReference> {
	const order = orderReferenceOf(locator);
	const instead = byExternalId(locator);
	if (!instead) return order;
	const byId = await findOrder(client, order);
	if (byId !== undefined) return order;
	const found = await findOrder(client, instead);
	return found === undefined || found instanceof ServiceError ? order : instead;
}
