// The statuses of orders, mockup tasks and shipments (spec section 3) as the editor lists them: labels and
// descriptions, by name. The service explains none of its order statuses; the README says how they are used here.

import type { INodePropertyOptions } from 'n8n-workflow';

export const ORDER_STATUS_OPTIONS: INodePropertyOptions[] = [
	{ name: 'Cancelled', value: 'canceled' },
	{ name: 'Draft', value: 'draft' },
	{
		name: 'Failed',
		value: 'failed',
		description: 'The shipping address or the print data could not be validated',
	},
	{
		name: 'Fulfilled',
		value: 'fulfilled',
		description: 'Everything was produced. The parcels show whether it has left.',
	},
	{ name: 'In Process', value: 'inprocess' },
	{
		name: 'On Hold',
		value: 'onhold',
		description:
			'Stopped until somebody acts. The reason is not sent: look at the order at your provider.',
	},
	{
		name: 'Partial',
		value: 'partial',
		description: 'Some of the items are done, the others are still in production',
	},
	{ name: 'Pending', value: 'pending' },
	{ name: 'Shipped', value: 'shipped' },
];

/** What the editor calls a status of an order, e.g. 'In Process' for `inprocess`; undefined for one that is unknown. */
export const orderStatusLabel = (status: unknown): string | undefined =>
	ORDER_STATUS_OPTIONS.find(({ value }) => value === status)?.name;

export const MOCKUP_TASK_STATUS_OPTIONS: INodePropertyOptions[] = [
	{ name: 'Completed', value: 'completed', description: 'The mockups are ready' },
	{ name: 'Failed', value: 'failed', description: 'The task could not be processed' },
	{ name: 'Pending', value: 'pending', description: 'The task is still being processed' },
];

export const SHIPMENT_STATUS_OPTIONS: INodePropertyOptions[] = [
	{ name: 'Cancelled', value: 'canceled', description: 'The parcel was cancelled' },
	{ name: 'Packaged', value: 'packaged', description: 'Packed and labelled' },
	{ name: 'Pending', value: 'pending', description: 'The label was created' },
	{
		name: 'Returned',
		value: 'returned',
		description: 'Could not be delivered and went back to the provider',
	},
	{ name: 'Shipped', value: 'shipped', description: 'On its way with the carrier' },
];
