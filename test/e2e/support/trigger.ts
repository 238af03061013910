import type { Credential } from '../../../scripts/n8n/credentials.ts';
import {
	getExecution,
	hasEnded,
	listExecutions,
	type Execution,
} from '../../../scripts/n8n/executions.ts';
import { poll } from '../../../scripts/n8n/poll.ts';
import type { N8nRest } from '../../../scripts/n8n/rest.ts';
import { activateWorkflow, createWorkflow } from '../../../scripts/n8n/workflows.ts';
import { n8n } from './n8n.ts';
import { triggerWorkflow } from './workflows.ts';

/** Creates and activates a workflow that starts with the trigger. Returns its ID and its webhook URL. */
export async function activateTrigger(
	rest: N8nRest,
	name: string,
	credential: Credential,
	parameters: Record<string, unknown>,
): Promise<{ id: string; url: string }> {
	const workflow = await createWorkflow(rest, triggerWorkflow(name, credential, parameters));
	return { id: workflow.id, url: `${n8n.url}/${await activateWorkflow(rest, workflow)}` };
}

/** Waits until a workflow has at least `count` executions and all have ended. Returns them, oldest first. */
export const executionsOf = async (
	rest: N8nRest,
	workflowId: string,
	count: number,
): Promise<Execution[]> =>
	await poll(`${count} executions that have ended`, async () => {
		const all = await listExecutions(rest, workflowId);
		if (all.length < count || !all.every(hasEnded)) return undefined;
		return await Promise.all(all.reverse().map(async ({ id }) => await getExecution(rest, id)));
	});
