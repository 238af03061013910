import { randomUUID } from 'node:crypto';
import type { WorkflowFile, WorkflowNode } from '../../../scripts/n8n/workflows.ts';

export type NodeOptions = Pick<WorkflowNode, 'name' | 'type' | 'typeVersion' | 'parameters'>;

export type Link = [from: string, to: string];

/** A workflow of these nodes, all with the same credentials; the first one starts it. */
export function workflowOf(
	name: string,
	nodes: NodeOptions[],
	links: Link[],
	credentials: NonNullable<WorkflowNode['credentials']>,
): WorkflowFile {
	const connections: Record<string, { main: Array<Array<Record<string, unknown>>> }> = {};
	for (const [from, to] of links) {
		connections[from] ??= { main: [[]] };
		connections[from].main[0]?.push({ node: to, type: 'main', index: 0 });
	}
	return {
		name,
		nodes: nodes.map((node, index) => ({
			...node,
			id: randomUUID(),
			position: [index * 220, 0],
			credentials,
			...(index === 0 && { webhookId: randomUUID() }),
		})),
		connections,
		settings: { executionOrder: 'v1' },
	};
}
