import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { saveCredential, type Credential } from '../../scripts/n8n/credentials.ts';
import {
	getExecution,
	hasEnded,
	itemsOf,
	listExecutions,
	type ExecutionSummary,
} from '../../scripts/n8n/executions.ts';
import { startGateway, type Gateway } from '../../scripts/n8n/gateway.ts';
import { poll } from '../../scripts/n8n/poll.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import { activateWorkflow, createWorkflow } from '../../scripts/n8n/workflows.ts';
import { demoData } from '../support/demoData.ts';
import { ownN8n, type OwnN8n } from '../e2e/support/ownN8n.ts';
import { triggerWorkflow } from '../e2e/support/workflows.ts';

/** Events for each workflow, and how many of them a second. */
const EVENTS = 60;
const PER_SECOND = 3;

/** An execution takes so long that some are running whenever n8n is killed. */
const WORK_SECONDS = 5;

/** One that began this recently is still running when n8n is killed, also if it takes a busy machine a while to list it. */
const JUST_BEGUN_MILLISECONDS = 3_000;

/**
 * The service's 17 minutes of retries pass in 204 seconds, which is longer than n8n takes to start on a machine that
 * does other work as well (a minute and more).
 */
const TIME_SCALE = 5;
const RETRIES_MILLISECONDS = 204_000;

/** An account of the sandbox for each way to acknowledge: an account has one webhook URL. */
const ACCOUNTS = { immediately: 'demo', afterFinish: 'other' } as const;
type Acknowledge = keyof typeof ACCOUNTS;
const acknowledgements = Object.keys(ACCOUNTS) as Acknowledge[];

let sandbox: Sandbox;
let n8n: OwnN8n;
let gateway: Gateway;
let rest: N8nRest;
const workflows = {} as Record<Acknowledge, string>;

/** Starts a workflow that does its work for each event of its account. */
async function listen(credential: Credential, acknowledge: Acknowledge): Promise<string> {
	const file = triggerWorkflow(acknowledge, credential, {
		events: ['order.updated'],
		options: { acknowledge },
	});
	const work = {
		id: randomUUID(),
		name: 'Done',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		position: [220, 0] as [number, number],
		parameters: { amount: WORK_SECONDS, unit: 'seconds' },
	};
	const nodes = file.nodes.map((node) => (node.name === 'Done' ? work : node));
	const workflow = await createWorkflow(rest, { ...file, nodes });
	const url = `${gateway.url}/${await activateWorkflow(rest, workflow)}`;
	const { signingSecret } = sandbox.accounts.demo;
	await sandbox.control.setWebhook({ url, signingSecret, account: ACCOUNTS[acknowledge] });
	return workflow.id;
}

const externalId = (number: number): string => `EVENT-${number}`;
const everyEvent = Array.from({ length: EVENTS }, (_, number) => externalId(number)).sort();

/** Resolves when n8n has just begun to execute each workflow, so that the kill cuts off something of each. */
const bothJustBegun = async (): Promise<true> =>
	await poll('both workflows to begin an execution', async () => {
		const lists = await Promise.all(
			acknowledgements.map(
				async (acknowledge) => await listExecutions(rest, workflows[acknowledge]),
			),
		);
		const latestBegin = Date.now() - JUST_BEGUN_MILLISECONDS;
		const isJustBegun = ({ status, startedAt }: ExecutionSummary): boolean =>
			status === 'running' && Date.parse(startedAt) > latestBegin;
		return lists.every((list) => list.some(isJustBegun)) || undefined;
	});

