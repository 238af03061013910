import { WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';

import { NodeTypes } from '../../../test/core/engine/nodes.ts';
import { additionalDataWith } from '../../../test/core/engine/run.ts';
import type { SavedWorkflow } from '../../../test/support/savedWorkflows.ts';

const BASE = 'n8n-nodes-base.';

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

const paired = (items: INodeExecutionData[]): INodeExecutionData[] =>
	items.map((item, index) => ({ ...item, pairedItem: index }));

/** Nodes of n8n that lead to one with a sample and have none themselves. They are not in n8n-core. */
const STAND_INS: Record<string, Execute> = {
	async filter() {
		const isKept = (index: number): boolean => {
			const conditions = this.getNodeParameter('conditions.conditions', index) as Array<{
				leftValue: unknown;
			}>;
			return conditions.every(({ leftValue }) => leftValue === true);
		};
		return [paired(this.getInputData()).filter((_, index) => isKept(index))];
	},
	async limit() {
		return [paired(this.getInputData()).slice(0, this.getNodeParameter('maxItems', 0) as number)];
	},
	// Choose Branch, of the first input.
	async merge() {
		return [paired(this.getInputData(0))];
	},
	async splitOut() {
		const field = this.getNodeParameter('fieldToSplitOut', 0) as string;
		return [
			this.getInputData().flatMap(({ json }, pairedItem) =>
				(json[field] as IDataObject[]).map((one) => ({ json: one, pairedItem })),
			),
		];
	},
};

const standIn = (name: string): INodeType => ({
	description: {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name },
		inputs: name === 'merge' ? ['main', 'main'] : ['main'],
		outputs: ['main'],
		properties: [],
	},
	execute:
		STAND_INS[name] ??
		(async () => {
			throw new Error(`There is no stand-in for ${name}`);
		}),
});

/** Whether a node of this type can be played. */
export const isPlayable = (type: string): boolean =>
	!type.startsWith(BASE) || type.slice(BASE.length) in STAND_INS;

class NodeTypesWithStandIns extends NodeTypes {
	override getByNameAndVersion(name: string): INodeType {
		return name.startsWith(BASE)
			? standIn(name.slice(BASE.length))
			: super.getByNameAndVersion(name);
	}
}

/**
 * Plays an example on n8n's engine. Nodes with samples do not run.
 *
 * @returns the items of the last node, its outputs in a row; empty if nothing reached it
 * @throws the error that ended the execution
 */
export async function play(
	{ nodes, connections, pinData }: SavedWorkflow,
	credential: ICredentialDataDecryptedObject,
	first: string,
	last: string,
): Promise<IDataObject[]> {
	const workflow = new Workflow({
		nodes: nodes.map((node) => ({
			...structuredClone(node),
			credentials: { podFulfilmentApi: { id: '1', name: 'Demo Shop' } },
		})),
		connections,
		active: false,
		nodeTypes: new NodeTypesWithStandIns(),
		settings: { timezone: 'UTC' },
	});
	// The stand-ins describe no parameters, and n8n drops those that are not described.
	for (const { name, type, parameters } of nodes) {
		const node = workflow.nodes[name];
		if (node && type.startsWith(BASE)) node.parameters = structuredClone(parameters);
	}
	const startNode = workflow.nodes[first];
	if (!startNode) throw new Error(`There is no node ${first}`);
	const run = await new WorkflowExecute(additionalDataWith(credential), 'trigger').run({
		workflow,
		startNode,
		// n8n adds to the items what they come from.
		pinData: structuredClone({ [first]: [{ json: {} }], ...pinData }) as never,
	});
	const { error, runData } = run.data.resultData;
	if (error) throw error;
	const [result] = runData[last] ?? [];
	return (result?.data?.main ?? []).flatMap((items) => items ?? []).map(({ json }) => json);
}
