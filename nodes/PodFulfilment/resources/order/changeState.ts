import type { IDataObject } from 'n8n-workflow';

import type { LocatorValue } from '../../locators/locator';
import { orderLocator, orderPath } from '../../locators/order';
import { isObject } from '../../order/inputs';
import { simplifyOrder } from '../../order/simplifyOrder';
import { ServiceRefusal } from '../../transport/refusal';
import { optionsField } from '../options';
import { defineOperation, type Operation, type OperationCall } from '../operation';
import { simplified, simplifyFields } from '../simplify';

interface StateChange {
	name: string;
	/** The operation, and the last part of the path. */
	value: 'confirm' | 'cancel' | 'refund';
	action: string;
	description: string;
	/** The change once it is made, for a message about the read that follows it. */
	done: string;
}

/** The spec does not show what these answer; an order in the answer is taken, anything else is looked up. */
const isOrder = (body: unknown): body is IDataObject =>
	isObject(body) && typeof body.id === 'string' && typeof body.status === 'string';

async function orderAfterwards(
	{ service }: OperationCall,
	order: { path: string; about: string },
	done: string,
): Promise<IDataObject> {
	const outcome = await service.attempt({ method: 'GET', ...order });
	if (!(outcome instanceof ServiceRefusal)) return outcome.object;
	outcome.message = `The order was ${done}, but could not be read afterwards. ${outcome.message}`;
	throw outcome;
}

/** POST /api/orders/{id}/confirm, /cancel or /refund (spec section 4); hands back the order as it stands then. */
export const stateChange = ({ name, value, action, description, done }: StateChange): Operation =>
	defineOperation('order', {
		name,
		value,
		action,
		description,
		fields: [orderLocator(), ...simplifyFields, optionsField()],
		async perform(call) {
			const order = orderPath(call.parameter<LocatorValue>('orderId'));
			const { body } = await call.service.send({
				method: 'POST',
				path: `${order.path}/${value}`,
				about: order.about,
			});
			const standing = isOrder(body) ? body : await orderAfterwards(call, order, done);
			return [simplified(call, simplifyOrder)(standing)];
		},
	});
