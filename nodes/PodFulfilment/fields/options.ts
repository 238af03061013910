import type { INodeProperties } from 'n8n-workflow';

import { byAlphabet } from '../input/wording';
import { CONCURRENCY, MAX_ATTEMPTS, MAX_WAIT_SECONDS } from '../transport/retryPolicy';

/** Options of every operation, about sending requests. */
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

/** Builds the field 'Options' of an operation: its own options and those about sending requests, sorted by label. */
export const optionsField = (own: INodeProperties[] = []): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...own, ...requestOptions].sort((a, b) => byAlphabet(a.displayName, b.displayName)),
});
