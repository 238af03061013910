import type { WorkflowFile, WorkflowNode } from '../n8n/workflows.ts';

/** The workflow that brings the shop's orders to the service and their tracking numbers back. */
export const WORKFLOW_FILE = 'examples/woocommerce.json';

/** Its node that every order comes to. A run in which nothing does had none. */
export const ORDERING_NODE = 'Create the Order';

/**
 * How often a schedule of the workflow starts it here. An order takes two runs: one places it, one completes it with its
 * numbers. Every minute, both could take a little more than two minutes.
 */
const SCHEDULE = { rule: { interval: [{ field: 'seconds', secondsInterval: 30 }] } };

/** Before every order: a shop that begins with its example left none of them to another service. */
const NOT_BEFORE = '2000-01-01';

/** The workflow as its owner completes it: where it asks from when orders are produced, a day is entered. */
export const withNotBefore = <File extends Pick<WorkflowFile, 'nodes'>>(file: File): File => ({
	...file,
	nodes: file.nodes.map((node) => {
		const { options } = node.parameters as { options?: Record<string, unknown> };
		return options?.notBefore === ''
			? {
					...node,
					parameters: { ...node.parameters, options: { ...options, notBefore: NOT_BEFORE } },
				}
			: node;
	}),
});

/** What n8n calls the first credential of each type. */
const CREDENTIAL_NAMES: Record<string, string> = {
	podFulfilmentApi: 'POD Fulfilment account',
	wooCommerceApi: 'WooCommerce account',
	shopifyAccessTokenApi: 'Shopify account',
};

/** The type of the credential that a node needs. */
function credentialTypeOf({ type, parameters }: WorkflowNode): string {
	if (type.startsWith('n8n-nodes-pod-fulfilment.')) return 'podFulfilmentApi';
	if (type.startsWith('n8n-nodes-base.wooCommerce')) return 'wooCommerceApi';
	return String(parameters.nodeCredentialType);
}

/**
 * The workflow as its owner completes it: with credentials chosen. The examples name none: n8n runs no workflow with one that
 * is not there, not even on its samples.
 */
export const withCredentials = (file: WorkflowFile): WorkflowFile => ({
	...file,
	nodes: file.nodes.map((node) => {
		const type = credentialTypeOf(node);
		const name = CREDENTIAL_NAMES[type];
		return name === undefined ? node : { ...node, credentials: { [type]: { id: null, name } } };
	}),
});

/** The workflow with schedules that somebody who watches can wait for. */
export const withShortSchedule = (file: WorkflowFile): WorkflowFile => ({
	...file,
	nodes: file.nodes.map((node) =>
		node.type === 'n8n-nodes-base.scheduleTrigger'
			? { ...node, parameters: { ...node.parameters, ...SCHEDULE } }
			: node,
	),
});
