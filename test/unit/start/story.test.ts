import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'flatted';
import { describe, expect, it } from 'vitest';

import type { WooCommerce } from '../../../sandbox/shops/index.ts';
import { root } from '../../../scripts/n8n/paths.ts';
import type { N8nRest } from '../../../scripts/n8n/rest.ts';
import type { WorkflowFile } from '../../../scripts/n8n/workflows.ts';
import { Story, type OrderRun } from '../../../scripts/start/story.ts';
import { ORDERING_NODE, WORKFLOW_FILE } from '../../../scripts/start/workflow.ts';

/** A run, with the items of its node for orders. */
interface Run {
	id: string;
	status: 'success' | 'error' | 'running';
	orders: Array<Record<string, unknown>>;
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
		const { orders = [], isUnstored } = runs.find((run) => run.id === id) ?? {};
		const items = orders.map((json) => ({ json }));
		const trigger = isUnstored === true ? {} : { Schedule: [{ data: { main: [[{ json: {} }]] } }] };
		const ordering = orders.length > 0 ? { [ORDERING_NODE]: [{ data: { main: [items] } }] } : {};
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

interface Shown {
	newest: string;
	ofOrders: OrderRun[];
}

/** What the story shows of these runs until one is the newest, beside runs of an earlier start. */
async function shownUntil(last: string, runs: Run[], earlier: Run[] = []): Promise<Shown[]> {
	const shown: Shown[] = [];
	const end = new AbortController();
	const all = [...earlier];
	const story = new Story(shop, n8nWith(all), 'w1', (newest, ofOrders) => {
		shown.push({ newest, ofOrders });
		if (newest === last) end.abort();
	});
	await story.skipEarlierRuns();
	all.unshift(...runs);
	await story.reportUntilAborted(end.signal);
	runs.splice(0, Infinity, ...all);
	return shown;
}

const WAITING = { externalId: 'woo-728', outcome: 'existing', next: 'wait' };

describe('The runs of the workflow that npm start imports', () => {
	it('those without an order are deleted, but for one that stopped or goes on', async () => {
		const runs: Run[] = [
			{ id: '7', status: 'running', orders: [] },
			{ id: '6', status: 'success', orders: [], isUnstored: true },
			{ id: '5', status: 'success', orders: [] },
			{ id: '4', status: 'success', orders: [WAITING, WAITING] },
			{ id: '3', status: 'error', orders: [] },
			{ id: '2', status: 'success', orders: [WAITING] },
			{ id: '1', status: 'success', orders: [] },
		];
		expect(await shownUntil('4', runs)).toEqual([{ newest: '4', ofOrders: [] }]);
		expect(runs.map(({ id }) => id)).toEqual(['7', '6', '4', '3', '2']);
	});

	it('each order has the runs in which something became of it, and none of an earlier start', async () => {
		const placed = { outcome: 'placed', next: 'wait' };
		const earlier: Run[] = [
			{ id: '2', status: 'error', orders: [{ externalId: 'woo-728', next: 'look' }] },
			{ id: '1', status: 'success', orders: [{ externalId: 'woo-727', ...placed }] },
		];
		const runs: Run[] = [
			{ id: '13', status: 'success', orders: [{ externalId: 'own-1', next: 'complete' }] },
			{ id: '12', status: 'error', orders: [{ externalId: 'woo-729', error: 'x', next: 'look' }] },
			{
				id: '11',
				status: 'success',
				orders: [{ externalId: 'woo-727', outcome: 'existing', next: 'complete' }, WAITING],
			},
			{ id: '10', status: 'success', orders: [{ externalId: 'woo-728', ...placed }] },
			{ id: '9', status: 'success', orders: [{ externalId: 'woo-727', ...placed }] },
		];
		expect(await shownUntil('13', runs, earlier)).toEqual([
			{
				newest: '13',
				ofOrders: [
					{ orderId: 727, what: 'Placed', run: '9' },
					{ orderId: 728, what: 'Placed', run: '10' },
					{ orderId: 727, what: 'Completed', run: '11' },
					{ orderId: 729, what: 'Needs You', run: '12' },
				],
			},
		]);
	});

	it('the node by which they are told is in the example', () => {
		const { nodes } = JSON.parse(readFileSync(join(root, WORKFLOW_FILE), 'utf8')) as WorkflowFile;
		expect(nodes.map(({ name }) => name)).toContain(ORDERING_NODE);
	});
});
