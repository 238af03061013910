import { Workflow, type IDataObject, type INode, type INodeTypes } from 'n8n-workflow';
import { PodFulfilmentTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentTrigger.node.ts';

export const { description } = new PodFulfilmentTrigger();

/** A workflow with the trigger as its only node; parameters that are not given have their defaults. */
export function workflowWith(parameters: IDataObject): { workflow: Workflow; node: INode } {
	const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;
	const stored = {
		id: '1',
		name: 'Trigger',
		type: 'trigger',
		typeVersion: 1.1,
		position: [0, 0] as [number, number],
		parameters: parameters as INode['parameters'],
	};
	const workflow = new Workflow({ nodes: [stored], connections: {}, active: false, nodeTypes });
	const node = workflow.getNode('Trigger');
	if (node === null) throw new Error('The workflow has no trigger');
	return { workflow, node };
}
