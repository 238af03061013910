import { randomUUID } from 'node:crypto';
import { getExecution, hasEnded, type Execution } from '../../../scripts/n8n/executions.ts';
import { poll } from '../../../scripts/n8n/poll.ts';
import type { N8nRest } from '../../../scripts/n8n/rest.ts';
import {
	createWorkflow,
	getWorkflow,
	webhookPath,
	type Workflow,
	type WorkflowFile,
} from '../../../scripts/n8n/workflows.ts';

/** Stores a workflow. */
export const store = async (rest: N8nRest, file: WorkflowFile): Promise<Workflow> =>
	// n8n 1 leaves it to the editor to say so.
	await createWorkflow(rest, { ...file, active: false } as WorkflowFile);

/** Stores a workflow and runs it from 'Start', as the editor of n8n 1 does. Resolves when it has ended. */
export async function run(rest: N8nRest, file: WorkflowFile): Promise<Execution> {
	const workflowData = await store(rest, file);
	const { executionId } = await rest.call<{ executionId: string }>(
		'POST',
		`/rest/workflows/${workflowData.id}/run`,
		{ workflowData, triggerToStartFrom: { name: 'Start' } },
	);
	return await poll(`execution ${executionId} to end`, async () => {
		const execution = await getExecution(rest, executionId);
		// n8n 1 stores that an execution has ended before what came out of it.
		return hasEnded(execution) && execution.runs.Start ? execution : undefined;
	});
}

/**
 * Stores and activates a workflow whose first node is a trigger with a webhook.
 *
 * @returns ID of the workflow, and path of its production webhook relative to n8n's URL
 */
export async function activate(
	rest: N8nRest,
	file: WorkflowFile,
): Promise<{ id: string; path: string }> {
	const [first, ...others] = file.nodes;
	if (!first) throw new Error(`"${file.name}" has no node.`);
	// n8n 1 leaves it to the editor to give a webhook its ID.
	const trigger = { ...first, webhookId: randomUUID() };
	const { id, versionId } = await store(rest, { ...file, nodes: [trigger, ...others] });
	await rest.call('PATCH', `/rest/workflows/${id}`, { active: true, versionId });
	await poll(`"${file.name}" to be activated`, async () => {
		const { active } = await getWorkflow(rest, id);
		return active || undefined;
	});
	return { id, path: `webhook/${await webhookPath(rest, trigger)}` };
}
