/**
 * n8n's own handling of webhooks, from the HTTP request to the start of an execution, without its database: what would
 * be read from there is put in n8n's container instead, and an execution that would be stored is counted. A process of
 * its own, so that its memory is that of n8n and the node alone, and a crash is seen.
 *
 * Started by start.ts. Uses classes inside of the pinned n8n, so another version of n8n may need other lines here.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { EVENT_TYPES } from '../../../nodes/PodFulfilment/spec/service.ts';
import type { Measure, ServerOptions } from './start.ts';

const { n8nManifest, packageFolder, credential } = JSON.parse(
	process.argv[2] ?? '{}',
) as ServerOptions;

const require = createRequire(n8nManifest);
const requireFromDb = createRequire(require.resolve('@n8n/db'));

type Token = abstract new (...parameters: never[]) => unknown;
interface Container {
	set(token: Token, value: object): void;
	get(token: Token): object;
}
const { Container: container } = require('@n8n/di') as { Container: Container };

/** A class that n8n exports somewhere in its own files. */
const inN8n = (file: string, name: string): Token => {
	const token = (require(`./dist/${file}.js`) as Record<string, Token | undefined>)[name];
	if (!token) throw new Error(`This n8n has no ${name} in ${file}`);
	return token;
};
const replace = (file: string, name: string, value: object): void =>
	container.set(inN8n(file, name), value);

const { PackageDirectoryLoader } = require('n8n-core') as typeof import('n8n-core');
const loader = new PackageDirectoryLoader(packageFolder);
await loader.loadAll();
const nodeType = loader.getNode('podFulfilmentTrigger').type;

const node = {
	id: 'trigger',
	name: 'Event',
	type: 'n8n-nodes-pod-fulfilment.podFulfilmentTrigger',
	typeVersion: 1.1,
	position: [0, 0],
	webhookId: 'fuzz',
	parameters: { events: [...EVENT_TYPES, 'other'] },
	credentials: { podFulfilmentApi: { id: '1', name: 'Fuzz' } },
};
const version = { nodes: [node], connections: {}, versionId: '1' };
const workflow = {
	id: 'fuzz',
	name: 'Fuzz',
	activeVersionId: '1',
	activeVersion: version,
	staticData: {},
	settings: {},
	shared: [{ role: 'workflow:owner', projectId: 'project' }],
};
const project = { id: 'project', name: 'Project' };
const webhook = {
	webhookPath: 'fuzz/pod-fulfilment',
	method: 'POST',
	workflowId: workflow.id,
	node: node.name,
};

/** The executions that the request at hand has started. */
const request = new AsyncLocalStorage<{ executions: number }>();
let executions = 0;

const { DataSource } = requireFromDb('@n8n/typeorm') as { DataSource: Token };
const { WebhookRepository, WorkflowRepository } = require('@n8n/db') as Record<string, Token>;
// Repositories are made with it; each call that would reach a database then throws.
container.set(DataSource, { manager: {}, options: {} });
container.set(WebhookRepository as Token, {
	create: (row: object) => row,
	findOneBy: async ({ webhookPath }: typeof webhook) =>
		webhookPath === webhook.webhookPath ? { ...webhook, isDynamic: false } : null,
	findBy: async () => [],
	find: async () => [webhook],
});
container.set(WorkflowRepository as Token, { findOne: async () => workflow });
replace('workflows/workflow-published-data.service', 'WorkflowPublishedDataService', {
	getPublishedWorkflowData: async () => ({ workflow, publishedVersion: version }),
});
replace('node-types', 'NodeTypes', {
	getByName: () => nodeType,
	getByNameAndVersion: () => nodeType,
	getKnownTypes: () => ({}),
});
replace('credentials-helper', 'CredentialsHelper', {
	getDecrypted: async () => ({ ...credential }),
	getParentTypes: () => [],
	isCredentialUsableByNode: () => true,
	getCredentialsProperties: () => [],
});
replace('services/ownership.service', 'OwnershipService', {
	getWorkflowProjectCached: async () => project,
});
replace('environments.ee/variables/variables.service.ee', 'VariablesService', {
	getAllCached: async () => [],
});
replace('services/workflow-statistics.service', 'WorkflowStatisticsService', { emit: () => {} });
replace('webhooks/engine-v2-webhooks', 'EngineV2Webhooks', { handles: () => false });
replace('workflow-runner', 'WorkflowRunner', {
	async run(data: unknown) {
		// What n8n would store. An item that cannot be written as JSON would fail there.
		JSON.stringify(data);
		executions++;
		const store = request.getStore();
		if (store) store.executions++;
		return String(executions);
	},
});
replace('active-executions', 'ActiveExecutions', {
	setResponseMode: () => {},
	getPostExecutePromise: async () => undefined,
});

interface Request {
	url?: string;
}
interface Response {
	setHeader(name: string, value: string): void;
	writeHead(...parameters: unknown[]): unknown;
}
type Handler = (request: Request, response: Response, next: () => void) => unknown;
interface Application {
	disable(setting: string): void;
	set(setting: string, value: string): void;
	use(handler: Handler): void;
	all(path: string, handler: Handler): void;
	listen(port: number, host: string, listening: () => void): Server;
}
const express = require('express') as () => Application;
const compression = require('compression') as () => Handler;
const { rawBodyReader } = require('./dist/middlewares/body-parser.js') as {
	rawBodyReader: Handler;
};
const { createWebhookHandlerFor } = require('./dist/webhooks/webhook-request-handler.js') as {
	createWebhookHandlerFor(webhooks: object, type: 'webhook'): Handler;
};

// As n8n's own server mounts them, in the same order.
const app = express();
app.disable('x-powered-by');
app.set('query parser', 'extended');
app.use((_request, response, next) => {
	const store = { executions: 0 };
	const writeHead = response.writeHead.bind(response);
	response.writeHead = (...parameters) => {
		response.setHeader('x-executions', String(store.executions));
		response.setHeader('x-executions-so-far', String(executions));
		return writeHead(...parameters);
	};
	request.run(store, next);
});
app.use(compression());
app.use(rawBodyReader);
app.all(
	'/webhook/*path',
	createWebhookHandlerFor(
		container.get(inN8n('webhooks/live-webhooks', 'LiveWebhooks')),
		'webhook',
	),
);

const collectGarbage = globalThis.gc;
if (!collectGarbage || !process.send) throw new Error('To be started by start.ts');
const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const keysOfPrototypes = () => prototypes.flatMap((prototype) => Reflect.ownKeys(prototype)).length;
const keysAtStart = keysOfPrototypes();

process.on('message', () => {
	collectGarbage();
	collectGarbage();
	const { heapUsed, external } = process.memoryUsage();
	const measure: Measure = {
		bytes: heapUsed + external,
		executions,
		pollutedKeys: keysOfPrototypes() - keysAtStart,
	};
	process.send?.(measure);
});
process.on('disconnect', () => process.exit());

const server = app.listen(0, '127.0.0.1', () => {
	const { port } = server.address() as AddressInfo;
	process.send?.({ url: `http://127.0.0.1:${port}`, path: `/webhook/${webhook.webhookPath}` });
});
// A client that is busy with its own work must not find its connection closed.
server.keepAliveTimeout = 600_000;
