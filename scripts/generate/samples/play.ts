import { WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeType,
} from 'n8n-workflow';

import { NodeTypes } from '../../../test/core/engine/nodes.ts';
import { additionalDataWith } from '../../../test/core/engine/run.ts';
import {
	hasStandIn,
	isOfN8n,
	STAND_INS,
	standInType,
	type StandIns,
} from '../../../test/core/engine/standIns.ts';
import type { SavedWorkflow } from '../../../test/support/savedWorkflows.ts';

/** Nodes of n8n that are played: those that hand items on as they are. Which ones a Switch lets through, depends on the shop. */
const { filter, limit, merge, splitOut } = STAND_INS;
const PLAYED = { filter, limit, merge, splitOut } as StandIns;

/** Whether a node of this type can be played. */
export const isPlayable = (type: string): boolean => !isOfN8n(type) || hasStandIn(type, PLAYED);

class NodeTypesWithStandIns extends NodeTypes {
	override getByNameAndVersion(name: string): INodeType {
		return isOfN8n(name) ? standInType(name, PLAYED) : super.getByNameAndVersion(name);
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
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	});
	// The stand-ins describe no parameters, and n8n drops those that are not described.
	for (const { name, type, parameters } of nodes) {
		const node = workflow.nodes[name];
		if (node && isOfN8n(type)) node.parameters = structuredClone(parameters);
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
