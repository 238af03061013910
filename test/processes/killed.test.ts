import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { saveCredential, type Credential } from '../../scripts/n8n/credentials.ts';
import { getExecution, hasEnded, itemsOf, listExecutions } from '../../scripts/n8n/executions.ts';
import { poll } from '../../scripts/n8n/poll.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import {
	activateWorkflow,
	createWorkflow,
	type WorkflowFile,
} from '../../scripts/n8n/workflows.ts';
import { createFromJson } from '../support/createFromJson.ts';
import { demoData } from '../support/demoData.ts';
import { ownN8n, type OwnN8n } from '../e2e/support/ownN8n.ts';
import { ALL_EVENTS, changesAt, startPolling, untilPolled } from '../e2e/support/polling.ts';
import { placeOrder, shipOrder, TIME_SCALE, untilGivenUp } from '../e2e/support/service.ts';
import { actionNode, shopWebhook, triggerWorkflow } from '../e2e/support/workflows.ts';

const COUNT = 300;
const numbers = Array.from({ length: COUNT }, (_, index) => `KILL-${index}`);

/** Two starts of n8n, the first with its migrations. */
const TIMEOUT = 1_200_000;

/** The service that the creates go to. */
let shop: Sandbox;
/** The service whose changes n8n is to hear of. */
let provider: Sandbox;
let n8n: OwnN8n;
let rest: N8nRest;

const store = async (sandbox: Sandbox, name: string): Promise<Credential> =>
	await saveCredential(rest, { name, type: 'podFulfilmentApi', data: demoData(sandbox) });

/** A webhook that brings the order numbers, an item for each, an order for each. */
function shopWorkflow(credential: Credential): WorkflowFile {
	const path = randomUUID();
	const webhook = shopWebhook(path);
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
		createFromJson('={{ $json.number }}', shop.control.exampleOrder({ externalId: 'EXAMPLE' })),
	);
	const next = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		name: 'Shop Orders',
		nodes: [webhook, split, create],
		connections: { Shop: next('Each Number'), 'Each Number': next('Create') },
		settings: { executionOrder: 'v1' },
	};
}

/** Sends 300 order numbers to n8n, and waits until a third of the orders is placed. Returns the workflow's ID. */
async function beginCreates(): Promise<string> {
	const { control } = shop;
	const workflow = await createWorkflow(rest, shopWorkflow(await store(shop, 'Shop')));
	const path = await activateWorkflow(rest, workflow);
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
	return workflow.id;
}

describe("n8n's process killed, and started again", () => {
	let creates: string;
	let polled: string;
	let called: string;
	let placed: number;
	let told: string[];
	let missed: string[];

	beforeAll(async () => {
		shop = await startSandbox();
		provider = await startSandbox({ timeScale: TIME_SCALE });
		n8n = await ownN8n();
		rest = await n8n.start();
		const credential = await store(provider, 'Provider');
		const first = await placeOrder(provider);
		polled = await startPolling(rest, 'Polled', credential);
		const webhooks = await createWorkflow(
			rest,
			triggerWorkflow('Called', credential, { events: ALL_EVENTS }),
		);
		called = webhooks.id;
		const url = `${n8n.url}/${await activateWorkflow(rest, webhooks)}`;
		await provider.control.setWebhook({ url });
		const second = await placeOrder(provider);
		await untilPolled(provider);
		told = [`order/${second}/created`];
		creates = await beginCreates();

		await n8n.kill();
		await shop.control.settled();
		placed = shop.control.orders().length;
		shop.control.clearFaults();
		await provider.control.stepOrder(second, 'canceled');
		const third = await placeOrder(provider);
		await provider.control.stepOrder(third, 'pending');
		const task = await provider.control.createMockupTask();
		await provider.control.stepMockupTask(task.id, 'completed');
		missed = [
			...(await shipOrder(provider, first)),
			`order/${second}/canceled`,
			`order/${third}/created`,
			`order/${third}/pending`,
			`mockupTask/${task.id}/completed`,
		];
		await untilGivenUp(provider);

		rest = await n8n.start();
	}, TIMEOUT);
	afterAll(async () => {
		await n8n?.close();
		await shop.close();
		await provider.close();
	});

	it('a retried execution that was killed amid 300 creates ends with 300 orders, each once', async () => {
		expect(placed).toBeGreaterThanOrEqual(COUNT / 3);
		expect(placed).toBeLessThan(COUNT);
		const crashed = await poll('the execution to be known as crashed', async () => {
			const [execution] = await listExecutions(rest, creates);
			return execution && hasEnded(execution) ? execution : undefined;
		});
		expect(crashed.status).toBe('crashed');

		await rest.call('POST', `/rest/executions/${crashed.id}/retry`, { loadWorkflow: false });
		const retried = await poll('the retry to end', async () => {
			const [execution] = await listExecutions(rest, creates);
			return execution && execution.id !== crashed.id && hasEnded(execution)
				? await getExecution(rest, execution.id)
				: undefined;
		});
		expect(retried.error?.message).toBeUndefined();
		expect(retried.status).toBe('success');
		const orders = shop.control.orders();
		expect(orders.map(({ externalId }) => externalId).sort()).toEqual([...numbers].sort());
		expect(itemsOf(retried, 'Create').map(({ json }) => [json.externalId, json.id])).toEqual(
			numbers.map((number) => [number, shop.control.order(`@${number}`).id]),
		);
	});

	it('no webhook tells what happened after the last attempt of the service (section 6)', async () => {
		const { control } = provider;
		const lost = control.deliveries().filter(({ attempt, status }) => attempt === 6 && !status);
		expect(lost.length).toBeGreaterThanOrEqual(missed.length);
		expect(await changesAt(rest, called, 'Event')).toEqual(told);
	});

	it('polling tells each change after the last attempt of the service once', async () => {
		await untilPolled(provider);
		const changes = await changesAt(rest, polled, 'Event');
		expect(changes.slice(0, told.length)).toEqual(told);
		expect(changes.slice(told.length).sort()).toEqual(missed.sort());
	});
});
