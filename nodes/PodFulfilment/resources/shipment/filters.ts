import type { INodeProperties } from 'n8n-workflow';

import { statusFilter, type MemberFilter } from '../../api/memberFilters';
import type { OperationCall } from '../../execution/operation';
import { chosenStatuses, filtersField, filterValues } from '../../fields/filters';
import { SHIPMENT_STATUSES } from '../../spec/service';
import { SHIPMENT_STATUS_OPTIONS } from '../../spec/statusOptions';

const shipmentStatus: INodeProperties = {
	displayName: 'Shipment Status',
	name: 'shipmentStatus',
	type: 'multiOptions',
	default: [],
	description:
		'Shipments with one of these statuses. Those whose status is missing or unknown are left out, and a hint names them.',
	options: SHIPMENT_STATUS_OPTIONS,
};

export const shipmentFiltersField = filtersField('shipments', [shipmentStatus]);

/**
 * The filters that were entered; none for a field that is empty.
 *
 * @throws UserError for a value that cannot be used
 */
export function shipmentFilters(call: OperationCall): MemberFilter[] {
	const { displayName, name } = shipmentStatus;
	const chosen = chosenStatuses(filterValues(call).shipmentStatus, displayName, SHIPMENT_STATUSES);
	return chosen.length > 0 ? [statusFilter(displayName, name, chosen, SHIPMENT_STATUSES)] : [];
}
