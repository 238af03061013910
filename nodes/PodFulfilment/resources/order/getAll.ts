// Order → Get Many: GET /api/orders (spec section 4), with its filters.

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { optionIn, textProperty } from '../../input/field';
import { countryFilter, filtersOf, prefixFilter, statusFilter, timeFilter } from '../filters';
import { getManyOperation, readFilteredList } from '../getMany';
import { countryField } from '../../order/compose/recipientFields';
import { orderResult } from '../../order/orderResult';
import { addParcelsField, withParcels } from '../../order/parcels';
import { failureHints } from '../../order/hints';
import { ORDER_STATUSES } from '../../spec/service';
import { ORDER_STATUS_OPTIONS } from '../../spec/statuses';
import { ORDER_LIST } from '../../api/paths';

const country: INodeProperties = {
	...countryField,
	description:
		'The country of the recipient. Type to search. An expression must return the two-letter code (ISO 3166-1 alpha-2), for example DE, or a name of the country. Orders without a country are left out, and a hint names them.',
};

const createdAfter: INodeProperties = {
	displayName: 'Created After',
	name: 'createdAfter',
	type: 'dateTime',
	default: '',
	description:
		'Orders that were created at this time or later. A time without an offset is in the time zone of the workflow. Orders whose time cannot be read are returned, and a hint names them.',
};

const externalIdPrefix = textProperty(
	'External ID Prefix',
	'externalIdPrefix',
	'SHOP-',
	'The beginning of the external ID. Case-sensitive.',
);

const status: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'multiOptions',
	default: [],
	description:
		'Orders with one of these statuses. Orders with a missing or unknown status are left out, and a hint names them.',
	options: ORDER_STATUS_OPTIONS,
};

const updatedAfter: INodeProperties = {
	...createdAfter,
	displayName: 'Updated After',
	name: 'updatedAfter',
	description:
		'Orders that changed at this time or later. A time without an offset is in the time zone of the workflow. Orders whose time cannot be read are returned, and a hint names them.',
};

export const orderFilters = filtersOf('orders', [
	timeFilter(createdAfter, 'createdAt'),
	timeFilter(updatedAfter, 'updatedAt'),
	statusFilter(status, 'status', ORDER_STATUSES),
	countryFilter(country),
	prefixFilter(externalIdPrefix, 'externalId'),
]);

export const getAll = getManyOperation('order', {
	action: 'Get many orders',
	description: 'Retrieve a list of orders with their items, status and validation findings',
	noun: 'order',
	filters: orderFilters,
	options: [addParcelsField.property],
	executionHints: failureHints,
	async perform(call) {
		const isWithParcels = optionIn(call.parameter('options', {}), addParcelsField);
		const toResult = orderResult(call);
		const orders: IDataObject[] = [];
		const items = await readFilteredList(
			call,
			ORDER_LIST,
			(order) => {
				if (isWithParcels) orders.push(order);
				return toResult(order);
			},
			orderFilters.read(call),
		);
		return isWithParcels ? await withParcels(call.client, items, orders) : items;
	},
});
