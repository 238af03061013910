import { WebhookContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeParameters,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { NodeTypes, nodeType } from './nodes.ts';
import { additionalDataWith } from './run.ts';

export interface DeliveredEvent {
	headers: Record<string, string>;
	/** The body exactly as sent. */
	body: string;
}

/** Passes a delivery to the trigger node, as n8n does while the editor listens for a test event. Returns its items. */
export async function receive(
	{ headers, body }: DeliveredEvent,
	credential: ICredentialDataDecryptedObject,
	events: string[],
	options: INodeParameters = {},
): Promise<IDataObject[]> {
	const stored: INode = {
		id: 'trigger',
		name: 'Trigger',
		type: 'n8n-nodes-pod-fulfilment.podFulfilmentTrigger',
		typeVersion: 1.1,
		position: [0, 0],
		parameters: { events, options },
		credentials: { podFulfilmentApi: { id: '1', name: 'Demo Shop' } },
	};
	const workflow = new Workflow({
		id: 'test',
		nodes: [stored],
		connections: {},
		active: false,
		nodeTypes: new NodeTypes(),
	});
	const node = workflow.getNode(stored.name) ?? stored;
	const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
	const context = new WebhookContext(
		workflow,
		node,
		{
			...additionalDataWith(credential),
			httpRequest: { headers: Object.fromEntries(lowerCase) as object, rawBody: Buffer.from(body) },
			httpResponse: {},
		} as unknown as IWorkflowExecuteAdditionalData,
		'manual',
		{} as IWebhookData,
		[],
		null,
	);
	const result = await nodeType('podFulfilmentTrigger').webhook?.call(context);
	return result?.workflowData?.flat().map(({ json }) => json) ?? [];
}
