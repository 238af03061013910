import type { IDataObject } from 'n8n-workflow';

import { isWholeOrder, tryOrder, type OrderReference } from '../../api/order';
import type { OperationCall } from '../../execution/operation';
import { EXTERNAL_ID_PREFIX } from '../../spec/service';
import { RunAborted } from '../../transport/run';
import { ServiceError, type Result } from '../../transport/serviceError';
import type { ServiceResponse } from '../../transport/types';
import { orderResult } from './orderResult';

/** The order after a change that succeeded: from the response where it is whole, else read. */
async function orderAfter(
	{ client }: OperationCall,
	order: OrderReference,
	response: ServiceResponse,
): Promise<Result<IDataObject>> {
	if (isWholeOrder(response.body, order)) return response.body;
	return await tryOrder(client, order);
}

/** What is handed back of an order that was changed and cannot be read: the change must not look as if it failed. */
const unreadOrder = ({ reference }: OrderReference, done: string, why: string): IDataObject => ({
	...(reference.startsWith(EXTERNAL_ID_PREFIX)
		? { externalId: reference.slice(EXTERNAL_ID_PREFIX.length) }
		: { id: reference }),
	warnings: [`The order was ${done}, but could not be read afterwards. ${why}`],
});

/** Hands back the order after a success, whether or not it can be read. */
export async function changedOrder(
	call: OperationCall,
	order: OrderReference,
	response: ServiceResponse,
	done: string,
): Promise<IDataObject> {
	const result = await orderAfter(call, order, response).catch((error: unknown) => {
		// The change is made; what n8n shows is why the run ended.
		if (error instanceof RunAborted) return undefined;
		throw error;
	});
	if (result === undefined) return unreadOrder(order, done, 'The run ended before.');
	return result instanceof ServiceError
		? unreadOrder(order, done, `${result.message}. ${result.description ?? ''}`.trim())
		: orderResult(call)(result);
}
