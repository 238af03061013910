import { NodeHelpers, Workflow, type INode } from 'n8n-workflow';

import { NodeTypes } from '../engine/nodes.ts';

/** Labels of the outputs of a saved node, which connections refer to by their number; null for one without a label. */
export function outputLabelsOf(node: INode): Array<string | null> {
	const nodeTypes = new NodeTypes();
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const { description } = nodeTypes.getByNameAndVersion(node.type);
	return NodeHelpers.getNodeOutputs(workflow, node, description).map((output) =>
		typeof output === 'string' ? null : (output.displayName ?? null),
	);
}
