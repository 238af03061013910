import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'flatted';
import { describe, expect, it } from 'vitest';

import type { WooCommerce } from '../../../sandbox/shops/index.ts';
import { root } from '../../../scripts/n8n/paths.ts';
import type { N8nRest } from '../../../scripts/n8n/rest.ts';
import type { WorkflowFile } from '../../../scripts/n8n/workflows.ts';
import { Story } from '../../../scripts/start/story.ts';
import { ORDERING_NODE, WORKFLOW_FILE } from '../../../scripts/start/workflow.ts';

/** A run, with how many items its node for orders had. */
interface Run {
	id: string;
	status: 'success' | 'error' | 'running';
	orders: number;
	/** n8n has not stored its data yet. */
	isUnstored?: boolean;
}

/** An n8n with these runs, newest first as it lists them. */
function n8nWith(runs: Run[]) {
	const call = async (_method: string, path: string): Promise<unknown> => {
		const [, id] = /^\/rest\/executions\/(\w+)$/.exec(path) ?? [];
		if (id === undefined) {
			const filter = new URL(path, 'http://n8n').searchParams.get('filter') ?? '{}';
			const { status } = JSON.parse(filter) as { status?: string[] };
			return await Promise.resolve({
				results: runs.filter((run) => status?.includes(run.status) ?? true),
			});
		}
		const { orders = 0, isUnstored } = runs.find((run) => run.id === id) ?? {};
		const items = Array.from({ length: orders }, () => ({ json: {} }));
		const trigger = isUnstored === true ? {} : { Schedule: [{ data: { main: [[{ json: {} }]] } }] };
		const ordering = orders > 0 ? { [ORDERING_NODE]: [{ data: { main: [items] } }] } : {};
		const runData = { ...trigger, ...ordering };
		return { id, data: stringify({ resultData: { runData } }) };
	};
	const send = async (_method: string, path: string, body: { ids: string[] }): Promise<string> => {
		expect(path).toBe('/rest/executions/delete');
		for (const id of body.ids) {
			runs.splice(
				runs.findIndex((run) => run.id === id),
				1,
			);
		}
		return await Promise.resolve('');
	};
	return { call, send } as unknown as N8nRest;
}

const shop = {
	control: { orders: () => [], mails: () => [] },
} as unknown as WooCommerce;

/** What the story shows until this run is shown. */
async function shownUntil(last: string, runs: Run[]): Promise<string[]> {
	const shown: string[] = [];
	const end = new AbortController();
	const story = new Story(shop, n8nWith(runs), 'w1', (id) => {
		shown.push(id);
		if (id === last) end.abort();
	});
	await story.skipEarlierRuns();
	await story.reportUntilAborted(end.signal);
	return shown;
}

describe('The runs of the workflow that npm start imports', () => {
	it('the newest with an order is shown, and those without are deleted, but for one that stopped or goes on', async () => {
		const runs: Run[] = [
			{ id: '7', status: 'running', orders: 0 },
			{ id: '6', status: 'success', orders: 0, isUnstored: true },
			{ id: '5', status: 'success', orders: 0 },
			{ id: '4', status: 'success', orders: 2 },
			{ id: '3', status: 'error', orders: 0 },
			{ id: '2', status: 'success', orders: 1 },
			{ id: '1', status: 'success', orders: 0 },
		];
		expect(await shownUntil('4', runs)).toEqual(['2', '4']);
		expect(runs.map(({ id }) => id)).toEqual(['7', '6', '4', '3', '2']);
	});

	it('the node by which they are told is in the example', () => {
		const { nodes } = JSON.parse(readFileSync(join(root, WORKFLOW_FILE), 'utf8')) as WorkflowFile;
		expect(nodes.map(({ name }) => name)).toContain(ORDERING_NODE);
	});
});
