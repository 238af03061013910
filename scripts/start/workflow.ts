import type { Sandbox } from '../../sandbox/index.ts';
import type { WooCommerce } from '../../sandbox/shops/index.ts';
import { waitForExecution } from '../n8n/executions.ts';
import { poll } from '../n8n/poll.ts';
import type { N8nRest } from '../n8n/rest.ts';
import {
	publishWorkflow,
	runWorkflow,
	unpublishWorkflow,
	webhookPath,
	type Workflow,
	type WorkflowFile,
	type WorkflowNode,
} from '../n8n/workflows.ts';

/** The workflow that brings the shop's orders to the service and their tracking numbers back. */
export const WORKFLOW_FILE = 'examples/woocommerce-round-trip.json';

/**
 * How often a schedule of the workflow starts it here. An order takes two runs: one places it, one tells its customer.
 * Every minute, both could take a little more than two minutes.
 */
const SCHEDULE = { rule: { interval: [{ field: 'seconds', secondsInterval: 30 }] } };

const typed =
	(type: string) =>
	(node: WorkflowNode): boolean =>
		node.type === type;
const isSchedule = typed('n8n-nodes-base.scheduleTrigger');
const isManual = typed('n8n-nodes-base.manualTrigger');
const isShopWebhook = typed('n8n-nodes-base.wooCommerceTrigger');
const isServiceWebhook = typed('n8n-nodes-pod-fulfilment.podFulfilmentTrigger');

/** The workflow with schedules that somebody who watches can wait for. */
export const withShortSchedule = (file: WorkflowFile): WorkflowFile => ({
	...file,
	nodes: file.nodes.map((node) =>
		isSchedule(node) ? { ...node, parameters: { ...node.parameters, ...SCHEDULE } } : node,
	),
});

/**
 * Sets the workflow up as its notes say, with whatever of these it has: what a manual trigger prepares once, its webhook in
 * the shop, and its webhook at the service.
 *
 * @throws Error with n8n's reason if one of them fails
 */
export async function publishAsNoted(
	rest: N8nRest,
	n8nUrl: string,
	workflow: Workflow,
	{ sandbox, shop }: { sandbox: Sandbox; shop: WooCommerce },
): Promise<void> {
	const preparation = workflow.nodes.find(isManual);
	if (preparation) {
		const id = await runWorkflow(rest, workflow.id, preparation.name);
		const { status, error } = await waitForExecution(rest, id);
		if (status !== 'success') {
			throw new Error(error?.message ?? `"${preparation.name}" did not succeed.`);
		}
	}
	// After an earlier start it is active, but this shop has not heard of its webhook.
	await unpublishWorkflow(rest, workflow.id);
	await publishWorkflow(rest, workflow);
	if (workflow.nodes.some(isShopWebhook)) {
		await poll('n8n to set up its webhook in the shop', async () =>
			shop.control.webhooks().length > 0 ? true : undefined,
		);
	}
	const events = workflow.nodes.find(isServiceWebhook);
	if (events) {
		const url = `${n8nUrl}/webhook/${await webhookPath(rest, events)}`;
		const { signingSecret } = sandbox.accounts.demo;
		// Two events at once would start two runs, of which n8n shows one as failed: it comes again.
		await sandbox.control.setWebhook({ url, signingSecret, inOrder: true });
	}
}
