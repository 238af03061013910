/** What a workflow of the tests on n8n's engine is made of. Imports types only: each caller has an n8n of its own. */
import type {
	ICredentialsHelper,
	INode,
	INodeParameters,
	INodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

/** Type of the node that stands in place of a trigger. */
export const START = 'test.start';

/** Its output is pinned, so it never runs. */
export const startNodeType: INodeType = {
	description: {
		displayName: 'Start',
		name: START,
		group: ['trigger'],
		version: 1,
		description: 'Starts a run with pinned items',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	execute: async () => [[]],
};

export const startNode: INode = {
	id: 'start',
	name: 'Start',
	type: START,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** The action node as stored in a workflow. */
export const actionNode = (parameters: INodeParameters): INode => ({
	id: 'action',
	name: 'POD Fulfilment',
	type: 'n8n-nodes-pod-fulfilment.podFulfilment',
	typeVersion: 1,
	position: [200, 0],
	parameters,
	credentials: { podFulfilmentApi: { id: '1', name: 'Demo Shop' } },
});

/** From the start node to another one. */
export const connectionsTo = ({ name }: INode) => ({
	[startNode.name]: { main: [[{ node: name, type: 'main' as const, index: 0 }]] },
});

/** The additional data that n8n passes to its engine and its lists together with the workflow. */
export const additionalData = (
	credentialsHelper: Partial<ICredentialsHelper>,
	executionId = '1',
): IWorkflowExecuteAdditionalData =>
	({
		credentialsHelper,
		hooks: { runHook: async () => {} },
		currentNodeExecutionIndex: 0,
		executionId,
		restApiUrl: 'http://127.0.0.1/rest',
		instanceBaseUrl: 'http://127.0.0.1',
		formBaseUrl: 'http://127.0.0.1/',
		formWaitingBaseUrl: 'http://127.0.0.1/',
		formTestBaseUrl: 'http://127.0.0.1/',
		webhookBaseUrl: 'http://127.0.0.1/',
		webhookWaitingBaseUrl: 'http://127.0.0.1/',
		webhookTestBaseUrl: 'http://127.0.0.1/',
		variables: {},
		logAiEvent: () => {},
	}) as unknown as IWorkflowExecuteAdditionalData;
