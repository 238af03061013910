import { parse } from 'flatted';
import { poll } from './poll.ts';
import type { N8nRest } from './rest.ts';

export interface ExecutionSummary {
	id: string;
	workflowId: string;
	mode: string;
	status: string;
	startedAt: string;
	stoppedAt: string | null;
}

export interface Item {
	json: Record<string, unknown>;
	pairedItem?: unknown;
	error?: { message?: string; description?: string };
}

interface NodeRun {
	executionStatus?: string;
	error?: { message?: string; description?: string | null };
	data?: { main?: Array<Item[] | null> };
}

export interface Execution extends ExecutionSummary {
	/** The error that ended the execution. */
	error?: { message: string; description?: string | null; node?: { name: string } };
	/** The runs of each node by its name. */
	runs: Record<string, NodeRun[]>;
}

const ended = new Set(['success', 'error', 'crashed', 'canceled']);

const filterOf = (workflowId: string, status?: string[]): string =>
	encodeURIComponent(JSON.stringify({ workflowId, status }));

/**
 * How many executions of a workflow have one of these statuses. Where many workers run at once, this is the way to
 * count: n8n sorts the pages of its list by their start and cuts them by id, so that some are on none of its pages.
 */
export async function countExecutions(
	rest: N8nRest,
	workflowId: string,
	status: string[],
): Promise<number> {
	const filter = filterOf(workflowId, status);
	const page = await rest.call<{ count: number }>(
		'GET',
		`/rest/executions?limit=1&filter=${filter}`,
	);
	return page.count;
}

/** All executions of a workflow, or those that have one of these statuses, newest first. */
export async function listExecutions(
	rest: N8nRest,
	workflowId: string,
	status?: string[],
): Promise<ExecutionSummary[]> {
	const filter = filterOf(workflowId, status);
	// By id: n8n reads running and ended ones separately, and one that ends in between is in both.
	const all = new Map<string, ExecutionSummary>();
	let cursor = '';
	do {
		const page = await rest.call<{ results: ExecutionSummary[]; nextCursor?: string | null }>(
			'GET',
			`/rest/executions?limit=100&filter=${filter}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
		);
		for (const summary of page.results) all.set(summary.id, summary);
		cursor = page.nextCursor ?? '';
	} while (cursor);
	return [...all.values()];
}

/** One execution with its data. n8n stores the data in the `flatted` format. */
export async function getExecution(rest: N8nRest, id: string): Promise<Execution> {
	const stored = await rest.call<ExecutionSummary & { data: string }>(
		'GET',
		`/rest/executions/${id}`,
	);
	// There is no data yet while the execution is being stored.
	const data = parse(stored.data) as
		{ resultData?: { runData?: Execution['runs']; error?: Execution['error'] } } | undefined;
	const { runData = {}, error } = data?.resultData ?? {};
	return { ...stored, runs: runData, error };
}

/** Waits until an execution has ended, well or not. */
export async function waitForExecution(
	rest: N8nRest,
	id: string,
	timeoutMilliseconds = 60_000,
): Promise<Execution> {
	return await poll(
		`execution ${id} to end`,
		async () => {
			const execution = await getExecution(rest, id);
			return ended.has(execution.status) ? execution : undefined;
		},
		{ timeoutMilliseconds },
	);
}

/** The items that a node put out, of all its outputs and runs. */
export function itemsOf(execution: Execution, nodeName: string): Item[] {
	const runs = execution.runs[nodeName] ?? [];
	return runs.flatMap((run) => (run.data?.main ?? []).flatMap((output) => output ?? []));
}

/** Whether an execution has ended. */
export const hasEnded = ({ status }: ExecutionSummary): boolean => ended.has(status);
