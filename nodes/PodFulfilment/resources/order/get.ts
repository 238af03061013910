// Order → Get: GET /api/orders/{id} (spec section 4).

import { withLocatedOrder } from '../../api/locatedOrder';
import { requestResource } from '../../api/resource';
import { defineOperation } from '../../execution/defineOperation';
import { optionIn } from '../../input/field';
import { optionsField, simplifyFields } from '../sharedFields';
import { orderLocator } from '../../listSearch/collections';
import { orderResult } from '../../order/orderResult';
import { addParcelsField, withParcels } from '../../order/parcels';
import { failureHints } from '../../order/hints';

export const get = defineOperation('order', {
	name: 'Get',
	value: 'get',
	action: 'Get an order',
	description: 'Retrieve an order with its items, status and validation findings',
	fields: [orderLocator(), ...simplifyFields('order'), optionsField([addParcelsField.property])],
	executionHints: failureHints,
	async perform(call) {
		const locator = call.parameter('orderId');
		const isWithParcels = optionIn(call.parameter('options', {}), addParcelsField);
		const toResult = orderResult(call);
		const { resource } = await withLocatedOrder(
			call.client,
			locator,
			async (order) => await requestResource(call.client, order),
		);
		const items = [toResult(resource)];
		return isWithParcels ? await withParcels(call.client, items, [resource]) : items;
	},
});
