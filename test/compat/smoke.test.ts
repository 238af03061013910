import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { saveCredential, testCredential, type Credential } from '../../scripts/n8n/credentials.ts';
import {
	hasEnded,
	itemsOf,
	listExecutions,
	type Execution,
	type Item,
} from '../../scripts/n8n/executions.ts';
import { olderN8nFolder, root } from '../../scripts/n8n/paths.ts';
import { poll } from '../../scripts/n8n/poll.ts';
import { choosePort } from '../../scripts/n8n/ports.ts';
import { getWorkflow, type WorkflowFile } from '../../scripts/n8n/workflows.ts';
import { useServers } from '../security/support/servers.ts';
import { deliver, orderUpdated, signedHeaders } from '../e2e/support/delivery.ts';
import { actionNode, manualWorkflow, triggerWorkflow } from '../e2e/support/workflows.ts';
import { createFromJson } from '../support/createFromJson.ts';
import { startOlderN8n, type OlderN8n } from './support/olderN8n.ts';
import { activate, run, store } from './support/workflows.ts';

const versions = readdirSync(olderN8nFolder).sort();
const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));

/** 'Start', then the given node, with 'Done' on its success output and 'Refused' on its error output. */
function withErrorOutput(name: string, credential: Credential, parameters: object): WorkflowFile {
	const node = actionNode(
		'Order',
		credential,
		{ ...parameters, options: { maxAttempts: 1 } },
		{ onError: 'continueErrorOutput' },
	);
	const noOp = (outputName: string, y: number) => ({
		...actionNode(outputName, credential, {}),
		type: 'n8n-nodes-base.noOp',
		credentials: undefined,
		position: [440, y] as [number, number],
	});
	const workflow = manualWorkflow(name, [node]);
	const to = (outputName: string) => [{ node: outputName, type: 'main', index: 0 }];
	return {
		...workflow,
		nodes: [...workflow.nodes, noOp('Done', 0), noOp('Refused', 200)],
		connections: { ...workflow.connections, Order: { main: [to('Done'), to('Refused')] } },
	};
}

const jsonOf = (execution: Execution, nodeName: string) =>
	itemsOf(execution, nodeName).map(({ json }) => json);

/** n8n before its data tables, which this example is made of. */
const WITHOUT_DATA_TABLES = new Set(['1.85']);
const NEEDS_DATA_TABLES = [
	'no-event-lost.json',
	'order-book.json',
	'shopify-round-trip.json',
	'woocommerce-round-trip.json',
];

