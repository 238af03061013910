import type { LocatorValue } from '../../locators/locator';
import { orderLocator, orderPath } from '../../locators/order';
import { optionsField } from '../options';
import { defineOperation } from '../operation';
import { simplifyFields } from '../simplify';
import { orderResult } from './orderResult';

/** GET /api/orders/{id} (spec section 4). */
export const get = defineOperation('order', {
	name: 'Get',
	value: 'get',
	action: 'Get an order',
	description: 'Retrieve an order with its items, status and validation findings',
	fields: [orderLocator(), ...simplifyFields, optionsField()],
	async perform(call) {
		const order = orderPath(call.parameter<LocatorValue>('orderId'));
		const { object } = await call.service.sendForObject({ method: 'GET', ...order });
		return [orderResult(call)(object)];
	},
});
