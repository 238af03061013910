import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { saveCredential } from '../../scripts/n8n/credentials.ts';
import { hasEnded, listExecutions, waitForExecution } from '../../scripts/n8n/executions.ts';
import { root } from '../../scripts/n8n/paths.ts';
import { poll } from '../../scripts/n8n/poll.ts';
import { choosePort } from '../../scripts/n8n/ports.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import {
	activateWorkflow,
	createWorkflow,
	runWorkflow,
	type WorkflowFile,
	type WorkflowNode,
} from '../../scripts/n8n/workflows.ts';
import { withCredentials } from '../../scripts/start/workflow.ts';
import { demoData } from '../support/demoData.ts';
import { ownN8n, type OwnN8n } from '../e2e/support/ownN8n.ts';
import { OFTEN, untilPolled } from '../e2e/support/polling.ts';
import { placeOrder, TIME_SCALE, untilGivenUp } from '../e2e/support/service.ts';
import { startWork, type Work } from './support/work.ts';

/** Longer than the service's retries, as the example's 20 minutes are: they take 5 seconds here. */
const EMIT_AFTER_SECONDS = 30;

/** For how long a row keeps others out: between the third retry of the service and the fourth, as the example's 50 seconds. */
const TURN_MS = 2000;

let sandbox: Sandbox;
let n8n: OwnN8n;
let rest: N8nRest;
let work: Work;
let file: WorkflowFile;
let workflowId: string;
let webhookUrl: string;
let closedUrl: string;

/** The example with another node in the place of one, or other parameters. */
const withNode = (name: string, changes: Partial<WorkflowNode>): WorkflowFile => ({
	...file,
	nodes: file.nodes.map((node) => (node.name === name ? { ...node, ...changes } : node)),
});

const parametersOf = (name: string): Record<string, unknown> =>
	file.nodes.find((node) => node.name === name)?.parameters ?? {};

const run = async (id: string, trigger: string): Promise<void> => {
	const { status, error } = await waitForExecution(rest, await runWorkflow(rest, id, trigger));
	expect(error?.message).toBeUndefined();
	expect(status).toBe('success');
};

beforeAll(async () => {
	sandbox = await startSandbox({ timeScale: TIME_SCALE });
	work = await startWork();
	n8n = await ownN8n();
	rest = await n8n.start();
	await saveCredential(rest, {
		name: 'POD Fulfilment account',
		type: 'podFulfilmentApi',
		data: demoData(sandbox),
	});
	file = withCredentials(
		JSON.parse(
			await readFile(join(root, 'examples', 'no-event-lost.json'), 'utf8'),
		) as WorkflowFile,
	);
	file = withNode('Replace Me With Your Nodes', work.node);
	file = withNode('What Was Missed', {
		parameters: {
			...parametersOf('What Was Missed'),
			pollTimes: OFTEN,
			options: { emitAfterMinutes: EMIT_AFTER_SECONDS / 60 },
		},
	});
	file = withNode('Who Is First', {
		parameters: JSON.parse(
			JSON.stringify(parametersOf('Who Is First')).replace(
				'seconds: 50',
				`milliseconds: ${TURN_MS}`,
			),
		) as Record<string, unknown>,
	});
	const workflow = await createWorkflow(rest, file);
	workflowId = workflow.id;
	// The second time it finds the table that is there.
	for (let time = 1; time <= 2; time += 1) await run(workflowId, 'Create the Table Once');
	webhookUrl = `${n8n.url}/${await activateWorkflow(rest, workflow)}`;
	closedUrl = `http://127.0.0.1:${(await choosePort(0)).port}/`;
});
beforeEach(() => {
	work.answer = () => 'done';
});
afterAll(async () => {
	await n8n?.close();
	await work?.close();
	await sandbox?.close();
});

const reach = async (url: string): Promise<void> => await sandbox.control.setWebhook({ url });

/** Until the service's events differ from those before: they name whole seconds, and equal ones count as one delivery. */
const nextSecond = async (): Promise<void> => {
	const second = (): number => Math.floor(Date.now() / 1000);
	const before = second();
	await poll('the next second', async () => second() > before || undefined);
};

/** How often each change was done. */
const timesDone = (changes: string[]): number[] =>
	changes.map((change) => work.done.filter((done) => done === change).length);

const ended = async (): Promise<void> => {
	await poll('the executions to end', async () => {
		const all = await listExecutions(rest, workflowId);
		return all.every(hasEnded) || undefined;
	});
};

/** Waits until the polling trigger has brought everything that stands now. */
const untilBrought = async (): Promise<void> => {
	const due = Date.now() + EMIT_AFTER_SECONDS * 1000;
	do await untilPolled(sandbox);
	while (Date.now() < due);
	await untilPolled(sandbox);
	await ended();
};

