import { RoutingNode, WorkflowExecute, type ExecuteContext } from 'n8n-core';
import {
	NodeConnectionTypes,
	Workflow,
	type IExecuteFunctions,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';

import { NodeTypes, nodeType, START } from './nodes.ts';
import { actionNode, additionalData } from './run.ts';

/** What n8n hands to an agent: a LangChain tool. Only what is used here of it. */
export interface Tool {
	name: string;
	description: string;
	schema: { shape: Record<string, { description?: string }> };
	/** @returns what the model reads: the items as JSON text */
	invoke(toolArguments: IDataObject): Promise<string>;
}

const AGENT = 'test.agent';

/** Stands where an AI agent would: takes the tools that are connected to it, and works with them. */
const agentNode = (work: (tools: Tool[]) => Promise<void>): INodeType => ({
	description: {
		displayName: 'Agent',
		name: AGENT,
		group: ['transform'],
		version: 1,
		description: 'Uses the connected tools',
		defaults: { name: 'Agent' },
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		await work((await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[]);
		return [[]];
	},
});

/**
 * The node as n8n offers it to an agent. n8n's server makes this form of a node that is `usableAsTool`: another name,
 * no input, a tool for an output, and two fields for the description.
 */
function toolNodeType(): INodeType {
	const original = nodeType('podFulfilment');
	const tool: INodeType = {
		...original,
		description: {
			...original.description,
			name: `${original.description.name}Tool`,
			displayName: `${original.description.displayName} Tool`,
			inputs: [],
			outputs: [NodeConnectionTypes.AiTool],
			properties: [
				{
					displayName: 'Tool Description',
					name: 'descriptionType',
					type: 'options',
					noDataExpression: true,
					options: [
						{ name: 'Set Automatically', value: 'auto' },
						{ name: 'Set Manually', value: 'manual' },
					],
					default: 'auto',
				},
				{
					displayName: 'Description',
					name: 'toolDescription',
					type: 'string',
					default: original.description.description,
					displayOptions: { show: { descriptionType: ['manual'] } },
				},
				...original.description.properties,
			],
		},
	};
	// The server hands a node's tool to the declarative engine under these conditions only; any other is never run.
	const isDeclarative = original.description.requestDefaults !== undefined;
	if (!original.execute && (!original.methods || isDeclarative)) {
		tool.execute = async function (this: IExecuteFunctions) {
			return (await new RoutingNode(this as ExecuteContext, tool).runNode()) ?? [];
		};
	}
	return tool;
}

class ToolNodeTypes extends NodeTypes {
	private readonly agent: INodeType;
	private readonly tool = toolNodeType();

	constructor(agent: INodeType) {
		super();
		this.agent = agent;
	}

	override getByNameAndVersion(name: string): INodeType {
		if (name === AGENT) return this.agent;
		return name.endsWith('Tool') ? this.tool : super.getByNameAndVersion(name);
	}
}

/** Connects the action node to an agent on n8n's own engine, and works with the tool that n8n makes of it. */
export async function withTool<Result>(
	parameters: INodeParameters,
	credential: ICredentialDataDecryptedObject,
	work: (tool: Tool) => Promise<Result>,
): Promise<Result> {
	const node = (name: string, type: string): INode => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	});
	const start = node('Start', START);
	const tool: INode = {
		...actionNode(parameters),
		type: 'n8n-nodes-pod-fulfilment.podFulfilmentTool',
	};
	let result: { value: Result } | undefined;
	const agent = agentNode(async ([connected]) => {
		if (!connected) throw new Error('No tool is connected');
		result = { value: await work(connected) };
	});
	const workflow = new Workflow({
		id: 'test',
		nodes: [start, node('Agent', AGENT), tool],
		connections: {
			Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			[tool.name]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
		active: false,
		nodeTypes: new ToolNodeTypes(agent),
	});
	const run = await new WorkflowExecute(additionalData(credential), 'manual').run({
		workflow,
		startNode: start,
		pinData: { Start: [{ json: {} }] },
	});
	if (!result) throw run.data.resultData.error ?? new Error('The agent did not run');
	return result.value;
}
