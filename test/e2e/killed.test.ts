import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { saveCredential, type Credential } from '../../scripts/n8n/credentials.ts';
import { getExecution, hasEnded, itemsOf, listExecutions } from '../../scripts/n8n/executions.ts';
import { poll } from '../../scripts/n8n/poll.ts';
import {
	activateWorkflow,
	createWorkflow,
	type WorkflowFile,
} from '../../scripts/n8n/workflows.ts';
import { createFromJson } from '../support/createFromJson.ts';
import { demoData } from './support/n8n.ts';
import { ownN8n, type OwnN8n } from './support/ownN8n.ts';
import { actionNode } from './support/workflows.ts';

const COUNT = 300;

/** Two starts of n8n, the first with its migrations. */
const TIMEOUT = 1_200_000;

let sandbox: Sandbox;
let n8n: OwnN8n;

beforeAll(async () => {
	sandbox = await startSandbox();
	n8n = await ownN8n();
});
afterAll(async () => {
	await n8n.close();
	await sandbox.close();
});

/** A webhook that brings the order numbers, an item for each, an order for each. */
function shopWorkflow(credential: Credential): WorkflowFile {
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
	const create = actionNode(
		'Create',
		credential,
		createFromJson('={{ $json.number }}', sandbox.control.exampleOrder({ externalId: 'EXAMPLE' })),
	);
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
			let rest = await n8n.start();
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
			const answer = await fetch(`${n8n.url}/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ numbers }),
			});
			expect(answer.status).toBe(200);
			await poll('a third of the orders', async () =>
				control.orders().length >= COUNT / 3 ? true : undefined,
			);
			await n8n.kill();
			await control.settled();
			const placed = control.orders().length;
			expect(placed).toBeGreaterThanOrEqual(COUNT / 3);
			expect(placed).toBeLessThan(COUNT);

			control.clearFaults();
			rest = await n8n.start();
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
