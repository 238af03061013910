import { itemsOf, waitForExecution } from '../n8n/executions.ts';
import type { N8nRest } from '../n8n/rest.ts';
import { runWorkflow } from '../n8n/workflows.ts';

/**
 * Runs the workflow from-shop-to-doorstep.json, as the user's click does.
 *
 * @returns what became of the order, for the screen
 * @throws Error if it ends without a picture or a tracking link
 */
export async function runFirstSteps(
	rest: N8nRest,
	workflowId: string,
	timeoutMilliseconds: number,
): Promise<string> {
	const executionId = await runWorkflow(rest, workflowId, 'A Paid Order');
	const execution = await waitForExecution(rest, executionId, timeoutMilliseconds);
	const [order] = itemsOf(execution, 'Order It');
	const [variant] = itemsOf(execution, 'Its Picture');
	const [parcel] = itemsOf(execution, 'Its Parcel');
	const picture = variant?.binary?.data;
	if (execution.status !== 'success' || !order || !picture || !parcel?.json.trackingUrl) {
		throw new Error(execution.error?.message ?? 'It put out no picture or no tracking link.');
	}
	const { itemLines, recipientLine } = order.json as { itemLines: string[]; recipientLine: string };
	return `${itemLines.join(', ')} → ${recipientLine}, ${picture.fileName}, ${String(parcel.json.trackingUrl)}`;
}
