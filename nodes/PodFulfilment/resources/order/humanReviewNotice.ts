import type { INodeProperties } from 'n8n-workflow';

/**
 * Notice shown when the operation is an AI agent's tool. It is for the user: n8n describes the tool to the model only
 * with the operation's `action`.
 */
export const humanReviewNotice: INodeProperties = {
	displayName:
		'The AI agent decides when this runs. Nobody is asked first, unless the tool is connected to the agent through a human review step (n8n 2.6 or newer).',
	name: 'humanReviewNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};
