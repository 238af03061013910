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

/** The workflow with schedules that somebody who watches can wait for. */
export const withShortSchedule = (file: WorkflowFile): WorkflowFile => ({
	...file,
	nodes: file.nodes.map((node) =>
		node.type === 'n8n-nodes-base.scheduleTrigger'
			? { ...node, parameters: { ...node.parameters, ...SCHEDULE } }
			: node,
	),
});
