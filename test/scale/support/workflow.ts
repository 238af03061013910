import { randomUUID } from 'node:crypto';
import type { Credential } from '../../../scripts/n8n/credentials.ts';
import type { WorkflowFile, WorkflowNode } from '../../../scripts/n8n/workflows.ts';

const PACKAGE = 'n8n-nodes-pod-fulfilment';

/** A new order starts it, and it confirms that order. */
export function confirmWorkflow(
	name: string,
	credential: Credential,
	acknowledge: 'immediately' | 'afterFinish',
): WorkflowFile {
	const ours = (type: string, at: number): Omit<WorkflowNode, 'name' | 'parameters'> => ({
		id: randomUUID(),
		type: `${PACKAGE}.${type}`,
		typeVersion: 1,
		position: [at, 0],
		credentials: { podFulfilmentApi: { id: credential.id, name: credential.name } },
	});
	return {
		name,
		nodes: [
			{
				...ours('podFulfilmentTrigger', 0),
				name: 'New Order',
				parameters: { events: ['order.created'], options: { acknowledge } },
			},
			{
				...ours('podFulfilment', 220),
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
