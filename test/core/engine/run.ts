import { WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type ExecutionError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/index.ts';
import { CredentialsHelper } from './credentials.ts';
import { NodeTypes, START } from './nodes.ts';

export interface RunOptions {
	parameters: INodeParameters;
	/** Input items; by default one empty item. */
	items?: IDataObject[];
	credential: ICredentialDataDecryptedObject;
	onError?: INode['onError'];
}

export interface RunResult {
	/** Items of the node's outputs; empty when the node threw. */
	outputs: INodeExecutionData[][];
	items: INodeExecutionData[];
	/** `json` of the first output's items. */
	json: IDataObject[];
	error?: ExecutionError;
}

/** The credential data for the sandbox's demo account, as a user would enter it. */
export const credentialFor = (
	sandbox: Sandbox,
	overrides: ICredentialDataDecryptedObject = {},
): ICredentialDataDecryptedObject => ({
	baseUrl: sandbox.url,
	apiKey: sandbox.accounts.demo.apiKey,
	signingSecret: sandbox.accounts.demo.signingSecret,
	headerBrand: 'Service',
	...overrides,
});

/** Executions so far: n8n never gives one number to two. */
let executions = 0;

/** The additional data that n8n passes to its engine and its lists together with the workflow. */
export const additionalData = (
	credential: ICredentialDataDecryptedObject,
): IWorkflowExecuteAdditionalData =>
	({
		credentialsHelper: new CredentialsHelper(credential),
		hooks: { runHook: async () => {} },
		currentNodeExecutionIndex: 0,
		executionId: String((executions += 1)),
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

/** Runs a workflow on n8n's own engine: a start node with pinned items, then the action node. */
export async function runAction({
	parameters,
	items = [{}],
	credential,
	onError,
}: RunOptions): Promise<RunResult> {
	const start: INode = {
		id: 'start',
		name: 'Start',
		type: START,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const action: INode = { ...actionNode(parameters), ...(onError && { onError }) };
	const workflow = new Workflow({
		id: 'test',
		nodes: [start, action],
		connections: { Start: { main: [[{ node: action.name, type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes: new NodeTypes(),
	});
	const run = await new WorkflowExecute(additionalData(credential), 'manual').run({
		workflow,
		startNode: start,
		pinData: { Start: items.map((json) => ({ json })) as never },
	});
	const nodeRun = run.data.resultData.runData[action.name]?.[0];
	if (!nodeRun && !run.data.resultData.error) throw new Error('The node did not run');
	const outputs = (nodeRun?.data?.main ?? []).map((output) => output ?? []);
	const error = nodeRun?.error ?? run.data.resultData.error;
	const first = outputs[0] ?? [];
	return { outputs, items: first, json: first.map(({ json }) => json), ...(error && { error }) };
}
