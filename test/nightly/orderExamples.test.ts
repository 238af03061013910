import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { startWooCommerce, type WooCommerce } from '../../sandbox/shops/index.ts';
import { saveCredential } from '../../scripts/n8n/credentials.ts';
import {
	getExecution,
	itemsOf,
	listExecutions,
	waitForExecution,
	type Execution,
} from '../../scripts/n8n/executions.ts';
import { poll } from '../../scripts/n8n/poll.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import {
	activateWorkflow,
	createWorkflow,
	publishWorkflow,
	runWorkflow,
	type Workflow,
	type WorkflowNode,
} from '../../scripts/n8n/workflows.ts';
import { demoData } from '../support/demoData.ts';
import { readExample } from '../support/example.ts';
import { servedFile } from '../support/printFiles/servedFile.ts';
import { ownN8n, type OwnN8n } from '../e2e/support/ownN8n.ts';
import { OFTEN } from '../e2e/support/polling.ts';
import { workflowOf } from './support/workflow.ts';

let sandbox: Sandbox;
let shop: WooCommerce;
let n8n: OwnN8n;
let rest: N8nRest;
let credentials: NonNullable<WorkflowNode['credentials']>;

beforeAll(async () => {
	sandbox = await startSandbox({ timeScale: 1000 });
	shop = await startWooCommerce();
	n8n = await ownN8n();
	rest = await n8n.start();
	const { url, consumerKey, consumerSecret } = shop;
	const saved = await Promise.all([
		saveCredential(rest, {
			name: 'POD Fulfilment account',
			type: 'podFulfilmentApi',
			data: demoData(sandbox),
		}),
		saveCredential(rest, {
			name: 'WooCommerce account',
			type: 'wooCommerceApi',
			data: { url, consumerKey, consumerSecret, includeCredentialsInQuery: true },
		}),
	]);
	credentials = Object.fromEntries(saved.map(({ type, id, name }) => [type, { id, name }]));
});
afterAll(async () => {
	await n8n?.close();
	await shop?.close();
	await sandbox?.close();
});

async function run(id: string, trigger: string): Promise<Execution> {
	const execution = await waitForExecution(rest, await runWorkflow(rest, id, trigger));
	expect(execution.status, execution.error?.message).toBe('success');
	return execution;
}

const TABLE = { __rl: true, mode: 'name', value: 'pod fulfilment order book' };

/** Runs one operation on the rows of the order book. Returns the rows that it gives out. */
async function onRows(
	parameters: Record<string, unknown>,
): Promise<Array<Record<string, unknown>>> {
	const file = workflowOf(
		'Rows',
		[
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
			{
				name: 'Rows',
				type: 'n8n-nodes-base.dataTable',
				typeVersion: 1.1,
				parameters: { resource: 'row', dataTableId: TABLE, ...parameters },
			},
		],
		[['Start', 'Rows']],
		credentials,
	);
	const { id } = await createWorkflow(rest, file);
	return itemsOf(await run(id, 'Start'), 'Rows').map(({ json }) => json);
}

const addRow = async (row: Record<string, string>) =>
	await onRows({
		operation: 'insert',
		columns: {
			mappingMode: 'defineBelow',
			value: row,
			matchingColumns: [],
			schema: Object.keys(row).map((id) => ({
				id,
				displayName: id,
				required: false,
				defaultMatch: false,
				display: true,
				type: 'string',
				canBeUsedToMatch: true,
			})),
		},
		options: {},
	});

const rowOf = async (externalId: string) => {
	const rows = await onRows({ operation: 'get', filters: {}, returnAll: true });
	return rows.find((row) => row.externalId === externalId);
};

const CUSTOMER = {
	quantity: '2',
	name: 'Ada Lovelace',
	address: 'Musterstrasse 12',
	city: 'Berlin',
	zip: '10115',
	countryCode: 'DE',
	email: 'ada@customer.example',
};

