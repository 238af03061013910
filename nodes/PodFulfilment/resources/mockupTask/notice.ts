import type { INodeProperties } from 'n8n-workflow';

/** The spec shows no endpoint that creates mockup tasks (section 4): a step that has to be taken elsewhere. */
export const mockupTaskNotice: INodeProperties = {
	displayName:
		'Mockup tasks are created at your provider, not from n8n. To continue when one is finished, use the POD Fulfilment Trigger with the event Mockup Task Finished.',
	name: 'mockupTaskNotice',
	type: 'notice',
	default: '',
};
