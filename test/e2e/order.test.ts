import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import type { Credential } from '../../scripts/n8n/credentials.ts';
import { itemsOf, waitForExecution } from '../../scripts/n8n/executions.ts';
import { root } from '../../scripts/n8n/paths.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import {
	createWorkflow,
	getWorkflow,
	runWorkflow,
	type WorkflowFile,
} from '../../scripts/n8n/workflows.ts';
import { withCredentials } from '../../scripts/start/workflow.ts';
import { servedFile } from '../support/printFiles/servedFile.ts';
import { connect, storeCredential } from './support/n8n.ts';
import { actionNode, manualWorkflow } from './support/workflows.ts';

const examplesFolder = join(root, 'examples');
const readExample = async (name: string) =>
	JSON.parse(await readFile(join(examplesFolder, name), 'utf8')) as WorkflowFile;

/** The node that a click starts with: one with a sample, or that needs none. */
function startOf({
	nodes,
	connections,
	pinData = {},
}: WorkflowFile & { pinData?: object }): string {
	const followers = new Set(JSON.stringify(connections).match(/(?<="node":")[^"]+/g));
	const starts = nodes
		.map(({ name }) => name)
		.filter((name) => connections[name] && !followers.has(name));
	return starts.find((name) => Object.hasOwn(pinData, name)) ?? starts[0] ?? '';
}

let sandbox: Sandbox;
let rest: N8nRest;
let credential: Credential;

beforeAll(async () => {
	sandbox = await startSandbox();
	rest = connect();
	credential = await storeCredential(rest, sandbox, 'POD Fulfilment account');
});
afterAll(async () => await sandbox.close());

const run = async (file: WorkflowFile, trigger = 'Start') => {
	const { id } = await createWorkflow(rest, file);
	return await waitForExecution(rest, await runWorkflow(rest, id, trigger));
};

const ordersPosted = (externalId: unknown) =>
	sandbox.control
		.requests()
		.filter(({ method, path }) => method === 'POST' && path === '/api/orders')
		.filter(({ body }) => JSON.stringify(body).includes(JSON.stringify(externalId).slice(1, -1)));

describe('The workflows of examples/', async () => {
	const names = (await readdir(examplesFolder)).filter((name) => name.endsWith('.json'));

	it('the examples are at least the one that npm start uses', () => {
		expect(names).toContain('woocommerce.json');
	});

	it.each(names)(
		'the example %s imports with every node known, and runs on its samples before there is an account',
		async (name) => {
			const file = await readExample(name);
			const { id } = await createWorkflow(rest, file);
			const stored = await getWorkflow(rest, id);
			expect(stored.nodes.map((node) => node.name)).toEqual(file.nodes.map((node) => node.name));
			const execution = await waitForExecution(rest, await runWorkflow(rest, id, startOf(file)));
			// What is told of a sample ends the run; a data table that is not there yet does, too.
			const ends = file.nodes
				.filter(({ type }) => /\.(?:stopAndError|dataTable)$/.test(type))
				.map((node) => node.name);
			expect([...ends, undefined]).toContain(execution.error?.node?.name);
			if (execution.error === undefined) expect(execution.status).toBe('success');
			const known = await rest.call<unknown[]>('POST', '/rest/node-types', {
				nodeInfos: file.nodes.map(({ type, typeVersion }) => ({
					name: type,
					version: typeVersion,
				})),
			});
			expect(known).toHaveLength(file.nodes.length);
		},
	);

	it.each(names)('the example %s holds no id of an instance and no secret', async (name) => {
		const file = await readExample(name);
		expect(file).not.toHaveProperty('id');
		expect(file).not.toHaveProperty('versionId');
		for (const node of file.nodes) {
			expect(node.webhookId).toBeUndefined();
			// n8n runs no workflow that names a credential which is not there.
			expect(node.credentials).toBeUndefined();
		}
		expect(JSON.stringify(file)).not.toMatch(/sandbox-|instanceId/);
	});
});

