import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { saveCredential, type Credential } from '../../scripts/n8n/credentials.ts';
import { getExecution, hasEnded, itemsOf, listExecutions } from '../../scripts/n8n/executions.ts';
import { installPackage, packPackage } from '../../scripts/n8n/package.ts';
import { poll } from '../../scripts/n8n/poll.ts';
import { choosePort } from '../../scripts/n8n/ports.ts';
import { startN8n, type RunningN8n } from '../../scripts/n8n/process.ts';
import { N8nRest } from '../../scripts/n8n/rest.ts';
import { localSecrets } from '../../scripts/n8n/secrets.ts';
import {
	activateWorkflow,
	createWorkflow,
	type WorkflowFile,
} from '../../scripts/n8n/workflows.ts';
import { demoData } from './support/n8n.ts';
import { actionNode } from './support/workflows.ts';

const COUNT = 300;

/** Two starts of n8n, the first with its migrations. */
const TIMEOUT = 300_000;

let userFolder: string;
let sandbox: Sandbox;
let n8n: RunningN8n | undefined;

/** Starts the n8n of this test, which no other uses; the second time with the data of the first. */
async function start(): Promise<N8nRest> {
	const { encryptionKey, owner } = await localSecrets(userFolder);
	n8n = await startN8n({
		userFolder,
		port: (await choosePort(0)).port,
		brokerPort: (await choosePort(0)).port,
		encryptionKey,
		logFile: join(userFolder, 'n8n.log'),
	});
	const rest = new N8nRest(n8n.url);
	await rest.signIn(owner);
	return rest;
}

beforeAll(async () => {
	userFolder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-killed-'));
	sandbox = await startSandbox();
	await installPackage(userFolder, await packPackage(join(userFolder, 'package')));
});
afterAll(async () => {
	await n8n?.stop();
	await sandbox.close();
	await rm(userFolder, { recursive: true, force: true });
});

/** A webhook that brings the order numbers, an item for each, an order for each. */
function shopWorkflow(credential: Credential): WorkflowFile {
	const { recipient, orderItems } = sandbox.control.exampleOrder({ externalId: 'EXAMPLE' });
	const path = randomUUID();
	const webhook = {
		id: randomUUID(),
		webhookId: path,
		name: 'Shop',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0] as [number, number],
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
	};
	const split = {
		id: randomUUID(),
		name: 'Each Number',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		position: [220, 0] as [number, number],
		parameters: { fieldToSplitOut: 'body.numbers', options: { destinationFieldName: 'number' } },
	};
	const create = actionNode('Create', credential, {
		resource: 'order',
		operation: 'create',
		externalId: '={{ $json.number }}',
		specifyRecipient: 'json',
		recipientJson: JSON.stringify(recipient),
		specifyItems: 'json',
		itemsJson: JSON.stringify(orderItems),
	});
	const next = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		name: 'Shop Orders',
		nodes: [webhook, split, create],
		connections: { Shop: next('Each Number'), 'Each Number': next('Create') },
		settings: { executionOrder: 'v1' },
	};
}

describe("n8n's process killed in the middle of 300 creates", () => {
	it(
		'and started again, the execution retried: 300 orders, each once',
		async () => {
			const { control } = sandbox;
			let rest = await start();
			const credential = await saveCredential(rest, {
				name: 'Shop',
				type: 'podFulfilmentApi',
				data: demoData(sandbox),
			});
			const workflow = await createWorkflow(rest, shopWorkflow(credential));
			const path = await activateWorkflow(rest, workflow);
			const numbers = Array.from({ length: COUNT }, (_, index) => `KILL-${index}`);

			// Slow enough that some are on their way and some are not yet sent when the process ends.
			control.injectFault({ match: { method: 'POST' }, delayMilliseconds: 50 });
			const answer = await fetch(`${n8n?.url}/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ numbers }),
			});
			expect(answer.status).toBe(200);
			await poll('a third of the orders', async () =>
				control.orders().length >= COUNT / 3 ? true : undefined,
			);
			await n8n?.kill();
			await control.settled();
			const placed = control.orders().length;
			expect(placed).toBeGreaterThanOrEqual(COUNT / 3);
			expect(placed).toBeLessThan(COUNT);

			control.clearFaults();
			rest = await start();
			const crashed = await poll('the execution to be known as crashed', async () => {
				const [execution] = await listExecutions(rest, workflow.id);
				return execution && hasEnded(execution) ? execution : undefined;
			});
			expect(crashed.status).toBe('crashed');

			await rest.call('POST', `/rest/executions/${crashed.id}/retry`, { loadWorkflow: false });
			const retried = await poll('the retry to end', async () => {
				const [execution] = await listExecutions(rest, workflow.id);
				return execution && execution.id !== crashed.id && hasEnded(execution)
					? await getExecution(rest, execution.id)
					: undefined;
			});
			expect(retried.error?.message).toBeUndefined();
			expect(retried.status).toBe('success');
			const orders = control.orders();
			expect(orders.map(({ externalId }) => externalId).sort()).toEqual([...numbers].sort());
			expect(itemsOf(retried, 'Create').map(({ json }) => [json.externalId, json.id])).toEqual(
				numbers.map((number) => [number, control.order(`@${number}`).id]),
			);
		},
		TIMEOUT,
	);
});
