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

import { actionNode, START } from '../../support/workflow.ts';
import { NodeTypes, nodeType } from './nodes.ts';
import { additionalDataWith } from './run.ts';

/** The LangChain tool that n8n passes to an agent; only the part that is used here. */
export interface Tool {
	name: string;
	description: string;
	schema: { shape: Record<string, { description?: string }> };
	/** @returns the text that the model gets: the items as JSON */
	invoke(toolArguments: IDataObject): Promise<string>;
}

const AGENT = 'test.agent';

/** A node in place of an AI agent: calls `work` with the connected tools. */
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
 * The tool version of the action node, as n8n's server derives it from a node that is `usableAsTool`: with another name,
 * no input, a tool as its output, and two parameters for the description.
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
	// The server executes a tool with the declarative engine only under these conditions, and otherwise not at all.
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

/** Connects the action node to an agent on n8n's own engine, and calls `work` with the tool that n8n creates. */
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
	const run = await new WorkflowExecute(additionalDataWith(credential), 'manual').run({
		workflow,
		startNode: start,
		pinData: { Start: [{ json: {} }] },
	});
	if (!result) throw run.data.resultData.error ?? new Error('The agent did not run');
	return result.value;
}
