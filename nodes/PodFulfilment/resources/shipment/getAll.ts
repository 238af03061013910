import type { INodeProperties } from 'n8n-workflow';

import { statusFilter, type MemberFilter } from '../../api/memberFilters';
import { orderPath } from '../../api/paths';
import { simplifyShipment } from '../../api/simplifyShipment';
import { defineOperation } from '../../execution/defineOperation';
import { filterHints } from '../../execution/filterReport';
import { chosenStatuses, filterValues } from '../../execution/filterValues';
import { getMany } from '../../execution/getMany';
import type { OperationCall } from '../../execution/operation';
import { outputMapper } from '../../execution/outputMapper';
import { filtersField } from '../../fields/filters';
import { getManyFields } from '../../fields/getManyFields';
import { optionsField } from '../../fields/options';
import { simplifyFields } from '../../fields/simplify';
import type { LocatorValue } from '../../input/locatorValue';
import { orderLocator } from '../../listSearch/order';
import { SHIPMENT_STATUSES } from '../../spec/service';
import { SHIPMENT_STATUS_OPTIONS } from '../../spec/statusOptions';

const shipmentStatus: INodeProperties = {
	displayName: 'Shipment Status',
	name: 'shipmentStatus',
	type: 'multiOptions',
	default: [],
	description:
		'Shipments with one of these statuses. Shipments with a missing or unknown status are left out, and a hint names them.',
	options: SHIPMENT_STATUS_OPTIONS,
};

/**
 * The filter that was entered; none for a field that is empty.
 *
 * @throws UserError for a value that cannot be used
 */
function shipmentFilters(call: OperationCall): MemberFilter[] {
	const { displayName, name } = shipmentStatus;
	const chosen = chosenStatuses(filterValues(call).shipmentStatus, displayName, SHIPMENT_STATUSES);
	return chosen.length > 0 ? [statusFilter(displayName, name, chosen, SHIPMENT_STATUSES)] : [];
}

/** GET /api/orders/{id}/shipments (spec section 4). */
export const getAll = defineOperation('shipment', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many shipments of an order',
	description: 'Retrieve a list of the shipments of an order, with their tracking links',
	fields: [
		orderLocator({ displayName: 'Order', description: 'The order whose shipments to get' }),
		...getManyFields,
		...simplifyFields('shipment'),
		filtersField('shipments', [shipmentStatus]),
		optionsField(),
	],
	runHints: filterHints('shipment'),
	async perform(call) {
		const { path, subject } = orderPath(call.parameter<LocatorValue>('orderId'));
		return await getMany(
			call,
			{ path: `${path}/shipments`, subject },
			outputMapper(call, simplifyShipment),
			shipmentFilters(call),
		);
	},
});