describe('The example Order Trouble', () => {
	it('orders that are late, wait or failed become one message when the workflow is executed', async () => {
		sandbox.control.addOrders({ count: 1, statuses: ['inprocess'], newestDaysAgo: 10 });
		sandbox.control.addOrders({ count: 1, statuses: ['failed'], newestDaysAgo: 0 });
		const failed = sandbox.control.orders().at(-1)?.externalId ?? '';
		const file = { ...withCredentials(await readExample('order-trouble.json')), pinData: {} };
		const execution = await run(file, 'An Order Is in Trouble');
		expect(execution.error?.message).toBeUndefined();
		const said = itemsOf(execution, 'Say What to Do');
		// The newest order that fails is also the one that waits, unless another one has waited for a day.
		expect(said.length).toBeGreaterThanOrEqual(2);
		const messages = itemsOf(execution, 'Replace Me With Your Mail or Chat Node');
		expect(messages).toHaveLength(1);
		const { subject, text } = messages[0]?.json ?? {};
		expect(subject).toBe(`${said.length} orders need you`);
		expect(text).toMatch(
			new RegExp(`Order ${failed}: failed, since .+ The service found: .+\\. Correct it`),
		);
		expect(text).toContain(': in production for too long, since ');
	});
});

describe('An order placed by a workflow', () => {
	it('the order exists at the service once, confirmed (section 4: POST /api/orders, confirm)', async () => {
		const [product] = sandbox.control.products();
		const printFile = servedFile(sandbox, product?.variants[0]?.sku ?? '');
		const example = JSON.stringify(withCredentials(await readExample('place-an-order.json')));
		const file = JSON.parse(
			example.replace('https://print-files.example/front.png', printFile),
		) as WorkflowFile;
		const execution = await run({ ...file, pinData: {} } as WorkflowFile, 'When You Click Execute');
		expect(execution.error?.message).toBeUndefined();
		expect(execution.status).toBe('success');
		const [created] = itemsOf(execution, 'Create the Order');
		expect(created?.json.externalId).toMatch(/^demo-\d{8}-\d{6}-\d{3}$/);
		expect(created?.json.status).toBe('pending');
		expect(created?.json).not.toHaveProperty('warnings');
		const standing = sandbox.control
			.orders()
			.filter(({ externalId }) => externalId === created?.json.externalId);
		expect(standing).toHaveLength(1);
		expect(standing[0]?.id).toBe(created?.json.id);
		expect(ordersPosted(created?.json.externalId)).toHaveLength(1);
	});

	it('no order is placed when the input is wrong: the execution names the field', async () => {
		// The catalog may be read, to name all that is wrong.
		const changes = () =>
			sandbox.control.requests().filter(({ method }) => method !== 'GET').length;
		const before = changes();
		const create = actionNode('Create', credential, {
			resource: 'order',
			operation: 'create',
			externalId: 'has a space',
			specifyItems: 'json',
			itemsJson: '[{ "variantId": "x", "quantity": 1 }]',
		});
		const execution = await run(manualWorkflow('Wrong external ID', [create]));
		expect(execution.status).toBe('error');
		expect(execution.error?.message).toContain('External ID');
		expect(changes()).toBe(before);
	});

	it('the workflow goes on with the message as an item when the node continues on fail', async () => {
		const get = actionNode(
			'Get',
			credential,
			{
				resource: 'order',
				operation: 'get',
				orderId: { __rl: true, mode: 'externalId', value: 'nobody-placed-this' },
			},
			{ onError: 'continueRegularOutput' },
		);
		const execution = await run(manualWorkflow('Continue on fail', [get]));
		expect(execution.status).toBe('success');
		const [item] = itemsOf(execution, 'Get');
		expect(JSON.stringify(item)).toContain('nobody-placed-this');
		expect(item?.pairedItem).toEqual({ item: 0 });
	});

	it('the stored execution never shows the key', async () => {
		const getAll = actionNode('Products', credential, {
			resource: 'catalogProduct',
			operation: 'getAll',
			limit: 3,
		});
		const execution = await run(manualWorkflow('Products', [getAll]));
		expect(itemsOf(execution, 'Products')).toHaveLength(3);
		const stored = await rest.send('GET', `/rest/executions/${execution.id}`);
		expect(stored).not.toContain(sandbox.accounts.demo.apiKey);
	});
});
