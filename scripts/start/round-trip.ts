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
} from '../n8n/workflows.ts';

/** The node that receives the service's webhooks. */
const EVENTS_NODE = 'A Parcel Left';

/**
 * Sets up the round trip as its notes say: its data table, its triggers, and its webhook at the service.
 *
 * @returns the webhook's URL
 * @throws Error with n8n's reason if one of them fails
 */
export async function publishRoundTrip(
	rest: N8nRest,
	n8nUrl: string,
	workflow: Workflow,
	{ sandbox, shop }: { sandbox: Sandbox; shop: WooCommerce },
): Promise<string> {
	const { status, error } = await waitForExecution(
		rest,
		await runWorkflow(rest, workflow.id, 'Create the Table Once'),
	);
	if (status !== 'success') throw new Error(error?.message ?? 'The data table was not created.');
	// After an earlier start it is active, but this shop has not heard of its webhook.
	await unpublishWorkflow(rest, workflow.id);
	await publishWorkflow(rest, workflow);
	await poll('n8n to set up its webhook in the shop', async () =>
		shop.control.webhooks().length > 0 ? true : undefined,
	);
	const trigger = workflow.nodes.find(({ name }) => name === EVENTS_NODE);
	if (!trigger) throw new Error(`"${workflow.name}" has no node "${EVENTS_NODE}".`);
	const url = `${n8nUrl}/webhook/${await webhookPath(rest, trigger)}`;
	const { signingSecret } = sandbox.accounts.demo;
	// Two events at once would start two runs, of which n8n shows one as failed: it comes again.
	await sandbox.control.setWebhook({ url, signingSecret, inOrder: true });
	return url;
}

/** A customer buys one piece of what the shop sells, and pays. */
export function orderInShop(shop: WooCommerce): { id: number; detail: string } {
	const { id, lines, shipping } = shop.control.order();
	const bought = lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ');
	const customer = `${shipping.first_name} ${shipping.last_name} in ${shipping.city}`;
	return { id, detail: `order ${id}, ${bought} → ${customer}` };
}

/** The note with the tracking number that the customer got, once the shop has completed the order. */
export function noteToCustomer({ control }: WooCommerce, orderId: number): string | undefined {
	if (control.getOrder(orderId).status !== 'completed') return undefined;
	return control.customerNotes(orderId)[0]?.note;
}
