// The filters of Order → Get Many as fields, and reading them: country, status, times, beginning of the external ID.

import type { INodeProperties } from 'n8n-workflow';

import {
	countryFilter,
	prefixFilter,
	statusFilter,
	timeFilter,
	type MemberFilter,
} from '../../api/memberFilters';
import { countryField } from '../../order/compose/recipientFields';
import { chosenStatuses, filterLabel, filterValues } from '../filterValues';
import type { OperationCall } from '../../execution/operation';
import { filtersField } from '../sharedFields';
import { externalIdOf, optionalText } from '../../input/checks';
import { countryOf } from '../../input/country';
import { dateTimeOf } from '../../input/dateTime';
import { ORDER_STATUSES } from '../../spec/service';
import { ORDER_STATUS_OPTIONS } from '../../spec/statusOptions';
import { ownValue } from '../../input/guards';

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

const externalIdPrefix: INodeProperties = {
	displayName: 'External ID Prefix',
	name: 'externalIdPrefix',
	type: 'string',
	default: '',
	placeholder: 'e.g. SHOP-',
	description: 'The beginning of the external ID. Case-sensitive.',
};

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

export const orderFiltersField = filtersField('orders', [
	country,
	createdAfter,
	externalIdPrefix,
	status,
	updatedAfter,
]);

/**
 * Reads the filters. An empty field filters nothing.
 *
 * @throws UserError for a value that cannot be used
 */
export function orderFilters(call: OperationCall): MemberFilter[] {
	const values = filterValues(call);
	const filters: MemberFilter[] = [];

	for (const { displayName, name, property } of [
		{ ...createdAfter, property: 'createdAt' },
		{ ...updatedAfter, property: 'updatedAt' },
	]) {
		const time = dateTimeOf(ownValue(values, name), filterLabel(displayName), call.timeZone);
		if (time !== undefined) filters.push(timeFilter(displayName, property, time));
	}

	const statuses = chosenStatuses(values.status, status.displayName, ORDER_STATUSES);
	if (statuses.length > 0) {
		filters.push(statusFilter(status.displayName, 'status', statuses, ORDER_STATUSES));
	}

	const countryLabel = filterLabel(country.displayName);
	const code = optionalText(values.countryCode, countryLabel);
	if (code !== undefined) {
		filters.push(countryFilter(country.displayName, countryOf(code, countryLabel).code));
	}

	const prefixLabel = filterLabel(externalIdPrefix.displayName);
	const prefix = optionalText(values.externalIdPrefix, prefixLabel);
	if (prefix !== undefined) {
		const checked = externalIdOf(prefix, prefixLabel);
		filters.push(prefixFilter(externalIdPrefix.displayName, 'externalId', checked));
	}
	return filters;
}
