import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { saveCredential } from '../../../scripts/n8n/credentials.ts';
import { getExecution, hasEnded, listExecutions } from '../../../scripts/n8n/executions.ts';
import { poll } from '../../../scripts/n8n/poll.ts';
import {
	webhookPath,
	type WorkflowFile,
	type WorkflowNode,
} from '../../../scripts/n8n/workflows.ts';
import { TIME_SCALE, withoutNodes } from '../../e2e/support/dataTable.ts';
import { placeOrder, untilGivenUp } from '../../e2e/support/service.ts';
import { demoData } from '../../support/demoData.ts';
import { readExample } from '../../support/example.ts';
import { servedFile } from '../../support/printFiles/servedFile.ts';
import type { VersionOfN8n } from './installedN8n.ts';
import { activate, run } from './workflows.ts';

const DATA_TABLE = 'n8n-nodes-base.dataTable';

/** The trigger that a webhook starts. */
const STARTED_BY_WEBHOOK = /\.podFulfilmentTrigger$/;

interface Column {
	name: string;
	type: string;
}

/** Runs the examples with a data table, set up as their notes say, in a version of n8n that has data tables. */
export function testDataTables(n8n: () => VersionOfN8n, canCreateTables: boolean): void {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ timeScale: TIME_SCALE });
	});
	afterAll(async () => {
		await sandbox.close();
	});

	/** Sends a request about the data tables of the owner's project. */
	async function tables<Data>(method: string, path = '', body?: unknown): Promise<Data> {
		const { rest } = n8n();
		const { id } = await rest.call<{ id: string }>('GET', '/rest/projects/personal');
		return await rest.call<Data>(method, `/rest/projects/${id}/data-tables${path}`, body);
	}

	/** Stores the credentials that the examples name. Returns them as nodes refer to them. */
	async function saveCredentials(): Promise<NonNullable<WorkflowNode['credentials']>> {
		const { type, id, name } = await saveCredential(n8n().rest, {
			name: 'POD Fulfilment account',
			type: 'podFulfilmentApi',
			data: demoData(sandbox),
		});
		return { [type]: { id, name } };
	}

	/** An example without samples, with its table. Returns the ID of the table, too. */
	async function setUp(name: string): Promise<{ file: WorkflowFile; table: string }> {
		const saved = await saveCredentials();
		const read = await readExample(name);
		// n8n 1 leaves it to the editor to find credentials by name, and to give a webhook its ID.
		const nodes = read.nodes.map((node) => ({
			...node,
			...(node.credentials && {
				credentials: Object.fromEntries(
					Object.entries(node.credentials).map(([type, named]) => [type, saved[type] ?? named]),
				),
			}),
			...(STARTED_BY_WEBHOOK.test(node.type) && { webhookId: randomUUID() }),
		}));
		const file = { ...read, nodes };
		const create = nodes.find((node) => node.name === 'Create the Table');
		const { tableName, columns } = create?.parameters as {
			tableName: string;
			columns: { column: Column[] };
		};
		if (canCreateTables) {
			const { status, error } = await run(n8n().rest, file, 'Create the Table Once');
			expect(status, error?.message).toBe('success');
			const { data } = await tables<{ data: Array<{ id: string; name: string }> }>('GET');
			return { file, table: String(data.find((table) => table.name === tableName)?.id) };
		}
		const { id } = await tables<{ id: string }>('POST', '', {
			name: tableName,
			columns: columns.column,
		});
		const select = (parameters: Record<string, unknown>) =>
			parameters.dataTableId === undefined
				? parameters
				: { ...parameters, dataTableId: { __rl: true, mode: 'list', value: id } };
		return {
			file: {
				...file,
				nodes: nodes.map((node) =>
					node.type === DATA_TABLE ? { ...node, parameters: select(node.parameters) } : node,
				),
			},
			table: id,
		};
	}

	/** Publishes a workflow, and leads the service's events to its webhook. Returns its ID. */
	async function publish(file: WorkflowFile): Promise<string> {
		const { rest, url } = n8n();
		const id = await activate(rest, file);
		const trigger = file.nodes.find(({ type }) => type.endsWith('.podFulfilmentTrigger'));
		if (!trigger) throw new Error(`"${file.name}" has no trigger of the service's events`);
		await sandbox.control.setWebhook({
			url: `${url}/webhook/${await webhookPath(rest, trigger)}`,
		});
		return id;
	}

	/** The runs of a node in all executions of a workflow, once all have ended. */
	const countRuns = async (id: string, node: string): Promise<number> =>
		await poll('the executions to end', async () => {
			const all = await listExecutions(n8n().rest, id);
			if (!all.every(hasEnded)) return undefined;
			const executions = await Promise.all(
				all.map(async (one) => await getExecution(n8n().rest, one.id)),
			);
			return executions.filter(({ runs }) => runs[node]).length;
		});

	it('Order Book orders rows whose status was never written and whose status was emptied, once each', async () => {
		const { file, table } = await setUp('order-book');
		const row = {
			sku: 'T-S001-WHITE-M',
			quantity: '1',
			printFile: servedFile(sandbox, 'T-S001-WHITE-M'),
			name: 'Ada Lovelace',
			address: 'Musterstrasse 12',
			city: 'Berlin',
			zip: '10115',
			countryCode: 'DE',
		};
		await tables('POST', `/${table}/insert`, {
			data: [
				{ ...row, externalId: 'BOOK-1' },
				{ ...row, externalId: 'BOOK-2', status: '' },
				{ ...row, externalId: 'BOOK-3', status: 'done elsewhere' },
			],
			returnType: 'count',
		});
		for (let time = 1; time <= 2; time += 1) {
			const { status, error } = await run(n8n().rest, file, 'Schedule');
			expect(status, error?.message).toBe('success');
		}
		const ordered = sandbox.control
			.orders()
			.filter(({ externalId }) => externalId?.startsWith('BOOK-'));
		expect(ordered.map(({ externalId }) => externalId).sort()).toEqual(['BOOK-1', 'BOOK-2']);
		type Rows = { data: Array<{ externalId: string; status: string }> };
		const { data } = await tables<Rows>('GET', `/${table}/rows?take=10`);
		expect(data.map(({ externalId, status }) => [externalId, status]).sort()).toEqual([
			['BOOK-1', 'pending'],
			['BOOK-2', 'pending'],
			['BOOK-3', 'done elsewhere'],
		]);
	});

	it('No Event Lost does a change once that several runs have at the same moment', async () => {
		const { file } = await setUp('no-event-lost');
		const workflowId = await publish(withoutNodes(file, ['What Was Missed']));
		const id = await placeOrder(sandbox);
		const data = { order: { id, status: 'onhold', external_id: id } };
		await Promise.all(
			[1, 2, 3].map(
				async () => await sandbox.control.sendEvent({ type: 'order.updated', data, attempts: 6 }),
			),
		);
		await untilGivenUp(sandbox);
		// That it was created, and that it is on hold.
		expect(await countRuns(workflowId, 'Replace Me With Your Nodes')).toBe(2);
	});
}
