import type { WorkflowFile } from '../n8n/workflows.ts';

/** The workflow that brings the shop's orders to the service and their tracking numbers back. */
export const WORKFLOW_FILE = 'examples/woocommerce.json';

/** Its node that every order comes to. A run in which nothing does had none. */
export const ORDERING_NODE = 'Create the Order';

/**
 * How often a schedule of the workflow starts it here. An order takes two runs: one places it, one completes it with its
 * numbers. Every minute, both could take a little more than two minutes.
 */
const SCHEDULE = { rule: { interval: [{ field: 'seconds', secondsInterval: 30 }] } };

/** The workflow with schedules that somebody who watches can wait for. */
export const withShortSchedule = (file: WorkflowFile): WorkflowFile => ({
	...file,
	nodes: file.nodes.map((node) =>
		node.type === 'n8n-nodes-base.scheduleTrigger'
			? { ...node, parameters: { ...node.parameters, ...SCHEDULE } }
			: node,
	),
});
