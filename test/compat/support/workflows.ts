import { randomUUID } from 'node:crypto';
import { getExecution, hasEnded, type Execution } from '../../../scripts/n8n/executions.ts';
import { poll } from '../../../scripts/n8n/poll.ts';
import { N8nHttpError, type N8nRest } from '../../../scripts/n8n/rest.ts';
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

/** Stores a workflow and starts it from a trigger, as the editor does. Returns the ID of the execution. */
export async function start(rest: N8nRest, file: WorkflowFile, trigger = 'Start'): Promise<string> {
	const workflowData = await store(rest, file);
	const { executionId } = await rest.call<{ executionId: string }>(
		'POST',
		`/rest/workflows/${workflowData.id}/run`,
		{ workflowData, triggerToStartFrom: { name: trigger } },
	);
	return executionId;
}

/** Waits until an execution has ended. */
const ended = async (rest: N8nRest, executionId: string, trigger: string): Promise<Execution> =>
	await poll(`execution ${executionId} to end`, async () => {
		const execution = await getExecution(rest, executionId);
		// n8n 1 stores that an execution has ended before what came out of it.
		return hasEnded(execution) && execution.runs[trigger] ? execution : undefined;
	});

/** Stores a workflow and runs it from a trigger. Resolves when it has ended. */
export const run = async (
	rest: N8nRest,
	file: WorkflowFile,
	trigger = 'Start',
): Promise<Execution> => await ended(rest, await start(rest, file, trigger), trigger);

/** Sends a request that only some versions of n8n know. Undefined where it is not known. */
async function ifKnown<Data>(
	rest: N8nRest,
	method: string,
	path: string,
	body?: unknown,
): Promise<Data | undefined> {
	try {
		return await rest.call<Data>(method, path, body);
	} catch (error) {
		if (error instanceof N8nHttpError && error.status === 404) return undefined;
		throw error;
	}
}

/** Stores and activates a workflow, and waits until its trigger has started. Returns its ID. */
export async function activate(rest: N8nRest, file: WorkflowFile): Promise<string> {
	const { id, versionId } = await store(rest, file);
	const path = `/rest/workflows/${id}`;
	const activated = await ifKnown(rest, 'POST', `${path}/activate`, { versionId });
	if (activated === undefined) await rest.call('PATCH', path, { active: true, versionId });
	await poll(`"${file.name}" to be activated`, async () => {
		const publication = await ifKnown<{ status: string }>(
			rest,
			'GET',
			`${path}/publication-status`,
		);
		if (publication) return publication.status === 'published' || undefined;
		return (await getWorkflow(rest, id)).active || undefined;
	});
	return id;
}

/**
 * Stores and activates a workflow whose first node is a trigger with a webhook.
 *
 * @returns ID of the workflow, and path of its production webhook relative to n8n's URL
 */
export async function activateWebhook(
	rest: N8nRest,
	file: WorkflowFile,
): Promise<{ id: string; path: string }> {
	const [first, ...others] = file.nodes;
	if (!first) throw new Error(`"${file.name}" has no node.`);
	// n8n 1 leaves it to the editor to give a webhook its ID.
	const trigger = { ...first, webhookId: randomUUID() };
	const id = await activate(rest, { ...file, nodes: [trigger, ...others] });
	return { id, path: `webhook/${await webhookPath(rest, trigger)}` };
}
