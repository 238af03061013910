import { randomUUID } from 'node:crypto';
import type { WorkflowFile, WorkflowNode } from '../../../../scripts/n8n/workflows.ts';

export const SIGNING_SECRET = 'sandbox-demo-signing-secret';

const CREDENTIAL = { name: 'Bench', type: 'podFulfilmentApi' };

/** What the trigger's credential holds; nothing is called there. */
export const credential = {
	...CREDENTIAL,
	data: {
		baseUrl: 'http://127.0.0.1:1',
		apiKey: 'sandbox-demo-key',
		signingSecret: SIGNING_SECRET,
		headerBrand: 'Service',
	},
};

type Part = Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters'> & Partial<WorkflowNode>;

const NO_OPERATION: Part = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

/** A trigger called 'Event' and one node called 'Done'. */
export function eventWorkflow(
	name: string,
	trigger: Part,
	next: Part = NO_OPERATION,
): WorkflowFile {
	const node = (nodeName: string, x: number, part: Part): WorkflowNode => ({
		id: randomUUID(),
		name: nodeName,
		position: [x, 0],
		...part,
	});
	return {
		name,
		nodes: [node('Event', 0, trigger), node('Done', 220, next)],
		connections: { Event: { main: [[{ node: 'Done', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

const useOf = (id: string) => ({ podFulfilmentApi: { id, name: CREDENTIAL.name } });

/** This package's trigger, for every event. */
export const ourTrigger = (credentialId: string, options: Record<string, unknown> = {}): Part => ({
	type: 'n8n-nodes-pod-fulfilment.podFulfilmentTrigger',
	typeVersion: 1.1,
	parameters: {
		events: ['order.created', 'order.updated', 'mockup_task.finished', 'shipment.created'],
		options,
	},
	credentials: useOf(credentialId),
});

/** A community trigger without parameters or code: what n8n costs for any such node. */
export const emptyTrigger = (): Part => ({
	type: 'n8n-nodes-empty-trigger.emptyTrigger',
	typeVersion: 1.1,
	parameters: {},
});

/** The same with a credential that it never reads: what n8n costs for any such node that has one. */
export const emptyCredentialTrigger = (credentialId: string): Part => ({
	type: 'n8n-nodes-empty-trigger.emptyCredentialTrigger',
	typeVersion: 1.1,
	parameters: {},
	credentials: useOf(credentialId),
});

/** n8n's own Webhook node, which verifies nothing here. */
export function webhookNode(): Part {
	const path = randomUUID();
	return {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
	};
}
