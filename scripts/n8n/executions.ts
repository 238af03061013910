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
	binary?: Record<string, { fileName?: string; mimeType: string; fileSize?: string }>;
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

const FINAL_STATUSES = new Set(['success', 'error', 'crashed', 'canceled']);

const filterOf = (workflowId: string, status?: string[]): string =>
	encodeURIComponent(JSON.stringify({ workflowId, status }));

/**
 * Counts the executions of a workflow that have one of these statuses. With several workers, listing them would miss
 * some: n8n sorts the list by start time but pages it by ID.
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

/** Lists all executions of a workflow, or those that have one of these statuses, newest first. */
export async function listExecutions(
	rest: N8nRest,
	workflowId: string,
	status?: string[],
): Promise<ExecutionSummary[]> {
	const filter = filterOf(workflowId, status);
	// By ID: n8n reads running and finished executions separately, so one that finishes in between is in both results.
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

/** Reads one execution with its data, which n8n stores in the `flatted` format. */
export async function getExecution(rest: N8nRest, id: string): Promise<Execution> {
	const stored = await rest.call<ExecutionSummary & { data: string }>(
		'GET',
		`/rest/executions/${id}`,
	);
	// Undefined while n8n is still storing the execution.
	const data = parse(stored.data) as
		{ resultData?: { runData?: Execution['runs']; error?: Execution['error'] } } | undefined;
	const { runData = {}, error } = data?.resultData ?? {};
	return { ...stored, runs: runData, error };
}

/** Deletes executions with their data. */
export async function deleteExecutions(rest: N8nRest, ids: string[]): Promise<void> {
	// n8n answers with a text that is no JSON.
	if (ids.length > 0) await rest.send('POST', '/rest/executions/delete', { ids });
}

/** Waits until an execution has ended, successfully or not. */
export async function waitForExecution(
	rest: N8nRest,
	id: string,
	timeoutMilliseconds = 60_000,
): Promise<Execution> {
	return await poll(
		`execution ${id} to end`,
		async () => {
			const execution = await getExecution(rest, id);
			return hasEnded(execution) ? execution : undefined;
		},
		{ timeoutMilliseconds },
	);
}

/** The output items of a node, from all its outputs and runs. */
export function itemsOf(execution: Execution, nodeName: string): Item[] {
	const runs = execution.runs[nodeName] ?? [];
	return runs.flatMap((run) => (run.data?.main ?? []).flatMap((output) => output ?? []));
}

export const hasEnded = ({ status }: ExecutionSummary): boolean => FINAL_STATUSES.has(status);
