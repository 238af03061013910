import type { IDataObject, INode } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/index.ts';
import { pinnedInput, TOOL, type SavedWorkflow } from '../../support/savedWorkflows.ts';
import { startAction } from '../engine/execution.ts';
import { withTool } from '../engine/tool.ts';
import { atStartTime, freshAccount } from './sandbox.ts';
import { stabilizer } from './stable.ts';

export interface ExpectedRequest {
	/** Such as `GET /api/orders?page=2`. */
	request: string;
	body?: unknown;
}

/** What a node of the action does by itself. */
export interface ExpectedRun {
	/** What is sent, each read once. */
	requests: ExpectedRequest[];
	items: unknown[];
	/** Number of the input item that each item comes from. */
	pairedItems?: unknown[];
	/** Items of the error output, where the node has one. */
	errorItems?: unknown[];
	/** Present where the node fails: its wording, of which only the fixed phrases stay. */
	error?: unknown;
}

const isRead = ({ request }: ExpectedRequest): boolean => request.startsWith('GET ');

/** Changes in their order, and behind them what was read, which may come in any order and more than once. */
export function comparableRequests(requests: ExpectedRequest[]): ExpectedRequest[] {
	const reads = new Set(requests.filter(isRead).map(({ request }) => request));
	return [
		...requests.filter((request) => !isRead(request)),
		...[...reads].sort().map((request) => ({ request })),
	];
}

function requestsOf({ control }: Sandbox): ExpectedRequest[] {
	return control.requests().map(({ method, path, query, body }) => {
		const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
		const request = `${method} ${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
		return { request, ...(body !== undefined && body !== '' && { body }) };
	});
}

/** Runs the node as an AI agent's tool. The agent gives no arguments: all are in the workflow. */
async function runTool(
	node: INode,
	credential: Parameters<typeof withTool>[1],
): Promise<Pick<ExpectedRun, 'items'>> {
	const answer = await withTool(node.parameters, credential, async (tool) => await tool.invoke({}));
	return { items: JSON.parse(answer) as unknown[] };
}

/** Runs a node by itself; what comes out is not yet the same in every run. */
export async function runNode(
	node: INode,
	items: IDataObject[],
	credential: Parameters<typeof withTool>[1],
): Promise<Omit<ExpectedRun, 'requests'>> {
	const { finished } = startAction({
		parameters: node.parameters,
		items,
		credential,
		settings: { ...node, credentials: { podFulfilmentApi: { id: '1', name: 'Demo Shop' } } },
	});
	const { outputs, error } = await finished;
	const [first = [], ...others] = outputs;
	return {
		items: first.map(({ json }) => json),
		...(first.length > 0 && {
			// What Always Output Data adds comes from no item.
			pairedItems: first.map(({ pairedItem }) => (pairedItem as { item?: number }).item ?? null),
		}),
		...(others.length > 0 && { errorItems: others.flat().map(({ json }) => json) }),
		...(error && { error: error.message }),
	};
}

/** Runs a node of the action by itself against the sandbox. */
export async function runSavedNode(
	sandbox: Sandbox,
	workflow: SavedWorkflow,
	node: INode,
): Promise<ExpectedRun> {
	const credential = await freshAccount(sandbox);
	return await atStartTime(true, async () => {
		const items = pinnedInput(workflow, node) ?? [{}];
		const result =
			node.type === TOOL ? await runTool(node, credential) : await runNode(node, items, credential);
		const requests = comparableRequests(requestsOf(sandbox));
		const stable = stabilizer(sandbox)({ requests, ...result }) as ExpectedRun;
		return { ...stable, requests: comparableRequests(stable.requests) };
	});
}
