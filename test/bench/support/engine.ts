import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Core from 'n8n-core';
import type * as N8n from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IPollFunctions,
} from 'n8n-workflow';

import {
	actionNode,
	additionalData,
	connectionsTo,
	START,
	startNode,
	startNodeType,
} from '../../support/workflow.ts';
import { n8nModules, root } from './package.ts';
import { requestHelperNode } from './requestHelper.ts';

// n8n reads these as its modules load: it writes no stack for each failure, and nothing into the home folder.
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_USER_FOLDER = path.join(root, '.local', 'bench', 'home');

const require = createRequire(path.join(n8nModules, 'n8n', 'package.json'));
const core = require('n8n-core') as typeof Core;
const n8n = require('n8n-workflow') as typeof N8n;

/** As a real installation names them: the engine gives the HTTP Request node any credential by its name. */
const NODES = {
	podFulfilment: 'n8n-nodes-pod-fulfilment.podFulfilment',
	pollingTrigger: 'n8n-nodes-pod-fulfilment.podFulfilmentPollingTrigger',
	httpRequest: 'n8n-nodes-base.httpRequest',
	requestHelper: 'bench.requestHelper',
} as const;

export type NodeName = keyof typeof NODES;

/** What a user sets on the Settings tab of a node. */
export type NodeSettings = Pick<INode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>;

export interface EngineRun {
	/** Items of the node's first output; none when the node threw. */
	items: INodeExecutionData[];
	error?: Error;
}

/** The polling trigger in a workflow that was activated. */
export interface ActivePollingTrigger {
	/** One poll; null where no execution starts. */
	poll(): Promise<INodeExecutionData[][] | null>;
	/** One GET request with n8n's request helper: the least that a node needs for it. */
	request(path: string): Promise<unknown>;
	/** What the polls leave in the workflow's static data. */
	staticData: IDataObject;
}

/** The pinned n8n's engine, with our nodes and its own HTTP Request node. */
export class Engine {
	private readonly types: Record<string, INodeType> = {};

	private pollingTriggers = 0;

	private readonly credential: ICredentialDataDecryptedObject;

	constructor(credential: ICredentialDataDecryptedObject) {
		this.credential = credential;
	}

	async load(packageFolder: string): Promise<void> {
		const loader = new core.PackageDirectoryLoader(packageFolder);
		await loader.loadAll();
		const action = loader.getNode('podFulfilment').type as INodeType;
		// As n8n's own process does for nodes without an execute function of their own.
		action.execute ??= async function (this: IExecuteFunctions) {
			return (await new core.RoutingNode(this as never, action).runNode()) ?? [];
		};
		const base = new core.PackageDirectoryLoader(
			path.join(n8nModules, 'n8n-nodes-base'),
			[],
			['n8n-nodes-base.httpRequest'],
		);
		base.loadNodeFromFile('dist/nodes/HttpRequest/HttpRequest.node.js');
		const httpRequest = n8n.NodeHelpers.getVersionedNodeType(base.getNode('httpRequest').type);
		this.types[NODES.podFulfilment] = action;
		this.types[NODES.pollingTrigger] = loader.getNode('podFulfilmentPollingTrigger')
			.type as INodeType;
		this.types[NODES.httpRequest] = httpRequest;
		this.types[NODES.requestHelper] = requestHelperNode;
		this.types[START] = startNodeType;
	}

	/** Runs one node on the given input items. */
	async run(
		type: NodeName,
		parameters: INodeParameters,
		items: IDataObject[],
		settings: NodeSettings = {},
	): Promise<EngineRun> {
		const { types } = this;
		const action: INode = {
			...actionNode(parameters),
			type: NODES[type],
			typeVersion: types[NODES[type]]?.description.defaultVersion ?? 1,
			...settings,
		};
		const workflow = new n8n.Workflow({
			id: 'bench',
			nodes: [startNode, action],
			connections: connectionsTo(action),
			active: false,
			nodeTypes: this.nodeTypes,
		});
		const run = await new core.WorkflowExecute(
			additionalData(this.credentialsHelper()),
			'manual',
		).run({
			workflow,
			startNode,
			pinData: { Start: items.map((json) => ({ json })) as never },
		});
		const { runData, error } = run.data.resultData;
		return {
			items: runData[action.name]?.[0]?.data?.main?.[0] ?? [],
			...(error && { error: error as Error }),
		};
	}

	/** The context is n8n's own, with its static data and its request helper; the clock that polls is the caller. */
	activatePollingTrigger(parameters: INodeParameters): ActivePollingTrigger {
		const type = this.types[NODES.pollingTrigger] as INodeType;
		const node: INode = {
			...actionNode(parameters),
			id: `polling-${(this.pollingTriggers += 1)}`,
			type: NODES.pollingTrigger,
		};
		const workflow = new n8n.Workflow({
			id: 'bench',
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: this.nodeTypes,
			staticData: {},
		});
		const context: IPollFunctions = new core.PollContext(
			workflow,
			node,
			additionalData(this.credentialsHelper()),
			'trigger',
			'activate',
		);
		return {
			poll: async () => (await type.poll?.call(context)) ?? null,
			request: async (path) =>
				await context.helpers.httpRequestWithAuthentication.call(context, 'podFulfilmentApi', {
					url: `${String(this.credential.baseUrl)}${path}`,
					headers: { accept: 'application/ld+json' },
				}),
			staticData: workflow.getStaticData('node', node),
		};
	}

	private get nodeTypes(): INodeTypes {
		const { types } = this;
		return {
			getByName: (name) => types[name] as INodeType,
			getByNameAndVersion: (name) => types[name] as INodeType,
			getKnownTypes: () => ({}),
		};
	}

	private credentialsHelper(): Partial<ICredentialsHelper> {
		const { credential } = this;
		return {
			getDecrypted: async () => ({ ...credential }),
			getParentTypes: () => [],
			isCredentialUsableByNode: () => true,
			preAuthentication: async () => undefined,
			authenticate: async (_data, _type, options) => {
				options.headers = {
					...options.headers,
					Authorization: `Bearer ${String(credential.apiKey)}`,
				};
				return options as IHttpRequestOptions;
			},
		};
	}
}
