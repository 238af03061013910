import type {
	ExecutionError,
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/index.ts';
import { additionalData } from '../../support/workflow.ts';
import { CredentialsHelper } from './credentials.ts';

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
