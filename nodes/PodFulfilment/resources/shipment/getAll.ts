// Shipment → Get Many: GET /api/orders/{id}/shipments (spec section 4): the parcels of an order with the IDs of the order, and
// the filter by their status.

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { withLocatedOrder } from '../../api/locatedOrder';
import { orderIds, type OrderReference, readOrderIds } from '../../api/order';
import { simplifyShipment } from '../../api/simplify';
import { statusFilter, filtersOf } from '../filters';
import { getManyOperation, readFilteredList } from '../getMany';
import type { OperationCall } from '../../execution/operation';
import { outputMapper } from '../../execution/outputMapper';
import { orderLocator } from '../../listSearch/collections';
import { SHIPMENT_STATUSES } from '../../spec/service';
import { SHIPMENT_STATUS_OPTIONS } from '../../spec/statuses';

const shipmentStatus: INodeProperties = {
	displayName: 'Shipment Status',
	name: 'shipmentStatus',
	type: 'multiOptions',
	default: [],
	description:
		'Shipments with one of these statuses. Shipments with a missing or unknown status are left out, and a hint names them.',
	options: SHIPMENT_STATUS_OPTIONS,
};

const filters = filtersOf('shipments', [
	statusFilter(shipmentStatus, 'shipmentStatus', SHIPMENT_STATUSES),
]);

/**
 * Adds the names of the order to its parcels: those of several orders could not be told apart, and the way back to the
 * shop needs the external ID. The order is read only for a name that neither the user nor the parcel gives.
 */
async function withOrderIds(
	{ client }: OperationCall,
	order: OrderReference,
	shipments: IDataObject[],
): Promise<IDataObject[]> {
	const named = (given: IDataObject[], ids: IDataObject): IDataObject[] =>
		given.map((shipment) => ({
			...shipment,
			orderId: shipment.orderId ?? ids.orderId,
			orderExternalId: shipment.orderExternalId ?? ids.orderExternalId,
		}));
	const known = named(shipments, orderIds(order));
	return known.every(({ orderId, orderExternalId }) => orderId !== null && orderExternalId !== null)
		? known
		: named(known, await readOrderIds(client, order));
}

export const getAll = getManyOperation('shipment', {
	action: 'Get many shipments of an order',
	description:
		'Retrieve a list of the shipments of an order, with their tracking links and the IDs of the order',
	fields: [orderLocator({ displayName: 'Order', description: 'The order whose shipments to get' })],
	noun: 'shipment',
	filters,
	async perform(call) {
		const locator = call.parameter('orderId');
		const toOutput = outputMapper(call, simplifyShipment);
		const conditions = filters.read(call);
		return await withLocatedOrder(call.client, locator, async (order) => {
			const list = { ...order, path: `${order.path}/shipments` };
			const shipments = await readFilteredList(call, list, undefined, conditions);
			return (await withOrderIds(call, order, shipments)).map(toOutput);
		});
	},
});
