// Fields that several operations show: 'Return All', 'Limit', 'Download Image', and the 'Options' of every operation,
// such as 'Concurrency' and 'Max Attempts'.

import type { INodeProperties } from 'n8n-workflow';

import { OPTIONS, switchField } from '../input/field';
import { CONCURRENCY, MAX_ATTEMPTS, MAX_WAIT_SECONDS } from '../transport/retryPolicy';

export const returnAllField = switchField({
	displayName: 'Return All',
	name: 'returnAll',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

/** The fields 'Return All' and 'Limit' of every 'Get Many'. */
export const getManyFields: INodeProperties[] = [
	returnAllField.property,
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

/** The option 'Download Image' of an operation that gets one thing of the catalog. */
export const downloadImageField = switchField({
	displayName: 'Download Image',
	name: 'downloadImage',
	default: false,
	description: 'Whether to download the image and return it as the binary file "data"',
});

/** Options of every operation, about sending requests. They come last. */
const requestOptions: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: CONCURRENCY.min, maxValue: CONCURRENCY.max },
		default: 10,
		description: 'How many requests this node may send at the same time',
	},
	{
		displayName: 'Max Attempts',
		name: 'maxAttempts',
		type: 'number',
		typeOptions: { minValue: MAX_ATTEMPTS.min, maxValue: MAX_ATTEMPTS.max },
		default: 5,
		description:
			'How often a request is sent at most when the service is busy or the connection breaks. Attempts that the rate limit rejects do not count. Repeating a request never orders anything twice.',
	},
	{
		displayName: 'Max Waiting Time (Seconds)',
		name: 'maxWaitSeconds',
		type: 'number',
		typeOptions: { minValue: MAX_WAIT_SECONDS.min },
		default: 300,
		description:
			'How long an item may wait in total for a service that is busy or asks for fewer requests, before the node gives up',
	},
];

/**
 * Builds the field 'Options' of an operation: its own options in the order given, then those about sending requests. A
 * collection of n8n has no headings, so that its options are grouped by what they are about through their order alone;
 * who knows the label types it into the list.
 */
export const optionsField = (own: INodeProperties[] = []): INodeProperties => ({
	displayName: OPTIONS,
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...own, ...requestOptions],
});
