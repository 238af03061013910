import type { IDataObject } from 'n8n-workflow';

import { orderPath } from '../../api/paths';
import { isResource, tryResource } from '../../api/resource';
import { defineOperation } from '../../execution/defineOperation';
import type { Operation, OperationCall } from '../../execution/operation';
import { optionsField } from '../../fields/options';
import { simplifyFields } from '../../fields/simplify';
import type { LocatorValue } from '../../input/locatorValue';
import { orderLocator } from '../../listSearch/order';
import type { OrderStatus } from '../../spec/service';
import { RunAborted } from '../../transport/run';
import { ServiceError } from '../../transport/serviceError';
import type { ServiceRequest } from '../../transport/types';
import { orderResult } from './orderResult';

interface StateChange {
	name: string;
	/** Name of the operation, and last segment of the path. */
	value: 'confirm' | 'cancel' | 'refund';
	action: string;
	description: string;
	/** Past participle for messages, e.g. 'canceled'. */
	participle: string;
	/**
	 * Statuses that prove that the change was made: when its response is lost, or when it was made before (by an event
	 * delivered twice, or an execution that is retried). Without such a status, the change is not sent again.
	 */
	provenByStatuses?: readonly OrderStatus[];
}

/** Whether a response body is an order. The spec does not show these bodies; if it is none, the order is read. */
const isOrder = (body: unknown): body is IDataObject =>
	isResource(body) && typeof body.status === 'string';

/** Reads the order after a lost response; undefined when its status does not prove the change. */
async function findChangedOrder(
	{ client }: OperationCall,
	order: { path: string; about: string },
	provenByStatuses: readonly OrderStatus[],
): Promise<IDataObject | undefined> {
	const result = await tryResource(client, { method: 'GET', ...order });
	if (result instanceof ServiceError) {
		result.description = `${result.description ?? ''} The answer to the change was lost, so ${order.about} may have been changed: look it up before you run this again.`;
		throw result;
	}
	const { resource } = result;
	return provenByStatuses.some((status) => status === resource.status) ? resource : undefined;
}

/** Reads the order after a conflict; undefined unless its status proves that the change was made before. */
async function orderChangedBefore(
	{ client }: OperationCall,
	order: { path: string; about: string },
	error: ServiceError,
	provenByStatuses: readonly OrderStatus[] = [],
): Promise<IDataObject | undefined> {
	if (error.status !== 409 || provenByStatuses.length === 0) return undefined;
	const result = await tryResource(client, { method: 'GET', ...order });
	// The conflict tells the user more than the reason why the order could not be read.
	if (result instanceof ServiceError) return undefined;
	const { resource } = result;
	return provenByStatuses.some((status) => status === resource.status) ? resource : undefined;
}

/** Reads the order after the change. Undefined when the run was aborted, because n8n then shows why. */
async function readChangedOrder(
	{ client }: OperationCall,
	order: { path: string; about: string },
	participle: string,
): Promise<IDataObject | undefined> {
	const result = await tryResource(client, { method: 'GET', ...order }).catch((error: unknown) => {
		if (error instanceof RunAborted) return undefined;
		throw error;
	});
	if (result === undefined) return undefined;
	if (!(result instanceof ServiceError)) return result.resource;
	result.message = `The order was ${participle}, but could not be read afterwards. ${result.message}`;
	throw result;
}

/** POST /api/orders/{id}/confirm, /cancel or /refund (spec section 4). Returns the changed order. */
export const stateChange = ({
	name,
	value,
	action,
	description,
	participle,
	provenByStatuses,
}: StateChange): Operation =>
	defineOperation('order', {
		name,
		value,
		action,
		description,
		fields: [orderLocator(), ...simplifyFields('order'), optionsField()],
		...(!provenByStatuses && {
			rerunNote: `Their orders are ${participle}: leave these items out when you run the node again.`,
		}),
		async perform(call) {
			const order = orderPath(call.parameter<LocatorValue>('orderId'));
			const request: ServiceRequest = {
				method: 'POST',
				path: `${order.path}/${value}`,
				about: order.about,
			};
			const result = provenByStatuses
				? await call.client.sendIdempotent(
						request,
						async () => await findChangedOrder(call, order, provenByStatuses),
					)
				: await call.client.send(request);
			if (result instanceof ServiceError) {
				const existing = await orderChangedBefore(call, order, result, provenByStatuses);
				if (existing === undefined) throw result;
				return [orderResult(call)(existing)];
			}
			const found = 'found' in result ? result.found : result.body;
			const changed = isOrder(found) ? found : await readChangedOrder(call, order, participle);
			return changed === undefined ? [] : [orderResult(call)(changed)];
		},
	});
