import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { saveCredential, testCredential } from '../../../scripts/n8n/credentials.ts';
import {
	getExecution,
	hasEnded,
	itemsOf,
	listExecutions,
	type Execution,
} from '../../../scripts/n8n/executions.ts';
import { root } from '../../../scripts/n8n/paths.ts';
import { poll } from '../../../scripts/n8n/poll.ts';
import { choosePort } from '../../../scripts/n8n/ports.ts';
import {
	getWorkflow,
	type WorkflowFile,
	type WorkflowNode,
} from '../../../scripts/n8n/workflows.ts';
import { deliver, orderUpdated, signedHeaders } from '../../e2e/support/delivery.ts';
import { changesAt, OFTEN } from '../../e2e/support/polling.ts';
import { placeOrder } from '../../e2e/support/service.ts';
import {
	actionNode,
	manualWorkflow,
	pollingWorkflow,
	triggerWorkflow,
} from '../../e2e/support/workflows.ts';
import { useServers } from '../../security/support/servers.ts';
import { createFromJson } from '../../support/createFromJson.ts';
import { testDataTables } from './dataTables.ts';
import { featuresOf, knownNodes } from './features.ts';
import { testFields } from './fields.ts';
import { foundIn } from './found.ts';
import { startVersion, type InstalledN8n, type VersionOfN8n } from './installedN8n.ts';
import { createFromShopify, noOperation, withErrorOutput } from './orders.ts';
import { testShops } from './shops.ts';
import { activate, activateWebhook, run, start, store } from './workflows.ts';
import { demoData } from '../../support/demoData.ts';

/** Paths of the workflows that are offered to import, from the root of the project. */
export const examples = readdirSync(join(root, 'examples'))
	.filter((name) => name.endsWith('.json'))
	.map((name) => `examples/${name}`);

const readWorkflow = (path: string): WorkflowFile =>
	JSON.parse(readFileSync(join(root, path), 'utf8')) as WorkflowFile;

const jsonOf = (execution: Execution, nodeName: string) =>
	itemsOf(execution, nodeName).map(({ json }) => json);

const NODES = ['podFulfilment', 'podFulfilmentTrigger', 'podFulfilmentPollingTrigger'];

/**
 * What a user of any version of n8n meets, from the installation to the triggers.
 *
 * @param workflows paths of those that are imported, from the root of the project
 */