/** Sends every event to both workflows, and kills n8n and starts it again on the way. */
async function sendAllAndKill(): Promise<void> {
	let restarted: Promise<N8nRest> | undefined;
	for (let number = 0; number < EVENTS; number += 1) {
		for (const account of Object.values(ACCOUNTS)) {
			void sandbox.control.sendEvent({
				type: 'order.updated',
				data: {
					order: { id: String(number), status: 'shipped', external_id: externalId(number) },
				},
				account,
				attempts: 6,
			});
		}
		if (number === EVENTS / 4) {
			restarted = bothJustBegun()
				.then(async () => await n8n.kill())
				.then(async () => await n8n.start());
		}
		// The stream is steady on purpose: it goes on whatever n8n does.
		await delay(1000 / PER_SECOND);
	}
	if (!restarted) throw new Error('n8n was not killed');
	rest = await restarted;
	await poll(
		'the service to end its retries',
		async () => {
			await sandbox.control.settled();
			const last = new Map(sandbox.control.deliveries().map((record) => [record.id, record]));
			return [...last.values()].every((record) => record.nextAttemptAt === null) || undefined;
		},
		{ timeoutMilliseconds: RETRIES_MILLISECONDS + 300_000 },
	);
}

const ended = async (acknowledge: Acknowledge): Promise<ExecutionSummary[]> =>
	await poll('the executions to end', async () => {
		const all = await listExecutions(rest, workflows[acknowledge]);
		return all.every(hasEnded) ? all : undefined;
	});

/** The events that were executed to the end, each as often as it was. */
async function executed(acknowledge: Acknowledge): Promise<string[]> {
	const succeeded = (await ended(acknowledge)).filter(({ status }) => status === 'success');
	const items = await Promise.all(
		succeeded.map(async ({ id }) => itemsOf(await getExecution(rest, id), 'Event')),
	);
	// A retried execution begins with what n8n put in place of the run that was cut off, which has no event.
	return items.flat().flatMap(({ json }) => {
		const { externalId: received } = (json.order ?? {}) as { externalId?: string };
		return received ?? [];
	});
}

describe("n8n's process killed in the middle of a stream of events, and started again", () => {
	beforeAll(async () => {
		sandbox = await startSandbox({ timeScale: TIME_SCALE });
		n8n = await ownN8n();
		rest = await n8n.start();
		gateway = await startGateway(n8n.url);
		const credential = await saveCredential(rest, {
			name: 'Killed',
			type: 'podFulfilmentApi',
			data: demoData(sandbox),
		});
		for (const acknowledge of acknowledgements)
			workflows[acknowledge] = await listen(credential, acknowledge);
		await sendAllAndKill();
	});
	afterAll(async () => {
		await gateway.close();
		await n8n.close();
		await sandbox.close();
	});

	it('all events are answered 200 in the end, some by a retry of the service (section 6)', () => {
		const deliveries = sandbox.control.deliveries();
		const accepted = deliveries.filter(({ status }) => status === 200);
		expect(accepted).toHaveLength(acknowledgements.length * EVENTS);
		expect(accepted.some(({ attempt }) => attempt > 1)).toBe(true);
	});

	it('every event is executed to the end when it is acknowledged after the workflow finished', async () => {
		const cutOff = (await ended('afterFinish')).filter(({ status }) => status === 'crashed');
		expect(cutOff.length).toBeGreaterThan(0);
		expect([...new Set(await executed('afterFinish'))].sort()).toEqual(everyEvent);
	});

	it('what was cut off can be retried from the executions when events are acknowledged immediately', async () => {
		const cutOff = (await ended('immediately')).filter(({ status }) => status === 'crashed');
		expect(cutOff.length).toBeGreaterThan(0);
		const before = new Set(await executed('immediately'));
		expect(before.size).toBeGreaterThanOrEqual(EVENTS - cutOff.length);

		for (const { id } of cutOff) {
			await rest.call('POST', `/rest/executions/${id}/retry`, { loadWorkflow: false });
		}
		await poll('the retried executions to end', async () => {
			const all = await ended('immediately');
			const retries = all.filter(({ mode }) => mode === 'retry');
			return retries.length === cutOff.length ? true : undefined;
		});
		expect([...new Set(await executed('immediately'))].sort()).toEqual(everyEvent);
	});
});
