import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import type { Credential } from '../../scripts/n8n/credentials.ts';
import { itemsOf, waitForExecution, type Execution } from '../../scripts/n8n/executions.ts';
import { root } from '../../scripts/n8n/paths.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import {
	activateWorkflow,
	createWorkflow,
	deactivateWorkflow,
	runWorkflow,
	type WorkflowFile,
	type WorkflowNode,
} from '../../scripts/n8n/workflows.ts';
import { withCredentials } from '../../scripts/start/workflow.ts';
import { deliver, orderUpdated, signedHeaders } from './support/delivery.ts';
import { connect, n8n, storeCredential } from './support/n8n.ts';
import { executionsOf, activateTrigger } from './support/trigger.ts';
import { triggerWorkflow } from './support/workflows.ts';

let sandbox: Sandbox;
let rest: N8nRest;
let credential: Credential;

beforeAll(async () => {
	// A minute of the service in a tenth of a second: its six attempts take two seconds.
	sandbox = await startSandbox({ timeScale: 600 });
	rest = connect();
	credential = await storeCredential(rest, sandbox, 'POD Fulfilment account');
});
afterAll(async () => await sandbox.close());

/** The deliveries of one event by the service: its first attempt and five retries, each signed anew (section 6). */
const sixDeliveries = (body: string): string[] =>
	[0, 1, 2, 3, 4, 5].map((retries) => body.replace('"retries":0', `"retries":${retries}`));

const send = async (url: string, body: string): Promise<number> => {
	const headers = signedHeaders(body, sandbox.accounts.demo.signingSecret);
	return (await deliver(url, body, headers)).status;
};

describe('Six deliveries of one event', () => {
	it.each([
		['one after another', false],
		['all at once', true],
	])('six deliveries start one execution and are all answered 200, %s', async (name, atOnce) => {
		const { id, url } = await activateTrigger(rest, `Once, ${name}`, credential, {
			events: ['order.updated'],
		});
		const bodies = sixDeliveries(orderUpdated());
		const statuses: number[] = [];
		if (atOnce) {
			statuses.push(...(await Promise.all(bodies.map(async (body) => await send(url, body)))));
		} else {
			for (const body of bodies) statuses.push(await send(url, body));
		}
		expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
		// Another event shows that n8n is done with those before.
		expect(await send(url, orderUpdated())).toBe(200);
		expect(await executionsOf(rest, id, 2)).toHaveLength(2);
		await deactivateWorkflow(rest, id);
	});
});

describe("A workflow that fails, with Acknowledge set to 'After the Workflow Finished'", () => {
	/** Fails for the first delivery and the first retry, as a workflow does whose database is away for a while. */
	function failingTwice(): WorkflowFile {
		const file = triggerWorkflow('Fails twice', credential, {
			events: ['order.created'],
			options: { acknowledge: 'afterFinish' },
		});
		const isEarly: WorkflowNode = {
			id: randomUUID(),
			name: 'Too Early',
			type: 'n8n-nodes-base.filter',
			typeVersion: 2.2,
			position: [220, 0],
			parameters: {
				conditions: {
					options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
					combinator: 'and',
					conditions: [
						{
							id: randomUUID(),
							leftValue: '={{ $json.retries }}',
							rightValue: 2,
							operator: { type: 'number', operation: 'lt' },
						},
					],
				},
				options: {},
			},
		};
		const stop: WorkflowNode = {
			id: randomUUID(),
			name: 'Stop',
			type: 'n8n-nodes-base.stopAndError',
			typeVersion: 1,
			position: [440, 0],
			parameters: { errorMessage: 'The database is away' },
		};
		const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
		return {
			...file,
			nodes: [...file.nodes, isEarly, stop],
			connections: { ...file.connections, Event: to('Too Early'), 'Too Early': to('Stop') },
		};
	}

	it('a failing workflow gets the event again by the retries of the service, until it succeeds, and then no more', async () => {
		const workflow = await createWorkflow(rest, failingTwice());
		const url = `${n8n.url}/${await activateWorkflow(rest, workflow)}`;
		const { signingSecret, apiKey } = sandbox.accounts.demo;
		await sandbox.control.setWebhook({ url, signingSecret });
		const response = await fetch(`${sandbox.url}/api/orders`, {
			method: 'POST',
			headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
			body: JSON.stringify(sandbox.control.exampleOrder()),
		});
		expect(response.status).toBe(201);
		const last = await sandbox.control.waitFor(
			'delivery',
			({ type, status }) => type === 'order.created' && status === 200,
			300_000,
		);
		const statuses = sandbox.control
			.deliveries()
			.filter(({ type }) => type === 'order.created')
			.map(({ attempt, status }) => [attempt, status]);
		expect(statuses).toEqual([
			[1, 500],
			[2, 500],
			[3, 200],
		]);

		// The last delivery once more, as if its answer had been lost.
		expect((await deliver(url, last.body, last.headers)).status).toBe(200);
		const executions = await executionsOf(rest, workflow.id, 3);
		expect(executions.map(({ status }) => status)).toEqual(['error', 'error', 'success']);
		const ids = executions.flatMap((execution) => itemsOf(execution, 'Event'));
		expect(new Set(ids.map(({ json }) => json.eventId)).size).toBe(1);
		await deactivateWorkflow(rest, workflow.id);
	});
});

