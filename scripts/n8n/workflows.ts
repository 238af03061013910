import { poll } from './poll.ts';
import type { N8nRest } from './rest.ts';

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string | null; name: string }>;
	webhookId?: string;
	onError?: string;
	executeOnce?: boolean;
}

/** A workflow in the editor's export format. */
export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
}

export interface Workflow extends WorkflowFile {
	id: string;
	versionId: string;
	active: boolean;
	isArchived: boolean;
}

/** Creates a workflow. n8n finds credentials without an ID by name. */
export async function createWorkflow(rest: N8nRest, file: WorkflowFile): Promise<Workflow> {
	return await rest.call('POST', '/rest/workflows', file);
}

export async function updateWorkflow(
	rest: N8nRest,
	id: string,
	file: WorkflowFile,
): Promise<Workflow> {
	return await rest.call('PATCH', `/rest/workflows/${id}`, file);
}

export async function getWorkflow(rest: N8nRest, id: string): Promise<Workflow> {
	return await rest.call('GET', `/rest/workflows/${id}`);
}

interface PublicationStatus {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	liveVersionId: string | null;
	triggers: Array<{ nodeId: string; errorMessage: string | null }>;
}

/** The path of a trigger node's production URL below `webhook/`, e.g. `<webhookId>/webhook`. */
export async function webhookPath(rest: N8nRest, node: WorkflowNode): Promise<string> {
	type Description = { webhooks?: Array<{ path: string; isFullPath?: boolean }> };
	const [type] = await rest.call<Description[]>('POST', '/rest/node-types', {
		nodeInfos: [{ name: node.type, version: node.typeVersion }],
	});
	const webhook = type?.webhooks?.[0];
	if (!webhook || !node.webhookId) throw new Error(`"${node.name}" has no webhook.`);
	return webhook.isFullPath ? node.webhookId : `${node.webhookId}/${webhook.path}`;
}

/**
 * Activates the stored version of a workflow and waits until its triggers have started.
 *
 * @throws Error with n8n's reason if activation fails
 */
export async function publishWorkflow(rest: N8nRest, workflow: Workflow): Promise<void> {
	const { versionId } = workflow;
	await rest.call('POST', `/rest/workflows/${workflow.id}/activate`, { versionId });
	// n8n activates in the background, so the response above does not say whether it succeeded.
	await poll(`"${workflow.name}" to be activated`, async () => {
		const { status, liveVersionId, triggers } = await rest.call<PublicationStatus>(
			'GET',
			`/rest/workflows/${workflow.id}/publication-status`,
		);
		if (status === 'in_progress' || status === 'not_published') return undefined;
		const failed = triggers.find(({ errorMessage }) => errorMessage);
		if (failed) throw new Error(failed.errorMessage ?? status);
		return liveVersionId === versionId ? true : undefined;
	});
}

/**
 * Activates a workflow that starts with a webhook.
 *
 * @returns path of the first node's production webhook, relative to n8n's URL
 * @throws Error with n8n's reason if activation fails
 */
export async function activateWorkflow(rest: N8nRest, workflow: Workflow): Promise<string> {
	await publishWorkflow(rest, workflow);
	const trigger = workflow.nodes.find(({ webhookId }) => webhookId !== undefined);
	if (!trigger) throw new Error(`"${workflow.name}" has no node with a webhook.`);
	return `webhook/${await webhookPath(rest, trigger)}`;
}

export async function deactivateWorkflow(rest: N8nRest, id: string): Promise<void> {
	await rest.call('POST', `/rest/workflows/${id}/deactivate`, {});
}

/** Deactivates a workflow and waits until its triggers have ended. */
export async function unpublishWorkflow(rest: N8nRest, id: string): Promise<void> {
	await deactivateWorkflow(rest, id);
	await poll(`workflow ${id} to be deactivated`, async () => {
		const { status } = await rest.call<PublicationStatus>(
			'GET',
			`/rest/workflows/${id}/publication-status`,
		);
		return status === 'not_published' || undefined;
	});
}

/**
 * Runs a workflow from the named trigger, as the editor's button does.
 *
 * @returns ID of the execution, which may still be running
 */
export async function runWorkflow(rest: N8nRest, id: string, triggerName: string): Promise<string> {
	const { executionId } = await rest.call<{ executionId: string }>(
		'POST',
		`/rest/workflows/${id}/run`,
		{ triggerToStartFrom: { name: triggerName } },
	);
	return executionId;
}
