import { orderPath } from '../../api/paths';
import { simplifyShipment } from '../../api/simplifyShipment';
import { defineOperation } from '../../execution/defineOperation';
import { filterHints } from '../../execution/filterReport';
import { getMany, getManyFields } from '../../execution/getMany';
import { optionsField } from '../../fields/options';
import { outputMapper, simplifyFields } from '../../fields/simplify';
import type { LocatorValue } from '../../input/locatorValue';
import { orderLocator } from '../../listSearch/order';
import { shipmentFilters, shipmentFiltersField } from './filters';

/** GET /api/orders/{id}/shipments (spec section 4). */
export const getAll = defineOperation('shipment', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many shipments of an order',
	description: 'Retrieve a list of the shipments of an order, with their tracking links',
	fields: [
		orderLocator({ displayName: 'Order', description: 'The order whose shipments to read' }),
		...getManyFields,
		...simplifyFields('shipment'),
		shipmentFiltersField,
		optionsField(),
	],
	runHints: filterHints('shipment'),
	async perform(call) {
		const { path, about } = orderPath(call.parameter<LocatorValue>('orderId'));
		return await getMany(
			call,
			{ path: `${path}/shipments`, about },
			outputMapper(call, simplifyShipment),
			shipmentFilters(call),
		);
	},
});
