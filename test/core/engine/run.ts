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
import { actionNode, additionalData, connectionsTo, startNode } from '../../support/workflow.ts';
import { CredentialsHelper } from './credentials.ts';
import { NodeTypes } from './nodes.ts';

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

/** The additional data with that credential alone. */
export const additionalDataWith = (
	credential: ICredentialDataDecryptedObject,
): IWorkflowExecuteAdditionalData => {
	executions += 1;
	return additionalData(new CredentialsHelper(credential), String(executions));
};

/** Runs a workflow on n8n's own engine: a start node with pinned items, then the action node. */
export async function runAction({
	parameters,
	items = [{}],
	credential,
	onError,
}: RunOptions): Promise<RunResult> {
	const action: INode = { ...actionNode(parameters), ...(onError && { onError }) };
	const workflow = new Workflow({
		id: 'test',
		nodes: [startNode, action],
		connections: connectionsTo(action),
		active: false,
		nodeTypes: new NodeTypes(),
	});
	const run = await new WorkflowExecute(additionalDataWith(credential), 'manual').run({
		workflow,
		startNode,
		pinData: { Start: items.map((json) => ({ json })) as never },
	});
	const nodeRun = run.data.resultData.runData[action.name]?.[0];
	if (!nodeRun && !run.data.resultData.error) throw new Error('The node did not run');
	const outputs = (nodeRun?.data?.main ?? []).map((output) => output ?? []);
	const error = nodeRun?.error ?? run.data.resultData.error;
	const first = outputs[0] ?? [];
	return { outputs, items: first, json: first.map(({ json }) => json), ...(error && { error }) };
}
