import type { Sandbox } from '../../../sandbox/index.ts';
import type { Credential } from '../../../scripts/n8n/credentials.ts';
import {
	getExecution,
	hasEnded,
	itemsOf,
	listExecutions,
	type Execution,
} from '../../../scripts/n8n/executions.ts';
import { poll } from '../../../scripts/n8n/poll.ts';
import type { N8nRest } from '../../../scripts/n8n/rest.ts';
import { createWorkflow, publishWorkflow } from '../../../scripts/n8n/workflows.ts';
import { pollingWorkflow } from './workflows.ts';

export const POLL_SECONDS = 3;

/**
 * Poll Times every few seconds. n8n refuses a schedule that is due more often than once a minute, but not several, each
 * of them due at a second of its own.
 */
export const OFTEN = {
	item: Array.from({ length: 60 / POLL_SECONDS }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * POLL_SECONDS} * * * * *`,
	})),
};

/** Everything that both triggers tell. */
export const ALL_EVENTS = [
	'order.created',
	'order.updated',
	'shipment.created',
	'mockup_task.finished',
];

/** Creates and activates a workflow that polls every few seconds. Returns its ID. */
export async function startPolling(
	rest: N8nRest,
	name: string,
	credential: Credential,
	parameters: Record<string, unknown> = {},
): Promise<string> {
	const workflow = await createWorkflow(
		rest,
		pollingWorkflow(name, credential, { pollTimes: OFTEN, events: ALL_EVENTS, ...parameters }),
	);
	await publishWorkflow(rest, workflow);
	return workflow.id;
}

/** The executions of a workflow, oldest first, once all of them have ended. */
export const endedExecutions = async (rest: N8nRest, workflowId: string): Promise<Execution[]> =>
	await poll('the executions to end', async () => {
		const all = await listExecutions(rest, workflowId);
		if (!all.every(hasEnded)) return undefined;
		return await Promise.all(all.reverse().map(async ({ id }) => await getExecution(rest, id)));
	});

/** The `changeId` of each item that a node gave out, in all executions of a workflow. */
export async function changesAt(
	rest: N8nRest,
	workflowId: string,
	node: string,
): Promise<string[]> {
	const executions = await endedExecutions(rest, workflowId);
	return executions
		.flatMap((execution) => itemsOf(execution, node))
		.map(({ json }) => String(json.changeId));
}

/**
 * Waits until two more polls have begun: what stood at the service until now was read by the first of them, which has
 * ended.
 */
export async function untilPolled({ control }: Sandbox): Promise<void> {
	const begun = (): number =>
		control
			.requests()
			.filter(({ path, query }) => path === '/api/orders' && (query.page ?? '1') === '1').length;
	const before = begun();
	// With the shortest Poll Times of the editor, these take two minutes.
	await poll('two more polls', async () => begun() >= before + 2 || undefined, {
		timeoutMilliseconds: 150_000,
	});
}
