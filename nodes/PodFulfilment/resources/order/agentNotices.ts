/*
 * Notices shown when the operation is an AI agent's tool. They are for the user: n8n describes the tool to the model only
 * with the operation's `action`.
 */

import type { INodeProperties } from 'n8n-workflow';

/** On an operation that cannot be taken back. */
export const humanReviewNotice: INodeProperties = {
	displayName:
		'The AI agent decides. Nobody is asked, unless the tool is connected through a human review step (n8n 2.6 or newer).',
	name: 'humanReviewNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

/** Likewise on an operation that places an order, where it is confirmed as well. A draft is not produced. */
export const humanReviewOfThenNotice = (then: 'then' | 'thenReprint'): INodeProperties => ({
	...humanReviewNotice,
	displayOptions: { show: { '@tool': [true], [then]: ['confirm'] } },
});

/** On an operation that places an order. */
export const checkOnlyNotice: INodeProperties = {
	displayName:
		"To let the AI agent check first (Check Only), switch Then to {{ $fromAI('Then', 'check or draft', 'string') }}.",
	name: 'checkOnlyNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};