describe('examples/each-event-once.json', () => {
	const TRIGGER = 'An Event';
	const passed = (execution: Execution) =>
		itemsOf(execution, 'Replace Me With Your Nodes').map(({ json }) => json);

	const readExample = async (): Promise<WorkflowFile> =>
		withCredentials(
			JSON.parse(
				await readFile(join(root, 'examples', 'each-event-once.json'), 'utf8'),
			) as WorkflowFile,
		);

	it('the example lets an event pass once that starts it twice, with Ignore Duplicates off', async () => {
		const file = await readExample();
		const nodes = file.nodes.map((node) =>
			node.name === TRIGGER
				? {
						...node,
						parameters: { ...node.parameters, options: { ignoreDuplicates: false } },
					}
				: node,
		);
		const workflow = await createWorkflow(rest, { ...file, nodes });
		const url = `${n8n.url}/${await activateWorkflow(rest, workflow)}`;
		const [first, second] = sixDeliveries(orderUpdated('shipped'));
		for (const body of [first, second, orderUpdated('failed')]) {
			const before = (await executionsOf(rest, workflow.id, 0)).length;
			expect(await send(url, body as string)).toBe(200);
			await executionsOf(rest, workflow.id, before + 1);
		}
		const executions = await executionsOf(rest, workflow.id, 3);
		expect(executions.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
		expect(executions.map((execution) => itemsOf(execution, TRIGGER).length)).toEqual([1, 1, 1]);
		expect(executions.map((execution) => passed(execution).map(({ status }) => status))).toEqual([
			['shipped'],
			[],
			['failed'],
		]);
		await deactivateWorkflow(rest, workflow.id);
	});

	it('the example runs on its sample events in the editor without any delivery, and lets each pass once until it forgets', async () => {
		const { id } = await createWorkflow(rest, await readExample());
		const runFrom = async (trigger: string): Promise<Execution> => {
			const execution = await waitForExecution(rest, await runWorkflow(rest, id, trigger));
			expect(execution.status).toBe('success');
			return execution;
		};
		const first = await runFrom(TRIGGER);
		const second = await runFrom(TRIGGER);
		expect(itemsOf(first, TRIGGER).map(({ json }) => json.event)).toEqual([
			'order.created',
			'order.updated',
			'shipment.created',
			'mockup_task.finished',
		]);
		expect(passed(first).map(({ status }) => status)).toEqual([
			'draft',
			'inprocess',
			'shipped',
			'completed',
		]);
		expect(itemsOf(second, TRIGGER)).toHaveLength(4);
		expect(passed(second)).toEqual([]);

		await runFrom('Schedule');
		expect(passed(await runFrom(TRIGGER))).toEqual(passed(first));
	});
});
