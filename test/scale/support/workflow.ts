import { randomUUID } from 'node:crypto';
import type { Credential } from '../../../scripts/n8n/credentials.ts';
import type { WorkflowFile, WorkflowNode } from '../../../scripts/n8n/workflows.ts';

const PACKAGE = 'n8n-nodes-pod-fulfilment';

/** A workflow that confirms each new order. */
export function confirmWorkflow(
	name: string,
	credential: Credential,
	acknowledge: 'immediately' | 'afterFinish',
): WorkflowFile {
	const packageNode = (
		type: string,
		typeVersion: number,
		x: number,
	): Omit<WorkflowNode, 'name' | 'parameters'> => ({
		id: randomUUID(),
		type: `${PACKAGE}.${type}`,
		typeVersion,
		position: [x, 0],
		credentials: { podFulfilmentApi: { id: credential.id, name: credential.name } },
	});
	return {
		name,
		nodes: [
			{
				...packageNode('podFulfilmentTrigger', 1.1, 0),
				name: 'New Order',
				parameters: { events: ['order.created'], options: { acknowledge } },
			},
			{
				...packageNode('podFulfilment', 1, 220),
				name: 'Confirm',
				parameters: {
					resource: 'order',
					operation: 'confirm',
					orderId: { __rl: true, mode: 'id', value: '={{ $json.order.id }}' },
				},
			},
		],
		connections: { 'New Order': { main: [[{ node: 'Confirm', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}
