import { randomUUID } from 'node:crypto';
import type { Credential } from '../../../scripts/n8n/credentials.ts';
import type { WorkflowFile, WorkflowNode } from '../../../scripts/n8n/workflows.ts';

const PACKAGE_NAME = 'n8n-nodes-pod-fulfilment';

const credentialsOf = ({ id, name }: Credential) => ({ podFulfilmentApi: { id, name } });

export const actionNode = (
	name: string,
	credential: Credential,
	parameters: Record<string, unknown>,
	settings: Partial<WorkflowNode> = {},
): WorkflowNode => ({
	id: randomUUID(),
	name,
	type: `${PACKAGE_NAME}.podFulfilment`,
	typeVersion: 1,
	position: [220, 0],
	parameters,
	credentials: credentialsOf(credential),
	...settings,
});

/** A webhook 'Shop' that answers at once. */
export const shopWebhook = (path: string) => ({
	id: randomUUID(),
	webhookId: path,
	name: 'Shop',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	position: [0, 0] as [number, number],
	parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
});

/** A workflow of 'Start' (Manual Trigger), followed by the given nodes in a row. */
export function manualWorkflow(name: string, nodes: WorkflowNode[]): WorkflowFile {
	const start: WorkflowNode = {
		id: randomUUID(),
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const allNodes = [start, ...nodes];
	const connections = Object.fromEntries(
		allNodes
			.slice(1)
			.map((node, index) => [
				allNodes[index]?.name ?? '',
				{ main: [[{ node: node.name, type: 'main', index: 0 }]] },
			]),
	);
	return { name, nodes: allNodes, connections, settings: { executionOrder: 'v1' } };
}

/** A workflow of 'Event' (a trigger of this package), followed by 'Done' (No Operation) on its first output. */
function startedBy(
	trigger: Pick<WorkflowNode, 'type' | 'typeVersion'>,
	name: string,
	credential: Credential,
	parameters: Record<string, unknown>,
): WorkflowFile {
	return {
		name,
		nodes: [
			{
				id: randomUUID(),
				name: 'Event',
				...trigger,
				position: [0, 0],
				parameters,
				credentials: credentialsOf(credential),
			},
			{
				id: randomUUID(),
				name: 'Done',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [220, 0],
				parameters: {},
			},
		],
		connections: { Event: { main: [[{ node: 'Done', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

/** A workflow that starts with the webhook trigger, 'Event', followed by 'Done' (No Operation). */
export const triggerWorkflow = (
	name: string,
	credential: Credential,
	parameters: Record<string, unknown>,
): WorkflowFile =>
	startedBy(
		{ type: `${PACKAGE_NAME}.podFulfilmentTrigger`, typeVersion: 1.1 },
		name,
		credential,
		parameters,
	);

/** A workflow that starts with the polling trigger, 'Event', followed by 'Done' (No Operation). */
export const pollingWorkflow = (
	name: string,
	credential: Credential,
	parameters: Record<string, unknown>,
): WorkflowFile =>
	startedBy(
		{ type: `${PACKAGE_NAME}.podFulfilmentPollingTrigger`, typeVersion: 1 },
		name,
		credential,
		parameters,
	);
