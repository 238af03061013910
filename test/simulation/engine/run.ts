import type {
	ExecutionError,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	NodeExecutionHint,
} from 'n8n-workflow';

import { actionNode, additionalData, connectionsTo, startNode } from '../../support/workflow.ts';
import { n8nCore, n8nWorkflow } from './n8n.ts';
import { ITEM_HEADER, RUN_HEADER } from './network.ts';
import type { NodeProcess } from './nodeProcess.ts';

export const API_KEY = 'simulated-api-key';
export const SIGNING_SECRET = 'simulated-signing-secret';

/** Carries the index of the item from where n8n reads a credential to where a request is signed with it. */
const ITEM_FIELD = 'simulatedItem';

/** Hands out the credential, and marks each request with the run and the item that send it. */
class CredentialsHelper {
	private readonly baseUrl: string;

	private readonly run: number;

	constructor(baseUrl: string, run: number) {
		this.baseUrl = baseUrl;
		this.run = run;
	}

	async getDecrypted(...settings: unknown[]): Promise<ICredentialDataDecryptedObject> {
		const values = settings[6] as { itemIndex?: number } | undefined;
		const credential = {
			baseUrl: this.baseUrl,
			apiKey: API_KEY,
			signingSecret: SIGNING_SECRET,
			headerBrand: 'Service',
			[ITEM_FIELD]: values?.itemIndex ?? 0,
		};
		return credential;
	}

	async authenticate(
		credential: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		requestOptions.headers = {
			...requestOptions.headers,
			authorization: `Bearer ${API_KEY}`,
			[RUN_HEADER]: String(this.run),
			[ITEM_HEADER]: String(credential[ITEM_FIELD] ?? 0),
		};
		return requestOptions;
	}

	getParentTypes(): string[] {
		return [];
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(): [] {
		return [];
	}
}

/** Executions so far in this process of Node.js: an n8n never gives one number to two. */
let executions = 0;

export interface RunResult {
	status: string;
	/** Items of the success output. */
	items: INodeExecutionData[];
	/** Items of the error output; empty where the node has none. */
	errorItems: INodeExecutionData[];
	/** Why the node stopped; undefined when it went through. */
	error?: ExecutionError;
	hints: NodeExecutionHint[];
}

export interface RunningExecution {
	finished: Promise<RunResult>;
	/** Ends it as the editor's stop button does. */
	cancel(): void;
}

export interface ExecutionOptions {
	process: NodeProcess;
	baseUrl: string;
	/** Number of the run; the service's log knows it by this. */
	run: number;
	parameters: INodeParameters;
	items: IDataObject[];
	settings: Partial<INode>;
	/** By n8n's declarative engine, as in an n8n that does not know customOperations. */
	isDeclarative: boolean;
}

/** Starts the action node in a workflow on n8n's own engine. */
export function startExecution(options: ExecutionOptions): RunningExecution {
	const { process, baseUrl, run, parameters, items, settings, isDeclarative } = options;
	const action: INode = { ...actionNode(parameters), ...settings };
	const workflow = new n8nWorkflow.Workflow({
		id: 'simulation',
		nodes: [startNode, action],
		connections: connectionsTo(action),
		active: false,
		nodeTypes: process.nodeTypes(isDeclarative),
		settings: { timezone: 'UTC' },
	});
	executions += 1;
	const execution = new n8nCore.WorkflowExecute(
		additionalData(new CredentialsHelper(baseUrl, run), String(executions)),
		'manual',
	).run({
		workflow,
		startNode,
		pinData: { Start: items.map((json) => ({ json })) as never },
	});
	const finished = execution.then(({ data, status }): RunResult => {
		const nodeRun = data.resultData.runData[action.name]?.[0];
		const [success, errors] = nodeRun?.data?.main ?? [];
		const error = nodeRun?.error ?? data.resultData.error;
		return {
			status,
			items: success ?? [],
			errorItems: errors ?? [],
			hints: nodeRun?.hints ?? [],
			...(error && { error }),
		};
	});
	return { finished, cancel: () => execution.cancel() };
}