describe('The example No Event Lost', () => {
	it('the example does each change once, whether its webhook came, was lost, or found a workflow that failed', async () => {
		const { control } = sandbox;
		await reach(webhookUrl);
		const came = await placeOrder(sandbox);
		await untilGivenUp(sandbox);
		expect(work.done).toEqual([`order/${came}/created`]);

		// Refused once: the service delivers it again.
		work.answer = (change) => (work.refused.includes(change) ? 'done' : 'refused');
		const again = await placeOrder(sandbox);
		await untilGivenUp(sandbox);
		expect(timesDone([`order/${again}/created`])).toEqual([1]);

		// Refused whenever the service delivers it.
		work.answer = () => 'refused';
		const refused = await placeOrder(sandbox);
		await untilGivenUp(sandbox);
		// A retry that comes too early for the row of the one before does not get so far.
		expect(
			work.refused.filter((change) => change === `order/${refused}/created`).length,
		).toBeGreaterThan(1);
		work.answer = () => 'done';

		await reach(closedUrl);
		const lost = await placeOrder(sandbox);
		await control.stepOrder(lost, 'pending');
		await untilGivenUp(sandbox);
		const changes = [came, again, refused, lost].map((id) => `order/${id}/created`);
		changes.push(`order/${lost}/pending`);
		await untilBrought();
		expect(work.done.sort()).toEqual(changes.sort());
	});

	it('40 changes that two runs have at the same moment are done once each', async () => {
		const { control } = sandbox;
		await reach(closedUrl);
		const orders = await Promise.all(
			Array.from({ length: 40 }, async () => await placeOrder(sandbox)),
		);
		await untilGivenUp(sandbox);
		await reach(webhookUrl);
		// Each is an event of its own, so that Ignore Duplicates stops none.
		const events = orders.flatMap((id) =>
			Array.from({ length: 2 }, () => ({ order: { id, status: 'onhold', external_id: id } })),
		);
		await Promise.all(
			events.map(
				async (data) => await control.sendEvent({ type: 'order.updated', data, attempts: 6 }),
			),
		);
		await untilGivenUp(sandbox);
		await ended();
		expect(timesDone(orders.map((id) => `order/${id}/onhold`))).toEqual(orders.map(() => 1));
		// What the poll is still to bring is no matter of the other tests.
		for (const id of orders) control.removeOrder(id);
	});

	it('a retry does what was left when n8n was killed in the middle of an execution', async () => {
		await reach(closedUrl);
		const orders = [await placeOrder(sandbox), await placeOrder(sandbox)];
		const changes = orders.map((id) => `order/${id}/created`);
		await untilGivenUp(sandbox);
		const isBegun = () => changes.some((change) => work.done.includes(change));
		work.answer = () => (isBegun() ? 'held' : 'done');
		await poll('the work to be in its middle', async () => work.held.length || undefined, {
			timeoutMilliseconds: 120_000,
		});
		await n8n.kill();
		work.answer = () => 'done';
		rest = await n8n.start();
		await untilBrought();
		const crashed = await poll('the execution to be known as crashed', async () => {
			const [execution] = await listExecutions(rest, workflowId, ['crashed']);
			return execution;
		});
		expect(timesDone(changes).sort()).toEqual([0, 1]);
		await rest.call('POST', `/rest/executions/${crashed.id}/retry`, { loadWorkflow: false });
		const isDone = () => timesDone(changes).every((times) => times > 0);
		await poll('the rest to be done', async () => isDone() || undefined);
		await ended();
		expect(timesDone(changes)).toEqual([1, 1]);
	});

	it('a status that an order reaches again is left out, until it is forgotten', async () => {
		const { control } = sandbox;
		await reach(webhookUrl);
		const order = await placeOrder(sandbox);
		const reached = [`order/${order}/pending`, `order/${order}/onhold`];
		const reachBoth = async (): Promise<void> => {
			await nextSecond();
			for (const status of ['pending', 'onhold'] as const) {
				await control.stepOrder(order, status);
				await untilGivenUp(sandbox);
			}
			await ended();
		};
		await reachBoth();
		expect(timesDone(reached)).toEqual([1, 1]);
		await reachBoth();
		await run(workflowId, 'Schedule');
		await reachBoth();
		expect(timesDone(reached)).toEqual([1, 1]);

		const forget = 'Forget What Is Long Done';
		const conditions = JSON.stringify(parametersOf(forget)).replace('days: 60', 'days: 0');
		const sooner = withNode(forget, {
			parameters: JSON.parse(conditions) as Record<string, unknown>,
		});
		await run((await createWorkflow(rest, sooner)).id, 'Schedule');
		await reachBoth();
		expect(timesDone(reached)).toEqual([2, 2]);
	});
});
