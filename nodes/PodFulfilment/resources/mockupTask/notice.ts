import type { INodeProperties } from 'n8n-workflow';

/** Says where to create mockup tasks: the API has no endpoint for it (spec section 4). */
export const mockupTaskNotice: INodeProperties = {
	displayName:
		'Mockup tasks are created at your provider, not from n8n. To continue when one is finished, use the POD Fulfilment Trigger with the event Mockup Task Finished.',
	name: 'mockupTaskNotice',
	type: 'notice',
	default: '',
};
