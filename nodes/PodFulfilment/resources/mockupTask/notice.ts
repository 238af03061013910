// Notices of the resource Mockup Task in the editor: where tasks are created, and that an AI agent gets the addresses of
// images only.

import type { INodeProperties } from 'n8n-workflow';

/** Notice where to create mockup tasks: the API has no endpoint for it (spec section 4). */
export const mockupTaskNotice: INodeProperties = {
	displayName:
		'Tasks are created at your provider. To continue when one is finished, use a trigger with the event Mockup Task Changed.',
	name: 'mockupTaskNotice',
	type: 'notice',
	default: '',
};

/** Notice where the operation is an AI agent's tool: a model takes no binary data. */
export const imageAddressNotice: INodeProperties = {
	displayName: 'The AI agent gets the addresses of the images only.',
	name: 'imageAddressNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};
