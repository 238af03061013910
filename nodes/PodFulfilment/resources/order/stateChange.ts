import type { IDataObject } from 'n8n-workflow';

import type { OrderStatus } from '../../spec/service';
import { orderLocator } from '../../listSearch/order';
import { ServiceError } from '../../transport/serviceError';
import { RunAborted } from '../../transport/run';
import type { ServiceRequest } from '../../transport/types';
import { optionsField } from '../../fields/options';
import type { Operation, OperationCall } from '../../execution/operation';
import { simplifyFields } from '../../fields/simplify';
import { orderResult } from './orderResult';
import { isResource, tryResource } from '../../api/resource';
import { orderPath } from '../../api/paths';
import { defineOperation } from '../../execution/defineOperation';
import type { LocatorValue } from '../../input/locatorValue';

interface StateChange {
	name: string;
	/** The operation, and the last part of the path. */
	value: 'confirm' | 'cancel' | 'refund';
	action: string;
	description: string;
	/** The change once it is made, for a message about the read that follows it. */
	done: string;
	/**
	 * Statuses that show that the change was made: for when the answer to it is lost, and for when it was made before
	 * (an event that is delivered again, a run that is executed again). Where no status shows it, the change is not
	 * sent again.
	 */
	provenByStatuses?: readonly OrderStatus[];
}

/** The spec does not show what these answer; an order in the answer is taken, anything else is looked up. */
const isOrder = (body: unknown): body is IDataObject =>
	isResource(body) && typeof body.status === 'string';

/** The order when its status shows the change; undefined when it does not. */
async function changedOrder(
	{ client }: OperationCall,
	order: { path: string; about: string },
	shownBy: readonly OrderStatus[],
): Promise<IDataObject | undefined> {
	const outcome = await tryResource(client, { method: 'GET', ...order });
	if (outcome instanceof ServiceError) {
		outcome.description = `${outcome.description ?? ''} The answer to the change was lost, so ${order.about} may have been changed: look it up before you run this again.`;
		throw outcome;
	}
	const { resource: object } = outcome;
	return shownBy.some((status) => status === object.status) ? object : undefined;
}

/** The order when a refusal for its state only says that the change was made before. */
async function standingOrder(
	{ client }: OperationCall,
	order: { path: string; about: string },
	refusal: ServiceError,
	shownBy: readonly OrderStatus[] = [],
): Promise<IDataObject | undefined> {
	if (refusal.status !== 409 || shownBy.length === 0) return undefined;
	const outcome = await tryResource(client, { method: 'GET', ...order });
	// What the service said of the change tells more than why the order could not be read.
	if (outcome instanceof ServiceError) return undefined;
	return shownBy.some((status) => status === outcome.resource.status)
		? outcome.resource
		: undefined;
}

/** Nothing when the run has ended: the change is made, and what n8n shows then is why the run ended. */
async function orderAfterwards(
	{ client }: OperationCall,
	order: { path: string; about: string },
	done: string,
): Promise<IDataObject | undefined> {
	const outcome = await tryResource(client, { method: 'GET', ...order }).catch((error: unknown) => {
		if (error instanceof RunAborted) return undefined;
		throw error;
	});
	if (outcome === undefined) return undefined;
	if (!(outcome instanceof ServiceError)) return outcome.resource;
	outcome.message = `The order was ${done}, but could not be read afterwards. ${outcome.message}`;
	throw outcome;
}

/** POST /api/orders/{id}/confirm, /cancel or /refund (spec section 4); hands back the order as it stands then. */
export const stateChange = ({
	name,
	value,
	action,
	description,
	done,
	provenByStatuses,
}: StateChange): Operation =>
	defineOperation('order', {
		name,
		value,
		action,
		description,
		fields: [orderLocator(), ...simplifyFields('order'), optionsField()],
		...(!provenByStatuses && {
			runAgain: `Their orders are ${done}: leave these items out when you run the node again.`,
		}),
		async perform(call) {
			const order = orderPath(call.parameter<LocatorValue>('orderId'));
			const request: ServiceRequest = {
				method: 'POST',
				path: `${order.path}/${value}`,
				about: order.about,
			};
			const outcome = provenByStatuses
				? await call.client.sendIdempotent(
						request,
						async () => await changedOrder(call, order, provenByStatuses),
					)
				: await call.client.send(request);
			if (outcome instanceof ServiceError) {
				const before = await standingOrder(call, order, outcome, provenByStatuses);
				if (before === undefined) throw outcome;
				return [orderResult(call)(before)];
			}
			const answer = 'found' in outcome ? outcome.found : outcome.body;
			const standing = isOrder(answer) ? answer : await orderAfterwards(call, order, done);
			return standing === undefined ? [] : [orderResult(call)(standing)];
		},
	});
