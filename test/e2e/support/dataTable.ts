import { waitForExecution } from '../../../scripts/n8n/executions.ts';
import type { N8nRest } from '../../../scripts/n8n/rest.ts';
import {
	createWorkflow,
	publishWorkflow,
	runWorkflow,
	webhookPath,
	type Workflow,
	type WorkflowFile,
} from '../../../scripts/n8n/workflows.ts';

/** The service repeats a delivery after 0.5, 2, 6, 16 and 34 seconds. */
export const TIME_SCALE = 30;

/** The same workflow without these nodes. */
export const withoutNodes = (file: WorkflowFile, names: string[]): WorkflowFile => ({
	...file,
	nodes: file.nodes.filter(({ name }) => !names.includes(name)),
	connections: Object.fromEntries(
		Object.entries(file.connections).filter(([name]) => !names.includes(name)),
	),
});

/**
 * Imports, sets up and publishes an example that has a data table.
 *
 * @param webhookUrl where n8n receives webhooks
 * @returns the workflow, and the URL of its trigger of this name; empty if it has none
 */
export async function publishExample(
	{ rest }: { rest: N8nRest },
	webhookUrl: string,
	file: WorkflowFile,
	triggerName: string,
): Promise<{ workflow: Workflow; url: string }> {
	const workflow = await createWorkflow(rest, file);
	const run = await runWorkflow(rest, workflow.id, 'Create the Table Once');
	const { status, error } = await waitForExecution(rest, run);
	if (status !== 'success') throw new Error(`The table: ${status} ${error?.message ?? ''}`);
	await publishWorkflow(rest, workflow);
	const trigger = workflow.nodes.find(({ name }) => name === triggerName);
	const url = trigger ? `${webhookUrl}/webhook/${await webhookPath(rest, trigger)}` : '';
	return { workflow, url };
}