describe.each(versions)('The package on n8n %s', (version) => {
	const listen = useServers();
	let sandbox: Sandbox;
	let n8n: OlderN8n;

	beforeAll(async () => {
		sandbox = await startSandbox();
		n8n = await startOlderN8n(version);
	});
	afterAll(async () => {
		await n8n?.stop();
		await sandbox.close();
	});

	const storeCredential = async (name: string, changes: Record<string, string> = {}) =>
		await saveCredential(n8n.rest, {
			name,
			type: 'podFulfilmentApi',
			data: {
				baseUrl: sandbox.url,
				apiKey: sandbox.accounts.demo.apiKey,
				signingSecret: sandbox.accounts.demo.signingSecret,
				headerBrand: 'Service',
				...changes,
			},
		});

	/** An order with this external ID, as parameters of the action node. */
	const create = (externalId: string) =>
		createFromJson(externalId, sandbox.control.exampleOrder({ externalId }));

	it('n8n has the version that its folder pins', async () => {
		const manifest = JSON.parse(
			readFileSync(join(olderN8nFolder, version, 'package.json'), 'utf8'),
		) as { dependencies: { n8n: string } };
		const settings = await n8n.rest.call<{ versionCli: string }>('GET', '/rest/settings');
		expect(settings.versionCli).toBe(manifest.dependencies.n8n);
		expect(`${settings.versionCli}.`).toContain(`${version}.`);
	});

	const importable = examples.filter(
		(name) => !NEEDS_DATA_TABLES.includes(name) || !WITHOUT_DATA_TABLES.has(version),
	);

	it.each(importable)('examples/%s imports with every node known', async (name) => {
		await storeCredential('POD Fulfilment account');
		const file = JSON.parse(readFileSync(join(root, 'examples', name), 'utf8')) as WorkflowFile;
		const { id } = await store(n8n.rest, file);
		const stored = await getWorkflow(n8n.rest, id);
		expect(stored.nodes.map((node) => node.name)).toEqual(file.nodes.map((node) => node.name));
		const known = await n8n.rest.call<unknown[]>('POST', '/rest/node-types', {
			nodeInfos: file.nodes.map(({ type, typeVersion }) => ({ name: type, version: typeVersion })),
		});
		expect(known).toHaveLength(file.nodes.length);
	});

	it('the credential test accepts a key that the service knows', async () => {
		expect(await testCredential(n8n.rest, await storeCredential('Good key'))).toMatchObject({
			status: 'OK',
		});
	});

	it('the credential test says that the service refused the key', async () => {
		const credential = await storeCredential('Wrong key', { apiKey: 'no-such-key' });
		const { status, message } = await testCredential(n8n.rest, credential);
		expect(status).toBe('Error');
		expect(message).toContain('The service refused the API key');
	});

	it.each([
		['a suspended account', 422, '{"@type":"hydra:Error"}', 'the account may be suspended'],
		['a path that is not known', 404, '{"@type":"hydra:Error"}', 'Check the Base URL'],
		['a web page', 200, '<!doctype html><html></html>', 'Check the Base URL'],
		['a gateway without a service', 503, '<html></html>', 'Check the Base URL'],
	])('the credential test says what to do after %s', async (name, status, body, expected) => {
		const { url } = await listen((_request, response) => {
			response.writeHead(status, { 'content-type': 'text/html' }).end(body);
		});
		const credential = await storeCredential(name, { baseUrl: url });
		const result = await testCredential(n8n.rest, credential);
		expect(result.status).toBe('Error');
		expect(result.message).toContain(expected);
	});

	it('the credential test follows no redirect', async () => {
		const target = await listen((_request, response) => response.end('{"hydra:member":[]}'));
		const { url } = await listen((_request, response) => {
			response.writeHead(302, { location: `${target.url}/api/catalog-products` }).end();
		});
		const credential = await storeCredential('Redirect', { baseUrl: url });
		const { status, message } = await testCredential(n8n.rest, credential);
		expect(status).toBe('Error');
		expect(message).toContain('Check the Base URL');
		expect(target.requests).toEqual([]);
	});

	it('the credential test sends nothing to a Base URL without https', async () => {
		const credential = await storeCredential('Insecure', { baseUrl: 'http://api.example.com' });
		const { status, message } = await testCredential(n8n.rest, credential);
		expect(status).toBe('Error');
		expect(message).toMatch(/invalid.url/i);
	});

	it('the credential test says that nothing answers', async () => {
		const { port } = await choosePort(0);
		const credential = await storeCredential('Nobody', { baseUrl: `http://127.0.0.1:${port}` });
		const { status, message } = await testCredential(n8n.rest, credential);
		expect(status).toBe('Error');
		// The code, or n8n's words for it.
		expect(message).toMatch(/ECONNREFUSED|refused the connection/);
	});

	it('an order is placed and leaves through the success output', async () => {
		const credential = await storeCredential('Orders');
		const execution = await run(
			n8n.rest,
			withErrorOutput('Placed', credential, create('COMPAT-PLACED')),
		);
		expect(jsonOf(execution, 'Refused')).toEqual([]);
		expect(jsonOf(execution, 'Done')).toMatchObject([{ externalId: 'COMPAT-PLACED' }]);
	});

	it('a refused item leaves through the error output', async () => {
		const credential = await storeCredential('Refusals');
		const execution = await run(
			n8n.rest,
			withErrorOutput('Refused', credential, {
				resource: 'order',
				operation: 'get',
				orderId: { __rl: true, mode: 'externalId', value: 'no-such-order' },
			}),
		);
		expect(execution.status).toBe('success');
		expect(jsonOf(execution, 'Done')).toEqual([]);
		expect(jsonOf(execution, 'Refused')).toEqual([
			{
				error: expect.stringMatching(/\S/) as string,
				message: expect.stringMatching(/\S/) as string,
			},
		]);
	});

	/** The parameter with this name, wherever it is in the action node as n8n loaded it. */
	const loadedParameter = async (name: string): Promise<INodeProperties[]> => {
		interface Loaded {
			properties: INodeProperties[];
		}
		const [node] = await n8n.rest.call<Loaded[]>('POST', '/rest/node-types', {
			nodeInfos: [{ name: 'n8n-nodes-pod-fulfilment.podFulfilment', version: 1 }],
		});
		const all = (node?.properties ?? []).flatMap((property) => [
			property,
			...((property.options ?? []) as INodeProperties[]),
		]);
		return all.filter((parameter) => parameter.name === name);
	};

	/** Runs one action. Returns its items. */
	const runAction = async (name: string, parameters: object): Promise<Item[]> => {
		const credential = await storeCredential('Fields');
		const node = actionNode(name, credential, { ...parameters });
		const execution = await run(n8n.rest, manualWorkflow(name, [node]));
		expect(execution.error?.message).toBeUndefined();
		return itemsOf(execution, name);
	};

	it('Wait for Validation has 30 seconds once it is added, and Create waits for the reason', async () => {
		const fields = await loadedParameter('waitForValidation');
		expect(fields.map((field) => field.default)).toContain(30);
		const order = sandbox.control.exampleOrder({ externalId: 'COMPAT-FAILED' });
		const [line] = order.orderItems;
		const missing = {
			type: 'front',
			layers: [{ url: `${sandbox.url}/_sandbox/files/missing.png` }],
		};
		const [item] = await runAction('Wait', {
			...createFromJson('COMPAT-FAILED', {
				...order,
				orderItems: [{ ...line, placements: [{ ...line?.placements[0], ...missing }] }],
			}),
			options: { waitForValidation: 30, onFailedValidation: 'handBack' },
		});
		expect(item?.json).toMatchObject({ externalId: 'COMPAT-FAILED', status: 'failed' });
		expect(item?.json.warnings).toEqual([expect.stringContaining('cannot be read')]);
	});

	it('Items to Reprint is a field of its own, and only the chosen items are reprinted', async () => {
		expect(await loadedParameter('itemIds')).not.toEqual([]);
		await runAction('Original', create('COMPAT-ORIGINAL'));
		const original = sandbox.control.order('@COMPAT-ORIGINAL');
		const [item] = await runAction('Reprint', {
			resource: 'order',
			operation: 'reprint',
			orderId: { __rl: true, mode: 'externalId', value: 'COMPAT-ORIGINAL' },
			externalId: 'COMPAT-REPRINT',
			itemIds: [original.items[0]?.id],
		});
		expect(item?.json).toMatchObject({ externalId: 'COMPAT-REPRINT', outcome: 'placed' });
		expect(sandbox.control.order('@COMPAT-REPRINT').items).toHaveLength(1);
	});

	it.each(['catalogProduct', 'catalogVariant'])(
		'Download Image of %s returns a picture as binary data',
		async (resource) => {
			expect(await loadedParameter('downloadImage')).not.toEqual([]);
			const [variant] = sandbox.control.variants();
			const [item] = await runAction('Get', {
				resource,
				operation: 'get',
				productId: { __rl: true, mode: 'id', value: variant?.productId },
				variantId: { __rl: true, mode: 'id', value: variant?.id },
				options: { downloadImage: true },
			});
			expect(item?.binary?.data).toMatchObject({
				mimeType: 'image/png',
				fileName: expect.stringMatching(/\.png$/) as string,
			});
		},
	);

	it('Download Images returns the images of a mockup task as binary data', async () => {
		const { id } = await sandbox.control.createMockupTask();
		await sandbox.control.stepMockupTask(id, 'completed');
		const items = await runAction('Download', {
			resource: 'mockupTask',
			operation: 'downloadImages',
			mockupTaskId: { __rl: true, mode: 'id', value: id },
		});
		expect(items.length).toBeGreaterThan(0);
		for (const { binary } of items) expect(binary?.data?.mimeType).toBe('image/png');
	});

	it('Simplify returns a product with its description as plain text', async () => {
		const [product] = sandbox.control.products();
		const get = { resource: 'catalogProduct', operation: 'get' };
		const productId = { __rl: true, mode: 'id', value: product?.id };
		const [simplified] = await runAction('Get', { ...get, productId, simplify: true });
		const [whole] = await runAction('Get', { ...get, productId, simplify: false });
		expect(simplified?.json.description).not.toContain('<');
		expect(simplified?.json).not.toHaveProperty('@id');
		expect(whole?.json.description).toContain('<p>');
	});

	it('an order that no server takes was never sent, and the item says so', async () => {
		const { port } = await choosePort(0);
		const credential = await storeCredential('Nobody', { baseUrl: `http://127.0.0.1:${port}` });
		const execution = await run(
			n8n.rest,
			withErrorOutput('Unsent', credential, create('COMPAT-UNSENT')),
		);
		expect(jsonOf(execution, 'Done')).toEqual([]);
		const [item] = jsonOf(execution, 'Refused');
		expect(item?.error).toContain('could not be reached');
		expect(item?.message).toContain('Nothing was sent');
		expect(item?.message).not.toContain('may have been placed');
	});

	it('a signed delivery starts an execution, a forged one does not', async () => {
		const credential = await storeCredential('Events');
		const { id, path } = await activate(
			n8n.rest,
			triggerWorkflow('Events', credential, { events: ['order.updated'] }),
		);
		const secret = sandbox.accounts.demo.signingSecret;
		const send = async (body: string, key: string) =>
			(await deliver(`${n8n.url}/${path}`, body, signedHeaders(body, key))).status;

		expect(await send(orderUpdated(), 'not-the-secret')).toBe(401);
		expect(await send(orderUpdated(), secret)).toBe(200);
		const executions = await poll('the execution of the signed delivery', async () => {
			const all = await listExecutions(n8n.rest, id);
			return all.length > 0 && all.every(hasEnded) ? all : undefined;
		});
		expect(executions.map(({ status }) => status)).toEqual(['success']);
	});
});