export function describeVersion(installed: InstalledN8n, workflows = examples): void {
	describe(`The package on n8n ${installed.name}`, () => {
		const listen = useServers();
		let sandbox: Sandbox;
		let n8n: VersionOfN8n;

		beforeAll(async () => {
			sandbox = await startSandbox();
			n8n = await startVersion(installed, inject('packed'));
		});
		afterAll(async () => {
			await n8n?.stop();
			await sandbox.close();
		});

		const storeCredential = async (name: string, changes: Record<string, string> = {}) =>
			await saveCredential(n8n.rest, {
				name,
				type: 'podFulfilmentApi',
				data: { ...demoData(sandbox), ...changes },
			});

		/** An order with this external ID, as parameters of the action node. */
		const create = (externalId: string) =>
			createFromJson(externalId, sandbox.control.exampleOrder({ externalId: 'EXAMPLE' }));

		it('n8n has the version that its folder pins', async () => {
			const settings = await n8n.rest.call<{ versionCli: string }>('GET', '/rest/settings');
			expect(settings.versionCli).toBe(installed.version);
		});

		it("all nodes load, with their hints for n8n's AI builder", async () => {
			const types = await n8n.rest.call<
				Array<{
					builderHint?: { searchHint?: string };
					properties: Array<{ builderHint?: object }>;
				}>
			>('POST', '/rest/node-types', {
				nodeInfos: NODES.map((name) => ({
					name: `n8n-nodes-pod-fulfilment.${name}`,
					version: name === 'podFulfilmentTrigger' ? 1.1 : 1,
				})),
			});
			expect(types).toHaveLength(NODES.length);
			for (const { builderHint } of types) expect(builderHint?.searchHint).toMatch(/\.$/);
			const [action] = types;
			expect(action?.properties.filter(({ builderHint }) => builderHint)).not.toEqual([]);
		});

		it('n8n has the features that the table in README.md names', async () => {
			expect(await featuresOf(n8n.rest, installed, sandbox)).toEqual(
				foundIn(installed.name).features,
			);
		});

		const { features } = foundIn(installed.name);
		const isMissing = ({ type, typeVersion }: WorkflowNode): boolean =>
			(type.endsWith('.dataTable') &&
				// Workflows that were saved with its version 1.1 need a newer n8n than the examples do.
				(!features.dataTables || (typeVersion > 1 && !installed.isNewest))) ||
			(!features.aiTool && type.endsWith('.podFulfilmentTool'));
		const importable = workflows.filter((path) => !readWorkflow(path).nodes.some(isMissing));

		it.each(importable)('%s imports with every node known', async (path) => {
			await storeCredential('POD Fulfilment account');
			const file = readWorkflow(path);
			const { id } = await store(n8n.rest, file);
			const stored = await getWorkflow(n8n.rest, id);
			expect(stored.nodes.map((node) => node.name)).toEqual(file.nodes.map((node) => node.name));
			const known = await knownNodes(n8n.rest);
			expect(
				file.nodes.filter(({ type, typeVersion }) => !known.get(type)?.includes(typeVersion)),
			).toEqual([]);
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
			[
				'a suspended account',
				422,
				'{"@type":"hydra:Error"}',
				// Older versions do not tell the nodes the status.
				installed.isNewest ? 'The account is suspended' : 'the account may be suspended',
			],
			['a path that is not known', 404, '{"@type":"hydra:Error"}', 'Check the Base URL'],
			['a web page', 200, '<!doctype html><html></html>', 'Check the Base URL'],
			[
				'a gateway without a service',
				503,
				'<html></html>',
				installed.isNewest ? 'The service is not available' : 'Check the Base URL',
			],
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

		it("an order of a shop is placed once, under the shop's number, however often it runs", async () => {
			const credential = await storeCredential('Shop');
			const workflow = manualWorkflow('Shop', [
				actionNode('Order', credential, createFromShopify(sandbox, 5001)),
			]);
			const outcomes = [await run(n8n.rest, workflow), await run(n8n.rest, workflow)].map(
				(execution) =>
					jsonOf(execution, 'Order').map(({ externalId, outcome }) => [externalId, outcome]),
			);
			expect(outcomes).toEqual([
				[['shopify-5001-5001', 'placed']],
				[['shopify-5001-5001', 'existing']],
			]);
		});

		it('an order that cannot be placed stops the workflow, and the message says what is missing', async () => {
			const credential = await storeCredential('Missing');
			const parameters = createFromShopify(sandbox, 5002, 'NO-SUCH-SKU');
			const execution = await run(
				n8n.rest,
				manualWorkflow('Missing', [actionNode('Order', credential, parameters)]),
			);
			expect(execution.status).toBe('error');
			expect(execution.error?.message).toContain('NO-SUCH-SKU');
			expect(execution.error?.description).toContain('SKU Mapping');
			expect(sandbox.control.orders().map(({ externalId }) => externalId)).not.toContain(
				'shopify-5002-5002',
			);
		});

		const noSuchOrder = {
			resource: 'order',
			operation: 'get',
			orderId: { __rl: true, mode: 'externalId', value: 'no-such-order' },
		};

		it('a refused item leaves through the error output', async () => {
			const credential = await storeCredential('Refusals');
			const execution = await run(n8n.rest, withErrorOutput('Refused', credential, noSuchOrder));
			expect(execution.status).toBe('success');
			expect(jsonOf(execution, 'Done')).toEqual([]);
			expect(jsonOf(execution, 'Refused')).toEqual([
				{
					error: expect.stringContaining('"no-such-order" was not found') as string,
					message: expect.stringMatching(/\S/) as string,
				},
			]);
		});

		it('a refused item goes on in the regular output, with what was refused and what to do', async () => {
			const credential = await storeCredential('Refusals');
			const node = actionNode('Order', credential, noSuchOrder, {
				onError: 'continueRegularOutput',
			});
			const execution = await run(n8n.rest, manualWorkflow('Go on', [node, noOperation('Done')]));
			expect(execution.status).toBe('success');
			expect(jsonOf(execution, 'Done')).toMatchObject([
				{
					error: expect.stringContaining('"no-such-order" was not found') as string,
					message: expect.stringMatching(/\S/) as string,
				},
			]);
		});

		testShops(() => n8n);

		if (features.dataTables) testDataTables(() => n8n, installed.isNewest);

		testFields({ n8n: () => n8n, sandbox: () => sandbox, storeCredential });

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
			expect(item?.message).toContain('Nothing was sent by this request');
			expect(item?.message).not.toContain('may have been placed');
		});

		it('an execution that is stopped sends no further order', async () => {
			const credential = await storeCredential('Stop');
			for (let count = 0; count < 3; count += 1) await placeOrder(sandbox);
			const read = actionNode('Read', credential, {
				resource: 'order',
				operation: 'getAll',
				returnAll: false,
				limit: 3,
			});
			const place = actionNode('Order', credential, {
				...create('=STOP-{{ $itemIndex }}'),
				options: { concurrency: 1 },
			});
			const fault = { match: { method: 'POST', path: '/api/orders' }, delayMilliseconds: 60_000 };
			sandbox.control.injectFault(fault);
			try {
				const id = await start(n8n.rest, manualWorkflow('Stop', [read, place]));
				await poll(
					'the first order to be sent',
					async () => sandbox.control.faults()[0]?.hits || undefined,
				);
				await n8n.rest.call('POST', `/rest/executions/${id}/stop`);
				const stopped = await poll('the execution to end', async () => {
					const execution = await getExecution(n8n.rest, id);
					return hasEnded(execution) ? execution : undefined;
				});
				expect(stopped.status).toBe('canceled');
			} finally {
				sandbox.control.clearFaults();
			}
			// What were sent after the stop would be there before this.
			expect((await testCredential(n8n.rest, credential)).status).toBe('OK');
			const sent = sandbox.control
				.requests()
				.filter(
					({ method, body }) => method === 'POST' && JSON.stringify(body ?? '').includes('STOP-'),
				);
			expect(sent).toHaveLength(1);
		});

		it('a signed delivery starts an execution, a forged one does not', async () => {
			const credential = await storeCredential('Events');
			const { id, path } = await activateWebhook(
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

		it('polls find each new order once', async () => {
			const credential = await storeCredential('Polls');
			const id = await activate(
				n8n.rest,
				pollingWorkflow('Polls', credential, { pollTimes: OFTEN, events: ['order.created'] }),
			);
			const first = await placeOrder(sandbox);
			const second = await placeOrder(sandbox);
			const changes = await poll('the new orders to be found', async () => {
				const all = await changesAt(n8n.rest, id, 'Event');
				return all.includes(`order/${second}/created`) ? all : undefined;
			});
			expect([...changes].sort()).toEqual(
				[`order/${first}/created`, `order/${second}/created`].sort(),
			);
		});
	});
}