describe('The example Order Book', () => {
	it('a new row is ordered once, and gets status and tracking; one that cannot be ordered says why', async () => {
		const workflow = await createWorkflow(rest, await readExample('order-book'));
		await run(workflow.id, 'Create the Table Once');
		const url = `${n8n.url}/${await activateWorkflow(rest, workflow)}`;
		await sandbox.control.setWebhook({ url });
		const ordered = { ...CUSTOMER, printFile: servedFile(sandbox, 'T-S001-WHITE-M') };
		await addRow({ ...ordered, externalId: 'BOOK-1', sku: 'T-S001-WHITE-M' });
		await addRow({ ...ordered, externalId: 'BOOK-2', sku: 'TS-UNKNOWN' });

		for (let time = 1; time <= 2; time += 1) await run(workflow.id, 'Schedule');
		const orders = sandbox.control.orders();
		expect(orders.map(({ externalId, status }) => [externalId, status])).toEqual([
			['BOOK-1', 'pending'],
		]);
		expect(await rowOf('BOOK-2')).toMatchObject({
			status: 'not placed',
			problem: expect.stringContaining('TS-UNKNOWN') as string,
		});

		for (const status of ['inprocess', 'fulfilled'] as const) {
			await sandbox.control.stepOrder('@BOOK-1', status);
		}
		const [parcel] = sandbox.control.shipments('@BOOK-1');
		await sandbox.control.stepShipment(String(parcel?.id), 'shipped');
		const row = await poll('the tracking in the row', async () => {
			const found = await rowOf('BOOK-1');
			return found?.tracking ? found : undefined;
		});
		expect(row.status).toBe('fulfilled');
		expect(row.tracking).toContain(parcel?.trackingUrl ?? parcel?.trackingId);
		expect(sandbox.control.orders()).toHaveLength(1);
	});
});

describe('The example Order Trouble', () => {
	let trouble: Workflow;

	/** What a node said, in the first execution in which it said such a thing. */
	async function said(node: string, expected: RegExp): Promise<Record<string, unknown>> {
		return await poll(`a message like ${expected}`, async () => {
			const executions = await listExecutions(rest, trouble.id, ['success']);
			for (const { id } of executions) {
				const items = itemsOf(await getExecution(rest, id), node);
				const found = items.find(({ json }) => expected.test(String(json.text)));
				if (found) return found.json;
			}
			return undefined;
		});
	}

	beforeAll(async () => {
		await sandbox.control.setWebhook({ url: '' });
		sandbox.control.addOrders({ count: 1, statuses: ['draft'], newestDaysAgo: 2 });
		const file = await readExample('order-trouble');
		trouble = await createWorkflow(rest, {
			...file,
			nodes: file.nodes.map((node) =>
				node.name === 'An Order Is in Trouble'
					? { ...node, parameters: { ...node.parameters, pollTimes: OFTEN } }
					: node,
			),
		});
		await publishWorkflow(rest, trouble);
	});

	it('an order that waits and one that fails become messages that say what to do', async () => {
		const [draft] = sandbox.control.orders().filter(({ status }) => status === 'draft');
		const waiting = await said(
			'One Message',
			new RegExp(`Order ${draft?.externalId}: draft that nobody has confirmed.*Confirm the order`),
		);
		expect(waiting.subject).toContain('need');
		await sandbox.control.stepOrder(String(draft?.id), 'failed');
		await said('One Message', new RegExp(`Order ${draft?.externalId}: failed.*Correct it with`));
	});

	it('as the error workflow of another one it says what stopped, with the order that it was about', async () => {
		const file = workflowOf(
			'Orders of My Shop',
			[
				{
					name: 'Sold',
					type: 'n8n-nodes-base.wooCommerceTrigger',
					typeVersion: 1,
					parameters: { event: 'order.updated' },
				},
				{
					name: 'Create the Order',
					type: 'n8n-nodes-pod-fulfilment.podFulfilment',
					typeVersion: 1,
					parameters: {
						resource: 'order',
						operation: 'create',
						orderFrom: 'shopOrder',
						shop: 'wooCommerce',
						shopOrder: '={{ $json }}',
						unknownLines: 'stop',
					},
				},
			],
			[['Sold', 'Create the Order']],
			credentials,
		);
		const settings = { ...file.settings, errorWorkflow: trouble.id };
		await publishWorkflow(rest, await createWorkflow(rest, { ...file, settings }));
		const { id } = shop.control.order({ lines: [{ sku: 'TS-UNKNOWN', printFile: null }] });
		const { subject, text } = await said('What Stopped', /Orders of My Shop/);
		expect(subject).toBe('Orders of My Shop stopped');
		expect(text).toMatch(new RegExp(`stopped at Create the Order: Shop order ${id} .*TS-UNKNOWN`));
		expect(text).not.toContain('<br>');
		expect(text).toContain('click Retry');
	});
});
